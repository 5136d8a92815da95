import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import type { Metrics } from '#server/metrics.ts'
import { suspectBooks } from './book-runs.ts'
import { followChain } from './anchored-chain.ts'
import {
  createSealKeys,
  findUnsealed,
  HeadsAltered,
  isRestUnsealed,
  sealPass,
  type KnownHead,
  type SealKeys,
  type Unsealed,
  type UnsealedMember,
} from './seals.ts'

/**
 * Seals the journal, and the end of the audit's chain with it, behind the bets, in one process at a time. No bet waits for it: it reads what is committed, in
 * passes of bounded size, and rests as long as each pass took.
 */

const usualEveryMs = 15_000
/** Longer than the time between two runs, so that the holder keeps the lease; another process follows within it. */
const leaseMs = 20_000
const membersPerLook = 2_000
/** Events of one member in one pass, and of all members together. */
const usualEventsPerMember = 500
const eventsPerPass = 5_000
/** How often a process looks thoroughly: what somebody hides by altering where a member is sealed waits for no longer than this. */
const thoroughEveryMs = 60_000
const alarmAfterSeconds = 60
const alarmAgainMs = 60_000
/** A living holder of the lease leaves no event for so long, except where there are very many; counted from the start of this process at the earliest. */
const overdueSeconds = 300
/** How long the last run may take when the process stops. */
const lastRunMs = 3_000

export type JournalSealing = RunningWork & {
  /** The newest head that this process knows to be in the chain; null before the first. */
  lastHead: () => KnownHead | null
  /** Seals what there is, until `signal` ends it early; a failure is logged. */
  sealNow: (signal: AbortSignal) => Promise<void>
}

/** Starts the work. `stop` seals once more, so that few events wait for the next start. */
export function startJournalSealing(
  deps: Pick<Deps, 'db' | 'log' | 'config' | 'moneyOut'>,
  metrics: Metrics,
  everyMs = usualEveryMs,
): JournalSealing {
  const keys = createSealKeys(deps.config.secret)
  const startedAtMs = performance.now()
  let unsealed: Unsealed = { members: [], events: 0, oldestSeconds: 0 }
  const chain = followChain(deps.db, { dir: deps.config.anchorDir, secret: deps.config.secret })
  let isAltered = false
  let reportedAtMs = -alarmAgainMs
  let thoroughAtMs = -thoroughEveryMs
  let isThorough = false
  watch(metrics, () => ({ unsealed, isAltered, isKept: chain.problem() === null }))
  const report = (error: HeadsAltered | null): void => {
    if (error !== null && !isAltered) suspectBooks(deps.moneyOut)
    isAltered = error !== null
    // After a start the events since the last stop are older than a minute.
    const isLate =
      unsealed.oldestSeconds > alarmAfterSeconds && performance.now() - startedAtMs > alarmAfterSeconds * 1000
    const problem = chain.problem()
    const isQuiet = !isAltered && !isLate && problem === null
    if (isQuiet || performance.now() - reportedAtMs < alarmAgainMs) return
    reportedAtMs = performance.now()
    if (error !== null) deps.log.error({ err: error }, 'heads of the journal were altered: nothing more is sealed')
    else if (isLate) deps.log.error(lagOf(unsealed), 'sealing the journal is behind')
    if (problem !== null) deps.log.error({ problem }, 'the newest head of the journal is not kept outside the database')
  }
  const seal = async (signal: AbortSignal, isThorough: boolean): Promise<void> => {
    try {
      const onLook = (look: Unsealed): void => {
        unsealed = look
        report(null)
      }
      await chain.look()
      await sealAll(deps.db, keys, { signal, known: chain.known, onHead: chain.keep, onLook, isThorough })
    } catch (error) {
      if (!(error instanceof HeadsAltered)) throw error
      report(error)
    }
  }
  const work = startLeasedWork(deps, {
    name: 'journal-sealer',
    everyMs,
    leaseMs,
    isDue: async () => {
      isThorough = performance.now() - thoroughAtMs >= thoroughEveryMs
      if (isThorough) thoroughAtMs = performance.now()
      unsealed = await findUnsealed(deps.db, membersPerLook, isThorough)
      const fault = await chain.look().catch((error: unknown) => error)
      if (fault !== undefined && !(fault instanceof HeadsAltered)) throw fault
      report(fault ?? null)
      return !isAltered && (unsealed.members.length > 0 || (await isRestUnsealed(deps.db)))
    },
    // After a start the events since the last stop are as old as that; their holder has just begun.
    isOverdue: () =>
      unsealed.oldestSeconds > overdueSeconds && performance.now() - startedAtMs > overdueSeconds * 1_000,
    run: async (signal) => {
      await seal(signal, isThorough)
      unsealed = await findUnsealed(deps.db, membersPerLook, isThorough)
    },
    failureMessage: 'sealing the journal failed; it is retried',
  })
  const sealNow = (signal: AbortSignal): Promise<void> =>
    seal(signal, true).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the newest events were not sealed; the next run seals them'),
    )
  return {
    lastHead: chain.known,
    sealNow,
    stop: async () => {
      await work.stop()
      await sealNow(AbortSignal.timeout(lastRunMs))
    },
  }
}

