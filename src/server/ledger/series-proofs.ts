import { isShoeGame, linksOfSeries, type TableGame } from '#domain/games/table/table-game.ts'
import type { Database } from '#server/db/pool.ts'
import { readRecorded } from '#server/db/recorded-row.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from 'kysely'
import type { MoneyOutHold } from './book-runs.ts'
import { alarmAtTable, type EndedDeps } from './ended-rounds.ts'
import type { Tx } from './ledger.ts'
import { saltsDigest, seriesProofColumns, type SeriesProof, type StoredSeriesProof } from './series-message.ts'
import { createTableProofKeys, linkOf, proofColumns, type StoredProof } from './table-proofs.ts'

/**
 * The signed records of series (docs/decisions/043-shared-rounds.md, `db/functions/table/series-proofs.sql`). A link is published only by them: the
 * link behind which a series begins once the record says that the series before it ended, and the links of a series up to the rounds of it that
 * are proven. Rows that say otherwise are refused with an alarm. A process remembers the newest record that it has seen of each table.
 */

type SeriesDeps = EndedDeps & Pick<Deps, 'config'>

/** Of a table: its newest record, and how many rounds of a series were verified, up to which number. */
type Known = {
  records: Map<number, Pick<StoredSeriesProof, 'number' | 'mac'>>
  places: Map<number, { series: string; last: number; places: number }>
}

const known = new WeakMap<MoneyOutHold, Known>()

function knownOf({ moneyOut }: EndedDeps): Known {
  const found = known.get(moneyOut) ?? { records: new Map(), places: new Map() }
  known.set(moneyOut, found)
  return found
}

/** Keeps the newest record of a table; call it after the commit. */
export function keepSeries(deps: EndedDeps, { tableId, number, mac }: StoredSeriesProof): void {
  const { records } = knownOf(deps)
  if (number > (records.get(tableId)?.number ?? 0)) records.set(tableId, { number, mac })
}

/** Where a key is lost, what a head covers counts as signed: it cannot be verified, and its table would stand for ever. */
function isTrusted(
  { config: { secret } }: SeriesDeps,
  { headId, ...proof }: (StoredSeriesProof | StoredProof) & { headId: bigint | null },
): boolean {
  return createTableProofKeys(secret).verifies(proof, proof.mac) || (secret.lost !== undefined && headId !== null)
}

/**
 * The newest record of a table; null where none was made, which only series from before may have. Throws, with an alarm, where it is not
 * the program's, or older than one that this process knows.
 */
export async function readNewestSeries(
  db: Database | Tx,
  deps: SeriesDeps,
  tableId: number,
): Promise<StoredSeriesProof | null> {
  // Before the read: what is kept meanwhile may be newer than what it finds.
  const seen = knownOf(deps).records.get(tableId)
  const { rows } = await sql<StoredSeriesProof & { headId: bigint | null }>`
    SELECT ${sql.raw(seriesProofColumns)}, p.head_id AS "headId" FROM series_proof p
     WHERE p.table_id = ${tableId}::smallint ORDER BY p.number DESC LIMIT 1`.execute(db)
  const newest = rows[0] ?? null
  const isBehind =
    seen &&
    (newest === null || newest.number < seen.number || (newest.number === seen.number && !newest.mac.equals(seen.mac)))
  if (isBehind)
    throw alarmAtTable(
      deps,
      tableId,
      `record ${seen.number} of its series, which this process knows, is gone or another one`,
    )
  if (newest === null) {
    await refuseUnsigned(db, deps, tableId)
    return null
  }
  if (!isTrusted(deps, newest))
    throw alarmAtTable(deps, tableId, `record ${newest.number} of its series is not the program's`)
  keepSeries(deps, newest)
  return newest
}

/**
 * The last series of a table that is from before series were signed; null where none is. The row counts where it is as the program recorded it when it
 * was updated: a planted one would let rows without records decide which links are published.
 */
export async function lastUnsigned(db: Database | Tx, { config }: SeriesDeps, tableId: number): Promise<bigint | null> {
  const row = await readRecorded(db, config.secret, 'series_unproven', tableId, 'table_id')
  return row === null ? null : BigInt(String(row['last_series']))
}

/** Throws, with an alarm, where the newest series of a table without records is none from before. */
async function refuseUnsigned(db: Database | Tx, deps: SeriesDeps, tableId: number): Promise<void> {
  const last = (await lastUnsigned(db, deps, tableId)) ?? 0n
  const { rows } = await sql<{ newest: bigint | null }>`
    SELECT max(q.id) AS newest FROM table_series q WHERE q.table_id = ${tableId}::smallint`.execute(db)
  if ((rows[0]?.newest ?? 0n) > last) throw alarmAtTable(deps, tableId, 'its series have no records')
}

