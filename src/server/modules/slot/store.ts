import { blackjackHashOf } from '#domain/games/blackjack/game.ts'
import { catalogue, type CatalogueGame } from '#domain/games/catalogue.ts'
import { chancesOf, drawnGainOf, type DrawnGain } from '#domain/games/drawn-gain.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { measureReturn, type MeasuredReturn } from '#domain/games/measured-return.ts'
import type { Fairness, SeedScheme } from '#contract/slot.ts'
import { createHash } from 'node:crypto'
import type { Amount } from '#domain/money.ts'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { MoneyOutHold } from '#server/ledger/book-runs.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { LRUCache } from 'lru-cache'
import { openDrawn } from './drawn-number.ts'
import { drawServerSeed } from './new-seed.ts'
import { readPair, type DrawnPair } from './pair.ts'
import { nextNumberOf, refuseLowerNumber } from './used-numbers.ts'

export { readPair, type DrawnPair } from './pair.ts'
export { EarlierRoundsError, refuseWhileUndecided, roundQueue } from './round-queue.ts'
export { isKnownRevealed } from './revealed-pairs.ts'
export { openRevealedSeeds, revealedSeedOf } from './revealed-seeds.ts'
export { keepNumberUsed } from './used-numbers.ts'

/** The act that a drawn round leaves which is not booked as drawn. */
export const notAsDrawnAct = 'round.not-as-drawn'

/** The inputs of a member's next round. The server seed is secret until the next pair begins. */
export type SeedInUse = DrawnPair & {
  /** The nonce of the next round, as last read; the ledger's statement decides. */
  nonce: bigint
  /** How many of the next spins get a dry run before their round is drawn; see `spin`. Reading the seed again does not lower it. */
  dryRunsLeft: number
  /** Whether the next round reads the database again. */
  isForgotten: boolean
  /** The request id of the last round that this process booked, lower case: a repetition of it is not drawn. */
  lastKey: string
  /** The member's cash as last read, and the time on this process's clock from which the pace allows the next spin. */
  cash: bigint
  paceEndsMs: number
  /** When this process booked the last round, on the database's clock as it was known then, in milliseconds; 0 before. */
  spunAtMs: number
  /** The stake that the member's own limits allow, as last read; null without a limit. */
  stakeLeft: bigint | null
  /** The window of the last round that this process booked, while no win of another window is hidden; else ''. */
  loneWindow: string
}

/** What a seed pair is read and decrypted with, and the hold on payments where its number went back. */
type SeedDeps = { db: Database | Tx; config: { secret: AppSecret }; moneyOut: MoneyOutHold }

const mostCached = 20_000
const caches = new WeakMap<SeedDeps, LRUCache<string, SeedInUse>>()

function cacheOf(deps: SeedDeps): LRUCache<string, SeedInUse> {
  const cached = caches.get(deps)
  if (cached) return cached
  const made = new LRUCache<string, SeedInUse>({ max: mostCached })
  caches.set(deps, made)
  return made
}

/** The member's seed pair in use, from the cache or the database; null before the first client seed. */
export async function seedInUse(deps: SeedDeps, memberId: bigint): Promise<SeedInUse | null> {
  const cached = cacheOf(deps).get(String(memberId))
  if (cached?.isForgotten === false) return cached
  const found = await readSeed(deps, memberId, cached)
  if (found === null) return null
  found.dryRunsLeft = Math.max(found.dryRunsLeft, cached?.dryRunsLeft ?? 0)
  cacheOf(deps).set(String(memberId), found)
  return found
}

/** Makes the next round read the database again. A member’s calls can cause it at will, so the dry runs that are left stay. */
export function forgetSeed(deps: Deps, memberId: bigint): void {
  const cached = cacheOf(deps).get(String(memberId))
  if (cached) cached.isForgotten = true
}

/** The member's cash was lowered by something else than a spin: the next one gets a dry run. */
export function expectLessCash(deps: Deps, memberId: bigint): void {
  const cached = cacheOf(deps).get(String(memberId))
  if (cached) cached.cash = 0n
}

