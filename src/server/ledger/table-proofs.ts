import { hash } from 'node:crypto'
import { canonicalJson } from '#domain/games/math-hash.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { isShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import { deriveKeys } from '#server/auth/derived-key.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { AppSecret } from '#server/config.ts'
import { sql } from 'kysely'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from './ledger.ts'
import { seriesMessage, type SeriesProof } from './series-message.ts'

/**
 * Keyed hashes of the rounds of tables (docs/decisions/043-shared-rounds.md, `db/functions/table/proofs.sql`): the opening of a round is signed
 * before any placement, and what ended its betting when its outcome is published or it becomes void. Who can write to the database can
 * neither put off the close of a round nor take back that its cards were shown. The key never enters the database.
 */

/** The link of a table's chain that a round is drawn from, and its place in the series. */
export type DealtPlace = { chainId: number; link: number; place: number }

/** What the opening of a round covers. Times are UTC to the microsecond: `2026-11-21T01:02:03.000004Z`. */
export type Opening = DealtPlace & {
  tableId: number
  number: number
  roundId: string
  openedAt: string
  closesAt: string
}

/** What a proof covers: the round when its betting ended, at `at`, and the SHA-256 of its placements (`placementsDigest`). */
export type TableProof = Opening & {
  kind: 'dealt' | 'void'
  seriesId: bigint
  closedAt: string | null
  at: string
  outcome: TableOutcome | null
  bets: Uint8Array
}

/** How and when a round ended, and the dealer that opened it: once it is settled or void. */
export type Ending = {
  tableId: number
  number: number
  roundId: string
  dealer: string
  state: 'settled' | 'void'
  voidReason: 'interrupted' | 'office' | null
  endedAt: string
  /** Of a settled round that two operators made void since. */
  voidedAt: string | null
}

type Content = Opening | TableProof | Ending | SeriesProof

export type TableProofKeys = {
  /** The keyed hash of an opening, a proof, an ending or a record of a series, under the newest key. */
  sign: (content: Content) => Buffer
  /** Whether it was made under any key of `APP_SECRET`. */
  verifies: (content: Content, mac: Uint8Array | null) => boolean
}

const cache = new WeakMap<AppSecret, TableProofKeys>()

/** Keys derived from `APP_SECRET` for this purpose only. Cached per secret. */
export function createTableProofKeys(secret: AppSecret): TableProofKeys {
  const cached = cache.get(secret)
  if (cached !== undefined) return cached
  // The info text must never change: stored proofs depend on it.
  const keys = deriveKeys(secret.keys, 'baize table proof')
  const newest = keys.get(secret.keyId)
  if (newest === undefined) throw new Error('the newest key of APP_SECRET is missing')
  const made: TableProofKeys = {
    sign: (content) => Buffer.from(hmacSha256(newest, messageOf(content))),
    verifies: (content, mac) => {
      if (mac === null) return false
      const message = messageOf(content)
      return [...keys.values()].some((key) => Buffer.from(hmacSha256(key, message)).equals(mac))
    },
  }
  cache.set(secret, made)
  return made
}

/** One field a line; no field contains a line break. The first line says what it is. */
function messageOf(content: Content): string {
  if ('salts' in content) return seriesMessage(content)
  if ('state' in content) return endingMessage(content)
  const { tableId, number, roundId, chainId, link, place, openedAt, closesAt } = content
  const round = [tableId, number, roundId.toLowerCase(), chainId, link, place, openedAt, closesAt]
  if (!('kind' in content)) return ['baize table opening 1', ...round].join('\n')
  const { kind, seriesId, closedAt, at, outcome, bets } = content
  const shown = outcome === null ? '' : canonicalJson(outcome)
  const end = [kind, seriesId, closedAt ?? '', at, shown, Buffer.from(bets).toString('hex')]
  return ['baize table proof 1', ...round, ...end].join('\n')
}

function endingMessage({ tableId, number, roundId, dealer, ...end }: Ending): string {
  const { state, voidReason, endedAt, voidedAt } = end
  const round = [tableId, number, roundId.toLowerCase(), dealer.toLowerCase()]
  return ['baize table ending 1', ...round, state, voidReason ?? '', endedAt, voidedAt ?? ''].join('\n')
}

/** A placement as the proof of its round covers it. */
export type ProvenPlacement = { memberId: bigint; key: string; spots: string; isUndone: boolean }

/** SHA-256 of all placements of a round, undone ones too, by member and key. */
export function placementsDigest(placements: readonly ProvenPlacement[]): Buffer {
  const byKey = placements.toSorted((one, other) =>
    one.memberId === other.memberId ? (one.key < other.key ? -1 : 1) : one.memberId < other.memberId ? -1 : 1,
  )
  const lines = byKey.map(
    ({ memberId, key, spots, isUndone }) => `${memberId} ${key} ${spots} ${isUndone ? 'undone' : 'live'}`,
  )
  return hash('sha256', lines.join('\n'), 'buffer')
}

