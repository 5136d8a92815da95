import { hash } from 'node:crypto'
import { canonicalJson } from '#domain/games/math-hash.ts'
import type { SaltEntry } from '#domain/games/table/salt-list.ts'

/**
 * What a record of a series says (docs/decisions/043-shared-rounds.md): `begun` that its first salts may arrive behind `previousLink`, `listed`
 * which list of salts was published, `ended` that all of its rounds were played, or in its place
 * `abandoned` that its links stay secret, because their key is lost. A table has three records of each series, in this order, with
 * numbers from 1 without a gap. Times are UTC to the microsecond.
 */
export type SeriesProof = {
  tableId: number
  /** The code of the table's game, which says what its links draw. */
  game: string
  number: number
  kind: 'begun' | 'listed' | 'ended' | 'abandoned'
  chainId: number
  firstLink: number
  /** The link before its first one, in hex. */
  previousLink: string
  /** SHA-256 of the list of salts (`saltsDigest`), in hex; null before it is published. */
  salts: string | null
  /** How many rounds it had, void ones too; null before it ended. */
  rounds: number | null
  at: string
}

/** The text that the keyed hash of a record covers: one field a line. The first line must never change: stored hashes depend on it. */
export function seriesMessage(proof: SeriesProof): string {
  const { tableId, game, number, kind, chainId, firstLink, previousLink, salts, rounds, at } = proof
  return [
    'baize series 1',
    tableId,
    game,
    number,
    kind,
    chainId,
    firstLink,
    previousLink,
    salts ?? '',
    rounds ?? '',
    at,
  ].join('\n')
}

/** SHA-256 of a list of salts as it is published: entries and late seats; in hex. */
export function saltsDigest({
  entries,
  lateSeats,
}: {
  entries: readonly SaltEntry[]
  lateSeats: readonly string[]
}): string {
  return hash('sha256', canonicalJson({ entries, lateSeats }), 'hex')
}

/** A stored record with its keyed hash. */
export type StoredSeriesProof = SeriesProof & { mac: Buffer }

/** The columns of a stored record, of `series_proof` as `p`. */
export const seriesProofColumns = `p.table_id AS "tableId", p.number, p.kind,
  (SELECT g.game_code FROM game_table g WHERE g.id = p.table_id) AS game, p.chain_id AS "chainId", p.first_link AS "firstLink",
  encode(p.previous_link, 'hex') AS "previousLink", encode(p.salts, 'hex') AS salts, p.rounds,
  to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, p.mac`
