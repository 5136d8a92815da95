import { largestOwed, owedFor, owedWith, roomOn } from '#domain/games/table/exposure.ts'
import { mostOnSpot, mostPlacements, type SpotStake } from '#domain/games/table/table-limits.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import type { Amount } from '#domain/money.ts'
import type { Deps } from '#server/deps.ts'
import { batcherOfEach, createBatcher } from '#server/ledger/batcher.ts'
import type { LedgerOutcome } from '#server/ledger/events.ts'
import { isStatementFault, type Tx } from '#server/ledger/ledger.ts'
import { takesChanges } from '#server/ledger/ended-rounds.ts'
import { lockRoundFacts } from '#server/ledger/table-proofs.ts'
import { placeInRound, type TablePlacement } from '#server/ledger/tables.ts'
import { sql } from 'kysely'
import { entryOf, type GameTable } from './store.ts'

/**
 * Placements in a round. Those that arrive while a batch of their table is in flight form the next one: a batch locks the round once,
 * judges each placement by the limits and the exposure of the table in its order, and books the rest in one statement, so 200 members
 * who bet at once do not wait for 200 commits. One that is refused leaves the others.
 */

/** A placement with its spots, as a call requests it. */
export type PlacementRequest = { table: GameTable; placement: TablePlacement; stakes: readonly SpotStake[] }

export type PlacementOutcome =
  | { outcome: 'late' | 'many' }
  /** An inquiry of the member has the key. */
  | { outcome: 'conflict' }
  /** A spot would pass the limit or the exposure; `room` is what may still be staked there. */
  | { outcome: 'table'; spot: string; room: Amount }
  | { outcome: 'booked'; ledger: LedgerOutcome }

type BetDeps = Pick<Deps, 'db' | 'config' | 'moneyOut' | 'log'>

const batchers = batcherOfEach((deps: BetDeps) =>
  createBatcher<PlacementRequest, PlacementOutcome>({
    lanes: 4,
    mostTogether: 100,
    mostWaiting: 2_000,
    run: (requests) => runBatch(deps, requests),
  }),
)

/** Places stakes: with others of the table in one transaction, after which it resolves. */
export function placeBet(deps: BetDeps, request: PlacementRequest): Promise<PlacementOutcome> {
  return batchers.of(deps).add(BigInt(request.table.id), request)
}

async function runBatch(deps: BetDeps, requests: PlacementRequest[]): Promise<(PlacementOutcome | Error)[]> {
  const results = new Map<PlacementRequest, PlacementOutcome | Error>()
  for (const ofRound of Map.groupBy(requests, ({ placement }) => placement.roundId).values()) {
    // In the order of their members, in which the wallets are locked; those of one member stay in their order.
    const sorted = ofRound.toSorted((one, other) => Number(one.placement.memberId - other.placement.memberId))
    const outcomes = await placeAll(deps, sorted).catch(async (error: unknown) => {
      if (sorted.length === 1 || !isStatementFault(error)) return sorted.map(() => failureOf(error))
      // The statement was refused, so nothing took effect: each is placed alone, and only the faulty one fails.
      const alone: (PlacementOutcome | Error)[] = []
      for (const one of sorted) alone.push(await placeAll(deps, [one]).then(([only]) => only ?? new Error(), failureOf))
      return alone
    })
    sorted.forEach((request, index) => results.set(request, outcomes[index] ?? new Error('a placement has no outcome')))
  }
  return requests.map((request) => results.get(request) ?? new Error('a placement has no outcome'))
}

/** The outcome of one placement whose statement failed. */
function failureOf(error: unknown): PlacementOutcome | Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return 'code' in error && error.code === '23505' ? { outcome: 'conflict' } : error
}

/** Places requests of one round, in their order. */
function placeAll(deps: BetDeps, requests: readonly PlacementRequest[]): Promise<PlacementOutcome[]> {
  return deps.db.transaction().execute(async (tx) => {
    const [first] = requests
    if (!first) return []
    const { roundId } = first.placement
    const { game } = entryOf(first.table)
    const facts = await lockRoundFacts(tx, game, roundId)
    if (facts === null || !takesChanges(deps, facts)) return requests.map(() => ({ outcome: 'late' as const }))
    const results = new Map<PlacementRequest, PlacementOutcome>()
    let waiting = requests
    while (waiting.length > 0) {
      const judge = createJudge(game, first.table, await readLive(tx, roundId, waiting))
      const verdicts = waiting.map((request) => ({ request, verdict: judge(request) }))
      const fitting = verdicts.flatMap(({ request, verdict }) => (verdict === null ? [request] : []))
      const placements = fitting.map(({ placement }) => placement)
      const outcomes =
        placements.length === 0 ? [] : await placeInRound(tx, deps.config.secret, { roundId, placements })
      outcomes.forEach((ledger, index) => {
        const request = fitting[index]
        if (request) results.set(request, { outcome: 'booked', ledger })
      })
      const isFreed = outcomes.some(({ outcome }) => outcome !== 'done' && outcome !== 'replay')
      const refused = verdicts.flatMap(({ request, verdict }) => (verdict === null ? [] : [{ request, verdict }]))
      for (const { request, verdict } of refused) results.set(request, verdict)
      // What was refused beside one that the ledger refused then is judged again without it.
      waiting = isFreed ? refused.map(({ request }) => request) : []
    }
    return requests.map((request) => results.get(request) ?? { outcome: 'late' as const })
  })
}

