import { stuckAfterMs } from '#domain/transfer.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import type { Metrics } from '#server/metrics.ts'
import { resolveTransfer } from './carry.ts'
import { countUnderway, dueTransfers, type OpenTransfer } from './store.ts'

/**
 * Resolves transfers whose call was interrupted by a time-out, a crash or a restart. One process at a time, a bounded
 * number per run and a few at once, each transfer at growing intervals.
 */

const mostPerRun = 12
const mostAtOnce = 4

/** Starts the resolver; `stop` waits for the current run. */
export function startTransferResolver(deps: Deps, metrics: Metrics): RunningWork {
  let figures = { underway: 0, stuck: 0 }
  metrics.watch('baize_transfers_underway', 'Transfers with an open outcome.', () => figures.underway)
  metrics.watch('baize_transfers_stuck', 'Transfers with an open outcome for over five minutes.', () => figures.stuck)
  return startLeasedWork(deps, {
    name: 'transfer-resolver',
    everyMs: 1_000,
    leaseMs: 15_000,
    isDue: async () => {
      figures = await countUnderway(deps.db, stuckAfterMs)
      return figures.underway > 0
    },
    run: async (signal) => void (await resolveDue(deps, signal)),
    failureMessage: 'transfer resolver failed; it is retried',
  })
}

/** Resolves the transfers that are due, a bounded number; returns how many got an outcome. */
export async function resolveDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  const due = await dueTransfers(deps, mostPerRun)
  let resolved = 0
  const lane = async (): Promise<void> => {
    for (let transfer = due.shift(); transfer !== undefined && !signal?.aborted; transfer = due.shift()) {
      if ((await resolveOne(deps, transfer)) === null) logWhenStuck(deps, transfer)
      else resolved += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, due.length) }, lane))
  return resolved
}

/** A transfer that cannot be posted must not hold up the others. */
async function resolveOne(deps: Deps, transfer: OpenTransfer): ReturnType<typeof resolveTransfer> {
  try {
    return await resolveTransfer(deps, transfer)
  } catch (error) {
    deps.log.error({ err: error, transfer: transfer.id }, 'posting the outcome of a transfer failed')
    return null
  }
}

function logWhenStuck(deps: Deps, transfer: OpenTransfer): void {
  const openMs = Date.now() - transfer.askedAt.getTime()
  if (openMs < stuckAfterMs) return
  const { id, direction, attempts, provider } = transfer
  deps.log.error(
    { transfer: id, provider: provider.code, direction, attempts, openMinutes: Math.floor(openMs / 60_000) },
    'transfer is stuck: its provider reports no outcome',
  )
}
