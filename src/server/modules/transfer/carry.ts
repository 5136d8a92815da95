import { retryDelayMs, type TransferState } from '#domain/transfer.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { Deps } from '#server/deps.ts'
import { askProvider, type ProviderSaid } from './client.ts'
import { concludeTransfer, markSent, markWaiting, type OpenTransfer } from './store.ts'

/** Carrying a transfer out at its provider, and finding out what became of one. */

export type Standing = { state: TransferState; reason: string; amount: bigint | null }

/**
 * Makes the one call that moves a transfer which has just been taken up, and books what the provider says. When it says
 * nothing certain the transfer stays `unknown` and the resolver asks on.
 */
export async function sendTransfer(deps: Deps, transfer: OpenTransfer): Promise<Standing> {
  const { id, provider } = transfer
  const asIs: Standing = { state: 'unknown', reason: '', amount: transfer.amount }
  if (!(await markSent(deps.db, id, provider))) return asIs
  const base = { transferId: id, member: transfer.memberPublicId }
  const said = await askProvider(
    provider,
    transfer.direction === 'in'
      ? { ...base, call: 'credit', amount: transfer.amount ?? 0n }
      : { ...base, call: 'debit', amount: transfer.amount ?? 'all' },
    deps.config.currency,
    Date.now(),
  )
  crashPoint('transfer.provider-answered')
  if (said.kind === 'unknown') {
    deps.log.warn({ transfer: id, provider: provider.code, why: said.why }, 'A transfer’s fate is not known yet.')
    await markWaiting(deps.db, id, retryDelayMs(0), false)
    return asIs
  }
  return (await book(deps, transfer, said.kind === 'unsent' ? { kind: 'refused', reason: 'unsent' } : said)) ?? asIs
}

/** Asks once what became of a transfer; null when that is still open. */
export async function resolveTransfer(deps: Deps, transfer: OpenTransfer): Promise<Standing | null> {
  const { id, provider } = transfer
  // Said first: whatever happens to this try, the next one is not at once.
  await markWaiting(deps.db, id, retryDelayMs(transfer.tries + 1), true)
  const asked = { call: 'status', transferId: id, member: transfer.memberPublicId } as const
  const said = await askProvider(provider, asked, deps.config.currency, Date.now())
  if (said.kind === 'unknown' || said.kind === 'unsent') return null
  crashPoint('transfer.resolved')
  return book(deps, transfer, said)
}

type Verdict = Exclude<ProviderSaid, { kind: 'unknown' | 'unsent' }>

async function book(deps: Deps, transfer: OpenTransfer, verdict: Verdict): Promise<Standing | null> {
  const booked = await concludeTransfer(deps.db, transfer.id, verdict)
  if (booked.outcome === 'contradiction' || booked.state === null) {
    const said = { kind: verdict.kind, stands: booked.state }
    deps.log.error({ transfer: transfer.id, provider: transfer.provider.code, said }, 'A provider contradicts itself.')
    if (booked.state === 'done' || booked.state === 'refused') {
      return { state: booked.state, reason: booked.reason ?? '', amount: booked.amount }
    }
    await markWaiting(deps.db, transfer.id, retryDelayMs(transfer.tries + 1), false)
    return null
  }
  deps.events.publish({ kind: 'balance', memberId: transfer.memberId })
  return { state: booked.state, reason: booked.reason ?? '', amount: booked.amount }
}
