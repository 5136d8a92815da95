import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, signActs } from './act-signing.ts'
import { beginnings, recordedTables, statesOf, tableOf } from './recorded-tables.ts'

/** Acts that begin the recording of a table, each once: of the states of its rows, and of the transactions that wrote them. */
export const beginActs: Readonly<Record<'state.begin' | 'state.begin-xids', readonly string[]>> = {
  'state.begin': beginnings,
  'state.begin-xids': recordedTables,
}

/**
 * Records the rows of each table that recording has not begun for, in one signed group with the acts `state.begin` and
 * `state.begin-xids`, whose subjects name the tables. Before them nothing is known about a row or the transaction that wrote it;
 * after them a row without a recorded state or by another transaction is a fault. Call it as the owner, once the functions are
 * applied.
 */
export async function beginStates(client: pg.ClientBase, secret: AppSecret): Promise<void> {
  const names = await missingOf(client, 'state.begin')
  const tables = await missingOf(client, 'state.begin-xids')
  // A relation that begins anew in a later form follows its own history.
  const begun = new Set(names.map((name) => name.replace(/\/\d+$/, '')))
  const relations = [...new Set([...begun, ...tables])]
  if (relations.length === 0) return
  await client.query('BEGIN')
  try {
    // A row that changes meanwhile would be recorded as it was before, behind its own change.
    await client.query(`LOCK TABLE ${[...new Set(relations.map(tableOf))].join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
    await client.query(
      `INSERT INTO audit (actor_kind, act, subject) SELECT 'system', act, subject
       FROM (VALUES ('state.begin', $1), ('state.begin-xids', $2)) begun (act, subject) WHERE subject <> ''`,
      [names.join(' '), tables.join(' ')],
    )
    for (const relation of relations) {
      // What was recorded before continues: a row that is not as it was last recorded, or never was, remains a fault.
      await client.query(
        `INSERT INTO state_change (act_group, relation, row_key, form, digest, before, row_xid)
         SELECT current_act_group(), relation, row_key, cardinality(digests), digests[cardinality(digests)],
           CASE WHEN $2 AND known IS NULL THEN '{}' ELSE digests END, row_xid
         FROM (${statesOf(relation)}) state
           LEFT JOIN (SELECT DISTINCT row_key AS known FROM state_change WHERE relation = $1) recorded ON known = row_key
         WHERE digests[cardinality(digests)] IS NOT NULL`,
        [relation, begun.has(relation)],
      )
    }
    await signActs((sql, values) => client.query(sql, [...values]), createActKeys(secret))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** The names that no such act has begun. */
async function missingOf(client: pg.ClientBase, act: keyof typeof beginActs): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT unnest(string_to_array(subject, ' ')) AS name FROM audit WHERE act = $1`,
    [act],
  )
  return beginActs[act].filter((one) => !rows.some(({ name }) => name === one))
}
