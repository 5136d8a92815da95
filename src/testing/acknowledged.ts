import type pg from 'pg'

/** An operation a caller was told about: `effect` when it took effect, `refused` when it did not. */
export type Acknowledged = { memberId: bigint; key: string; outcome: 'effect' | 'refused' }

/** What a caller's own list says against the journal; empty lists are a clean answer. Names are `member/key`. */
export type AcknowledgedFaults = { lost: string[]; twice: string[]; phantom: string[] }

const atOnce = 20_000

/**
 * The part of the oracle only a caller can know, because books that balance can still have lost money: every operation told
 * as done is in the journal exactly once, and every refused one is absent.
 */
export async function checkAcknowledged(pool: pg.Pool, told: readonly Acknowledged[]): Promise<AcknowledgedFaults> {
  const faults: AcknowledgedFaults = { lost: [], twice: [], phantom: [] }
  const done = new Set(told.filter((one) => one.outcome === 'effect').map(nameOf))
  for (let from = 0; from < told.length; from += atOnce) {
    const some = told.slice(from, from + atOnce)
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

async function timesBooked(pool: pg.Pool, told: readonly Acknowledged[]): Promise<Map<string, bigint>> {
  const found = await pool.query<{ member_id: bigint; key: string; times: bigint }>(
    `SELECT j.member_id, j.key, count(*) AS times FROM journal j
     JOIN (SELECT DISTINCT * FROM unnest($1::bigint[], $2::uuid[]) t (member_id, key)) t USING (member_id, key)
     WHERE j.source > 0 GROUP BY 1, 2`,
    [told.map((one) => String(one.memberId)), told.map((one) => one.key)],
  )
  return new Map(found.rows.map((row) => [`${row.member_id}/${row.key}`, row.times]))
}
