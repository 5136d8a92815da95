import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, signActs } from './act-signing.ts'
import { beginnings, statesOf, tableOf } from './recorded-tables.ts'

/**
 * Records the rows of each table that recording has not begun for, as one signed group with the act `state.begin`, whose
 * subject names the tables. Before it nothing is known about a row; after it a row without a recorded state is a fault.
 * Call it as the owner, once the functions are applied.
 */
export async function beginStates(client: pg.ClientBase, secret: AppSecret): Promise<void> {
  const begun = await client.query<{ name: string }>(
    `SELECT DISTINCT unnest(string_to_array(subject, ' ')) AS name FROM audit WHERE act = 'state.begin'`,
  )
  const names = beginnings.filter((one) => !begun.rows.some(({ name }) => name === one))
  if (names.length === 0) return
  // A relation that begins anew in a later form follows its own history.
  const relations = [...new Set(names.map((name) => name.replace(/\/\d+$/, '')))]
  await client.query('BEGIN')
  try {
    // A row that changes meanwhile would be recorded as it was before, behind its own change.
    await client.query(`LOCK TABLE ${[...new Set(relations.map(tableOf))].join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
    await client.query(`INSERT INTO audit (actor_kind, act, subject) VALUES ('system', 'state.begin', $1)`, [
      names.join(' '),
    ])
    for (const relation of relations) {
      await client.query(
        `INSERT INTO state_change (act_group, relation, row_key, form, digest, before)
         SELECT current_act_group(), relation, row_key, cardinality(digests), digests[cardinality(digests)],
           CASE WHEN row_key IN (SELECT row_key FROM state_change WHERE relation = $1) THEN digests ELSE '{}' END
         FROM (${statesOf(relation)}) state WHERE digests[cardinality(digests)] IS NOT NULL`,
        [relation],
      )
    }
    await signActs((sql, values) => client.query(sql, [...values]), createActKeys(secret))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
