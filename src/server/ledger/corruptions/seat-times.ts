import { listCorruptions } from './corruption.ts'

/** A settled round with several decisions, one that took the default after a restriction of its member, and an open one. */
const settled = `(SELECT id FROM seat_round WHERE state = 'settled' AND staked > stake ORDER BY nonce LIMIT 1)`
const defaulted = `(SELECT id FROM seat_round WHERE defaulted LIMIT 1)`
const open = `(SELECT id FROM seat_round WHERE state = 'open')`

/** Reveals the pair of a round at a time of it, SQL over `q`. */
const reveal = (round: string, at: string): string =>
  `UPDATE member_seed s SET revealed_at = ${at} FROM seat_round q WHERE q.id = ${round} AND s.id = q.seed_id`

/** Corruptions of when rounds with decisions were decided. */
export const seatTimeCorruptions = listCorruptions([
  ['a round with a pair that was revealed before', reveal(settled, `q.at - interval '1 second'`), 'seat-times'],
  [
    'a pair that was revealed before a round with decisions ended',
    reveal(settled, `q.ended_at - interval '1 microsecond'`),
    'seat-times',
  ],
  ['a pair that was revealed under an open round', reveal(open, 'now()'), 'seat-times'],
  [
    'a default after a break that was not taken',
    `DELETE FROM member_exclusion WHERE member_id = (SELECT member_id FROM seat_round WHERE id = ${defaulted})`,
    'seat-times',
  ],
  [
    'a default before its time, without a restriction',
    `UPDATE member_seed SET revealed_at = NULL WHERE id = (SELECT seed_id FROM seat_round WHERE id = ${defaulted})`,
    'seat-times',
  ],
  [
    'a decision after its time',
    `UPDATE journal j SET at = j.at - interval '3 minutes' FROM seat_round q WHERE q.id = ${settled} AND j.member_id = q.member_id AND j.key = q.request_id;
     UPDATE seat_round SET at = at - interval '3 minutes' WHERE id = ${settled}`,
    'seat-times',
  ],
  [
    'more time for the next decision',
    `UPDATE seat_round SET decide_by = decide_by + interval '200 seconds' WHERE id = ${open}`,
    'seat-times',
  ],
  [
    'another time that an ended round had',
    `UPDATE seat_round SET decide_by = decide_by - interval '1 second' WHERE id = ${settled}`,
    'seat-times',
  ],
])
