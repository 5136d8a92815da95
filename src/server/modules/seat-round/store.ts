import type { PastSeatRound, SeatRoundState, SeatVoidReason, WireSeatRound } from '#contract/seat-round.ts'
import type { BlackjackAction } from '#domain/games/blackjack/events.ts'
import { visibleState, type VisibleBlackjack } from '#domain/games/blackjack/visible.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import type { SeatDrawn } from '#server/ledger/seats.ts'
import { loadSeatGames, playSeatRound, type PlayedSeatRound } from '#server/ledger/seat-draw.ts'
import { openRevealedSeeds, readPair, revealedSeedOf, schemeOf, type DrawnPair } from '#server/modules/slot/store.ts'
import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import { keepAnswered } from './known-rounds.ts'

/** Rounds with decisions as the database has them, and their forms on the wire (docs/decisions/046-seat-rounds.md). */

export type SeatRoundRow = {
  id: string
  memberId: bigint
  brandId: number
  nonce: bigint
  seedId: bigint
  /** The ordinal of the pair, its key, and what the database has of it. */
  pair: number
  keyId: string
  gameVersionId: number
  gameCode: string
  mathHash: string
  at: Date
  requestId: string
  stake: Amount
  state: SeatRoundState
  staked: Amount
  decideBy: Date
  defaulted: boolean
  returned: Amount | null
  endedAt: Date | null
  voidReason: SeatVoidReason | null
  /** When two operators made a settled round void. */
  voidedAt: Date | null
  decisions: { action: string; requestId: string; stake: Amount }[]
  /** The clock of the database when it was read. */
  now: Date
}

/** The rounds that a condition on `q` selects, newest number first. */
export async function readSeatRounds(
  db: Database | Tx,
  condition: RawBuilder<unknown>,
  { skip = 0, take = 1 } = {},
): Promise<SeatRoundRow[]> {
  const { rows } = await sql<
    Omit<SeatRoundRow, 'decisions'> & { decided: { action: string; requestId: string; stake: string }[] }
  >`
    SELECT q.id, q.member_id AS "memberId", m.brand_id AS "brandId", q.nonce, q.seed_id AS "seedId", s.ordinal AS pair, s.key_id AS "keyId",
           q.game_version_id AS "gameVersionId", v.game_code AS "gameCode", v.math_hash AS "mathHash", q.at, q.request_id AS "requestId", q.stake,
           q.state, q.staked, q.decide_by AS "decideBy", q.defaulted, q.returned, q.ended_at AS "endedAt", q.void_reason AS "voidReason",
           q.voided_at AS "voidedAt", clock_timestamp() AS now,
           (SELECT coalesce(json_agg(json_build_object('action', d.action, 'requestId', d.request_id, 'stake', d.stake::text) ORDER BY d.number), '[]')
              FROM seat_decision d WHERE d.round_id = q.id) AS decided
      FROM seat_round q JOIN member m ON m.id = q.member_id JOIN member_seed s ON s.id = q.seed_id JOIN game_version v ON v.id = q.game_version_id
     WHERE ${condition} ORDER BY q.member_id, q.nonce DESC OFFSET ${skip} LIMIT ${take}`.execute(db)
  return rows.map(({ decided, ...row }) => ({
    ...row,
    decisions: decided.map((one) => ({ ...one, stake: BigInt(one.stake) })),
  }))
}

/** A member's round by its id; null of another member's too. */
export async function readSeatRound(db: Database | Tx, memberId: bigint, id: string): Promise<SeatRoundRow | null> {
  return (await readSeatRounds(db, sql`q.id = ${id}::uuid AND q.member_id = ${memberId}`))[0] ?? null
}

/** The keys of all bets of a round that have a stake. */
export function stakeKeysOf({ requestId, decisions }: SeatRoundRow): string[] {
  return [requestId, ...decisions.filter(({ stake }) => stake > 0n).map((decision) => decision.requestId)]
}

type PairDeps = Pick<Deps, 'db' | 'config'>

/** Server seeds of pairs that rounds were played from, as the program recorded them. A pair never changes after its first draw. */
const mostPairs = 5_000
const pairs = new WeakMap<PairDeps['config'], LRUCache<bigint, DrawnPair>>()

/** The seed pair of a round. Throws where it is not as the program recorded it, or its key is not known. */
export async function readPairOf(deps: PairDeps, { memberId, seedId }: SeatRoundRow): Promise<DrawnPair> {
  const cache = pairs.get(deps.config) ?? new LRUCache<bigint, DrawnPair>({ max: mostPairs })
  pairs.set(deps.config, cache)
  const known = cache.get(seedId)
  if (known) return known
  const pair = await readPair(deps, memberId, seedId)
  if (pair === null) throw new Error(`the seed pair ${seedId} of member ${memberId} is not as the program recorded it`)
  cache.set(seedId, pair)
  return pair
}

