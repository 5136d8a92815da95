import type pg from 'pg'
import type { Amount } from '#domain/money.ts'
import { journalKinds } from '#server/ledger/events.ts'

/**
 * What the callers were answered. `paid`: of each round that hit, by its id, the amount, or null where its answer did not have it;
 * `refused`: rounds that were not booked.
 */
export type AnsweredHits = { paid: ReadonlyMap<string, Amount | null>; refused?: ReadonlySet<string> }

/** Each hit that was answered is in the books once, with the amount of the answer; no other is, and no refused round. */
export async function compareHits(pool: pg.Pool, { paid, refused = new Set() }: AnsweredHits): Promise<string[]> {
  const { rows } = await pool.query<{ round_id: string; amount: bigint; events: bigint }>(
    `SELECT h.round_id, h.amount, count(j.ref) AS events FROM jackpot_hit h
       LEFT JOIN (SELECT ref FROM journal WHERE kind = ${journalKinds.jackpot}) j ON j.ref = h.round_id GROUP BY h.round_id, h.amount`,
  )
  const booked = new Map(rows.map((row) => [row.round_id, row]))
  const faults = rows.flatMap(({ round_id: id, events }) =>
    [
      paid.has(id) ? '' : `${id} was paid and not answered`,
      Number(events) === 1 ? '' : `${id} was paid ${events} times`,
    ].filter((fault) => fault !== ''),
  )
  for (const [id, amount] of paid) {
    const row = booked.get(id)
    if (row === undefined) faults.push(`${id} was answered and not paid`)
    else if (amount !== null && amount !== row.amount)
      faults.push(`${id} was answered ${amount} and paid ${row.amount}`)
  }
  const kept = await pool.query<{ id: string }>('SELECT id FROM round WHERE id = ANY ($1::uuid[])', [[...refused]])
  return [...faults, ...kept.rows.map(({ id }) => `${id} was refused and booked`)]
}
