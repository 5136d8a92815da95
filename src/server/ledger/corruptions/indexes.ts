import { listCorruptions, spinner, type Corruption } from './corruption.ts'

/**
 * Rows that an index lacks, so that no statement that reads by it finds them; the tables themselves are as the program wrote them. And rows that
 * their constraints refuse.
 */

const system = (sql: string): string => `SET LOCAL allow_system_table_mods = on; ${sql}`

/** The index takes no entries while the statement writes, and is as declared again afterwards. */
const unready = (index: string, sql: string): string =>
  system(`UPDATE pg_index SET indisready = false WHERE indexrelid = '${index}'::regclass; ${sql};
    UPDATE pg_index SET indisready = true WHERE indexrelid = '${index}'::regclass`)

/** The index gets the file of one that was built for other rows or keys. */
const exchanged = (index: string, built: string): string =>
  system(`CREATE INDEX fault_index ON ${built};
    UPDATE pg_class c SET relfilenode = o.relfilenode FROM pg_class o
      WHERE (c.oid, o.oid) IN (('${index}'::regclass, 'fault_index'::regclass), ('fault_index'::regclass, '${index}'::regclass));
    DROP INDEX fault_index`)

/** Writes the file of a table through another one, which has its columns and none of its constraints. */
const throughAnother = (table: string, sql: string): string =>
  system(`CREATE TABLE fault_alias AS TABLE ONLY ${table} WITH NO DATA;
    UPDATE pg_class SET relfilenode = (SELECT relfilenode FROM pg_class WHERE oid = '${table}'::regclass) WHERE oid = 'fault_alias'::regclass;
    ${sql}`)

/** A table whose statements read and write the file of another relation. */
const aliasOf = (relation: string): string =>
  system(`CREATE TABLE fault_alias (chunk_id oid, chunk_seq int, chunk_data bytea);
    UPDATE pg_class SET relfilenode = pg_relation_filenode(${relation}) WHERE oid = 'fault_alias'::regclass`)

const nextEvent = `INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, request_hash, key, contra_id, kind, source)
  SELECT member_id, seq + 1, clock_timestamp(), 0, 0, 0, 0, cash, held, in_play, comp, 1, gen_random_uuid(), contra_id, 12, 3 FROM journal
  WHERE member_id = ${spinner} ORDER BY seq DESC LIMIT 1`

export const indexCorruptions: readonly Corruption[] = listCorruptions([
  [
    'an event without a kind',
    throughAnother('journal', `UPDATE fault_alias SET kind = NULL WHERE member_id = ${spinner} AND seq = 3`),
    'constraints',
  ],
  [
    'a kind that there is not',
    throughAnother('journal', `UPDATE fault_alias SET kind = 99 WHERE member_id = ${spinner} AND seq = 3`),
    'constraints',
  ],
  ['a table that has the file of wallets', throughAnother('wallet', 'SELECT 1'), 'guards'],
  [
    'a table that has the file of the large values of popups',
    aliasOf(`(SELECT reltoastrelid FROM pg_class WHERE oid = 'popup'::regclass)`),
    'guards',
  ],
  [
    'a table that has the file of the large values of functions',
    aliasOf(`'pg_toast.pg_toast_1255'::regclass`),
    'guards',
  ],
  ['a table that has the file of PostgreSQL’s functions', aliasOf(`'pg_proc'::regclass`), 'guards'],
  ['a table that has the file of an index', aliasOf(`'journal_pkey'::regclass`), 'guards'],
  [
    'a wallet below zero, past its constraint',
    throughAnother('wallet', `UPDATE fault_alias SET held = -1 WHERE member_id = ${spinner}`),
    'constraints',
  ],
  [
    'a session of a game whose member’s session is gone',
    'DELETE FROM member_session WHERE id = (SELECT max(session_id) FROM play_session)',
    'constraints',
  ],
  [
    'a favourite of a game that there is not',
    `INSERT INTO favourite (member_id, game_code) VALUES (${spinner}, 'none')`,
    'constraints',
  ],
  [
    'a counter of a member that there is not',
    "INSERT INTO limit_counter SELECT (jsonb_populate_record(c, jsonb_build_object('member_id', -7))).* FROM limit_counter c LIMIT 1",
    'constraints',
  ],
  ['a company whose games stay', 'DELETE FROM company', 'constraints'],
  [
    'a wallet of a brand that there is not',
    `UPDATE wallet SET brand_id = 32000 WHERE member_id = ${spinner}`,
    'constraints',
  ],
  [
    'an act whose signature has another number',
    'UPDATE act_signature SET act_group = gen_random_uuid() WHERE act_group = (SELECT min(act_group::text)::uuid FROM audit)',
    'constraints',
  ],
  [
    'an act that the index of acts to be chained lacks',
    unready('audit_unsealed', `INSERT INTO audit (actor_kind, act) VALUES ('system', 'x')`),
    'indexes',
  ],
  [
    'an act that the index of groups lacks',
    unready(
      'audit_act_group',
      `INSERT INTO audit (actor_kind, act, act_group) VALUES ('system', 'x', gen_random_uuid())`,
    ),
    'indexes',
  ],
  ['an event that the key of the journal lacks', unready('journal_pkey', nextEvent), 'indexes'],
  ['an event that the index of request keys lacks', unready('journal_member_id_source_key_key', nextEvent), 'indexes'],
  [
    'a round that its key lacks',
    unready('round_pkey', `UPDATE round SET nonce = nonce + 1000000 WHERE member_id = ${spinner}`),
    'indexes',
  ],
  [
    'an exclusion that its index lacks',
    unready('member_exclusion_member', `UPDATE member_exclusion SET until = until + interval '1 second'`),
    'indexes',
  ],
  [
    'events that the exchanged file of the key lacks',
    exchanged('journal_pkey', 'journal (member_id, seq) WHERE seq NOT BETWEEN 2 AND 4'),
    'indexes',
  ],
  ['exchanged keys in the file of an index', exchanged('journal_pkey', 'journal (member_id, (seq + 1))'), 'indexes'],
  [
    'an index of acts that takes no entries',
    system(`UPDATE pg_index SET indisready = false WHERE indexrelid = 'audit_unsealed'::regclass`),
    'guards',
  ],
  [
    'an index of acts that no statement may read',
    system(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'audit_by_act'::regclass`),
    'guards',
  ],
])
