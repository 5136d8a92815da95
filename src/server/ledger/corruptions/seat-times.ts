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
])
