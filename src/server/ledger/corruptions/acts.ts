import { listCorruptions, type Corruption } from './corruption.ts'
import { act, forgedDeposit } from './invention.ts'

/**
 * Corruptions of what the program records and signs (docs/decisions/028-signed-acts.md): rows altered alone; altered with
 * the acts and states that an honest change leaves, under a signature that was copied; and the record itself.
 */

/** Records the rows of a table as the program would, with an act and with the newest honest signature for a new group. */
const recorded = (relation: string, where: string, actName = 'state.changed', detail = '{}'): string => `;
  DO $$ DECLARE g uuid := gen_random_uuid(); BEGIN
    INSERT INTO audit (actor_kind, act, subject, detail, act_group) VALUES ('system', '${actName}', '${relation}', '${detail}', g);
    INSERT INTO state_change (act_group, relation, row_key, form, digest)
      SELECT g, '${relation}', s.row_key, cardinality(s.digests), s.digests[cardinality(s.digests)]
      FROM ${relation} r, ${relation}_state(r) s WHERE ${where};
    INSERT INTO act_signature SELECT g, clock_timestamp(), 1, (SELECT count(*) FROM state_change WHERE act_group = g), key_id, hash
      FROM act_signature ORDER BY at DESC LIMIT 1;
  END $$`

const someone = `(SELECT max(member_id) FROM member_person)`
const another = `(SELECT min(member_id) FROM member_person)`
const withdrawal = `(SELECT id FROM money_request WHERE type = 'withdraw' ORDER BY id DESC LIMIT 1)`
const cashier = `(SELECT min(id) FROM operator)`

const otherAccount = `UPDATE member_person p SET bank_number_sealed = o.bank_number_sealed, bank_number_last4 = o.bank_number_last4,
  bank_owner = o.bank_owner, bank_name = o.bank_name, key_id = o.key_id FROM member_person o
  WHERE p.member_id = ${someone} AND o.member_id = ${another}`
const otherPayee = `UPDATE money_request q SET bank_number_sealed = o.bank_number_sealed, bank_number_last4 = o.bank_number_last4,
  bank_owner = o.bank_owner FROM member_person o WHERE q.id = ${withdrawal} AND o.member_id = ${another}`

type Alteration = { name: string; relation: string; sql: string }

