import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { catalogue } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { stakeAllowed, type Game } from '#domain/games/game.ts'
import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import { play } from '#domain/games/slot/play.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { AppSecret } from '#server/config.ts'

/**
 * Redraws rounds from their seeds and compares them with the rows (docs/decisions/027-redrawn-rounds.md). A round that was
 * altered together with its journal row and wallet follows from no seed.
 */

/** A round with its pair of seeds and its game's version, as the database has them. */
export type StoredRound = {
  id: string
  nonce: bigint
  stake: bigint
  pay: bigint
  units: bigint
  events: string
  /** The seed pair; null when the member has no such pair. */
  scheme: string | null
  /** Whether the pair is marked as the old scheme although it was made when that had ended. */
  is_late: boolean
  client_seed: string | null
  server_seed_hash: Buffer | null
  server_seed_sealed: Buffer | null
  key_id: string | null
  math_hash: string | null
}

/**
 * `same`: the seeds give exactly this round. `old-scheme`, `lost-key`: it cannot be redrawn. Otherwise how it differs.
 */
export type Redrawn = 'same' | 'old-scheme' | 'lost-key' | { different: string }

/** The rounds that a condition selects, each with its seeds, at most `$2`; archived rounds too. */
function roundsQuery(condition: string): string {
  return `SELECT r.id, r.nonce, r.stake, r.pay, r.units, r.events, s.scheme, s.client_seed, s.server_seed_hash, s.server_seed_sealed,
      s.key_id, v.math_hash,
      coalesce(s.scheme = 'old' AND s.created_at > (SELECT m.applied_at FROM migration m WHERE m.name = '018_seed_chain.sql'), false) AS is_late
    FROM (SELECT * FROM round WHERE ${condition} LIMIT $2) r
    LEFT JOIN member_seed s ON s.id = r.seed_id AND s.member_id = r.member_id
    LEFT JOIN game_version v ON v.id = r.game_version_id`
}

/** Reads rows in whatever transaction the caller has. */
type ReadRows = <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]>

/** The newest rounds after one; round ids grow with time. */
export function readNewest(read: ReadRows, after: string, most: number): Promise<StoredRound[]> {
  return read(roundsQuery('id > $1 ORDER BY id DESC'), [after, most])
}

/** Rounds in the order of their ids, after one. */
export function readNext(read: ReadRows, after: string, most: number): Promise<StoredRound[]> {
  return read(`${roundsQuery('id > $1 ORDER BY id')} ORDER BY r.id`, [after, most])
}

/** The rounds of these ids. */
export function readListed(read: ReadRows, ids: readonly string[]): Promise<StoredRound[]> {
  return read(roundsQuery('id = ANY ($1::uuid[])'), [ids, ids.length])
}

/** Rounds of random moments since the first one. */
export async function readRandom(read: ReadRows, count: number): Promise<StoredRound[]> {
  const [ends] = await read<{ first: string | null; last: string | null }>(
    `SELECT (SELECT id FROM round ORDER BY id LIMIT 1) AS first, (SELECT id FROM round ORDER BY id DESC LIMIT 1) AS last`,
    [],
  )
  if (ends === undefined || ends.first === null || ends.last === null) return []
  const [first, last] = [numberOfUuid(ends.first), numberOfUuid(ends.last)]
  const moments = Array.from({ length: count }, () => uuidOf(first + (random128() % (last - first + 1n))))
  const found = await read<{ id: string }>(
    `SELECT DISTINCT f.id FROM unnest($1::uuid[]) u (id) CROSS JOIN LATERAL (SELECT r.id FROM round r WHERE r.id >= u.id ORDER BY r.id LIMIT 1) f`,
    [moments],
  )
  return readListed(
    read,
    found.map(({ id }) => id),
  )
}

/** The id before every round's. */
export const beforeAllRounds = '00000000-0000-0000-0000-000000000000'

function numberOfUuid(uuid: string): bigint {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
}

function uuidOf(number: bigint): string {
  const hex = number.toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function random128(): bigint {
  return BigInt(`0x${randomBytes(16).toString('hex')}`)
}

/** Every published version of a game, by the hash of its mathematics. */
export type PublishedGames = ReadonlyMap<string, Game>

const publishedFolder = new URL('../../../docs/fairness/', import.meta.url)
let published: Promise<PublishedGames> | undefined

/** The games of this release and the earlier versions in `docs/fairness/`, read once. */
export function loadPublishedGames(): Promise<PublishedGames> {
  published ??= readPublishedGames()
  return published
}

async function readPublishedGames(): Promise<PublishedGames> {
  const names = (await readdir(publishedFolder)).filter((name) => /-\d+\.json$/.test(name))
  const earlier = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(new URL(name, publishedFolder), 'utf8')) as Game),
  )
  return new Map([...earlier, ...catalogue.map(({ game }) => game)].map((game) => [mathHashOf(game, sha256Hex), game]))
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Redraws one round. A key that is neither known nor declared lost is a difference: a forger could name any key. */
export function redrawRound(round: StoredRound, secret: AppSecret, games: PublishedGames): Redrawn {
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
  if (!stakeAllowed(game, round.stake)) return { different: `the game takes no stake of ${round.stake}` }
  const draw = seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: game.code, nonce: round.nonce })
  const due = play(game, draw, { stake: round.stake })
  if (!isSameEvents(due.events, round.events)) return { different: 'its seeds give other events' }
  if (BigInt(due.units) !== round.units) return { different: `has ${round.units} units, its seeds give ${due.units}` }
  if (due.pay !== round.pay) return { different: `paid ${round.pay}, its seeds give ${due.pay}` }
  return 'same'
}

function decryptedSeed(secret: AppSecret, keyId: string, sealed: Buffer): Buffer | null {
  try {
    return createEncryption({ secret }).decrypt(keyId, sealed)
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

/** Redraws rounds into a tally. */
export function redrawInto(
  tally: RedrawTally,
  rounds: readonly StoredRound[],
  secret: AppSecret,
  games: PublishedGames,
): void {
  for (const round of rounds) {
    const found = redrawRound(round, secret, games)
    if (found === 'old-scheme') tally.oldScheme += 1
    else if (found === 'lost-key') tally.lostKey += 1
    else {
      tally.redrawn += 1
      if (found !== 'same') tally.different.push({ id: round.id, detail: found.different })
    }
  }
}
