import type pg from 'pg'

/** An operation whose response a caller got: `effect` when it took effect, `refused` when it did not. */
export type Acknowledged = { memberId: bigint; key: string; outcome: 'effect' | 'refused' }

/** Differences between a caller's record and the journal; empty when there are none. Names are `member/key`. */
export type AcknowledgedFaults = { lost: string[]; twice: string[]; phantom: string[] }

const atOnce = 20_000

/**
 * The part of the oracle that needs the callers' record, because books that balance can still have lost an operation:
 * every operation acknowledged as done is in the journal exactly once, and every refused one is absent.
 */
export async function checkAcknowledged(
  pool: pg.Pool,
  acknowledged: readonly Acknowledged[],
): Promise<AcknowledgedFaults> {
  const faults: AcknowledgedFaults = { lost: [], twice: [], phantom: [] }
  const done = new Set(acknowledged.filter((one) => one.outcome === 'effect').map(nameOf))
  for (let from = 0; from < acknowledged.length; from += atOnce) {
    const some = acknowledged.slice(from, from + atOnce)
    const times = await timesBooked(pool, some)
    const names = new Set(some.map(nameOf))
    for (const name of names) {
      const booked = times.get(name) ?? 0n
      if (done.has(name) && booked === 0n) faults.lost.push(name)
      if (booked > 1n) faults.twice.push(name)
      if (!done.has(name) && booked > 0n) faults.phantom.push(name)
    }
  }
  return faults
}

function nameOf(one: { memberId: bigint; key: string }): string {
  return `${one.memberId}/${one.key}`
}

async function timesBooked(pool: pg.Pool, acknowledged: readonly Acknowledged[]): Promise<Map<string, bigint>> {
  const found = await pool.query<{ member_id: bigint; key: string; times: bigint }>(
    `SELECT j.member_id, j.key, count(*) AS times FROM journal j
     JOIN (SELECT DISTINCT * FROM unnest($1::bigint[], $2::uuid[]) t (member_id, key)) t USING (member_id, key)
     WHERE j.source > 0 GROUP BY 1, 2`,
    [acknowledged.map((one) => String(one.memberId)), acknowledged.map((one) => one.key)],
  )
  return new Map(found.rows.map((row) => [`${row.member_id}/${row.key}`, row.times]))
}
