import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { inSignedTransaction } from './act-signing.ts'
import { recordedTables } from './recorded-tables.ts'
import { brokenSteps, otherStates } from './state-faults.ts'

/** What differs from the recorded states, as `npm run books -- --accept-states` shows and accepts it. */
export type StateDifferences = {
  /** The rows with another content, and changes that did not continue what was recorded before them. */
  content: { subject: string; detail: string }[]
  /** The number of rows of each table that are as recorded, and which another transaction wrote. */
  rewritten: { relation: string; rows: number }[]
  /** Names exactly these differences; empty without any. */
  code: string
}

/** The number of subjects that the act lists. */
const mostListed = 200

/**
 * Finds what differs from the recorded states, and accepts it when `accept` has the code of exactly these differences: records the rows
 * anew in one signed group with the act `states.accept`. What was recorded before then need not continue; later changes must again. With a
 * code of other differences nothing is changed. Call it as the owner.
 */
export async function acceptStates(
  owner: pg.Pool,
  secret: AppSecret,
  accept: { code: string; reason: string } | null,
): Promise<StateDifferences & { isAccepted: boolean }> {
  return inSignedTransaction(owner, secret, async (client) => {
    await client.query(`SET LOCAL lock_timeout = '60s'`)
    // Changes that are not committed yet are waited for: they would be accepted unseen.
    if (accept !== null)
      await client.query(`LOCK TABLE ${recordedTables.join(', ')}, state_change IN SHARE ROW EXCLUSIVE MODE`)
    const found = await findDifferences(client)
    const isAccepted = accept !== null && found.code !== '' && accept.code === found.code
    if (isAccepted) await recordAnew(client, found, accept.reason)
    return { ...found, isAccepted }
  })
}

async function findDifferences(client: pg.PoolClient): Promise<StateDifferences> {
  await client.query(`CREATE TEMP TABLE other_state ON COMMIT DROP AS ${otherStates}`)
  await client.query(`CREATE TEMP TABLE broken_step ON COMMIT DROP AS ${brokenSteps}`)
  const content = await client.query<{ subject: string; detail: string }>(
    `SELECT subject, detail FROM pg_temp.other_state WHERE is_content
     UNION ALL SELECT subject, detail FROM pg_temp.broken_step ORDER BY 1, 2`,
  )
  const rewritten = await client.query<{ relation: string; rows: number }>(
    `SELECT relation, count(*)::int AS rows FROM pg_temp.other_state WHERE NOT is_content GROUP BY 1 ORDER BY 1`,
  )
  const code = await client.query<{ code: string | null }>(
    `SELECT left(encode(sha256(string_agg(line, ''::bytea ORDER BY line)), 'hex'), 12) AS code FROM (
       SELECT sha256(record_send(ROW(relation, row_key, digest, row_xid))) AS line FROM pg_temp.other_state
       UNION ALL SELECT sha256(record_send(ROW(id, subject, detail))) FROM pg_temp.broken_step) lines`,
  )
  return { content: content.rows, rewritten: rewritten.rows, code: code.rows[0]?.code ?? '' }
}

async function recordAnew(client: pg.PoolClient, found: StateDifferences, reason: string): Promise<void> {
  await client.query(
    `INSERT INTO state_change (act_group, relation, row_key, form, digest, before, row_xid)
     SELECT current_act_group(), relation, row_key, form, digest, coalesce(digests, '{}'), row_xid FROM pg_temp.other_state ORDER BY relation, row_key`,
  )
  const { rows } = await client.query<{ newest: bigint }>('SELECT max(id) AS newest FROM state_change')
  const detail = {
    reason,
    upTo: String(rows[0]?.newest ?? 0n),
    content: found.content.length,
    rewritten: found.rewritten.reduce((sum, one) => sum + one.rows, 0),
    rows: found.content.slice(0, mostListed).map(({ subject, detail }) => `${subject} ${detail}`),
  }
  await client.query(`INSERT INTO audit (actor_kind, act, detail) VALUES ('system', 'states.accept', $1)`, [
    JSON.stringify(detail),
  ])
}
