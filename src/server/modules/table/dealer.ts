import { hash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { nextAct, paceOf, type TableAct, type TablePace, withoutBets } from '#domain/games/table/dealing.ts'
import type { RunningWork } from '#server/leased-work.ts'
import { sql } from 'kysely'
import { alarmAtTable, learnEnded } from '#server/ledger/ended-rounds.ts'
import { drawSeries, isLostChain, sha256, type DrawnSeries } from '#server/ledger/table-draw.ts'
import { entryOf } from './store.ts'
import { performAct, readDealt, seriesIdOf, type DealingDeps, type DealtTable } from './transitions.ts'

/**
 * Deals at the tables (docs/decisions/043-shared-rounds.md). Each process has a dealer; a lease in `table_state`, by the clock of the
 * database, says whose turn a table is. What comes next follows from the rows alone (`nextAct`), and each transition is one
 * transaction that has an effect only from the expected state: so a dealer may die, sleep or act twice at any moment.
 */
export type Dealer = {
  /** Does everything that is due at the tables that nobody else has; resolves with the time until something is due again, in ms. */
  look: () => Promise<number>
  /** Releases its tables. */
  release: () => Promise<void>
}

export type DealerOptions = {
  /** Replaces times; only tests do. */
  pace?: Partial<TablePace>
  /** How long a dead dealer blocks others. */
  leaseMs?: number
}

const usualLeaseMs = 3_000
/** A lease that ends later than its own length and this was set by a clock that ran ahead, or by no dealer: it does not count. */
const mostAheadMs = 1_000
/** Longest time between two looks: while tables are dealt, so that leases are renewed and those of dead dealers taken; and while all rest. */
const mostWaitMs = 1_000
const restingWaitMs = 2_000
/** After a transition without effect: the clocks differ by parts of a millisecond, or another dealer was first. */
const retryMs = 5
/** So many tables are dealt at the same time, so that connections remain for calls. */
const mostTogether = 4
const mostActsOfLook = 50
const mostDrawnSeries = 200

/** A dealer at work: its id, and what it has drawn. */
type AtWork = {
  deps: DealingDeps
  id: string
  leaseMs: number
  pace: Partial<TablePace>
  drawn: LRUCache<string, DrawnSeries>
}

/** Creates a dealer, which does nothing until it looks. */
export function createDealer(deps: DealingDeps, options: DealerOptions = {}): Dealer {
  const atWork: AtWork = {
    deps,
    id: randomUUID(),
    leaseMs: options.leaseMs ?? usualLeaseMs,
    pace: options.pace ?? {},
    drawn: new LRUCache({ max: mostDrawnSeries }),
  }
  return {
    look: () => look(atWork),
    release: async () => {
      await sql`SELECT table_release(${atWork.id}::uuid)`.execute(deps.db)
    },
  }
}

async function look(atWork: AtWork): Promise<number> {
  const { deps, id, leaseMs } = atWork
  const tables = await readDealt(deps.db, null)
  if (tables.length === 0) return restingWaitMs
  if (tables.some(({ dealer }) => dealer === id)) {
    await sql`SELECT table_hold_all(${id}::uuid, ${leaseMs}::int)`.execute(deps.db)
  }
  await learnEnded(
    deps,
    tables.map((table) => table.id),
  )
  let waitMs = mostWaitMs
  for (let from = 0; from < tables.length; from += mostTogether) {
    const waits = await Promise.all(
      tables.slice(from, from + mostTogether).map((table) =>
        dealAt(atWork, table).catch((error: unknown) => {
          deps.log.warn({ err: error, table: table.name }, 'dealing at a table failed; it is tried again')
          return mostWaitMs
        }),
      ),
    )
    waitMs = Math.min(waitMs, ...waits)
  }
  return waitMs
}

/** Deals at one table until nothing is due. */
async function dealAt(atWork: AtWork, first: DealtTable): Promise<number> {
  if (!(await holds(atWork, first))) return mostWaitMs
  let table: DealtTable | undefined = first
  for (let acts = 0; acts < mostActsOfLook && table; acts += 1) {
    const act = actOf(atWork, table)
    if (typeof act === 'object') return act.waitMs
    if (!(await perform(atWork, table, act))) return retryMs
    if (act === 'rest') return restingWaitMs
    ;[table] = await readDealt(atWork.deps.db, table.id)
  }
  return retryMs
}

/** Whether this dealer has the table, or takes it now. */
async function holds({ deps, id, leaseMs }: AtWork, table: DealtTable): Promise<boolean> {
  const { dealer, dealerUntil, now } = table
  const leftMs = dealerUntil === null ? 0 : dealerUntil.getTime() - now.getTime()
  const isFree = dealer === null || leftMs <= 0 || leftMs > leaseMs + mostAheadMs
  if (!isFree) return dealer === id
  const { rows } = await sql<{ held: boolean }>`
    SELECT table_hold(${table.id}::smallint, ${id}::uuid, ${leaseMs}::int) AS held`.execute(deps.db)
  return rows[0]?.held ?? false
}

async function perform(atWork: AtWork, table: DealtTable, act: Exclude<TableAct, object>): Promise<boolean> {
  const { deps, id: dealer } = atWork
  const dealing = { deps, dealer, table, pace: paceAt(atWork, table), drawn: () => drawnOf(atWork, table) }
  const touched = await performAct(dealing, act)
  if (touched === null) return false
  deps.events.publish({ kind: 'table', tableId: table.id })
  for (const memberId of touched) deps.events.publish({ kind: 'balance', memberId })
  return true
}

function paceAt({ pace }: AtWork, table: DealtTable): TablePace {
  const usual = { ...paceOf({ betSeconds: table.betSeconds, game: entryOf(table) }), ...pace }
  return table.isOfOldChain ? withoutBets(usual) : usual
}

/** The rounds of the table's series, drawn once. Throws, with an alarm, where its links do not follow the link that was published before them. */
function drawnOf({ deps, drawn }: AtWork, table: DealtTable): DrawnSeries {
  const { seriesId, chainId, firstLink, previousLink, salts } = table
  if (salts === null) throw new Error(`the salts of series ${seriesId} are not listed`)
  const key = hash(
    'sha256',
    JSON.stringify([String(seriesId), chainId, firstLink, previousLink.toString('hex'), salts]),
  )
  const known = drawn.get(key)
  if (known) return known
  const list = { ...seriesIdOf(table), ...salts }
  const made = drawSeries(deps.config, table.chain, entryOf(table).game, list)
  const [first] = made.links
  if (first === undefined || !previousLink.equals(sha256(first)))
    throw alarmAtTable(deps, table.id, `the links of series ${seriesId} are not those that were published`)
  drawn.set(key, made)
  return made
}

function actOf(atWork: AtWork, table: DealtTable): TableAct {
  const time = (at: Date | null): number | null => at?.getTime() ?? null
  const { phase } = table
  const round = {
    state: table.state,
    isOwn: table.opener === atWork.id,
    closesAt: table.closesAt?.getTime() ?? 0,
    closedAt: time(table.closedAt),
    dealtAt: time(table.dealtAt),
    endedAt: time(table.endedAt),
  }
  return nextAct(
    {
      now: table.now.getTime(),
      watchedAt: time(table.watchedAt),
      series: phase && {
        phase,
        phaseEndsAt: time(table.phaseEndsAt),
        isOver: phase === 'running' && isOver(atWork, table),
      },
      round: table.roundId === null ? null : round,
    },
    paceAt(atWork, table),
  )
}

/** Whether a series with its list of salts has no further round: all are there, or the key of its chain is lost. */
function isOver(atWork: AtWork, table: DealtTable): boolean {
  return isLostChain(atWork.deps.config, table.chain) || table.places >= drawnOf(atWork, table).outcomes.length
}

/** Starts the dealer of this process; watchers and other processes wake it by events. */
export function startDealing(deps: DealingDeps, options: DealerOptions = {}): RunningWork {
  const dealer = createDealer(deps, options)
  let isStopping = false
  let wake = (): void => {}
  const stopListening = deps.events.listen((event) => {
    if (event.kind === 'table') wake()
  })
  const run = async (): Promise<void> => {
    while (!isStopping) {
      let isWoken = false
      wake = () => void (isWoken = true)
      const waitMs = await dealer.look().catch((error: unknown) => {
        deps.log.warn({ err: error }, 'looking at the tables failed; it is repeated')
        return mostWaitMs
      })
      if (isStopping || isWoken) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = run()
  return {
    stop: async () => {
      isStopping = true
      stopListening()
      wake()
      await running
      await dealer.release().catch(() => {})
    },
  }
}