/** Each is made alone, which `states` sees, and with a forged record of it, which `acts-signed` sees. */
const alterations: readonly Alteration[] = [
  {
    name: 'more rounds redrawn than there were, and none left out',
    relation: 'redraw_state',
    sql: 'UPDATE redraw_state SET redrawn = redrawn + 1000000, old_scheme = 0, lost_key = 0, at = clock_timestamp()',
  },
  { name: 'a member’s bank account replaced by another’s', relation: 'member_person', sql: otherAccount },
  { name: 'a withdrawal paid to another’s bank account', relation: 'money_request', sql: otherPayee },
  {
    name: 'the account that deposits are paid to',
    relation: 'brand',
    sql: `UPDATE brand SET deposit_account = 'another account'`,
  },
  {
    name: 'a request marked as judged by the sums of a day',
    relation: 'money_request',
    sql: `UPDATE money_request SET sums_judged = NOT sums_judged WHERE id = ${withdrawal}`,
  },
  {
    name: 'two operators only from a higher deposit',
    relation: 'brand',
    sql: `UPDATE brand SET deposit_second_from = deposit_second_from + 10000000`,
  },
  {
    name: 'two operators only from a higher withdrawal',
    relation: 'brand',
    sql: `UPDATE brand SET second_approval_from = second_approval_from * 2`,
  },
  {
    name: 'two operators only from a higher amount of one request',
    relation: 'money_request',
    sql: `UPDATE money_request SET second_from = second_from + 1 WHERE id = (SELECT id FROM money_request WHERE second_from IS NOT NULL ORDER BY id DESC LIMIT 1)`,
  },
  {
    name: 'the hash of a person replaced',
    relation: 'person_mark',
    sql: `UPDATE person_mark SET hash = sha256(hash) WHERE member_id = ${someone} AND kind = 'phone'`,
  },
  {
    name: 'the hashes of a person removed',
    relation: 'person_mark',
    sql: `DELETE FROM person_mark WHERE member_id = ${someone}`,
  },
  {
    name: 'a person marked as erased',
    relation: 'member_person',
    sql: `UPDATE member_person SET erased_at = now() WHERE member_id = ${someone}`,
  },
  {
    name: 'an exclusion that ends early, in both places',
    relation: 'member_exclusion',
    sql: `UPDATE member_exclusion SET until = until - interval '30 days' WHERE until < 'infinity' AND kind = 'exclusion';
      UPDATE member m SET excluded_until = x.until FROM member_exclusion x WHERE x.member_id = m.id AND x.until < 'infinity' AND x.kind = 'exclusion'`,
  },
  {
    name: 'a promised return of a game',
    relation: 'game',
    sql: `UPDATE game SET rtp_ppm = rtp_ppm + 1 WHERE rtp_ppm IS NOT NULL`,
  },
  {
    name: 'the codes by which two members are recommended exchanged',
    relation: 'member',
    sql: `DO $$ DECLARE a text := (SELECT reference_code FROM member WHERE id = ${someone}); b text := (SELECT reference_code FROM member WHERE id = ${another}); BEGIN
      UPDATE member SET reference_code = '-' WHERE id = ${someone};
      UPDATE member SET reference_code = a WHERE id = ${another};
      UPDATE member SET reference_code = b WHERE id = ${someone}; END $$`,
  },
  {
    name: 'a false domain of a brand',
    relation: 'brand_domain',
    sql: `INSERT INTO brand_domain (brand_id, domain) SELECT id, 'n0cturne.example' FROM brand`,
  },
  {
    name: 'a role of an operator',
    relation: 'operator',
    sql: `UPDATE operator SET roles = '{manager,cashier}' WHERE id = ${cashier}`,
  },
  {
    name: 'the password of an operator',
    relation: 'operator',
    sql: `UPDATE operator SET password_hash = '$argon2id$known' WHERE id = ${cashier}`,
  },
  {
    name: 'an operator who does not exist',
    relation: 'operator',
    sql: `INSERT INTO operator (public_id, login, name, password_hash, roles) SELECT gen_random_uuid(), 'ghost', 'ghost', password_hash, '{manager}' FROM operator WHERE id = ${cashier}`,
  },
  {
    name: 'a second factor that the operator never enrolled',
    relation: 'operator_recovery_code',
    sql: `INSERT INTO operator_recovery_code (operator_id, code_hash, confirmed_at) VALUES (${cashier}, sha256('known'), now())`,
  },
  {
    name: 'the password of a member',
    relation: 'member',
    sql: `UPDATE member SET password_hash = '$argon2id$known' WHERE id = ${someone}`,
  },
  {
    name: 'the withdrawal PIN of a member',
    relation: 'member',
    sql: `UPDATE member SET pin_hash = '$argon2id$known' WHERE id = ${someone}`,
  },
  {
    name: 'a block lifted',
    relation: 'member',
    sql: `UPDATE member SET status = 'active', status_reason = '', blocked_at = NULL, blocked_by = NULL, blocked_until = NULL WHERE status = 'blocked'`,
  },
  {
    name: 'the address of a provider',
    relation: 'provider',
    sql: `UPDATE provider SET names = '{"ko": "다른 곳"}' WHERE code = 'north'`,
  },
  {
    name: 'the amount of an open proposal',
    relation: 'approval',
    sql: `UPDATE approval SET expires_at = expires_at + interval '1 day' WHERE state = 'open'`,
  },
  { name: 'a currency of the installation', relation: 'installation', sql: `UPDATE installation SET currency = 'JPY'` },
  {
    name: 'the pace of a brand',
    relation: 'brand',
    sql: `UPDATE brand SET min_spin_ms = min_spin_ms + 1, time_zone = 'UTC'`,
  },
  {
    name: 'a reply beside the account that deposits are paid to',
    relation: 'help_item',
    sql: `UPDATE help_item SET reply = '계좌가 바뀌었습니다: 110-1' WHERE account_reply IS NOT NULL`,
  },
  {
    name: 'the reply to an inquiry',
    relation: 'help_item',
    sql: `UPDATE help_item SET reply = '계좌가 바뀌었습니다: 110-1' WHERE kind = 'general' AND state = 'answered'`,
  },
  {
    name: 'the contents of an inquiry without a reply',
    relation: 'help_item',
    sql: `UPDATE help_item SET contents = 'x' WHERE state = 'filed'`,
  },
  {
    name: 'the contents of a note',
    relation: 'note',
    sql: `UPDATE note SET contents = '<p>110-1</p>' WHERE read_at IS NOT NULL`,
  },
  {
    name: 'a note that nobody sent',
    relation: 'note',
    sql: `INSERT INTO note (id, brand_id, member_id, title, contents) SELECT gen_random_uuid(), brand_id, member_id, 'x', '110-1' FROM note LIMIT 1`,
  },
  {
    name: 'the contents of a notice',
    relation: 'notice',
    sql: `UPDATE notice SET contents = '<p>110-1</p>', last_at = published_at WHERE hidden_at IS NULL`,
  },
  {
    name: 'a hidden notice shown again',
    relation: 'notice',
    sql: `UPDATE notice SET hidden_at = NULL WHERE hidden_at IS NOT NULL`,
  },
  {
    name: 'a popup in another language',
    relation: 'popup',
    sql: `UPDATE popup SET translations = '{"en": {"title": "x", "contents": "110-1"}}'`,
  },
  { name: 'the link of a banner', relation: 'banner', sql: `UPDATE banner SET link = '/help'` },
]