/** What the proofs of a round cover of its draw. */
export function drawnOf(row: SeatRoundRow, { serverSeedHash, clientSeed }: DrawnPair): SeatDrawn {
  return { seedId: row.seedId, serverSeedHash, clientSeed, nonce: row.nonce, gameVersionId: row.gameVersionId }
}

/** What a round has come to, from its seeds and decisions. */
export async function playStored(deps: PairDeps, row: SeatRoundRow): Promise<PlayedSeatRound> {
  const game = (await loadSeatGames()).get(row.mathHash)
  if (!game) throw new Error(`round ${row.id} names mathematics that is not published: ${row.mathHash}`)
  const { serverSeed, clientSeed } = await readPairOf(deps, row)
  const { stake, staked, defaulted } = row
  const facts = { stake, staked, defaulted, decisions: row.decisions.map(({ action }) => action) }
  return playSeatRound(game, { serverSeed, clientSeed, nonce: row.nonce }, facts)
}

/** A round as its member may see it: no card that is not shown. */
export async function wireSeatRound(deps: PairDeps & Pick<Deps, 'log'>, row: SeatRoundRow): Promise<WireSeatRound> {
  keepAnswered(deps, row)
  const game = (await loadSeatGames()).get(row.mathHash)
  const played = row.state === 'void' ? null : await playStored(deps, row)
  const shown = played === null || played.kind === 'void' ? null : played
  const isOpen = row.state === 'open' && shown?.kind === 'open'
  const returned = returnedBy(row)
  return {
    roundId: row.id,
    nonce: Number(row.nonce),
    pair: row.pair,
    betTime: row.at.toISOString(),
    state: row.state,
    stake: amountToWire(row.stake),
    unit: amountToWire(amountOfUnits(1, row.stake, game?.unitsPerStake ?? 1)),
    staked: amountToWire(row.staked),
    returned: returned === null ? null : amountToWire(returned),
    decisions: wireDecisions(row, shown?.defaults ?? []),
    decision: isOpen ? { number: row.decisions.length + 1, until: row.decideBy.toISOString() } : null,
    view: shown && game ? visibleState(game, shown.state) : null,
    voidReason: row.voidReason,
  }
}

/** What came back of a round: of a void one its stakes, null of an open one. */
export function returnedBy({ state, staked, returned }: SeatRoundRow): Amount | null {
  return state === 'void' ? staked : returned
}

/** The decisions of a round with those that it took by default. */
export function wireDecisions(
  { decisions }: SeatRoundRow,
  defaults: readonly BlackjackAction[],
): WireSeatRound['decisions'] {
  return [
    ...decisions.map(({ action }) => ({ action, isDefault: false })),
    ...defaults.map((action) => ({ action, isDefault: true })),
  ] as WireSeatRound['decisions']
}

/**
 * What a round showed its member, for an operator: also one that two operators made void since. Null of a round that is void for another reason, and of one
 * whose key is lost.
 */
export async function readShown(
  deps: PairDeps,
  row: SeatRoundRow,
): Promise<{ view: VisibleBlackjack; unit: Amount; defaults: readonly BlackjackAction[] } | null> {
  const isKnown = row.voidReason === null || row.voidReason === 'office'
  const game = (await loadSeatGames()).get(row.mathHash)
  if (!isKnown || !game || deps.config.secret.lost?.has(row.keyId) === true) return null
  const played = await playStored(deps, row)
  if (played.kind === 'void') return null
  const unit = amountOfUnits(1, row.stake, game.unitsPerStake)
  return { view: visibleState(game, played.state), unit, defaults: played.defaults }
}

/** A member's rounds with what verifies them; a server seed only where it has been revealed. */
export async function readPastSeatRounds(
  deps: Deps,
  memberId: bigint,
  rows: readonly SeatRoundRow[],
): Promise<PastSeatRound[]> {
  const seeds = await deps.db
    .selectFrom('member_seed')
    .select(['id as pair_id', 'scheme', 'key_id', 'server_seed_hash', 'client_seed', 'reveal_mac'])
    .select(revealedSeedOf('member_seed').as('revealed_seed'))
    .where('member_id', '=', memberId)
    .where('id', 'in', [...new Set(rows.map(({ seedId }) => seedId)), 0n])
    .execute()
  const shown = await openRevealedSeeds(deps, memberId, seeds)
  return Promise.all(
    rows.map(async (row): Promise<PastSeatRound> => {
      const pair = seeds.find((one) => one.pair_id === row.seedId)
      if (!pair) throw new Error(`round ${row.id} has no seed pair`)
      return {
        ...(await wireSeatRound(deps, row)),
        game: row.gameCode,
        mathHash: row.mathHash,
        scheme: schemeOf(pair.scheme),
        serverSeedHash: pair.server_seed_hash.toString('hex'),
        clientSeed: pair.client_seed ?? '',
        // While a round takes the default after a restriction, its pair is revealed already.
        serverSeed: row.state === 'open' ? null : (shown.get(row.seedId) ?? null),
      }
    }),
  )
}
