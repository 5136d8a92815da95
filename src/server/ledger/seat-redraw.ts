import { createHash } from 'node:crypto'
import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { mendedVersions } from '#domain/games/mended.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import type { AppSecret } from '#server/config.ts'
import { randomIds, type ReadRows, type Redrawn, type RedrawTally } from './redraw.ts'
import { playSeatRound, type PlayedSeatRound } from './seat-draw.ts'

/** Redraws rounds with decisions from their seeds and decisions, and compares them with their rows (docs/decisions/027-redrawn-rounds.md). */

/** A round with its pair of seeds and its game's version, as the database has them. */
export type StoredSeatRound = {
  id: string
  at: Date
  nonce: bigint
  stake: bigint
  staked: bigint
  returned: bigint | null
  state: 'open' | 'settled' | 'void'
  defaulted: boolean
  void_reason: string | null
  actions: string[]
  /** The seed pair; null when the member has no such pair. */
  client_seed: string | null
  server_seed_hash: Buffer | null
  server_seed_sealed: Buffer | null
  key_id: string | null
  math_hash: string | null
}

/** The rounds of these ids. */
export function readListedSeats(read: ReadRows, ids: readonly string[]): Promise<StoredSeatRound[]> {
  return read(
    `SELECT q.id, q.at, q.nonce, q.stake, q.staked, q.returned, q.state, q.defaulted, q.void_reason, s.client_seed, s.server_seed_hash, s.server_seed_sealed,
       s.key_id, v.math_hash, ARRAY(SELECT d.action FROM seat_decision d WHERE d.round_id = q.id ORDER BY d.number) AS actions
     FROM seat_round q LEFT JOIN member_seed s ON s.id = q.seed_id AND s.member_id = q.member_id LEFT JOIN game_version v ON v.id = q.game_version_id
     WHERE q.id = ANY ($1::uuid[])`,
    [ids],
  )
}

/** The newest rounds and as many random ones, each with the same probability. */
export async function readSeatSample(read: ReadRows, most: number): Promise<StoredSeatRound[]> {
  const newest = await read<{ id: string }>('SELECT id FROM seat_round ORDER BY at DESC, id DESC LIMIT $1', [most])
  const ids = new Set([...newest.map(({ id }) => id), ...(await randomIds(read, ['seat_round'], most))])
  return readListedSeats(read, [...ids])
}

/** Rounds in the order of their ids, after one; from the first on where it is null. */
export async function readNextSeats(read: ReadRows, after: string | null, most: number): Promise<StoredSeatRound[]> {
  const found = await read<{ id: string }>(
    'SELECT id FROM seat_round WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2',
    [after, most],
  )
  const rounds = await readListedSeats(
    read,
    found.map(({ id }) => id),
  )
  return rounds.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Redraws one round. A key that is neither known nor declared lost is a difference: a forger could name any key. */
export function redrawSeatRound(
  round: StoredSeatRound,
  secret: AppSecret,
  games: ReadonlyMap<string, BlackjackGame>,
): Redrawn {
  const played = playSeatAgain(round, secret, games)
  return typeof played === 'object' && 'game' in played ? compared(round, played.played) : played
}

/** What a stored round comes to, played again from its seeds and decisions; or why it cannot be played. */
export function playSeatAgain(
  round: StoredSeatRound,
  secret: AppSecret,
  games: ReadonlyMap<string, BlackjackGame>,
): 'lost-key' | { different: string } | { game: BlackjackGame; played: PlayedSeatRound } {
  const { client_seed: clientSeed, server_seed_sealed: sealed, server_seed_hash: hash, key_id: keyId } = round
  if (sealed === null || keyId === null || clientSeed === null || hash === null)
    return { different: 'has no seed pair' }
  if (secret.lost?.has(keyId) === true) return 'lost-key'
  if (round.void_reason === 'lost-key') return { different: `is void for a lost key, and ${keyId} is known` }
  const game = games.get(round.math_hash ?? '')
  if (game === undefined) return { different: `names mathematics that is not published: ${round.math_hash}` }
  const serverSeed = decryptedSeed(secret, keyId, sealed)
  if (serverSeed === null) return { different: `its server seed is not what ${keyId} encrypted` }
  if (!createHash('sha256').update(serverSeed).digest().equals(hash))
    return { different: 'its server seed has another hash' }
  const { stake, staked, defaulted, actions: decisions, nonce } = round
  try {
    const played = playSeatRound(game, { serverSeed, clientSeed, nonce }, { stake, staked, defaulted, decisions })
    return { game, played }
  } catch (error) {
    return { different: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * A void round must fail for its reason again, unless its version was mended since; every other must come to what it has, also one that two operators
 * made void after its settlement. One that they made void before has no result.
 */
function compared(round: StoredSeatRound, played: PlayedSeatRound): Redrawn {
  if (round.void_reason !== null && round.void_reason !== 'office') {
    if (played.kind === 'void' && played.reason === round.void_reason) return 'same'
    return played.kind !== 'void' && mendedVersions.has(round.math_hash ?? '')
      ? 'same'
      : { different: `is void, and its seeds and decisions leave it ${played.kind}` }
  }
  // One that is over is settled a moment later.
  if (round.returned === null) return 'same'
  if (played.kind !== 'over') return { different: `was settled, and its seeds and decisions leave it ${played.kind}` }
  return played.returned === round.returned
    ? 'same'
    : { different: `returned ${round.returned}, its seeds and decisions give ${played.returned}` }
}

function decryptedSeed(secret: AppSecret, keyId: string, sealed: Buffer): Buffer | null {
  try {
    return createEncryption({ secret }).decrypt(nobody, keyId, sealed)
  } catch {
    return null
  }
}

/** Redraws rounds into a tally. */
export function redrawSeatsInto(
  tally: RedrawTally,
  rounds: readonly StoredSeatRound[],
  secret: AppSecret,
  games: ReadonlyMap<string, BlackjackGame>,
): void {
  for (const round of rounds) {
    const found = redrawSeatRound(round, secret, games)
    if (found === 'lost-key') tally.lostKey += 1
    else tally.redrawn += 1
    if (typeof found === 'object') tally.different.push({ id: round.id, detail: found.different })
  }
}
