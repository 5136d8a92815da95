import type pg from 'pg'
import { inSignedTransaction } from '#server/db/act-signing.ts'
import { testSecret } from '#test/test-secret.ts'

/**
 * Ends a member's exclusion now, or at another time (SQL), as if it had been taken so: the member's column, the
 * exclusion behind it and the wallet's mark, which the running app can only extend. `as-taken` undoes that.
 */
export async function setExclusionEnd(
  owner: pg.Pool,
  memberId: bigint | string,
  end: 'now()' | 'NULL' | 'as-taken' | (string & {}),
): Promise<void> {
  const member = [String(memberId)]
  await inSignedTransaction(owner, testSecret, async (client) => {
    await client.query('ALTER TABLE member_exclusion DISABLE TRIGGER member_exclusion_is_final')
    if (end !== 'as-taken') {
      await client.query('DELETE FROM member_exclusion WHERE member_id = $1', member)
      if (end !== 'NULL')
        await client.query(
          `INSERT INTO member_exclusion (member_id, kind, taken_at, until) SELECT $1, 'break', least(now(), (${end})::timestamptz - interval '1 second'), ${end}`,
          member,
        )
    }
    await client.query(
      `UPDATE member SET excluded_until = (SELECT max(until) FROM member_exclusion WHERE member_id = $1) WHERE id = $1`,
      member,
    )
    await client.query(
      `UPDATE wallet w SET limited = limited OR EXISTS (SELECT 1 FROM member_exclusion x WHERE x.member_id = w.member_id)
        WHERE member_id = $1`,
      member,
    )
    await client.query('ALTER TABLE member_exclusion ENABLE TRIGGER member_exclusion_is_final')
  })
}
