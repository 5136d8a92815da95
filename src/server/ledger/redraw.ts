import { createHash, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { catalogue } from '#domain/games/catalogue.ts'
import { seededDraw, type Draw } from '#domain/games/draw.ts'
import { capOf, featureOf, stakeAllowed, type Game, type JackpotTier } from '#domain/games/game.ts'
import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import { mendedVersions } from '#domain/games/mended.ts'
import { voidEvents } from '#domain/games/round.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { playChecked, type Engine } from '#domain/games/slot/checked-play.ts'
import { play } from '#domain/games/slot/play.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { AppSecret } from '#server/config.ts'
import { createProofKeys } from './proofs.ts'
import { spinEventsByPlaceSql, spinEventsSql, verifiesSpin, type SpinEventRow } from './spin-proof.ts'

/**
 * Redraws rounds from their seeds and compares them with the rows (docs/decisions/027-redrawn-rounds.md). A round that was
 * altered together with its journal row and wallet follows from no seed.
 */

/** A round with its pair of seeds and its game's version, as the database has them. */
export type StoredRound = {
  id: string
  memberId: bigint
  seedId: bigint
  gameVersionId: number
  /** UTC to the microsecond; the present for a round of the future. */
  seen_at: string
  nonce: bigint
  stake: bigint
  pay: bigint
  /** Null of a void round. */
  units: bigint | null
  events: string
  /** The seed pair; null when the member has no such pair. */
  scheme: string | null
  /** Whether the pair is marked as the old scheme although it was made when that had ended, or after a pair of the chain. */
  is_late: boolean
  client_seed: string | null
  server_seed_hash: Buffer | null
  server_seed_sealed: Buffer | null
  key_id: string | null
  math_hash: string | null
  /** The event that books it; null where the journal has none. */
  event: SpinEventRow | null
}

type RoundRow = Omit<StoredRound, 'event'>

/**
 * `same`: the seeds give exactly this round. `old-scheme`, `lost-key`: it cannot be redrawn. Otherwise how it differs; `due`, what the seeds give, is for
 * the operator at the machine alone, and neither stored nor logged.
 */
export type Redrawn = 'same' | 'old-scheme' | 'lost-key' | { different: string; due?: string }

/** The rounds that a condition selects, each with its seeds, at most `$2`; archived rounds too. */
function roundsQuery(condition: string): string {
  return `SELECT r.id, r.member_id AS "memberId", r.seed_id AS "seedId", r.game_version_id AS "gameVersionId", to_char(least(r.at, clock_timestamp()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS seen_at, r.nonce, r.stake, r.pay, r.units, r.events, s.scheme, s.client_seed, s.server_seed_hash, s.server_seed_sealed,
      s.key_id, v.math_hash,
      coalesce(s.scheme = 'old' AND (s.created_at > (SELECT m.applied_at FROM migration m WHERE m.name = '018_seed_chain.sql')
        OR s.id > (SELECT min(c.id) FROM member_seed c WHERE c.scheme = 'chain')), false) AS is_late
    FROM (SELECT * FROM round WHERE ${condition} LIMIT $2) r
    LEFT JOIN member_seed s ON s.id = r.seed_id AND s.member_id = r.member_id
    LEFT JOIN game_version v ON v.id = r.game_version_id`
}

/** Reads rows in whatever transaction the caller has. */
export type ReadRows = <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]>

/** At most so many of the newest rounds of one member: the others are met as random ones. */
const newestOfMember = 20

/**
 * The newest rounds after a moment, by the times and numbers of the members' last rounds. Not by id: a round can have any.
 */
export async function readNewest(read: ReadRows, after: string, most: number): Promise<StoredRound[]> {
  const found = await read<{ id: string }>(
    `SELECT r.id FROM (SELECT member_id, nonce FROM wallet WHERE last_spin_at > $1 ORDER BY last_spin_at DESC LIMIT $2) w
     CROSS JOIN LATERAL (SELECT id, at FROM round WHERE member_id = w.member_id AND nonce >= w.nonce - ${newestOfMember} AND at > $1) r
     ORDER BY r.at DESC LIMIT $2`,
    [after, most],
  )
  return readListed(read, idsOf(found))
}

