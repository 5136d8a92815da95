import { stuckAfterMs } from '#domain/transfer.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import type { Metrics } from '#server/metrics.ts'
import { resolveTransfer, type Inquiry } from './carry.ts'
import { countUnderway, dueTransfers, type OpenTransfer, type Underway } from './store.ts'

/**
 * Resolves transfers whose call was interrupted by a time-out, a crash or a restart, each transfer at growing intervals.
 * One process at a time does it, in runs: one run at a time at each provider, of a bounded number of inquiries, a few at
 * once. The runs of different providers are independent, so a provider that does not answer delays its own transfers only.
 */

const mostPerRun = 12
const mostAtOnce = 2

/** Starts the resolver; `stop` waits for the current runs. */
export function startTransferResolver(deps: Deps, metrics: Metrics): RunningWork {
  let figures: Underway = { underway: 0, stuck: 0, held: [] }
  metrics.watch('baize_transfers_underway', 'Transfers with an open outcome.', () => figures.underway)
  metrics.watch('baize_transfers_stuck', 'Transfers with an open outcome for over five minutes.', () => figures.stuck)
  metrics.watch(
    'baize_providers_held',
    'Providers whose transfers wait for a comparison after a restore.',
    () => figures.held.length,
  )
  const runs = createRuns(deps)
  const work = startLeasedWork(deps, {
    name: 'transfer-resolver',
    everyMs: 1_000,
    leaseMs: 15_000,
    isDue: async () => {
      const before = figures.held
      figures = await countUnderway(deps.db, stuckAfterMs)
      if (figures.held.some((code) => !before.includes(code))) {
        deps.log.warn({ providers: figures.held }, 'transfers are held until they were compared after the restore')
      }
      return figures.underway > 0
    },
    // Runs go on after this; the lease is renewed meanwhile, because the transfers they work on are underway.
    run: async (signal) => void (await runs.begin(signal)),
    failureMessage: 'transfer resolver failed; it is retried',
  })
  return {
    stop: async () => {
      await work.stop()
      await runs.ended()
    },
  }
}

/** Resolves the transfers that are due, a bounded number of each provider; returns how many got an outcome. */
export async function resolveDue(deps: Deps): Promise<number> {
  const resolved = await Promise.all(await createRuns(deps).begin(new AbortController().signal))
  return resolved.reduce((sum, count) => sum + count, 0)
}

type Runs = {
  /** Begins a run at each provider that has transfers due and none in progress; each yields how many got an outcome. */
  begin: (signal: AbortSignal) => Promise<Promise<number>[]>
  /** Resolves when no run is in progress. */
  ended: () => Promise<void>
}

function createRuns(deps: Deps): Runs {
  const inProgress = new Map<number, Promise<number>>()
  const beginAt = (providerId: number, transfers: OpenTransfer[], signal: AbortSignal): Promise<number> => {
    const run = resolveAt(deps, transfers, signal).finally(() => inProgress.delete(providerId))
    inProgress.set(providerId, run)
    return run
  }
  return {
    begin: async (signal) => {
      const due = await dueTransfers(deps, mostPerRun, [...inProgress.keys()])
      const byProvider = Map.groupBy(due, (transfer) => transfer.provider.id)
      return [...byProvider].map(([providerId, transfers]) => beginAt(providerId, transfers, signal))
    },
    ended: async () => void (await Promise.all(inProgress.values())),
  }
}

/** One run at a provider. The first inquiry that does not reach it is the last: the other transfers stay due. */
async function resolveAt(deps: Deps, transfers: OpenTransfer[], signal: AbortSignal): Promise<number> {
  let resolved = 0
  let isReached = true
  const lane = async (): Promise<void> => {
    while (isReached && !signal.aborted) {
      const transfer = transfers.shift()
      if (transfer === undefined) return
      const found = await resolveOne(deps, transfer)
      if (found === 'settled') resolved += 1
      else logWhenStuck(deps, transfer)
      if (found === 'unreached') isReached = false
    }
  }
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, transfers.length) }, lane))
  return resolved
}

/** A transfer that cannot be posted must not hold up the others. */
async function resolveOne(deps: Deps, transfer: OpenTransfer): Promise<Inquiry> {
  try {
    return await resolveTransfer(deps, transfer)
  } catch (error) {
    deps.log.error({ err: error, transfer: transfer.id }, 'posting the outcome of a transfer failed')
    return 'open'
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
