import { createHash } from 'node:crypto'
import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { mendedVersions } from '#domain/games/mended.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import type { AppSecret } from '#server/config.ts'
import { randomIds, unprovenRound, type ReadRows, type Redrawn, type RedrawTally } from './redraw.ts'
import { playSeatRound, type PlayedSeatRound } from './seat-draw.ts'
import { provenTimesOf, readSeatEvents, type SeatEvents, type SeatFacts } from './seat-proof.ts'

/** Redraws rounds with decisions from their seeds and decisions, and compares them with their rows (docs/decisions/027-redrawn-rounds.md). */

/** A round with its pair of seeds, its game's version and its events, as the database has them. */
export type StoredSeatRound = SeatFacts & {
  at: Date
  nonce: bigint
  seedId: bigint
  gameVersionId: number
  void_reason: string | null
  /** The seed pair; null when the member has no such pair. */
  client_seed: string | null
  server_seed_hash: Buffer | null
  server_seed_sealed: Buffer | null
  key_id: string | null
  math_hash: string | null
  events: SeatEvents
}

type SeatRow = Omit<StoredSeatRound, 'decisions' | 'events'> & {
  decided: { action: string; requestId: string; stake: string }[]
}

/** The rounds of these ids. */
export async function readListedSeats(read: ReadRows, ids: readonly string[]): Promise<StoredSeatRound[]> {
  const rows = await read<SeatRow>(
    `SELECT q.id, q.member_id AS "memberId", q.request_id AS "requestId", q.at, q.nonce, q.seed_id AS "seedId", q.game_version_id AS "gameVersionId", q.stake, q.staked,
       q.returned, q.state, q.defaulted, q.void_reason, s.client_seed, s.server_seed_hash, s.server_seed_sealed, s.key_id, v.math_hash,
       (SELECT coalesce(json_agg(json_build_object('action', d.action, 'requestId', d.request_id, 'stake', d.stake::text) ORDER BY d.number), '[]')
          FROM seat_decision d WHERE d.round_id = q.id) AS decided
     FROM seat_round q LEFT JOIN member_seed s ON s.id = q.seed_id AND s.member_id = q.member_id LEFT JOIN game_version v ON v.id = q.game_version_id
     WHERE q.id = ANY ($1::uuid[])`,
    [ids],
  )
  const rounds = rows.map(({ decided, ...row }) => ({
    ...row,
    decisions: decided.map((one) => ({ ...one, stake: BigInt(one.stake) })),
  }))
  const events = await readSeatEvents(read, rounds)
  return rounds.map((round) => ({ ...round, events }))
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

/**
 * Redraws one round. A key that is neither known nor declared lost is a difference: a forger could name any key. One that the journal does not prove is
 * not played: nobody may learn what it would come to.
 */
export function redrawSeatRound(
  round: StoredSeatRound,
  secret: AppSecret,
  games: ReadonlyMap<string, BlackjackGame>,
): Redrawn {
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
  const { seedId, nonce, gameVersionId, events } = round
  const drawn = { seedId, serverSeedHash: hash.toString('hex'), clientSeed, nonce, gameVersionId }
  if ('unproven' in provenTimesOf(secret, round, drawn, events))
    return unprovenRound(secret, events.has(round.requestId))
  const { stake, staked, defaulted } = round
  const decisions = round.decisions.map(({ action }) => action)
  try {
    return compared(
      round,
      playSeatRound(game, { serverSeed, clientSeed, nonce }, { stake, staked, defaulted, decisions }),
    )
  } catch (error) {
    const due = error instanceof Error ? error.message : String(error)
    return { different: 'its seeds do not allow its decisions', due }
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
      : { different: 'is void, and its seeds and decisions do not make it so', due: played.kind }
  }
  // One that is over is settled a moment later.
  if (round.returned === null) return 'same'
  if (played.kind !== 'over')
    return { different: 'was settled, and its seeds and decisions do not end it', due: played.kind }
  return played.returned === round.returned
    ? 'same'
    : {
        different: `returned ${round.returned}, its seeds and decisions give another return`,
        due: String(played.returned),
      }
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