/** Rounds in the order of their ids, after one; from the first on where it is null. */
export async function readNext(read: ReadRows, after: string | null, most: number): Promise<StoredRound[]> {
  const condition = after === null ? '$1::uuid IS NULL' : 'id > $1'
  return withEvents(read, await read(`${roundsQuery(`${condition} ORDER BY id`)} ORDER BY r.id`, [after, most]))
}

/** The rounds of these ids. */
export async function readListed(read: ReadRows, ids: readonly string[]): Promise<StoredRound[]> {
  return withEvents(read, await read(roundsQuery('id = ANY ($1::uuid[])'), [ids, ids.length]))
}

async function withEvents(read: ReadRows, rounds: readonly RoundRow[]): Promise<StoredRound[]> {
  const found = new Map<string, SpinEventRow>()
  for (const sql of [spinEventsByPlaceSql, spinEventsSql]) {
    const ids = idsOf(rounds).filter((id) => !found.has(id))
    if (ids.length === 0) break
    for (const event of await read<SpinEventRow>(sql, [ids])) found.set(event.ref, event)
  }
  return rounds.map((round) => ({ ...round, event: found.get(round.id) ?? null }))
}

/** Rounds whose id does not carry their time, as that of the program does within an hour; a random choice of them. */
export async function readMisdated(read: ReadRows, most: number): Promise<StoredRound[]> {
  const found = await read<{ id: string }>(
    `SELECT id FROM round WHERE (uuid_extract_timestamp(id) BETWEEN at - interval '1 hour' AND at + interval '1 hour') IS NOT TRUE
     ORDER BY random() LIMIT $1`,
    [most],
  )
  return readListed(read, idsOf(found))
}

/** How many rows a page of a table can have; how often pages are drawn where most are empty, twice as many each time up to a limit. */
const rowsOfPage = 291
const mostDraws = 20
const mostPagesOfDraw = 64

/**
 * Random rounds: all of random pages of the two tables, and of those a random part. Every round comes with the same
 * probability, whatever its id, time or member.
 */
export async function readRandom(read: ReadRows, count: number): Promise<StoredRound[]> {
  return readListed(read, await randomIds(read, ['round', 'round_archive'], count))
}

/** The ids of random rows of some tables, of all tables with the same probability. */
export async function randomIds(read: ReadRows, tables: readonly string[], count: number): Promise<string[]> {
  const sizes = await read<{ pages: bigint }>(
    `SELECT pg_relation_size(name::regclass) / current_setting('block_size')::int AS pages
     FROM unnest($1::text[]) WITH ORDINALITY t (name, place) ORDER BY place`,
    [tables],
  )
  const ends = sizes.map((_, place) => sizes.slice(0, place + 1).reduce((sum, { pages }) => sum + Number(pages), 0))
  const all = ends.at(-1) ?? 0
  const drawn = new Set<number>()
  const found: string[] = []
  for (let draw = 0; draw < mostDraws && found.length < count && drawn.size < all; draw += 1) {
    const wanted = Math.ceil((count - found.length) / 8)
    const pages = drawPages(all, Math.max(wanted, Math.min(wanted * 2 ** draw, mostPagesOfDraw)), drawn)
    for (const [place, table] of tables.entries()) {
      const [first, end] = [ends[place - 1] ?? 0, ends[place] ?? 0]
      const own = pages.filter((page) => page >= first && page < end).map((page) => page - first)
      if (own.length > 0)
        found.push(...idsOf(await read(`SELECT id FROM ONLY ${table} WHERE ${isOnPages('$1')}`, [own])))
    }
  }
  return shuffled(found).slice(0, count)
}

