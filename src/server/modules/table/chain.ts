import { linksOfSeries, type TableGame } from '#domain/games/table/table-game.ts'
import { readRecorded } from '#server/db/recorded-row.ts'
import type { Deps } from '#server/deps.ts'
import { alarmAtTable, refuseUsedLink } from '#server/ledger/ended-rounds.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import type { StoredSeriesProof } from '#server/ledger/series-message.ts'
import { addSeriesProof, lastUnsigned, readNewestSeries } from '#server/ledger/series-proofs.ts'
import type { DealtPlace } from '#server/ledger/table-proofs.ts'
import { addChain } from '#server/ledger/table-chains.ts'
import { isLostChain, linksOf, type StoredChain } from '#server/ledger/table-draw.ts'
import { sql } from 'kysely'

/** The hash chains of tables: their series begin at the next link. */

type ChainDeps = Pick<Deps, 'config' | 'moneyOut' | 'log'>

/**
 * Begins the next series of a table, when none is underway: at the link behind the last signed series, or at the first one of a new chain when
 * its chain is used up or under a lost key, or a restore has added one. The end of a new chain is published with its first series, before any salt. Resolves with the signed record, to be kept
 * after the commit; null when another process was first: it is locked out before the chain is read, so that no second one is made. Throws, with
 * an alarm, where the last signed series has not ended, or the rows are not what was signed: then no link is published. `lastLink`: that of a new
 * chain; only tests give it.
 */
export async function beginSeries(
  tx: Tx,
  deps: ChainDeps,
  { tableId, game, hashesMs, lastLink }: { tableId: number; game: TableGame; hashesMs: number; lastLink?: Buffer },
): Promise<StoredSeriesProof | null> {
  const { rows: idle } = await sql<{ idle: boolean }>`SELECT table_lock_idle(${tableId}::smallint) AS idle`.execute(tx)
  if (idle[0]?.idle !== true) return null
  const links = linksOfSeries(game)
  const last = await readNewestSeries(tx, deps, tableId)
  if (last !== null && last.kind !== 'ended' && last.kind !== 'abandoned')
    throw alarmAtTable(deps, tableId, `a series would begin, and that at link ${last.firstLink} has not ended`)
  const chain = await newestChain(tx, { tableId, links })
  const { config } = deps
  // Without a record only series from before may have used a chain.
  const isNew = last === null && (await lastUnsigned(tx, deps, tableId)) === null
  const isUsedUp = chain === null || isNew || isLostChain(config, chain) || chain.next + links - 1 > chain.links
  const isBegun = chain !== null && chain.next === 1 && chain.id !== last?.chainId
  const { id, next, previous } = isUsedUp
    ? await addChain(tx, config, { tableId, game, ...(lastLink ? { lastLink } : {}) })
    : {
        ...chain,
        previous: await (isBegun ? endOf(tx, deps, chain) : linkBefore(deps, { tableId, game, chain, last })),
      }
  refuseUsedLink(deps, { tableId, game, chainId: id, firstLink: next }, chain?.used ?? null)
  const previousLink = Buffer.from(previous).toString('hex')
  const begun = {
    tableId,
    game: game.code,
    number: (last?.number ?? 0) + 1,
    kind: 'begun',
    chainId: id,
    firstLink: next,
  } as const
  const proof = await addSeriesProof(tx, deps, { ...begun, previousLink, salts: null, rounds: null })
  const { rows } = await sql<{ begun: boolean }>`
    SELECT table_begin_series(${tableId}::smallint, ${id}::int, ${next}::int, ${links}::int, ${previous}::bytea, ${hashesMs}::int) AS begun`.execute(
    tx,
  )
  if (rows[0]?.begun !== true) throw alarmAtTable(deps, tableId, `no series may begin at link ${next} by its rows`)
  return proof
}

/**
 * The end of a chain that was added after a restore and has no series yet. Throws, with an alarm, where it is not as the program recorded it: a copy of another
 * chain, planted by somebody, would have links that were published.
 */
async function endOf(tx: Tx, deps: ChainDeps, { id, tableId, publicId, end }: NewestChain): Promise<Buffer> {
  const row = await readRecorded(tx, deps.config.secret, 'table_chain', id)
  if (
    row === null ||
    row['public_id'] !== publicId ||
    row['table_id'] !== tableId ||
    row['end_hash'] !== `\\x${end.toString('hex')}`
  )
    throw alarmAtTable(deps, tableId, `its new chain ${id} is not as it was recorded`)
  return end
}

/**
 * The link behind which the next series of a chain begins. Throws, with an alarm, where that is not behind the last signed series, or where the links of that
 * one are others: its chain was altered.
 */
function linkBefore(
  deps: ChainDeps,
  {
    tableId,
    game,
    chain,
    last,
  }: { tableId: number; game: TableGame; chain: NewestChain; last: StoredSeriesProof | null },
): Uint8Array {
  const { id, next } = chain
  const from = last?.firstLink ?? 1
  const isBehind = last === null || (id === last.chainId && next === from + linksOfSeries(game))
  const links = isBehind ? linksOf(deps.config, chain, { from: from - 1, to: next - 1 }) : []
  const [first, previous] = [links[0], links.at(-1)]
  if (first === undefined || previous === undefined)
    throw alarmAtTable(deps, tableId, `a series would begin at link ${next}, and the last one began at link ${from}`)
  if (Buffer.from(first).toString('hex') !== (last?.previousLink ?? chain.end.toString('hex')))
    throw alarmAtTable(deps, tableId, 'the links of its chain are not those that were published')
  return previous
}

/** A chain with its next link, and the place that the newest proof of the table names. */
type NewestChain = StoredChain & { id: number; end: Buffer; next: number; used: DealtPlace | null }

/** The newest chain of a table: its next link is behind every series of it at its full length, whatever number of links is stored. */
async function newestChain(
  tx: Tx,
  { tableId, links }: { tableId: number; links: number },
): Promise<NewestChain | null> {
  const { rows } = await sql<NewestChain>`
    SELECT c.id, c.public_id AS "publicId", c.table_id AS "tableId", c.links, c.key_id AS "keyId", c.seed_encrypted AS "seedEncrypted", c.end_hash AS end,
           coalesce((SELECT max(s.first_link + greatest(s.links, ${links}::int)) FROM table_series s WHERE s.chain_id = c.id), 1) AS next,
           (SELECT json_build_object('chainId', p.chain_id, 'link', p.link, 'place', p.place) FROM table_proof p WHERE p.table_id = c.table_id ORDER BY p.number DESC LIMIT 1) AS used
      FROM table_chain c WHERE c.table_id = ${tableId}::smallint ORDER BY c.id DESC LIMIT 1`.execute(tx)
  return rows[0] ?? null
}
