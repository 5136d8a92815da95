import type { Corruption } from './corruption.ts'
import { act, rechain } from './invention.ts'

/** A member with sealed rounds, and the first sealed spin and round of this member. */
const player = `(SELECT member_id FROM journal_seal WHERE rounds > 0 ORDER BY head_id, member_id LIMIT 1)`
const spin = `(SELECT member_id, seq FROM journal WHERE member_id = ${player} AND kind = 3 ORDER BY seq LIMIT 1)`
const round = `(SELECT member_id, first_nonce FROM journal_seal WHERE rounds > 0 ORDER BY head_id, member_id LIMIT 1)`
/** A member whose newest event is a sealed spin. */
const spinner = `(SELECT w.member_id FROM wallet w JOIN journal j USING (member_id, seq) JOIN journal_sealed s USING (member_id, seq)
  WHERE j.kind = 3 ORDER BY w.member_id LIMIT 1)`
const newestHead = `(SELECT max(id) FROM journal_head)`
/** The first of the newest head's seals. */
const newestSeal = `(SELECT member_id, after_seq FROM journal_seal WHERE head_id = ${newestHead} ORDER BY member_id LIMIT 1)`

/** The number of the act up to which the second of the heads that cover the audit does. */
const coveredAct = `(SELECT DISTINCT audit_seq FROM journal_head WHERE audit_seq > 0 ORDER BY audit_seq LIMIT 1 OFFSET 1)`

const ofSpin = (set: string) => `UPDATE journal SET ${set} WHERE (member_id, seq) = ${spin}`
const ofRound = (set: string) => `UPDATE round SET ${set} WHERE (member_id, nonce) = ${round}`

function altered(name: string, sql: string): Corruption {
  return { name, sql, seenBy: ['journal-seals'] }
}

function rechained(name: string, body: string): Corruption {
  return { name, sql: act(body), seenBy: ['audit-seals'] }
}

