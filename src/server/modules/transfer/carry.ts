import { retryDelayMs, type TransferState } from '#domain/transfer.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { Deps } from '#server/deps.ts'
import { callProvider, type ProviderResult } from './client.ts'
import { concludeTransfer, markSent, markWaiting, type OpenTransfer } from './store.ts'

/** Executes transfers at their providers, and resolves those with an unknown outcome. */

export type TransferStatus = { state: TransferState; reason: string; amount: bigint | null }

/**
 * Makes the one call that moves an accepted transfer, and posts the provider's answer. Without a certain answer the
 * transfer stays `unknown` and the resolver continues.
 */
export async function sendTransfer(deps: Deps, transfer: OpenTransfer): Promise<TransferStatus> {
  const { id, provider } = transfer
  const asIs: TransferStatus = { state: 'unknown', reason: '', amount: transfer.amount }
  if (!(await markSent(deps.db, id, provider))) return asIs
  const base = { transferId: id, member: transfer.memberPublicId }
  const result = await callProvider(
    provider,
    transfer.direction === 'in'
      ? { ...base, call: 'credit', amount: transfer.amount ?? 0n }
      : { ...base, call: 'debit', amount: transfer.amount ?? 'all' },
    deps.config.currency,
    Date.now(),
  )
  crashPoint('transfer.provider-answered')
  if (result.kind === 'unknown') {
    deps.log.warn(
      { transfer: id, provider: provider.code, why: result.why },
      'transfer outcome is unknown; resolver continues',
    )
    await markWaiting(deps.db, id, retryDelayMs(0), false)
    return asIs
  }
  return (await post(deps, transfer, result.kind === 'unsent' ? { kind: 'refused', reason: 'unsent' } : result)) ?? asIs
}

/** What an inquiry about a transfer has found. `unreached`: the provider did not answer in its time, or is not there. */
export type Inquiry = 'settled' | 'open' | 'unreached'

/** Requests the outcome of a transfer from the provider once, and posts it. */
export async function resolveTransfer(deps: Deps, transfer: OpenTransfer): Promise<Inquiry> {
  const { id, provider } = transfer
  // The next inquiry is scheduled first, so that it waits even if this one fails.
  await markWaiting(deps.db, id, retryDelayMs(transfer.attempts + 1), true)
  const call = { call: 'status', transferId: id, member: transfer.memberPublicId } as const
  const result = await callProvider(provider, call, deps.config.currency, Date.now())
  if (result.kind === 'unknown' || result.kind === 'unsent') {
    deps.log.warn({ transfer: id, provider: provider.code, why: result.why }, 'transfer outcome is still unknown')
    return result.kind === 'unsent' || result.timedOut ? 'unreached' : 'open'
  }
  crashPoint('transfer.resolved')
  return (await post(deps, transfer, result)) === null ? 'open' : 'settled'
}

type Conclusion = Exclude<ProviderResult, { kind: 'unknown' | 'unsent' }>

async function post(deps: Deps, transfer: OpenTransfer, conclusion: Conclusion): Promise<TransferStatus | null> {
  const booked = await concludeTransfer(deps.db, transfer.id, conclusion)
  if (booked.outcome === 'contradiction' || booked.state === null) {
    const fields = {
      transfer: transfer.id,
      provider: transfer.provider.code,
      conclusion: conclusion.kind,
      state: booked.state,
    }
    deps.log.error(fields, 'provider contradicts its earlier answer about a transfer, or the transfer itself')
    if (booked.state === 'done' || booked.state === 'refused') {
      return { state: booked.state, reason: booked.reason ?? '', amount: booked.amount }
    }
    await markWaiting(deps.db, transfer.id, retryDelayMs(transfer.attempts + 1), false)
    return null
  }
  deps.events.publish({ kind: 'balance', memberId: transfer.memberId })
  return { state: booked.state, reason: booked.reason ?? '', amount: booked.amount }
}