/** Makes the member's next spins get a dry run before their rounds are drawn. */
export function expectDryRuns(deps: Deps, memberId: bigint, count: number): void {
  const cached = cacheOf(deps).get(String(memberId))
  if (cached) cached.dryRunsLeft = count
}

/** The wallet has not been read yet: the first spin gets a dry run. */
const unread = {
  dryRunsLeft: 1,
  isForgotten: false,
  lastKey: '',
  cash: 0n,
  paceEndsMs: 0,
  spunAtMs: 0,
  stakeLeft: null,
  loneWindow: '',
}

/**
 * The pair that the wallet names. One that this process has not read yet must be the member's, in use, and as the program recorded and signed it: a copy of
 * another member's pair, planted for a moment, would give that member's results to an accomplice. Throws where it is not, and where its next number is that
 * of a round that this process drew.
 */
async function readSeed(deps: SeedDeps, memberId: bigint, known: SeedInUse | undefined): Promise<SeedInUse | null> {
  const wallet = await readWallet(deps.db, memberId)
  if (!wallet?.seedId) return null
  const { seedId, nonce, keyId } = wallet
  refuseLowerNumber(deps, memberId, { next: nonce, known: nextNumberOf(deps, seedId) ?? 0n })
  // A pair never changes while it is in use.
  if (known?.seedId === seedId) return { ...known, ...unread, nonce }
  if (keyId !== null && !deps.config.secret.keys.has(keyId)) throw new Error(`APP_SECRET has no key named ${keyId}`)
  const pair = await readPair(deps, memberId, seedId)
  if (pair === null || pair.isRevealed) {
    // The pair may have ended between the two statements.
    if ((await readWallet(deps.db, memberId))?.seedId !== seedId) return readSeed(deps, memberId, known)
    throw new Error(`the seed pair ${seedId} in use by member ${memberId} is not as the program recorded it`)
  }
  const { isRevealed: _, ...seed } = pair
  return { ...seed, nonce, ...unread }
}

async function readWallet(db: Database | Tx, memberId: bigint) {
  return db
    .selectFrom('wallet')
    .leftJoin('member_seed', 'member_seed.id', 'wallet.seed_id')
    .select(['wallet.seed_id as seedId', 'wallet.nonce', 'member_seed.key_id as keyId'])
    .where('wallet.member_id', '=', memberId)
    .executeTakeFirst()
}

/** A column of a pair in use, which is set when the pair begins. */
export function ofBegunPair<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a seed pair is in use without a client seed')
  return value
}

/** The public part of a member's chain, with the cash of the same moment and the member's public id. */
export type ChainEnd = { fairness: Fairness; cash: Amount; publicId: string }

/**
 * The public part of the member's chain, with the cash of the same moment. Commits to the next server seed first, when
 * none is committed yet: in a transaction of its own, so that the hash is published only after it was stored.
 */
export async function readFairness(deps: Deps, memberId: bigint): Promise<ChainEnd> {
  const found = await readChainEnd(deps, memberId)
  if (found) return found
  const next = drawServerSeed(deps)
  const commit = sql`SELECT seed_commit(${memberId}, ${next.encrypted}, ${next.keyId}, ${next.hash})`
  await deps.db.transaction().execute((tx) => commit.execute(tx))
  const committed = await readChainEnd(deps, memberId)
  if (!committed) throw new Error('no server seed is committed after seed_commit')
  return committed
}