/** Alterations of events, rounds and seeds that are sealed, and of the seals themselves. */
export const sealCorruptions: readonly Corruption[] = [
  altered('the source of a spin', ofSpin('source = 3')),
  altered('the hash of a request', ofSpin('request_hash = request_hash + 1')),
  altered('a key', ofSpin('key = gen_random_uuid()')),
  altered(
    'the time of a spin and its round',
    `${ofSpin(`at = at + interval '1 microsecond'`)};
    UPDATE round r SET at = j.at FROM journal j WHERE (j.member_id, j.seq) = ${spin} AND r.id = j.ref`,
  ),
  altered('a share', ofSpin('share_mega = 1')),
  altered(
    'the last spin and its round, with the wallet',
    `UPDATE journal SET pay = pay + 100, d_cash = d_cash + 100, cash = cash + 100
       WHERE (member_id, seq) = (SELECT member_id, seq FROM wallet WHERE member_id = ${spinner});
     UPDATE round SET pay = pay + 100 WHERE (member_id, nonce) = (SELECT member_id, nonce - 1 FROM wallet WHERE member_id = ${spinner});
     UPDATE wallet SET cash = cash + 100 WHERE member_id = ${spinner}`,
  ),
  altered('the events of a round', ofRound(`events = events || ' '`)),
  altered('the stake of a round', ofRound('stake = stake + 1')),
  altered(
    'the id of a round and of its spin',
    `UPDATE round SET id = '00000000-0000-7000-8000-000000000001' WHERE id =
      (SELECT ref FROM journal WHERE (member_id, seq) = ${spin});
    ${ofSpin(`ref = '00000000-0000-7000-8000-000000000001'`)}`,
  ),
  altered(
    'a client seed',
    `UPDATE member_seed SET client_seed = client_seed || 'x' WHERE id = (SELECT seed_id FROM round WHERE (member_id, nonce) = ${round})`,
  ),
  altered(
    'the hash of a server seed',
    `UPDATE member_seed SET server_seed_hash = sha256('') WHERE id = (SELECT seed_id FROM round WHERE (member_id, nonce) = ${round})`,
  ),
  altered('a sealed event that is gone', `DELETE FROM journal WHERE (member_id, seq) = ${spin}`),
  altered(
    'an event inserted between sealed ones',
    `UPDATE journal SET seq = -1 - seq WHERE member_id = ${player} AND seq > 1; UPDATE journal SET seq = -seq WHERE member_id = ${player} AND seq < 0;
     INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, request_hash, key, contra_id, kind, source)
       SELECT member_id, 2, at, 0, 0, 0, 0, cash, held, in_play, comp, 1, gen_random_uuid(), contra_id, 12, 3 FROM journal
       WHERE member_id = ${player} AND seq = 1;
     UPDATE wallet SET seq = seq + 1 WHERE member_id = ${player}`,
  ),
  altered(
    'a tail that is cut, with the wallet',
    `CREATE TEMP TABLE cut AS SELECT w.member_id, w.seq, w.nonce, p.cash, p.comp FROM wallet w
       JOIN journal p ON p.member_id = w.member_id AND p.seq = w.seq - 1 WHERE w.member_id = ${spinner};
     DELETE FROM round r USING cut c WHERE (r.member_id, r.nonce) = (c.member_id, c.nonce - 1);
     DELETE FROM journal j USING cut c WHERE (j.member_id, j.seq) = (c.member_id, c.seq);
     UPDATE wallet w SET seq = c.seq - 1, nonce = c.nonce - 1, cash = c.cash, comp = c.comp FROM cut c WHERE w.member_id = c.member_id;
     DROP TABLE cut`,
  ),
  altered(
    'the digest of a seal',
    `UPDATE journal_seal SET digest = sha256('') WHERE (member_id, after_seq) = ${newestSeal}`,
  ),
  altered(
    'an event and the digest of its seal',
    `${ofSpin('key = gen_random_uuid()')}; UPDATE journal_seal s SET digest =
       (SELECT d FROM journal_seal_digest(s.member_id, s.after_seq, s.last_seq, s.first_nonce, s.rounds) d)`,
  ),
  altered('a seal that is gone', `DELETE FROM journal_seal WHERE (member_id, after_seq) = ${newestSeal}`),
  altered(
    'a seal of no head',
    `UPDATE journal_seal SET head_id = head_id + 1000 WHERE (member_id, after_seq) = ${newestSeal}`,
  ),
  altered(
    'a seal that is gone, with its count',
    `UPDATE journal_head SET seals = seals - 1, events = events - (SELECT last_seq - after_seq FROM journal_seal
       WHERE (member_id, after_seq) = ${newestSeal}) WHERE id = ${newestHead};
     UPDATE journal_sealed s SET seq = l.after_seq, nonce = l.first_nonce FROM journal_seal l
       WHERE (l.member_id, l.after_seq) = ${newestSeal} AND s.member_id = l.member_id;
     DELETE FROM journal_seal WHERE (member_id, after_seq) = ${newestSeal}`,
  ),
  altered('the hash of a head', `UPDATE journal_head SET hash = sha256('') WHERE id = 1`),
  altered('the time of a head', `UPDATE journal_head SET at = at + interval '1 second' WHERE id = ${newestHead}`),
  altered('the key of a head', `UPDATE journal_head SET key_id = 'k0' WHERE id = 1`),
  altered(
    'a head that is gone, with its seals',
    `DELETE FROM journal_seal WHERE head_id = 1; DELETE FROM journal_head WHERE id = 1`,
  ),
  altered('the beginning of the chain set later', `UPDATE journal_head SET at = at + interval '1 year' WHERE id = 0`),
  altered('a beginning that is gone', `DELETE FROM journal_head WHERE id = 0`),
  altered('how far a member is sealed', `UPDATE journal_sealed SET seq = seq - 1 WHERE member_id = ${player}`),
  altered(
    'the end of the audit that a head covers',
    `UPDATE journal_head SET audit_hash = sha256('') WHERE audit_seq = ${coveredAct}`,
  ),
  altered(
    'the end of the audit taken out of a head',
    `UPDATE journal_head SET audit_seq = NULL, audit_hash = NULL WHERE audit_seq = ${coveredAct}`,
  ),
]

/** Acts altered with everything that proves them without a key: the whole chain, its head and the ends that runs recorded. */
export const rechainedCorruptions: readonly Corruption[] = [
  rechained(
    'an act that was removed, with the whole chain',
    `v_o := ${coveredAct}; DELETE FROM audit WHERE seq = v_o; UPDATE book_run SET audit_seq = audit_seq - 1 WHERE audit_seq >= v_o;
     ${rechain}`,
  ),
  rechained(
    'an actor that was altered, with the whole chain',
    `UPDATE audit SET actor_id = actor_id + 1 WHERE seq = ${coveredAct}; ${rechain}`,
  ),
  rechained(
    'a sum in an act that was altered, with the whole chain',
    `UPDATE audit SET detail = detail || '{"amount": "20000"}' WHERE seq = ${coveredAct}; ${rechain}`,
  ),
  rechained(
    'an act that was inserted, with the whole chain',
    `UPDATE audit SET seq = -1 - seq WHERE seq >= ${coveredAct}; UPDATE audit SET seq = -seq WHERE seq < 0;
     INSERT INTO audit (actor_kind, act, seq, hash) SELECT 'system', 'never', seq - 1, hash FROM audit WHERE seq = 1 + ${coveredAct};
     UPDATE book_run SET audit_seq = audit_seq + 1 WHERE audit_seq >= ${coveredAct}; ${rechain}`,
  ),
  rechained(
    'last acts that were removed, with the head and the ends that runs recorded',
    `DELETE FROM audit WHERE seq >= ${coveredAct}; UPDATE audit_head SET seq = coalesce(a.seq, 0), hash = coalesce(a.hash, '')
       FROM (SELECT max(seq) AS seq FROM audit) e LEFT JOIN audit a ON a.seq = e.seq;
     UPDATE book_run SET audit_seq = NULL, audit_hash = NULL;`,
  ),
]
