import type pg from 'pg'

/** SQL that repeats the time of each member's last round in their wallet, after a test has moved rounds. */
export const lastRoundToWallet = `
  UPDATE wallet w SET last_spin_at = r.at, unseen_until = r.at + interval '60 seconds', unseen = 0
  FROM round r WHERE r.member_id = w.member_id AND r.nonce = w.nonce - 1 AND w.last_spin_at <> r.at`

/**
 * Moves members' events of today, with their rounds, back by this many days, except each member's newest `keep`. Works
 * as the owner with the triggers disabled, which the running app cannot do.
 */
export async function ageRows(
  owner: pg.Pool,
  memberIds: readonly bigint[],
  age: { days: number; keep?: number },
): Promise<void> {
  const client = await owner.connect()
  const older = `at = at - $2 * interval '1 day' WHERE member_id = ANY ($1::bigint[]) AND at > now() - interval '1 day'`
  const values = [memberIds.map(String), age.days, age.keep ?? 0]
  try {
    await client.query('BEGIN')
    for (const table of ['journal', 'round']) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    const within = (seq: string, memberId: string): string =>
      `${seq} <= (SELECT w.seq FROM wallet w WHERE w.member_id = ${memberId}) - $3::int`
    await client.query(
      `UPDATE ONLY round r SET ${older} AND EXISTS (SELECT 1 FROM journal j
         WHERE j.member_id = r.member_id AND j.ref = r.id AND j.kind = 3 AND ${within('j.seq', 'j.member_id')})`,
      values,
    )
    await client.query(`UPDATE ONLY journal j SET ${older} AND ${within('j.seq', 'j.member_id')}`, values)
    for (const table of ['journal', 'round']) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    await client.query(lastRoundToWallet)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

/** The time this many days ago. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}