/** The stakes of a round: of all, and of the members of a batch with the number of their placements. */
type LiveStakes = {
  totals: Map<string, Amount>
  members: Map<bigint, { stakes: Map<string, Amount>; placements: number }>
  /** The keys of the batch that are placed already: the ledger answers them. */
  known: Set<string>
}

async function readLive(tx: Tx, roundId: string, requests: readonly PlacementRequest[]): Promise<LiveStakes> {
  const ids = requests.map(({ placement }) => placement.memberId)
  const keys = requests.map(({ placement }) => placement.key)
  const { rows } = await sql<{ memberId: bigint | null; spot: string; stake: Amount; placements: number }>`
    WITH live AS MATERIALIZED (
      SELECT b.member_id, split_part(s, ':', 1) AS spot, split_part(s, ':', 2)::bigint AS stake
        FROM table_bet b CROSS JOIN LATERAL unnest(string_to_array(b.spots, ' ')) s
       WHERE b.round_id = ${roundId}::uuid AND b.undone_at IS NULL)
    SELECT NULL::bigint AS "memberId", spot, sum(stake)::bigint AS stake, 0 AS placements FROM live GROUP BY spot
    UNION ALL
    SELECT member_id, spot, sum(stake)::bigint, 0 FROM live WHERE member_id = any(${ids}::bigint[]) GROUP BY member_id, spot
    UNION ALL
    SELECT member_id, '', 0, count(*)::int FROM table_bet
     WHERE round_id = ${roundId}::uuid AND member_id = any(${ids}::bigint[]) GROUP BY member_id`.execute(tx)
  const { rows: known } = await sql<{ key: string }>`
    SELECT b.member_id || ' ' || b.request_id AS key FROM table_bet b
      JOIN unnest(${ids}::bigint[], ${keys}::uuid[]) u (member_id, key) ON b.member_id = u.member_id AND b.request_id = u.key`.execute(
    tx,
  )
  const totals = new Map<string, Amount>()
  const members = new Map(ids.map((id) => [id, { stakes: new Map<string, Amount>(), placements: 0 }]))
  for (const { memberId, spot, stake, placements } of rows) {
    if (memberId === null) totals.set(spot, stake)
    else if (spot !== '') members.get(memberId)?.stakes.set(spot, stake)
    else members.set(memberId, { stakes: members.get(memberId)?.stakes ?? new Map<string, Amount>(), placements })
  }
  return { totals, members, known: new Set(known.map(({ key }) => key)) }
}

/** Judges placements one after the other, each as if those before it were booked; null: it fits. */
function createJudge(
  game: TableGame,
  { mostStake: most, leastStake, chips, exposure }: GameTable,
  { totals, members, known }: LiveStakes,
): (request: PlacementRequest) => Exclude<PlacementOutcome, { outcome: 'booked' }> | null {
  const chip = chips[0] ?? leastStake
  const spots = new Map(game.spots.map((spot) => [spot.code, spot]))
  let owed = owedFor(game, totals)
  return ({ placement: { memberId, key }, stakes }) => {
    const name = `${memberId} ${key.toLowerCase()}`
    if (known.has(name)) return null
    const own = members.get(memberId)
    if (!own) throw new Error(`the stakes of member ${memberId} were not read`)
    if (own.placements >= mostPlacements) return { outcome: 'many' }
    for (const { spot: code, stake } of stakes) {
      const spot = spots.get(code)
      const room = spot ? mostOnSpot(spot, { most, chip }) - (own.stakes.get(code) ?? 0n) : 0n
      if (stake > room) return { outcome: 'table', spot: code, room: room > 0n ? room : 0n }
    }
    let after = owed
    for (const { spot, stake } of stakes) {
      const room = roomOn(game, after, { spot, exposure, chip })
      if (room !== null && stake > room) return { outcome: 'table', spot, room }
      after = owedWith(game, after, { spot, stake })
    }
    // After the exposure was lowered, more than it may be owed for an outcome that this placement adds nothing to.
    if (largestOwed(after) > exposure && largestOwed(after) > largestOwed(owed))
      throw new Error('a placement within the room of its spots passes the exposure')
    owed = after
    for (const { spot, stake } of stakes) own.stakes.set(spot, (own.stakes.get(spot) ?? 0n) + stake)
    own.placements += 1
    known.add(name)
    return null
  }
}