const altered: readonly Corruption[] = alterations.flatMap(({ name, relation, sql }) => [
  { name, sql, seenBy: ['states'] },
  { name: `${name}, with a forged record`, sql: sql + recorded(relation, 'true'), seenBy: ['acts-signed'] },
])

const newestChange = `(SELECT max(id) FROM state_change WHERE relation = 'money_request' AND digest IS NOT NULL
  AND row_key IN (SELECT row_key FROM state_change WHERE relation = 'money_request' GROUP BY row_key HAVING count(*) > 1))`
const newestGroup = `(SELECT act_group FROM audit ORDER BY id DESC LIMIT 1)`
const twoGroups = `(SELECT array_agg(act_group) FROM (SELECT act_group FROM act_signature WHERE changes = 1 ORDER BY at DESC LIMIT 2) g)`

export const actCorruptions: readonly Corruption[] = [
  ...altered,
  ...listCorruptions([
    [
      'a limit raised a hundredfold, with an act that never was',
      `UPDATE member_limit SET most = most * 100 WHERE kind = 'loss' AND ended_at IS NULL;
       INSERT INTO audit (actor_kind, actor_id, act, detail) SELECT 'member', member_id, 'limit.set', jsonb_build_object('kind', kind, 'period', period,
         'most', trim_scale(most::numeric / 10000)::text) FROM member_limit WHERE kind = 'loss' AND ended_at IS NULL`,
      'states',
    ],
    [
      'the same act, as if it were signed',
      `UPDATE member_limit SET most = most * 100 WHERE kind = 'loss' AND ended_at IS NULL${recorded('member_limit', `r.kind = 'loss'`, 'limit.set')}`,
      'acts-signed',
    ],
    [
      'a clean run of the books that never was, with the end of the stop',
      `INSERT INTO book_run (why, began_at, ended_at, outcome, rows, bad_before) SELECT 'schedule', now(), now(), 'clean', 1, bad_runs FROM money_out;
       INSERT INTO audit (actor_kind, act, subject, detail) SELECT 'system', 'money-out.lift', id::text, '{"outcome": "clean"}' FROM book_run ORDER BY ended_at DESC LIMIT 1`,
      'states',
    ],
    [
      'the same run with a forged record',
      `INSERT INTO book_run (why, began_at, ended_at, outcome, rows, bad_before) SELECT 'schedule', now(), now(), 'clean', 1, bad_runs FROM money_out${recorded('book_run', `r.ended_at = now()`, 'books.run')}`,
      'acts-signed',
    ],
    [
      'an act that the program never recorded',
      `INSERT INTO audit (actor_kind, act, subject) VALUES ('system', 'never', 'x')`,
      'acts-signed',
    ],
    [
      'an act that the program never recorded, in the group of another',
      `INSERT INTO audit (actor_kind, act, act_group) VALUES ('system', 'never', ${newestGroup})`,
      'acts-signed',
    ],
    [
      'the group taken from an act',
      `UPDATE audit SET act_group = NULL WHERE act_group = ${newestGroup}`,
      'acts-signed',
    ],
    [
      'the time of an act',
      `UPDATE audit SET at = at - interval '1 second' WHERE act_group = ${newestGroup}`,
      'acts-signed',
    ],
    ['a signature removed', `DELETE FROM act_signature WHERE act_group = ${newestGroup}`, 'acts-signed'],
    [
      'the last hundred signatures removed',
      `DELETE FROM act_signature WHERE act_group IN (SELECT act_group FROM act_signature ORDER BY at DESC LIMIT 100)`,
      'acts-signed',
    ],
    [
      'a signature replaced by another',
      `UPDATE act_signature SET hash = (SELECT hash FROM act_signature ORDER BY at LIMIT 1) WHERE act_group = ${newestGroup}`,
      'acts-signed',
    ],
    [
      'the time of a signature',
      `UPDATE act_signature SET at = at + interval '1 second' WHERE act_group = ${newestGroup}`,
      'acts-signed',
    ],
    [
      'a signature under a key that nobody has',
      `UPDATE act_signature SET key_id = 'k9' WHERE act_group = ${newestGroup}`,
      'acts-signed',
    ],
    [
      'a lease that never ends',
      `INSERT INTO lease (name, holder, until) VALUES ('bookkeeper', gen_random_uuid(), 'infinity') ON CONFLICT (name) DO UPDATE SET until = 'infinity'`,
      'times',
    ],
    [
      'a row as it was before, with its newest state removed',
      `DELETE FROM state_change WHERE id = ${newestChange}`,
      'states',
    ],
    [
      'a row as it was before, with its newest state removed and counted out',
      `WITH gone AS (DELETE FROM state_change WHERE id = ${newestChange} RETURNING act_group)
       UPDATE act_signature s SET changes = changes - 1 FROM gone WHERE s.act_group = gone.act_group`,
      'acts-signed',
    ],
    [
      'the newest group removed as a whole: acts, states and signature',
      `DO $$ DECLARE g uuid := (SELECT act_group FROM audit WHERE act = 'request.claim' AND seq IS NOT NULL ORDER BY id DESC LIMIT 1); BEGIN
         DELETE FROM state_change WHERE act_group = g; DELETE FROM act_signature WHERE act_group = g; DELETE FROM audit WHERE act_group = g; END $$`,
      'audit-chain',
    ],
    [
      'the digest of a state that was altered to fit',
      `UPDATE member SET nick = nick || 'x' WHERE id = ${someone};
       UPDATE state_change c SET digest = s.digests[1] FROM member m, member_state(m) s WHERE m.id = ${someone} AND c.relation = 'member' AND c.row_key = s.row_key`,
      'acts-signed',
    ],
    [
      'two states of one row in another order',
      `DO $$ DECLARE a bigint := ${newestChange}; b bigint; BEGIN
         SELECT max(o.id) INTO b FROM state_change o JOIN state_change n ON n.id = a WHERE o.relation = n.relation AND o.row_key = n.row_key AND o.id < a;
         UPDATE state_change c SET (act_group, form, digest) = (SELECT o.act_group, o.form, o.digest FROM state_change o WHERE o.id IN (a, b) AND o.id <> c.id)
           WHERE c.id IN (a, b); END $$`,
      'acts-signed',
    ],
    [
      'the states of two groups exchanged',
      `DO $$ DECLARE g uuid[] := ${twoGroups}; BEGIN
         UPDATE state_change SET act_group = CASE act_group WHEN g[1] THEN g[2] ELSE g[1] END WHERE act_group = ANY (g); END $$`,
      'acts-signed',
    ],
    ['a row removed', `DELETE FROM brand_game WHERE game_code = (SELECT min(game_code) FROM brand_game)`, 'states'],
    [
      'recording begun a second time',
      `INSERT INTO audit (actor_kind, act, subject, act_group) VALUES ('system', 'state.begin', 'brand', ${newestGroup})`,
      'acts-signed',
    ],
    [
      'acts that a process signed and then missed',
      `INSERT INTO audit (actor_kind, act, subject) VALUES ('system', 'acts.missing', 'x')`,
      'acts-signed',
    ],
    [
      'hashes bound to their owners a second time',
      `INSERT INTO audit (actor_kind, act, subject, act_group) VALUES ('system', 'hashes.bind', 'none', ${newestGroup})`,
      'acts-signed',
    ],
    [
      'the act that bound the hashes removed, so that the next start binds what it finds',
      `DELETE FROM audit WHERE act = 'hashes.bind'`,
      'acts-signed',
    ],
    [
      'second factors bound to their operators a second time',
      `INSERT INTO audit (actor_kind, act, subject, act_group) VALUES ('system', 'factors.bind', 'none', ${newestGroup})`,
      'acts-signed',
    ],
    [
      'encrypted values bound to their owners a second time',
      `INSERT INTO audit (actor_kind, act, subject, act_group) VALUES ('system', 'values.bind', 'none', ${newestGroup})`,
      'acts-signed',
    ],
    [
      'the act that bound the encrypted values removed, so that the next start binds what it finds',
      `DELETE FROM audit WHERE act = 'values.bind'`,
      'acts-signed',
    ],
    [
      'the whole record removed',
      `DELETE FROM state_change; DELETE FROM act_signature; UPDATE audit SET act_group = NULL`,
      'states',
    ],
    [
      'the whole record removed, with the act that began it',
      `DELETE FROM state_change; DELETE FROM act_signature; UPDATE audit SET act_group = NULL; DELETE FROM audit WHERE act = 'state.begin'`,
      'acts-signed',
    ],
    [
      'a state of a row that never was',
      `INSERT INTO state_change (act_group, relation, row_key, form, digest) SELECT act_group, 'member', '999999', 1, sha256('x') FROM audit WHERE act_group = ${newestGroup}`,
      'states',
    ],
    [
      'a whole deposit with the acts of its operators',
      act(`${forgedDeposit}
  INSERT INTO audit (brand_id, actor_kind, actor_id, act, subject, detail) SELECT brand_id, actor_kind, actor_id, act, v_u::text, detail
    FROM audit WHERE subject = vq.id::text ORDER BY id;`),
      'acts-signed',
    ],
    [
      'a whole deposit with the acts of its operators and forged records',
      `${act(
        forgedDeposit +
          `
  INSERT INTO audit (brand_id, actor_kind, actor_id, act, subject, detail, act_group) SELECT brand_id, actor_kind, actor_id, act, v_u::text, detail, act_group
    FROM audit WHERE subject = vq.id::text ORDER BY id;`,
      )}${recorded('money_request', `r.id = (SELECT id FROM money_request ORDER BY id DESC LIMIT 1)`)}`,
      'acts-signed',
    ],
  ]),
]
