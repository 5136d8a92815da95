import { appendEvent, listCorruptions } from './corruption.ts'

/** A settled round with several decisions, which another round of its member follows; one that took the default; and an open one. */
const settled = `(SELECT id FROM seat_round WHERE state = 'settled' AND staked > stake ORDER BY nonce LIMIT 1)`
const defaulted = `(SELECT id FROM seat_round WHERE defaulted LIMIT 1)`
const open = `(SELECT id FROM seat_round WHERE state = 'open')`
const player = `(SELECT member_id FROM seat_round WHERE state = 'settled' AND staked > stake ORDER BY nonce LIMIT 1)`
const otherAccount = `(SELECT min(id) FROM account WHERE class = 'gaming' AND reference = 'baize')`

/** A win that two operators made void, and a round that they made void while it was open. */
const voidedWin = `(SELECT id FROM seat_round WHERE voided_at IS NOT NULL)`
const stopped = `(SELECT id FROM seat_round WHERE void_reason = 'office' AND voided_at IS NULL)`

/** Corruptions of rounds with decisions. */
export const seatRoundCorruptions = listCorruptions([
  [
    'a decision that is another',
    `UPDATE seat_decision SET action = 'double' WHERE round_id = ${settled} AND number = 1`,
    'play-proofs',
  ],
  [
    'a decision of an open round that is another',
    `UPDATE seat_decision SET action = 'stand' WHERE round_id = ${open}`,
    'play-proofs',
  ],
  ['a decision that is gone', `DELETE FROM seat_decision WHERE round_id = ${settled} AND number = 1`, 'seat-bets'],
  [
    'a last decision that is gone from a round and its count',
    `UPDATE seat_round SET decisions = 0 WHERE id = ${open}; DELETE FROM seat_decision WHERE round_id = ${open}`,
    'seat-bets',
  ],
  [
    'a decision that nobody took',
    `INSERT INTO seat_decision SELECT id, 2, member_id, gen_random_uuid(), at, 'stand', 0 FROM seat_round WHERE id = ${open};
     UPDATE seat_round SET decisions = 2 WHERE id = ${open}`,
    'seat-bets',
  ],
  [
    'a decision of a round that is gone',
    `UPDATE seat_decision SET round_id = gen_random_uuid() WHERE round_id = ${open}`,
    'seat-bets',
  ],
  [
    'a decision with another stake',
    `UPDATE seat_decision SET stake = stake + 10000 WHERE round_id = ${settled} AND number = 1`,
    'seat-bets',
  ],
  [
    'a decision before its round began',
    `UPDATE journal SET at = at - interval '1 day' WHERE kind = 1 AND key = (SELECT request_id FROM seat_decision WHERE round_id = ${open});
     UPDATE seat_decision SET at = at - interval '1 day' WHERE round_id = ${open}`,
    'seat-bets',
  ],
  [
    'a decision after the end',
    `UPDATE journal SET at = at + interval '4 minutes' WHERE kind = 1 AND key = (SELECT request_id FROM seat_decision WHERE round_id = ${settled} AND number = 1);
     UPDATE seat_decision SET at = at + interval '4 minutes' WHERE round_id = ${settled} AND number = 1`,
    'seat-bets',
  ],
  [
    'another first stake',
    `UPDATE seat_round SET stake = stake * 2, staked = staked + stake WHERE id = ${settled}`,
    'seat-bets',
  ],
  ['another sum of the stakes', `UPDATE seat_round SET staked = staked + 10000 WHERE id = ${open}`, 'seat-bets'],
  [
    'a stake in a round that does not have it',
    appendEvent(player, {
      kind: 1,
      source: 1,
      contra: `a.class = 'gaming' AND a.reference = 'baize-live'`,
      cash: -10_000,
      inPlay: 10_000,
      stake: 10_000,
      ref: settled,
    }),
    'seat-bets',
  ],
  [
    'stakes against another account',
    `UPDATE journal SET contra_id = ${otherAccount} WHERE kind = 1 AND ref = ${settled}`,
    'seat-bets',
  ],
  [
    'a result of decisions against another account',
    `UPDATE journal SET contra_id = ${otherAccount} WHERE kind = 19 AND ref = ${settled}`,
    'seat-bets',
  ],
  [
    'a result of no round',
    `UPDATE journal SET ref = gen_random_uuid() WHERE kind = 19 AND ref = ${settled}`,
    'seat-bets',
  ],
  [
    'a result that is marked as a correction',
    `UPDATE journal SET kind = 13 WHERE kind = 19 AND ref = ${settled}`,
    'seat-bets',
  ],
  ['another return of a round', `UPDATE seat_round SET returned = returned + 10000 WHERE id = ${settled}`, 'seat-bets'],
  [
    'a result that pays more, with its round and balances',
    `UPDATE seat_round SET returned = returned + 10000 WHERE id = ${settled};
     WITH more AS (UPDATE journal SET pay = pay + 10000, d_cash = d_cash + 10000, cash = cash + 10000 WHERE kind = 19 AND ref = ${settled} RETURNING member_id, seq),
       after AS (UPDATE journal j SET cash = j.cash + 10000 FROM more m WHERE j.member_id = m.member_id AND j.seq > m.seq)
     UPDATE wallet w SET cash = w.cash + 10000 FROM more m WHERE w.member_id = m.member_id`,
    'redraw',
  ],
  [
    'a result of decisions that pays more',
    `UPDATE journal SET pay = pay + 10000, d_cash = d_cash + 10000, cash = cash + 10000 WHERE kind = 19 AND ref = ${settled}`,
    'play-proofs',
  ],
  [
    'a settled round that is open again',
    `UPDATE seat_round SET state = 'open', returned = NULL, ended_at = NULL WHERE id = ${settled}`,
    'seat-bets',
  ],
  [
    'a settled round with decisions marked as void',
    `UPDATE seat_round SET state = 'void', returned = NULL, void_reason = 'lost-key' WHERE id = ${settled}`,
    'seat-bets',
  ],
  [
    'a settled round that is void for a key that is not lost',
    `UPDATE seat_round SET state = 'void', returned = NULL, void_reason = 'lost-key' WHERE id = ${settled}`,
    'redraw',
  ],
  [
    'an open round marked as void',
    `UPDATE seat_round SET state = 'void', void_reason = 'wrong-result', ended_at = now() WHERE id = ${open}`,
    'void-rounds',
  ],
  [
    'a win that is hidden by a void round',
    `UPDATE seat_round SET state = 'void', returned = NULL, void_reason = 'wrong-result' WHERE id = ${settled}`,
    'redraw',
  ],
  [
    'an open round marked as settled',
    `UPDATE seat_round SET state = 'settled', returned = 0, ended_at = now() WHERE id = ${open}`,
    'seat-bets',
  ],
  [
    'another number of a round with decisions',
    `UPDATE seat_round SET nonce = nonce + 50 WHERE id = ${settled}`,
    'rounds',
  ],
  ['another number of an open round', `UPDATE seat_round SET nonce = nonce + 50 WHERE id = ${open}`, 'play-proofs'],
  [
    'the numbers of two rounds with decisions, exchanged',
    `UPDATE seat_round SET nonce = 1000 + nonce WHERE member_id = ${player}; UPDATE seat_round SET nonce = 1001 - nonce WHERE nonce >= 1000`,
    'redraw',
  ],
  [
    'a round with decisions of another member’s pair',
    `UPDATE seat_round SET seed_id = (SELECT seed_id FROM seat_round WHERE state = 'open') WHERE id = ${settled}`,
    'rounds',
  ],
  [
    'a round with decisions of another member',
    `UPDATE seat_round SET member_id = (SELECT member_id FROM seat_round WHERE state = 'open'), nonce = 70 WHERE id = ${settled}`,
    'seat-bets',
  ],
  [
    'a round with decisions of another game',
    `UPDATE seat_round SET game_version_id = (SELECT min(id) FROM game_version) WHERE id = ${settled}`,
    'redraw',
  ],
  [
    'a round with decisions that is gone',
    `DELETE FROM seat_decision WHERE round_id = ${defaulted}; DELETE FROM seat_round WHERE id = ${defaulted}`,
    'rounds',
  ],
  [
    'a default that the round did not take',
    `UPDATE seat_round SET defaulted = true WHERE id = ${settled}`,
    'play-proofs',
  ],
  ['a default that is hidden', `UPDATE seat_round SET defaulted = false WHERE id = ${defaulted}`, 'play-proofs'],
  [
    'a stake in play of an open round that is gone',
    `UPDATE wallet w SET in_play = in_play - q.staked FROM seat_round q WHERE q.id = ${open} AND w.member_id = q.member_id`,
    'table-bets',
  ],
  [
    'a round with decisions long after its game was closed',
    `UPDATE game_version SET closed_at = now() - interval '1 day', closed_reason = 'x' WHERE game_code = 'blackjack'`,
    'seat-bets',
  ],
  [
    'a version whose rounds return more',
    `UPDATE game_version SET most_units = most_units + 1 WHERE game_code = 'blackjack'`,
    'version-bounds',
  ],
  [
    'another time of the last round, which had decisions',
    `UPDATE wallet SET last_spin_at = last_spin_at - interval '1 minute' WHERE member_id = (SELECT member_id FROM seat_round WHERE id = ${open})`,
    'round-state',
  ],
  [
    'a void of a settled round with decisions that nobody approved',
    `UPDATE seat_round SET state = 'void', void_reason = 'office', voided_at = ended_at WHERE id = ${settled}`,
    'office-voids',
  ],
  [
    'a void of an open round with decisions that nobody approved',
    `UPDATE seat_round SET state = 'void', void_reason = 'office', ended_at = now() WHERE id = ${open}`,
    'office-voids',
  ],
  [
    'a void round with decisions whose stakes were not given back',
    `UPDATE seat_round SET state = 'void', void_reason = 'office', ended_at = now() WHERE id = ${open}`,
    'seat-bets',
  ],
  [
    'the approved void of another round with decisions',
    `UPDATE approval SET subject = ${settled}, command = jsonb_set(command, '{round}', to_jsonb(${settled}::text)) WHERE subject = ${voidedWin}`,
    'office-voids',
    'states',
  ],
  [
    'a void win that its member has kept, with the balances',
    `WITH kept AS (UPDATE journal SET d_cash = 0, cash = cash - d_cash WHERE kind = 20 AND key = ${voidedWin} RETURNING member_id, seq, cash),
       after AS (UPDATE journal j SET cash = j.cash + k.cash FROM kept k WHERE j.member_id = k.member_id AND j.seq > k.seq)
     UPDATE wallet w SET cash = w.cash + k.cash FROM kept k WHERE w.member_id = k.member_id`,
    'office-voids',
  ],
  [
    'a void win that was not taken back',
    `UPDATE journal SET kind = 13 WHERE kind = 20 AND key = ${voidedWin}`,
    'office-voids',
  ],
  [
    'what a member owes of a round with decisions that is gone',
    `DELETE FROM receivable WHERE round_id = ${voidedWin}`,
    'office-voids',
  ],
  [
    'a void round with decisions that is settled again',
    `UPDATE seat_round SET state = 'settled', void_reason = NULL, voided_at = NULL WHERE id = ${voidedWin}`,
    'office-voids',
  ],
  [
    'a void before the settlement of a round with decisions',
    `UPDATE seat_round SET voided_at = ended_at - interval '1 second' WHERE id = ${voidedWin}`,
    'seat-bets',
  ],
  [
    'the end of a void round with decisions at another time',
    `UPDATE seat_round SET ended_at = ended_at + interval '2 minutes' WHERE id = ${stopped}`,
    'office-voids',
  ],
  [
    'a void round with decisions that had returned more, with its result',
    `UPDATE seat_round SET returned = returned + 10000 WHERE id = ${voidedWin};
     UPDATE journal SET pay = pay + 10000, d_cash = d_cash + 10000, cash = cash + 10000 WHERE kind = 19 AND key = ${voidedWin}`,
    'redraw',
  ],
  [
    'a stake of a void round with decisions that leaves play twice',
    `UPDATE journal SET d_in_play = -10000 WHERE kind = 4 AND key = (SELECT request_id FROM seat_round WHERE id = ${voidedWin})`,
    'rollbacks',
  ],
])
