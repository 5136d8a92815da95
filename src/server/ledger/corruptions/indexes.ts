import { listCorruptions, spinner, type Corruption } from './corruption.ts'

/** Rows that an index lacks, so that no statement that reads by it finds them; the tables themselves are as the program wrote them. */

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

const nextEvent = `INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, request_hash, key, contra_id, kind, source)
  SELECT member_id, seq + 1, clock_timestamp(), 0, 0, 0, 0, cash, held, in_play, comp, 1, gen_random_uuid(), contra_id, 12, 3 FROM journal
  WHERE member_id = ${spinner} ORDER BY seq DESC LIMIT 1`

export const indexCorruptions: readonly Corruption[] = listCorruptions([
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
