import { addSeriesProof, keepSeries, readNewestSeries } from '#server/ledger/series-proofs.ts'
import type { TableApp } from '#test/table-app.ts'

/** Ends the series of the app's table before its last round, with its record, as if it had fewer rounds. */
export async function endSeriesEarly({ deps, db, asSuper, tableId }: TableApp): Promise<void> {
  const { rows } =
    await asSuper(`UPDATE table_series q SET phase = 'ended' WHERE table_id = ${tableId} AND phase <> 'ended'
    RETURNING (SELECT count(*)::int FROM table_round r WHERE r.series_id = q.id) AS rounds`)
  const [ended] = rows as { rounds: number }[]
  const proof = await db.transaction().execute(async (tx) => {
    const last = await readNewestSeries(tx, deps, tableId)
    if (last === null) throw new Error('there is no series')
    const { mac: _mac, at: _at, ...listed } = last
    return addSeriesProof(tx, deps, { ...listed, number: last.number + 1, kind: 'ended', rounds: ended?.rounds ?? 0 })
  })
  keepSeries(deps, proof)
}