/** The rows of some pages, read without an index. */
function isOnPages(pages: string): string {
  return `ctid = ANY (ARRAY(SELECT format('(%s,%s)', page, place)::tid FROM unnest(${pages}::bigint[]) page, generate_series(1, ${rowsOfPage}) place))`
}

/** Page numbers below `all` that were not drawn before; fewer than wanted where hardly any are left. */
function drawPages(all: number, wanted: number, drawn: Set<number>): number[] {
  const pages: number[] = []
  if (all - drawn.size <= wanted) {
    for (let page = 0; page < all; page += 1) if (!drawn.has(page)) pages.push(page)
  } else {
    while (pages.length < wanted) {
      const page = randomInt(all)
      if (drawn.has(page) || pages.includes(page)) continue
      pages.push(page)
    }
  }
  for (const page of pages) drawn.add(page)
  return pages
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: randomInt(2 ** 47) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

/** The moment before every round's. */
export const beforeAllRounds = '-infinity'

/** Every published version of a slot, by the hash of its mathematics. */
export type PublishedGames = ReadonlyMap<string, Game>

const publishedFolder = new URL('../../../docs/fairness/', import.meta.url)
let published: Promise<PublishedGames> | undefined

/** The slots of this release and the earlier versions in `docs/fairness/`, read once. */
export function loadPublishedGames(): Promise<PublishedGames> {
  published ??= readPublishedGames()
  return published
}

async function readPublishedGames(): Promise<PublishedGames> {
  const names = (await readdir(publishedFolder)).filter((name) => /-\d+\.json$/.test(name))
  const files = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(new URL(name, publishedFolder), 'utf8')) as Game | TableGame),
  )
  const earlier = files.filter((game): game is Game => 'strips' in game)
  return new Map([...earlier, ...catalogue.map(({ game }) => game)].map((game) => [mathHashOf(game, sha256Hex), game]))
}

/** The columns of `game_version` that bound what a round pays: its pay, and the jackpots that it can hit. */
export function boundsOf(game: Game): { most_units: bigint; units_per_stake: number; jackpots: JackpotTier[] } {
  const jackpots = featureOf(game, 'jackpot-link')?.tiers.map(({ tier }) => tier) ?? []
  return { most_units: BigInt(capOf(game)), units_per_stake: game.unitsPerStake, jackpots: jackpots.toSorted() }
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What rounds are drawn by: the engine, and the versions that an earlier one failed. Only tests give others. */
export type Drawing = { engine: Engine; mended: ReadonlySet<string> }
export const ownDrawing: Drawing = { engine: play, mended: mendedVersions }

/**
 * Redraws one round. A key that is neither known nor declared lost is a difference: a forger could name any key. One that no event proves is not played:
 * its number may be one to come, and nobody may learn what that gives.
 */
export function redrawRound(
  round: StoredRound,
  secret: AppSecret,
  games: PublishedGames,
  drawing: Drawing = ownDrawing,
): Redrawn {
  const { client_seed: clientSeed, server_seed_sealed: sealed, server_seed_hash: hash, key_id: keyId } = round
  if (sealed === null || keyId === null || clientSeed === null || hash === null)
    return { different: 'has no seed pair' }
  if (round.is_late) return { different: 'is marked as the old scheme, which had ended' }
  if (round.scheme === 'old') return 'old-scheme'
  if (secret.lost?.has(keyId) === true) return 'lost-key'
  const game = games.get(round.math_hash ?? '')
  if (game === undefined) return { different: `names mathematics that is not published: ${round.math_hash}` }
  const serverSeed = decryptedSeed(secret, keyId, sealed)
  if (serverSeed === null) return { different: `its server seed is not what ${keyId} encrypted` }
  if (!createHash('sha256').update(serverSeed).digest().equals(hash))
    return { different: 'its server seed has another hash' }
  if (!isBooked(round, { secret, clientSeed, serverSeedHash: hash.toString('hex') }))
    return unprovenRound(secret, round.event !== null)
  if (!stakeAllowed(game, round.stake)) return { different: `the game takes no stake of ${round.stake}` }
  const draw = seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: game.code, nonce: round.nonce })
  return compareRound(round, game, draw, drawing)
}

