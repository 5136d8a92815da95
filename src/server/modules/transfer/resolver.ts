import { stuckAfterMs } from '#domain/transfer.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import type { Metrics } from '#server/metrics.ts'
import { resolveTransfer } from './carry.ts'
import { countUnderway, dueTransfers, type OpenTransfer } from './store.ts'

/**
 * Finds out what became of transfers whose call broke off, whoever made it: after a time-out, a crash, a restart. One
 * process at a time, a bounded number a turn and a few at once, each transfer less and less often.
 */

const mostATurn = 12
const mostAtOnce = 4

/** Starts the resolver; `stop` waits for the turn it is in. */
export function startTransferResolver(deps: Deps, metrics: Metrics): RunningWork {
  let figures = { underway: 0, stuck: 0 }
  metrics.watch('baize_transfers_underway', 'Transfers whose fate is open.', () => figures.underway)
  metrics.watch('baize_transfers_stuck', 'Transfers whose fate is open for over five minutes.', () => figures.stuck)
  return startLeasedWork(deps, {
    name: 'transfer-resolver',
    everyMs: 1_000,
    leaseMs: 15_000,
    isDue: async () => {
      figures = await countUnderway(deps.db, stuckAfterMs)
      return figures.underway > 0
    },
    takeTurn: async (signal) => void (await resolveDue(deps, signal)),
    trouble: 'Transfers were not looked after; that is tried again.',
  })
}

/** Asks for the fate of every transfer that is due, at most so many; answers how many became known. */
export async function resolveDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  const due = await dueTransfers(deps, mostATurn)
  let known = 0
  const lane = async (): Promise<void> => {
    for (let transfer = due.shift(); transfer !== undefined && !signal?.aborted; transfer = due.shift()) {
      if ((await tryOne(deps, transfer)) === null) sayWhenStuck(deps, transfer)
      else known += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, due.length) }, lane))
  return known
}

/** One that cannot be booked must not keep the others waiting. */
async function tryOne(deps: Deps, transfer: OpenTransfer): ReturnType<typeof resolveTransfer> {
  try {
    return await resolveTransfer(deps, transfer)
  } catch (error) {
    deps.log.error({ err: error, transfer: transfer.id }, 'What became of a transfer could not be booked.')
    return null
  }
}

function sayWhenStuck(deps: Deps, transfer: OpenTransfer): void {
  const openMs = Date.now() - transfer.askedAt.getTime()
  if (openMs < stuckAfterMs) return
  const { id, direction, tries, provider } = transfer
  deps.log.error(
    { transfer: id, provider: provider.code, direction, tries, openMinutes: Math.floor(openMs / 60_000) },
    'A transfer is stuck: its provider does not say what became of it.',
  )
}
