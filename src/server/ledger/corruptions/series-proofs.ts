import { listCorruptions } from './corruption.ts'

const inSeries = `series_id = (SELECT max(id) FROM table_series)`
const columns = `table_id, chain_id, first_link, previous_link, salts, rounds, at, mac`
const lastRound = `(SELECT id FROM table_round WHERE state = 'settled' ORDER BY number DESC LIMIT 1)`
const officeRound = `(SELECT id FROM table_round WHERE voided_at IS NOT NULL)`

/**
 * Alterations of series of tables and of their signed records, and of when and how rounds ended, by a superuser without the key: what is left of
 * links that were published too early.
 */
export const seriesProofCorruptions = listCorruptions([
  ['a series whose records are gone', `DELETE FROM series_proof`, 'table-series'],
  ['a series whose newest record is gone', `DELETE FROM series_proof WHERE kind = 'listed'`, 'table-series'],
  [
    'sealed records of a series that are gone, with it',
    `DELETE FROM series_proof; DELETE FROM table_series`,
    'journal-seals',
  ],
  ['a series that vanished', `DELETE FROM table_series`, 'table-series'],
  [
    'a series far ahead, without records',
    `UPDATE table_series SET phase = 'ended';
     INSERT INTO table_series (table_id, chain_id, first_link, links, previous_link, phase, salts)
       SELECT table_id, chain_id, 9000, links, previous_link, 'ended', salts FROM table_series`,
    'table-series',
  ],
  [
    'a series far ahead, with records of another one',
    `INSERT INTO table_series (table_id, chain_id, first_link, links, previous_link, phase, phase_ends_at)
       SELECT (SELECT max(id) FROM game_table), chain_id, 9000, links, previous_link, 'hashes', now() FROM table_series;
     INSERT INTO series_proof (${columns}, number, kind) SELECT (SELECT max(id) FROM game_table), chain_id, 9000, previous_link, salts, rounds, at, mac, 1, 'begun'
       FROM series_proof WHERE kind = 'begun'`,
    'table-series',
  ],
  [
    'a series that runs on without its list',
    `UPDATE table_series SET phase = 'salts', salts = NULL, phase_ends_at = now()`,
    'table-series',
  ],
  ['a series that ended by its row alone', `UPDATE table_series SET phase = 'ended'`, 'table-series'],
  [
    'a series that ended by a record of no key',
    `UPDATE table_series SET phase = 'ended', revealed = ARRAY[sha256('')]; INSERT INTO series_proof (${columns}, number, kind)
       SELECT table_id, chain_id, first_link, previous_link, salts, (SELECT count(*) FROM table_round WHERE ${inSeries}), at, mac, 3, 'ended'
       FROM series_proof WHERE kind = 'listed'`,
    'table-series',
  ],
  [
    'a link that was revealed before its shoe ended',
    `UPDATE table_series SET revealed = ARRAY[sha256('')]`,
    'table-series',
  ],
  ['a series behind another link', `UPDATE table_series SET previous_link = sha256(previous_link)`, 'table-series'],
  [
    'a series behind another link, with its records',
    `UPDATE table_series SET previous_link = sha256(previous_link); UPDATE series_proof SET previous_link = sha256(previous_link)`,
    'table-series',
  ],
  [
    'a series at another link, with its records and proofs',
    `UPDATE table_series SET first_link = first_link + 1; UPDATE series_proof SET first_link = first_link + 1; UPDATE table_proof SET link = link + 1`,
    'table-series',
  ],
  ['a series of another chain', `UPDATE table_series SET chain_id = chain_id + 1`, 'table-series'],
  ['a series of another table', `UPDATE table_series SET table_id = (SELECT max(id) FROM game_table)`, 'table-series'],
  [
    'void rounds of a series under another table',
    `INSERT INTO table_round (id, table_id, number, series_id, place, state, dealer, opened_at, closes_at, ended_at, void_reason)
       SELECT gen_random_uuid(), (SELECT max(id) FROM game_table), 1, id, 1000, 'void', gen_random_uuid(), now(), now(), now(), 'interrupted' FROM table_series`,
    'table-series',
  ],
  ['records with a gap', `UPDATE series_proof SET number = number + 3`, 'table-series'],
  [
    'a record at another time',
    `UPDATE series_proof SET at = at - interval '1 hour' WHERE kind = 'begun'`,
    'table-series',
  ],
  ['a record that no head covers', `UPDATE series_proof SET head_id = NULL WHERE kind = 'begun'`, 'journal-seals'],
  [
    'a record that no head covers for minutes',
    `UPDATE series_proof SET head_id = NULL, at = at - interval '1 hour' WHERE kind = 'begun'`,
    'table-series',
  ],
  [
    'series of before, among which one is excused',
    `INSERT INTO series_unproven SELECT table_id, max(id), 1000 FROM table_series GROUP BY table_id; DELETE FROM series_proof`,
    'states',
    'journal-seals',
  ],
  [
    'a list of salts with another late seat',
    `UPDATE table_series SET salts = jsonb_set(salts, '{lateSeats}', '["seat-x"]')`,
    'table-series',
  ],
  [
    'a wrong salt that is missing instead, with its row',
    `UPDATE table_series SET salts = jsonb_set(salts, '{entries,0}', salts #> '{entries,0}' || '{"salt": null, "unmixed": "missing"}');
     UPDATE table_salt SET salt = NULL, salt_at = NULL, salt_late = NULL`,
    'table-series',
  ],
  [
    'a round that was settled later',
    `UPDATE table_round SET ended_at = ended_at + interval '1 second' WHERE id = ${lastRound}`,
    'table-proofs',
  ],
  [
    'a round of another dealer',
    `UPDATE table_round SET dealer = gen_random_uuid() WHERE id = ${lastRound}`,
    'table-proofs',
  ],
  [
    'a round without the keyed hash of its end',
    `UPDATE table_round SET ending = NULL WHERE id = ${lastRound}`,
    'table-proofs',
  ],
  [
    'a round with the end of another one',
    `UPDATE table_round r SET ended_at = o.ended_at, ending = o.ending FROM table_round o WHERE r.id = ${lastRound} AND o.id = ${officeRound}`,
    'table-proofs',
  ],
  [
    'a void by the office at another time',
    `UPDATE table_round SET voided_at = voided_at + interval '1 second' WHERE id = ${officeRound}`,
    'table-proofs',
  ],
  [
    'a void round of another dealer',
    `UPDATE table_round SET dealer = gen_random_uuid() WHERE void_reason = 'interrupted'`,
    'table-proofs',
  ],
  [
    'the numbers of two settled rounds, exchanged',
    `UPDATE table_round SET number = 1003 - number WHERE number IN (1, 2); UPDATE table_round SET number = number - 1000 WHERE number > 1000`,
    'table-proofs',
  ],
  [
    'a placement that was undone before it was made',
    `UPDATE table_bet SET undone_at = at - interval '1 minute' WHERE undone_at IS NOT NULL`,
    'table-bets',
  ],
  [
    'a placement that was undone later',
    `UPDATE table_bet SET undone_at = undone_at + interval '2 minutes' WHERE undone_at IS NOT NULL AND round_id = (SELECT id FROM table_round WHERE state = 'open')`,
    'table-bets',
  ],
])