/** The newest series of a table as its rows have it. */
export type SeriesRows = {
  id: number
  chainId: number
  firstLink: number
  previousLink: Buffer
  salts: Parameters<typeof saltsDigest>[0] | null
}

/**
 * The newest record of a table, which must be of this kind and say what the rows do; null of a series from before. Throws, with an alarm, where it
 * does not: then nothing of the series is published.
 */
export async function requireSeries(
  db: Database | Tx,
  deps: SeriesDeps,
  rows: SeriesRows,
  kind: SeriesProof['kind'],
): Promise<StoredSeriesProof | null> {
  const proof = await readNewestSeries(db, deps, rows.id)
  if (proof === null) return null
  const { chainId, firstLink, previousLink, salts } = rows
  const isSame =
    proof.kind === kind &&
    proof.chainId === chainId &&
    proof.firstLink === firstLink &&
    proof.previousLink === previousLink.toString('hex') &&
    proof.salts === (salts && saltsDigest(salts))
  if (isSame) return proof
  throw alarmAtTable(
    deps,
    rows.id,
    `the series at link ${firstLink} is not as it was signed: the newest record is ${proof.kind} at link ${proof.firstLink}`,
  )
}

/**
 * How many rounds of a series are proven, which is the place of the next one: their places follow each other from 0, and each proof is verified
 * once by a process. Throws, with an alarm, where they do not.
 */
export async function countProven(
  db: Database | Tx,
  deps: SeriesDeps,
  game: TableGame,
  { tableId, chainId, firstLink }: SeriesProof,
): Promise<number> {
  const all = knownOf(deps).places
  const series = `${chainId} ${firstLink}`
  const seen = all.get(tableId)
  let { last, places } = seen?.series === series ? seen : { last: 0, places: 0 }
  const lastLink = isShoeGame(game) ? firstLink : firstLink + linksOfSeries(game) - 1
  const { rows } = await sql<StoredProof & { headId: bigint | null }>`
    SELECT ${sql.raw(proofColumns)}, p.head_id AS "headId" FROM table_proof p WHERE p.table_id = ${tableId}::smallint AND p.number > ${last}::int
       AND p.chain_id = ${chainId}::int AND p.link BETWEEN ${firstLink}::int AND ${lastLink}::int ORDER BY p.number`.execute(
    db,
  )
  for (const proof of rows) {
    const isNext =
      proof.place === places &&
      proof.link === linkOf(game, { firstLink, place: places }) &&
      (last === 0 || proof.number === last + 1)
    if (!isNext || !isTrusted(deps, proof))
      throw alarmAtTable(
        deps,
        tableId,
        `the proof of round ${proof.number} is not that of place ${places} of its series`,
      )
    places += 1
    last = proof.number
  }
  all.set(tableId, { series, last, places })
  return places
}

/** Throws, with an alarm, where a place is not that of the next round of a series; one from before has no record. */
export async function requirePlace(
  db: Database | Tx,
  deps: SeriesDeps,
  { game, proof, place }: { game: TableGame; proof: SeriesProof | null; place: number },
): Promise<void> {
  if (proof === null) return
  const due = await countProven(db, deps, game, proof)
  if (place !== due)
    throw alarmAtTable(
      deps,
      proof.tableId,
      `place ${place} of its series would come, and ${due} of its rounds are proven`,
    )
}

/** Signs the next record of a table and adds it, in the transaction that does what it says. Keep it after the commit. */
export async function addSeriesProof(
  tx: Tx,
  { config }: SeriesDeps,
  content: Omit<SeriesProof, 'at'>,
): Promise<StoredSeriesProof> {
  const proof = { ...content, at: await readClock(tx) }
  const mac = createTableProofKeys(config.secret).sign(proof)
  const { tableId, number, kind, chainId, firstLink, previousLink, salts, rounds, at } = proof
  await sql`SELECT series_add_proof(${tableId}::smallint, ${number}::int, ${kind}, ${chainId}::int, ${firstLink}::int, decode(${previousLink}, 'hex'),
    decode(${salts}, 'hex'), ${rounds}::int, ${at}::timestamptz, ${mac}::bytea)`.execute(tx)
  return { ...proof, mac }
}

/** The clock of the database, UTC to the microsecond. */
export async function readClock(db: Database | Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`.execute(db)
  return rows[0]?.at ?? ''
}