/** The same digest over rows of `table_bet` as `b`. */
export const placementsDigestSql = `sha256(convert_to(string_agg(b.member_id || ' ' || b.request_id || ' ' || b.spots || CASE WHEN b.undone_at IS NULL
    THEN ' live' ELSE ' undone' END, E'\\n' ORDER BY b.member_id, b.request_id), 'UTF8'))`

/** All placements of a round. */
export async function readPlacements(db: Database | Tx, roundId: string): Promise<ProvenPlacement[]> {
  const { rows } = await sql<ProvenPlacement>`
    SELECT b.member_id AS "memberId", b.request_id AS key, b.spots, b.undone_at IS NOT NULL AS "isUndone"
      FROM table_bet b WHERE b.round_id = ${roundId}::uuid ORDER BY b.member_id, b.at`.execute(db)
  return rows
}

/** The number of the link of a chain that the round at a place of a series is drawn from. */
export function linkOf(game: TableGame, { firstLink, place }: { firstLink: number; place: number }): number {
  return isShoeGame(game) ? firstLink : firstLink + place
}

/** A round as it is under its lock. `isOpen`: it takes placements by the clock of the database, and no proof says that its betting has ended. */
export type RoundFacts = Opening & {
  seriesId: bigint
  state: string
  closedAt: string | null
  opening: Buffer | null
  now: string
  isOpen: boolean
  isProven: boolean
}

/** What the opening of a round covers of it. */
export function openingOf({ tableId, number, roundId, chainId, link, place, openedAt, closesAt }: Opening): Opening {
  return { tableId, number, roundId, chainId, link, place, openedAt, closesAt }
}

/** Locks a round of a table of this game until the transaction ends; null for an unknown one. */
export async function lockRoundFacts(tx: Database | Tx, game: TableGame, roundId: string): Promise<RoundFacts | null> {
  const { rows } = await sql<Omit<RoundFacts, 'roundId' | 'link'> & { firstLink: number }>`
    SELECT f.table_id AS "tableId", f.number, f.series_id AS "seriesId", f.chain_id AS "chainId", f.first_link AS "firstLink", f.place, f.state,
           f.opened_at AS "openedAt", f.closes_at AS "closesAt", f.closed_at AS "closedAt", f.opening, f.now, f.is_open AS "isOpen", f.is_proven AS "isProven"
      FROM table_round_facts(${roundId}::uuid) f`.execute(tx)
  const [row] = rows
  return row ? { ...row, roundId: roundId.toLowerCase(), link: linkOf(game, row) } : null
}

/** A stored proof with its keyed hash. */
export type StoredProof = TableProof & { mac: Buffer }

/** What ends the betting of a locked round at this moment, with its keyed hash. */
export function proveEnd(
  secret: AppSecret,
  facts: RoundFacts,
  end: { outcome: TableOutcome | null; placements: readonly ProvenPlacement[] },
): StoredProof {
  const kind: TableProof['kind'] = end.outcome === null ? 'void' : 'dealt'
  const { seriesId, closedAt, now: at } = facts
  const bets = placementsDigest(end.placements)
  const proof = { ...openingOf(facts), kind, seriesId, closedAt, at, outcome: end.outcome, bets }
  return { ...proof, mac: createTableProofKeys(secret).sign(proof) }
}

/** The columns of a stored proof, of `table_proof` as `p`. */
export const proofColumns = `p.table_id AS "tableId", p.number, p.round_id AS "roundId", p.kind, p.series_id AS "seriesId", p.chain_id AS "chainId", p.link, p.place,
  ${['opened_at AS "openedAt"', 'closes_at AS "closesAt"', 'closed_at AS "closedAt"', 'at AS at']
    .map((one) => {
      const [column, , name] = one.split(' ')
      return `to_char(p.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${name}`
    })
    .join(', ')}, p.outcome, p.bets, p.mac`

/**
 * Compares outcome and placements of a round with its proof: `lost-key` where they are the same and no key verifies the proof, which a head covers, while
 * a key is declared lost; null where there is none.
 */
export async function compareWithProof(
  db: Database | Tx,
  secret: AppSecret,
  round: { roundId: string; outcome: TableOutcome | null; placements: readonly ProvenPlacement[] },
): Promise<'same' | 'different' | 'lost-key' | null> {
  const { rows } = await sql<StoredProof & { headId: bigint | null }>`
    SELECT ${sql.raw(proofColumns)}, p.head_id AS "headId" FROM table_round r JOIN table_proof p ON p.table_id = r.table_id AND p.number = r.number
     WHERE r.id = ${round.roundId}::uuid`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  const { headId, ...proof } = found
  const isSame =
    proof.roundId === round.roundId &&
    canonicalJson(proof.outcome) === canonicalJson(round.outcome) &&
    placementsDigest(round.placements).equals(proof.bets)
  if (!isSame) return 'different'
  if (createTableProofKeys(secret).verifies(proof, proof.mac)) return 'same'
  return secret.lost !== undefined && headId !== null ? 'lost-key' : 'different'
}