/** Whether the program booked a round as its row says; one from before spins had proofs, whether it has an event of then. */
function isBooked(
  { event, stake: roundStake, ...round }: StoredRound,
  { secret, ...seeds }: { secret: AppSecret; clientSeed: string; serverSeedHash: string },
): boolean {
  if (event === null) return false
  return (
    event.isUnproven ||
    verifiesSpin(createProofKeys(secret), { ...event, ...round, ...seeds, roundStake, pay: event.pay })
  )
}

/** A round without a proof. Where a key is lost, the proof of its event may be one of that key: the check `play-proofs` judges those. */
export function unprovenRound(secret: AppSecret, hasEvent: boolean): Redrawn {
  return hasEvent && (secret.lost?.size ?? 0) > 0 ? 'lost-key' : { different: 'has no event that proves it' }
}

/** A void round must fail for its reason again, unless its version was mended since; every other must be played as it is. */
function compareRound(round: StoredRound, game: Game, draw: Draw, { engine, mended }: Drawing): Redrawn {
  const checked = playChecked(game, draw, round.stake, engine)
  if (round.units === null && checked.kind === 'result') {
    return round.pay === 0n && mended.has(round.math_hash ?? '')
      ? 'same'
      : { different: 'is void, and its seeds give a result', due: `${checked.round.units} units` }
  }
  if (checked.kind === 'void') {
    const isSame = round.units === null && round.pay === 0n && isSameEvents(voidEvents(checked.reason), round.events)
    return isSame
      ? 'same'
      : { different: 'its seeds give no valid result', due: `${checked.reason}: ${checked.detail}` }
  }
  const due = checked.round
  if (!isSameEvents(due.events, round.events))
    return { different: 'its seeds give other events', due: JSON.stringify(due.events) }
  if (BigInt(due.units) !== round.units)
    return { different: `has ${round.units} units, its seeds give others`, due: `${due.units} units` }
  if (due.pay !== round.pay) return { different: `paid ${round.pay}, its seeds give another pay`, due: String(due.pay) }
  return 'same'
}

function decryptedSeed(secret: AppSecret, keyId: string, sealed: Buffer): Buffer | null {
  try {
    return createEncryption({ secret }).decrypt(nobody, keyId, sealed)
  } catch {
    return null
  }
}

/** Whether a stored list has the same events, however its JSON is spelt. */
function isSameEvents(due: readonly object[], stored: string): boolean {
  if (JSON.stringify(due) === stored) return true
  try {
    return canonicalJson(due) === canonicalJson(JSON.parse(stored))
  } catch {
    return false
  }
}

/** How many rounds were redrawn, how many could not be, and those that differ. */
export type RedrawTally = {
  redrawn: number
  oldScheme: number
  lostKey: number
  different: { id: string; detail: string }[]
}

export function emptyTally(): RedrawTally {
  return { redrawn: 0, oldScheme: 0, lostKey: 0, different: [] }
}

/** Adds the counts and differences of `more` to `tally`. */
export function addTally(tally: RedrawTally, more: RedrawTally): void {
  tally.redrawn += more.redrawn
  tally.oldScheme += more.oldScheme
  tally.lostKey += more.lostKey
  tally.different.push(...more.different)
}

/** Redraws rounds into a tally. */
export function redrawInto(
  tally: RedrawTally,
  rounds: readonly StoredRound[],
  secret: AppSecret,
  games: PublishedGames,
  drawing: Drawing = ownDrawing,
): void {
  for (const round of rounds) {
    const found = redrawRound(round, secret, games, drawing)
    if (found === 'old-scheme') tally.oldScheme += 1
    else if (found === 'lost-key') tally.lostKey += 1
    else {
      tally.redrawn += 1
      if (found !== 'same') tally.different.push({ id: round.id, detail: found.different })
    }
  }
}
