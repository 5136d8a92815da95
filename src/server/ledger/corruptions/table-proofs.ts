import { listCorruptions } from './corruption.ts'

const settled = `(SELECT id FROM table_round WHERE state = 'settled' ORDER BY number LIMIT 1)`
const second = `(SELECT id FROM table_round WHERE state = 'settled' ORDER BY number LIMIT 1 OFFSET 1)`
const lastDealt = `(SELECT id FROM table_round WHERE state = 'settled' ORDER BY number DESC LIMIT 1)`
const interrupted = `(SELECT id FROM table_round WHERE void_reason = 'interrupted')`
const aMinute = `interval '1 minute'`
/** At a table one round is underway: the open one makes room. */
const noneOpen = `DELETE FROM table_bet WHERE round_id = (SELECT id FROM table_round WHERE state = 'open'); DELETE FROM table_round WHERE state = 'open'`
const dealtColumns = `kind, series_id, chain_id, link, opened_at, closes_at, closed_at, at, outcome, bets, mac`

/**
 * Alterations of rounds of tables after their cards were published or they became void, and of the signed records of that, by a superuser without
 * the key.
 */
export const tableProofCorruptions = listCorruptions([
  [
    'a placement that came while a dealt round was open again',
    `INSERT INTO table_bet (member_id, request_id, round_id, at, spots, stake)
       SELECT member_id, gen_random_uuid(), round_id, at, spots, stake FROM table_bet WHERE round_id = ${settled} AND undone_at IS NULL LIMIT 1`,
    'table-proofs',
  ],
  [
    'a placement that was undone while a dealt round was open again',
    `UPDATE table_bet SET undone_at = at WHERE round_id = ${settled} AND undone_at IS NULL`,
    'table-proofs',
  ],
  [
    'a placement that was taken from a dealt round to another',
    `UPDATE table_bet SET round_id = ${second} WHERE round_id = ${settled}`,
    'table-proofs',
  ],
  [
    'a dealt round that is open again',
    `${noneOpen}; UPDATE table_round SET state = 'open', closed_at = NULL, dealt_at = NULL, ended_at = NULL, outcome = NULL, closes_at = now() + ${aMinute}
       WHERE id = ${lastDealt}`,
    'table-proofs',
  ],
  [
    'a dealt round that is open again, without its proof',
    `${noneOpen}; DELETE FROM table_proof WHERE round_id = ${lastDealt};
     UPDATE table_round SET state = 'open', closed_at = NULL, dealt_at = NULL, ended_at = NULL, outcome = NULL WHERE id = ${lastDealt}`,
    'journal-seals',
  ],
  [
    'a dealt round that is void instead',
    `UPDATE table_round SET state = 'void', void_reason = 'interrupted', dealt_at = NULL, outcome = NULL WHERE id = ${settled}`,
    'table-proofs',
  ],
  [
    'a dealt round that is void instead, with its proof',
    `UPDATE table_round SET state = 'void', void_reason = 'interrupted', dealt_at = NULL, outcome = NULL WHERE id = ${settled};
     UPDATE table_proof p SET kind = 'void', outcome = NULL, at = r.ended_at FROM table_round r WHERE r.id = p.round_id AND r.id = ${settled}`,
    'table-proofs',
  ],
  [
    'a dealt round that is gone, with its steps and its number',
    `${noneOpen}; DELETE FROM table_bet WHERE round_id = ${lastDealt}; DELETE FROM table_step WHERE round_id = ${lastDealt};
     UPDATE table_state s SET rounds = r.number - 1 FROM table_round r WHERE r.table_id = s.table_id AND r.id = ${lastDealt};
     DELETE FROM table_round r WHERE r.number >= (SELECT number FROM table_round WHERE id = ${lastDealt})`,
    'table-proofs',
  ],
  [
    'a dealt round that is gone, with its proof',
    `DELETE FROM table_proof WHERE round_id = ${lastDealt}; DELETE FROM table_round WHERE id = ${lastDealt}`,
    'journal-seals',
  ],
  ['a proof that is gone', `DELETE FROM table_proof WHERE round_id = ${settled}`, 'table-proofs'],
  [
    'a proof from another round',
    `UPDATE table_proof p SET (${dealtColumns}, place) = (SELECT ${dealtColumns}, place + 100 FROM table_proof WHERE round_id = ${second})
       WHERE round_id = ${settled}`,
    'table-proofs',
  ],
  [
    'a proof at another table',
    `INSERT INTO table_proof (table_id, number, round_id, ${dealtColumns}, place)
       SELECT (SELECT max(id) FROM game_table), 1, gen_random_uuid(), ${dealtColumns}, place FROM table_proof WHERE round_id = ${settled}`,
    'table-proofs',
  ],
  [
    'the proofs of two rounds, exchanged',
    `UPDATE table_proof p SET mac = o.mac FROM table_proof o WHERE (p.round_id = ${settled} AND o.round_id = ${second})
       OR (p.round_id = ${second} AND o.round_id = ${settled})`,
    'table-proofs',
  ],
  ['a proof that no key gives', `UPDATE table_proof SET mac = sha256(mac) WHERE round_id = ${settled}`, 'table-proofs'],
  [
    'a proof of other placements',
    `UPDATE table_proof SET bets = sha256('') WHERE round_id = ${settled}; UPDATE table_bet SET round_id = ${second} WHERE round_id = ${settled}`,
    'table-proofs',
  ],
  ['a proof that no head covers', `UPDATE table_proof SET head_id = NULL WHERE round_id = ${settled}`, 'journal-seals'],
  [
    'a proof that no head covers for minutes',
    `UPDATE table_proof SET head_id = NULL, at = at - interval '1 hour' WHERE round_id = ${settled}`,
    'table-proofs',
  ],
  [
    'a proof of a head that is not',
    `UPDATE table_proof SET head_id = head_id + 1000 WHERE round_id = ${settled}`,
    'journal-seals',
  ],
  [
    'a proof that was sealed with another outcome',
    `UPDATE table_proof SET outcome = (SELECT outcome FROM table_proof WHERE round_id = ${second}) WHERE round_id = ${settled}`,
    'journal-seals',
  ],
  [
    'other cards, with their proof',
    `UPDATE table_round SET outcome = (SELECT outcome FROM table_round WHERE id = ${second}) WHERE id = ${settled};
     UPDATE table_proof SET outcome = (SELECT outcome FROM table_round WHERE id = ${second}) WHERE round_id = ${settled}`,
    'table-proofs',
  ],
  [
    'a close that was put off',
    `UPDATE table_round SET closes_at = closes_at + ${aMinute} WHERE state = 'open'`,
    'table-proofs',
  ],
  [
    'an opening from before',
    `UPDATE table_round SET opened_at = opened_at - ${aMinute} WHERE state = 'open'`,
    'table-proofs',
  ],
  ['an opening that is not signed', `UPDATE table_round SET opening = NULL WHERE state = 'open'`, 'table-proofs'],
  [
    'an opening that was signed for another round',
    `UPDATE table_round SET opening = (SELECT opening FROM table_round WHERE id = ${settled}) WHERE state = 'open'`,
    'table-proofs',
  ],
  [
    'a dealt round whose close was put off',
    `UPDATE table_round SET closes_at = closes_at - interval '1 microsecond' WHERE id = ${settled}`,
    'table-proofs',
  ],
  [
    'a dealt round with all of its times moved',
    `UPDATE table_round SET opened_at = opened_at - ${aMinute}, closes_at = closes_at - ${aMinute}, closed_at = closed_at - ${aMinute},
       dealt_at = dealt_at - ${aMinute}, ended_at = ended_at - ${aMinute} WHERE id = ${settled}`,
    'table-proofs',
  ],
  [
    'a dealt round with all of its times moved, and its proof',
    `UPDATE table_round SET opened_at = opened_at - ${aMinute}, closes_at = closes_at - ${aMinute}, closed_at = closed_at - ${aMinute},
       dealt_at = dealt_at - ${aMinute}, ended_at = ended_at - ${aMinute} WHERE id = ${settled};
     UPDATE table_proof SET opened_at = opened_at - ${aMinute}, closes_at = closes_at - ${aMinute}, closed_at = closed_at - ${aMinute}, at = at - ${aMinute}
       WHERE round_id = ${settled}`,
    'table-proofs',
  ],
  [
    'a void round that is open again',
    `${noneOpen}; UPDATE table_round SET state = 'open', void_reason = NULL, closed_at = NULL, ended_at = NULL, closes_at = now() + ${aMinute}
       WHERE id = ${interrupted}`,
    'table-proofs',
  ],
  [
    'a void round at another time',
    `UPDATE table_round SET ended_at = ended_at + interval '1 second' WHERE id = ${interrupted}`,
    'table-proofs',
  ],
  [
    'a void round that is gone, with its proof',
    `DELETE FROM table_proof WHERE round_id = ${interrupted}; DELETE FROM table_round WHERE id = ${interrupted}`,
    'journal-seals',
  ],
  [
    'a void round that was dealt',
    `UPDATE table_round r SET outcome = d.outcome, dealt_at = r.ended_at, closed_at = r.ended_at, void_reason = 'office'
       FROM table_round d WHERE d.id = ${settled} AND r.id = ${interrupted}`,
    'table-proofs',
  ],
  ['a series that begins at another link', `UPDATE table_series SET first_link = first_link + 1`, 'table-proofs'],
  [
    'a series that begins at another link, with its proofs',
    `UPDATE table_series SET first_link = first_link + 1; UPDATE table_proof SET link = link + 1`,
    'table-proofs',
  ],
  [
    'a round of another place, with its proof',
    `UPDATE table_round SET place = place + 10 WHERE id = ${lastDealt}; UPDATE table_proof SET place = place + 10 WHERE round_id = ${lastDealt}`,
    'table-proofs',
  ],
  [
    'rounds of before, among which one is excused',
    `INSERT INTO table_unproven SELECT table_id, max(number) FROM table_round GROUP BY table_id`,
    'states',
  ],
])
