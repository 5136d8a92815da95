import { listCorruptions } from './corruption.ts'

const last = `(SELECT max(seq) FROM audit)`

/** Corruptions of the audit, and of the runs of the books with the stop of money-out. */
export const auditCorruptions = listCorruptions([
  ['an act that was altered', `UPDATE audit SET subject = 'other' WHERE seq = 4`, 'audit-chain'],
  ['a time that was altered', `UPDATE audit SET at = at - interval '1 microsecond' WHERE seq = 9`, 'audit-chain'],
  ['an actor that was altered', `UPDATE audit SET actor_id = actor_id + 1 WHERE act = 'request.pay'`, 'audit-chain'],
  ['a detail that was altered', `UPDATE audit SET detail = '{"amount": "1"}' WHERE seq = 4`, 'audit-chain'],
  ['a hash that was altered', `UPDATE audit SET hash = sha256('x') WHERE seq = 4`, 'audit-chain'],
  ['an act that was removed', `DELETE FROM audit WHERE seq = 4`, 'audit-chain'],
  ['a first act that was removed', `DELETE FROM audit WHERE seq = 1`, 'audit-chain'],
  ['last acts that were removed', `DELETE FROM audit WHERE seq > ${last} - 2`, 'audit-chain'],
  [
    'last acts that were removed, with the head',
    `DELETE FROM audit WHERE seq > ${last} - 20; UPDATE audit_head SET seq = a.seq, hash = a.hash FROM audit a WHERE a.seq = ${last}`,
    'audit-chain',
  ],
  ['the end of the chain, removed', 'DELETE FROM audit_head', 'constraints'],
  ['the row of the stop of money-out, removed', 'DELETE FROM money_out', 'constraints'],
  ['the row of the installation, removed', 'DELETE FROM installation', 'constraints'],
  ['the row of the counts of redrawn rounds, removed', 'DELETE FROM redraw_state', 'constraints'],
  ['a head that was rewritten', `UPDATE audit_head SET hash = sha256(hash)`, 'audit-chain'],
  [
    'two acts that were swapped',
    `UPDATE audit SET seq = -1 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = 5; UPDATE audit SET seq = 5 WHERE seq = -1`,
    'audit-chain',
  ],
  [
    'an act that was inserted',
    `UPDATE audit SET seq = seq + 1000 WHERE seq > 4; UPDATE audit SET seq = seq - 999 WHERE seq > 1000;
     INSERT INTO audit (actor_kind, act, seq, hash) VALUES ('system', 'never', 5, sha256('x'))`,
    'audit-chain',
  ],
  [
    'an act that was taken out of the chain',
    `UPDATE audit SET seq = NULL, hash = NULL WHERE seq = ${last}`,
    'audit-chain',
  ],
  [
    'a chain that was written anew as a whole',
    `UPDATE audit SET subject = 'other' WHERE seq = 4;
     DO $$ DECLARE a audit; p bytea; BEGIN
       SELECT hash INTO p FROM audit WHERE seq = 3;
       FOR a IN SELECT * FROM audit WHERE seq >= 4 ORDER BY seq LOOP
         p := sha256(p || audit_canonical(a)); UPDATE audit SET hash = p WHERE id = a.id;
       END LOOP;
       UPDATE audit_head SET hash = p;
     END $$`,
    'audit-chain',
  ],
  [
    'payments while the stop was lifted for a moment and put back',
    `UPDATE book_run SET ended_at = ended_at - interval '1 day' WHERE outcome = 'failed'; UPDATE book_run SET ended_at = now() + interval '1 hour' WHERE outcome = 'clean'`,
    'money-out',
  ],
  [
    'a difference of a round that nobody found',
    `INSERT INTO redraw_mismatch (round_id, detail) SELECT id, 'its seeds give other events' FROM round LIMIT 1`,
    'states',
  ],
  ['a bad run that was deleted', `DELETE FROM book_run WHERE outcome = 'failed'`, 'money-out'],
  [
    'a bad run that became clean',
    `UPDATE book_run SET outcome = 'clean' WHERE outcome = 'failed'; UPDATE money_out SET bad_runs = 0`,
    'money-out',
  ],
  ['a bad run that is not counted', `UPDATE money_out SET bad_runs = 0`, 'money-out'],
  [
    'a last run with faults that stopped nothing',
    `INSERT INTO book_run (why, began_at, ended_at, outcome, faults) VALUES ('tool', now(), now(), 'faults', '[{}]'); UPDATE money_out SET bad_runs = bad_runs + 1`,
    'money-out',
  ],
  [
    'a stop that no run made',
    `UPDATE money_out SET stopped_at = now(), run_id = (SELECT id FROM book_run WHERE outcome = 'clean')`,
    'money-out',
  ],
  ['a clean run with faults', `UPDATE book_run SET outcome = 'clean', faults = '[{"check": "wallet"}]'`, 'money-out'],
])