function watch(metrics: Metrics, read: () => { unsealed: Unsealed; isAltered: boolean; isKept: boolean }): void {
  metrics.watch(
    'baize_journal_unsealed',
    'Events of the journal waiting to be sealed, of at most 2 000 members.',
    () => read().unsealed.events,
  )
  metrics.watch(
    'baize_journal_unsealed_seconds',
    'Age of the oldest event waiting to be sealed; events from before sealing began do not count.',
    () => read().unsealed.oldestSeconds,
  )
  metrics.watch(
    'baize_journal_heads_altered',
    '1 while heads that this process knows, or that are kept outside the database, are missing or altered.',
    () => (read().isAltered ? 1 : 0),
  )
  metrics.watch(
    'baize_journal_anchor_missing',
    '1 while the newest head of the journal is not kept outside the database.',
    () => (read().isKept ? 0 : 1),
  )
}

function lagOf({ events, members, oldestSeconds }: Unsealed): object {
  return { events, members: members.length, oldestSeconds }
}

type SealOptions = {
  signal?: AbortSignal
  known?: () => KnownHead | null
  onHead?: (head: KnownHead & { keyId: string }) => void | Promise<void>
  /** Receives what waits at each look: sealing a backlog takes many of them. */
  onLook?: (unsealed: Unsealed) => void
  /** Events of one member in one pass; 500 when left out. */
  eventsPerMember?: number
  /** Whether the looks are thorough; see `findUnsealed`. */
  isThorough?: boolean
}

/**
 * Seals what is not sealed, the oldest first, until nothing that was there at a look is left; where no event waits, one
 * pass seals the audit's new end and new proofs of tables alone. Returns the number of events. Throws `HeadsAltered` when the chain lacks the known head.
 */
export async function sealAll(db: Database, keys: SealKeys, options: SealOptions = {}): Promise<number> {
  const mostEvents = options.eventsPerMember ?? usualEventsPerMember
  const eventsOfPass = ({ events }: UnsealedMember): number => Math.min(events, mostEvents)
  let sealed = 0
  for (;;) {
    const look = await findUnsealed(db, membersPerLook, options.isThorough)
    options.onLook?.(look)
    const { members } = look
    let isBehind = members.length === membersPerLook
    let hasProgress = false
    const slices = members.length === 0 && sealed === 0 ? [[]] : slicesOf(members, eventsOfPass)
    for (const slice of slices) {
      if (options.signal?.aborted) return sealed
      const begun = performance.now()
      const head = await sealPass(db, keys, {
        members: slice.map(({ memberId }) => memberId),
        mostEvents,
        known: options.known?.() ?? null,
      })
      if (head === null) continue
      await options.onHead?.({ id: head.id, hash: head.hash, keyId: keys.keyId })
      hasProgress = true
      sealed += slice.reduce((sum, member) => sum + eventsOfPass(member), 0)
      isBehind ||= slice.some(({ events }) => events > mostEvents)
      await pause(performance.now() - begun, undefined, { signal: options.signal }).catch(() => {})
    }
    if (!isBehind || !hasProgress) return sealed
  }
}

/** Members of one pass after another: together they have at most `eventsPerPass` events of those that a pass takes. */
function* slicesOf(
  members: readonly UnsealedMember[],
  eventsOfPass: (member: UnsealedMember) => number,
): Generator<UnsealedMember[]> {
  let slice: UnsealedMember[] = []
  let events = 0
  for (const member of members) {
    slice.push(member)
    events += eventsOfPass(member)
    if (events < eventsPerPass) continue
    yield slice
    slice = []
    events = 0
  }
  if (slice.length > 0) yield slice
}