async function readChainEnd(deps: Deps, memberId: bigint): Promise<ChainEnd | null> {
  const row = await deps.db
    .selectFrom('wallet')
    .innerJoin('member', 'member.id', 'wallet.member_id')
    .leftJoin('member_seed as used', 'used.id', 'wallet.seed_id')
    .innerJoin('member_seed as next', (join) =>
      join.onRef('next.member_id', '=', 'wallet.member_id').on('next.client_seed', 'is', null),
    )
    .select(['member.public_id', 'wallet.cash', 'wallet.nonce', 'next.server_seed_hash as next_hash'])
    .select(['next.ordinal', 'used.scheme', 'used.server_seed_hash', 'used.client_seed'])
    .where('wallet.member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) return null
  const fairness: Fairness = {
    pair: row.ordinal - 1,
    scheme: schemeOf(row.scheme ?? 'chain'),
    serverSeedHash: row.server_seed_hash?.toString('hex') ?? null,
    nextServerSeedHash: row.next_hash.toString('hex'),
    clientSeed: row.client_seed,
    nonce: Number(row.nonce),
  }
  return { fairness, cash: row.cash, publicId: row.public_id }
}

/** The scheme of a pair from its row. */
export function schemeOf(text: string): SeedScheme {
  if (text === 'chain' || text === 'old') return text
  throw new Error(`unknown scheme of a seed pair: ${text}`)
}

type UnseenRound = { id: string; nonce: bigint; pay: Amount }

/** The rounds whose wins are hidden, newest first, up to the hidden amount; `pay` contains a jackpot. Nearly always empty. */
async function unseenRounds(db: Database | Tx, memberId: bigint): Promise<UnseenRound[]> {
  const { rows } = await sql<UnseenRound>`
    SELECT r.id, r.nonce, r.pay
      FROM wallet w
     CROSS JOIN LATERAL (
       SELECT o.id, o.nonce, p.pay, sum(p.pay) OVER (ORDER BY o.nonce DESC) - p.pay AS newer
         FROM round o LEFT JOIN jackpot_hit h ON h.round_id = o.id
        CROSS JOIN LATERAL (SELECT o.pay + coalesce(h.amount, 0) AS pay) p
        WHERE o.member_id = w.member_id AND o.nonce >= w.nonce - 100 AND p.pay > 0
          AND o.shown < json_array_length(o.events::json)) r
     WHERE w.member_id = ${memberId} AND w.unseen > 0 AND w.unseen_until > now() AND r.newer < w.unseen`.execute(db)
  return rows
}

/** The ids of the rounds that are open: their wins are hidden, or they were not shown within the last minute, also if they lost. */
export async function readOpenRounds(db: Database, memberId: bigint): Promise<ReadonlySet<string>> {
  const unseen = await unseenRounds(db, memberId)
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM wallet w JOIN round r ON r.member_id = w.member_id AND r.nonce >= w.nonce - 100
     WHERE w.member_id = ${memberId} AND w.unseen_until > now() AND r.at > now() - interval '60 seconds'
       AND r.shown < json_array_length(r.events::json)
       AND NOT EXISTS (SELECT FROM round n WHERE n.member_id = r.member_id AND n.nonce > r.nonce
         AND n.game_version_id = r.game_version_id AND n.shown >= json_array_length(n.events::json))`.execute(db)
  return new Set([...unseen, ...rows].map(({ id }) => id))
}

/**
 * The rounds whose wins are not shown yet and therefore left out of the displayed balance: no list may reveal them.
 * Maps the round id to what it paid with its jackpot.
 */
export async function readUnseenRounds(db: Database | Tx, memberId: bigint): Promise<Map<string, Amount>> {
  return new Map((await unseenRounds(db, memberId)).map(({ id, pay }) => [id, pay]))
}

/** What the rounds before `nonce` paid that another window of the member is still showing. */
export async function readHiddenBefore(db: Database, memberId: bigint, nonce: bigint): Promise<Amount> {
  const rounds = await unseenRounds(db, memberId)
  return rounds.reduce((sum, round) => (round.nonce < nonce ? sum + round.pay : sum), 0n)
}

const hashes = new WeakMap<CatalogueGame, string>()

/** The hash of a game's mathematics in this program; SHA-256, hex. */
export function currentMathHash(entry: CatalogueGame): string {
  const cached = hashes.get(entry)
  if (cached !== undefined) return cached
  const made = mathHashOf(entry.game, (text) => createHash('sha256').update(text).digest('hex'))
  hashes.set(entry, made)
  return made
}

/** The hashes of the mathematics that this program plays. */
export function currentMathHashes(): string[] {
  return [...catalogue.map(currentMathHash), ...seatGames.map(({ game }) => blackjackHashOf(game))]
}

/** The games that cannot be played because a void round closed the version that this program has, by code. */
export async function readClosedGames(db: Database): Promise<{ code: string; names: unknown; closedAt: Date }[]> {
  const { rows } = await sql<{ code: string; names: unknown; closedAt: Date }>`
    SELECT g.code, g.names, v.closed_at AS "closedAt" FROM game_version v JOIN game g ON g.code = v.game_code
     WHERE v.closed_at IS NOT NULL AND v.math_hash = any(${currentMathHashes()}::text[]) ORDER BY g.code`.execute(db)
  return rows
}

/** A version that a void round closed: why, and what the round is drawn from. */
export type Closing = {
  code: string
  names: unknown
  mathHash: string
  closedAt: Date
  /** The reason, and what the program found. */
  reason: string
  /** Whether this program still plays the version, so that the game is closed. */
  isCurrent: boolean
  brandId: number
  member: string
  roundId: string
  nonce: bigint
  pair: number
  stake: Amount
  serverSeedHash: string
  clientSeed: string
}

/** Every version that was ever closed, newest first. Each has one void round, which the act that closed it names. */
export async function readClosings(db: Database): Promise<Closing[]> {
  const { rows } = await sql<Closing>`
    SELECT g.code, g.names, v.math_hash AS "mathHash", v.closed_at AS "closedAt", v.closed_reason AS reason,
           v.math_hash = any(${currentMathHashes()}::text[]) AS "isCurrent", m.brand_id AS "brandId", m.public_id AS member,
           r.id AS "roundId", r.nonce, s.ordinal AS pair, r.stake, encode(s.server_seed_hash, 'hex') AS "serverSeedHash",
           s.client_seed AS "clientSeed"
      FROM audit a
      JOIN (SELECT id, member_id, game_version_id, seed_id, nonce, stake FROM round
        UNION ALL SELECT id, member_id, game_version_id, seed_id, nonce, stake FROM seat_round) r ON r.id = (a.detail ->> 'round')::uuid
      JOIN game_version v ON v.id = r.game_version_id
      JOIN game g ON g.code = v.game_code
      JOIN member m ON m.id = r.member_id
      JOIN member_seed s ON s.id = r.seed_id
     WHERE a.act = 'game.close' ORDER BY v.closed_at DESC`.execute(db)
  return rows
}

/** What a game has returned since its version was published, by its sealed rounds. */
export type GameReturn = {
  code: string
  names: CatalogueGame['names']
  expectedPpm: number
  rounds: bigint
} & MeasuredReturn

/** Of each game with sealed rounds of the version that this program plays, in the order of the lobby. */
export async function readReturns(db: Database): Promise<GameReturn[]> {
  const rows = await db
    .selectFrom('version_count as c')
    .innerJoin('game_version as v', 'v.id', 'c.game_version_id')
    .select(['v.math_hash', 'c.rounds', 'c.stake', 'c.stake_squares', 'c.pay'])
    .where('v.math_hash', 'in', currentMathHashes())
    .execute()
  const counted = new Map(rows.map((row) => [row.math_hash, row]))
  return catalogue.flatMap((entry) => {
    const row = counted.get(currentMathHash(entry))
    if (row === undefined) return []
    const { rounds } = row
    const sums = { stake: BigInt(row.stake), stakeSquares: BigInt(row.stake_squares), pay: BigInt(row.pay) }
    const measured = measureReturn({ rounds, ...sums }, entry)
    const { names, returnPpm: expectedPpm } = entry
    return measured === null ? [] : [{ code: entry.game.code, names, expectedPpm, rounds, ...measured }]
  })
}

/** How far back drawn rounds are weighed that were not booked as drawn, and how many numbers at most: more are an alarm themselves. */
const weighedDays = 30
const mostWeighed = 100_000

type VainRow = {
  publicId: string
  nonce: bigint
  owner: bigint
  drawn: string
  seed: string
  stake: string
  version: number | null
  booked_stake: bigint
  booked_version: number
  is_same_seed: boolean
  jackpot: bigint
}

/** A jackpot that a drawn round hit and was not paid, because another round has its number: the member, by the public id. */
export type ForgoneJackpot = { member: string; number: bigint; tier: string }

/**
 * What was gained by drawn rounds of the last 30 days that were not booked as drawn, by the acts that they left: by the member with the most
 * evidence, or by all together where that is more; and the jackpots that were not paid. A number counts once for each version of a game as soon as a round has
 * it, for the member whose pair it is, also where another member's draw left the act. Only rounds of games that this program plays are weighed.
 */
export async function readDrawnGain(deps: {
  db: Database
  config: { secret: AppSecret }
}): Promise<DrawnGain & { member: string | null; jackpots: ForgoneJackpot[] }> {
  const { rows } = await sql<VainRow>`
    SELECT a.subject AS "publicId", a.number AS nonce, r.member_id AS owner, a.detail ->> 'drawn' AS drawn, a.detail ->> 'seed' AS seed, a.detail ->> 'stake' AS stake,
           (a.detail ->> 'version')::int AS version, r.stake AS booked_stake, r.game_version_id AS booked_version, r.seed_id = a.seed AS is_same_seed, coalesce(h.amount, 0) AS jackpot
      FROM (SELECT DISTINCT ON (seed, number, detail ->> 'version', detail ->> 'stake') id, subject, detail, seed, number
              FROM audit CROSS JOIN LATERAL (SELECT (detail ->> 'seed')::bigint AS seed, (detail ->> 'number')::bigint AS number) n
             WHERE act = ${notAsDrawnAct} AND at > now() - make_interval(days => ${weighedDays})
             ORDER BY seed, number, detail ->> 'version', detail ->> 'stake', id) a
      JOIN member m ON m.public_id = a.subject::uuid
      LEFT JOIN member_seed s ON s.id = a.seed
      JOIN round r ON r.member_id = coalesce(s.member_id, m.id) AND r.nonce = a.number AND r.units IS NOT NULL
      LEFT JOIN jackpot_hit h ON h.round_id = r.id
     ORDER BY a.id LIMIT ${mostWeighed + 1}`.execute(deps.db)
  const versions = await deps.db.selectFrom('game_version').select(['id', 'math_hash']).execute()
  const entryOf = (version: number | null): CatalogueGame | undefined => {
    const mathHash = versions.find(({ id }) => id === version)?.math_hash
    return catalogue.find((entry) => currentMathHash(entry) === mathHash)
  }
  const results = rows.flatMap((row) => {
    const drawn = openDrawn(deps, row, row.drawn)
    return drawn === null ? [] : [{ row, drawn }]
  })
  // While no round has the number, staff must not learn what it hits.
  const jackpots = results.flatMap(({ row, drawn: { tier } }) =>
    tier === null || row.jackpot > 0n ? [] : [{ member: row.publicId, number: row.nonce, tier }],
  )
  // The first draw of a number alone counts, whatever stakes it was drawn for afterwards.
  const first = new Map(results.toReversed().map((one) => [`${one.row.seed} ${one.row.nonce} ${one.row.version}`, one]))
  const numbers = [...first.values()].toReversed().flatMap(({ row, drawn }) => {
    const entry = entryOf(row.version)
    if (entry === undefined) return []
    const isSame = row.is_same_seed && row.booked_version === row.version
    const booked = isSame ? Number(row.booked_stake) : 0
    const multiple = drawn.units / entry.game.unitsPerStake
    const forgone = { drawn: Number(row.stake), booked, multiple, jackpot: isSame ? Number(row.jackpot) : 0 }
    return [{ row, forgone: { ...forgone, chances: chancesOf(entry) } }]
  })
  const members = Object.values(Object.groupBy(numbers, ({ row }) => String(row.owner)))
  const weighed = [...members, null].map((own) => ({
    member: own?.[0]?.row.publicId ?? null,
    ...drawnGainOf((own ?? numbers).map(({ forgone }) => forgone)),
  }))
  const most = weighed.reduce((found, one) => (one.evidence > found.evidence ? one : found))
  return { ...most, isOff: most.isOff || rows.length > mostWeighed, jackpots }
}
