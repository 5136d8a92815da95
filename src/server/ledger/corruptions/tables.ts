import { listCorruptions } from './corruption.ts'

const settledRound = `(SELECT min(id::text)::uuid FROM table_round WHERE state = 'settled')`
const result = `kind = 19 AND ref = ${settledRound} AND member_id = (SELECT min(member_id) FROM table_bet)`
const liveBet = `undone_at IS NULL AND round_id = ${settledRound} AND member_id = (SELECT min(member_id) FROM table_bet)`
const otherOutcome = `jsonb_set(outcome, '{player,0}', to_jsonb(((outcome -> 'player' ->> 0)::int + 1) % 52))`

/** Corruptions of shared rounds. */
export const tableCorruptions = listCorruptions([
  [
    'a placement on another spot',
    `UPDATE table_bet SET spots = replace(spots, 'banker', 'player') WHERE ${liveBet}`,
    'play-proofs',
  ],
  [
    'a placement with another stake',
    `UPDATE table_bet SET stake = stake + 10000, spots = 'tie:40000000' WHERE ${liveBet}`,
    'table-bets',
  ],
  [
    'a table without its state',
    `DELETE FROM table_state WHERE table_id = (SELECT min(table_id) FROM table_round)`,
    'table-order',
  ],
  ['a placement that is gone', `DELETE FROM table_bet WHERE ${liveBet}`, 'table-bets'],
  ['a placement marked as undone', `UPDATE table_bet SET undone_at = at WHERE ${liveBet}`, 'table-bets'],
  [
    'a placement that came after the close',
    `UPDATE table_round SET closed_at = opened_at WHERE id = ${settledRound}`,
    'table-bets',
  ],
  [
    'a settled round marked as void',
    `UPDATE table_round SET state = 'void', void_reason = 'office' WHERE id = ${settledRound}`,
    'table-bets',
    'office-voids',
  ],
  [
    'a result that pays more',
    `UPDATE journal SET pay = pay + 10000, d_cash = d_cash + 10000 WHERE ${result}`,
    'table-rounds',
  ],
  [
    'a result that pays more, with its balances',
    `WITH more AS (UPDATE journal SET pay = pay + 10000, d_cash = d_cash + 10000, cash = cash + 10000 WHERE ${result} RETURNING member_id, seq),
       after AS (UPDATE journal j SET cash = j.cash + 10000 FROM more m WHERE j.member_id = m.member_id AND j.seq > m.seq)
     UPDATE wallet w SET cash = w.cash + 10000 FROM more m WHERE w.member_id = m.member_id`,
    'table-rounds',
    'play-proofs',
  ],
  ['a result of another round', `UPDATE journal SET ref = gen_random_uuid() WHERE ${result}`, 'table-bets'],
  [
    'a result against another account',
    `UPDATE journal SET contra_id = (SELECT min(id) FROM account WHERE class = 'gaming' AND reference = 'baize') WHERE ${result}`,
    'table-bets',
  ],
  [
    'other cards of a round',
    `UPDATE table_round SET outcome = ${otherOutcome} WHERE id = ${settledRound}`,
    'table-rounds',
  ],
  ['a round that is gone', `DELETE FROM table_round WHERE state = 'void'`, 'table-order'],
  [
    'a round with another place',
    `UPDATE table_round SET place = place + 10 WHERE id = ${settledRound}`,
    'table-order',
    'table-rounds',
  ],
  [
    'another seed of a chain',
    `UPDATE table_chain SET seed_encrypted = overlay(seed_encrypted placing '\\x00' from 40)`,
    'table-rounds',
    'states',
  ],
  ['another end of a chain', `UPDATE table_chain SET end_hash = sha256(end_hash)`, 'table-rounds', 'states'],
  [
    'a list of salts without its only one',
    `UPDATE table_series SET salts = '{"entries": [], "lateSeats": []}' WHERE salts IS NOT NULL`,
    'table-rounds',
  ],
  ['a series behind a gap of its chain', `UPDATE table_series SET first_link = first_link + 1`, 'table-order'],
  [
    'a series at links of the series before it',
    `UPDATE table_series SET phase = 'ended', links = 60;
     INSERT INTO table_series (table_id, chain_id, first_link, links, previous_link, phase, phase_ends_at)
       SELECT table_id, chain_id, first_link + 1, links, previous_link, 'hashes', now() FROM table_series`,
    'table-order',
  ],
  ['a series with other links than its game has', `UPDATE table_series SET links = links + 1`, 'table-order'],
  ['a series that ended before its last round', `UPDATE table_series SET phase = 'ended'`, 'table-rounds'],
  ['an exposure that was raised', `UPDATE game_table SET exposure = 2 * exposure`, 'states'],
  [
    'a round that is open for ever',
    `UPDATE table_round SET opened_at = now() - interval '1 hour', closes_at = now() - interval '50 minutes' WHERE state = 'open';
     UPDATE table_state SET dealer = gen_random_uuid(), dealer_until = now() + interval '3 seconds'`,
    'table-order',
    'table-bets',
  ],
  ...['closed', 'dealt'].map(
    (state) =>
      [
        `a round that is ${state} for ever`,
        `UPDATE table_round SET state = '${state}', opened_at = now() - interval '1 hour', closes_at = now() - interval '50 minutes',
           closed_at = now() - interval '50 minutes'${state === 'dealt' ? `, dealt_at = now() - interval '50 minutes', outcome = '{}'` : ''} WHERE state = 'open';
         UPDATE table_state SET dealer = gen_random_uuid(), dealer_until = now() + interval '1 hour'`,
        'table-order',
      ] as const,
  ),
  [
    'stakes in play that are gone',
    `UPDATE wallet SET in_play = in_play - 30000000 WHERE in_play >= 30000000 AND member_id IN (SELECT member_id FROM table_bet)`,
    'table-bets',
    'wallet',
  ],
  ['a receivable that is gone', `DELETE FROM receivable`, 'office-voids'],
  ['a receivable of less', `UPDATE receivable SET amount = amount - 10000`, 'office-voids'],
  [
    'a receivable with its entry that another member owes',
    `UPDATE receivable d SET member_id = (SELECT min(member_id) FROM table_bet)`,
    'office-voids',
  ],
  [
    'an entry of receivables that nobody owes',
    `INSERT INTO house_entry (key, from_id, to_id, amount, reason) SELECT gen_random_uuid(), h.from_id, h.to_id, h.amount, h.reason FROM house_entry h
       JOIN receivable d ON d.house_entry_id = h.id`,
    'office-voids',
    'states',
  ],
  [
    'a win that was taken back in part only, with its balances',
    `WITH less AS (UPDATE journal SET d_cash = d_cash + 10000, cash = cash + 10000 WHERE kind = 20 AND d_cash < 0 RETURNING member_id, seq),
       after AS (UPDATE journal j SET cash = j.cash + 10000 FROM less m WHERE j.member_id = m.member_id AND j.seq > m.seq)
     UPDATE wallet w SET cash = w.cash + 10000 FROM less m WHERE w.member_id = m.member_id`,
    'office-voids',
  ],
  ['a result of a void round that was not taken back', `UPDATE journal SET kind = 13 WHERE kind = 20`, 'office-voids'],
  [
    'a void against another account',
    `UPDATE journal SET contra_id = (SELECT min(id) FROM account WHERE class = 'gaming' AND reference = 'baize') WHERE kind = 20`,
    'office-voids',
  ],
  [
    'a result taken back of a round that is not void',
    `UPDATE table_round SET state = 'settled', void_reason = NULL, voided_at = NULL WHERE voided_at IS NOT NULL`,
    'office-voids',
    'table-bets',
  ],
  [
    'a void by the office that nobody approved',
    `UPDATE table_round SET void_reason = 'office' WHERE state = 'void' AND void_reason = 'interrupted'`,
    'office-voids',
  ],
  [
    'an approved void of another round',
    `UPDATE approval SET subject = ${settledRound}, command = jsonb_set(command, '{round}', to_jsonb(${settledRound}::text)) WHERE kind = 'void_round'`,
    'office-voids',
    'states',
  ],
  [
    'a void for another reason',
    `UPDATE approval SET command = jsonb_set(command, '{reason}', '"another"') WHERE kind = 'void_round'`,
    'office-voids',
    'states',
  ],
  [
    'a void whose operators are exchanged',
    `UPDATE approval SET decided_by = proposed_by, proposed_by = decided_by WHERE kind = 'void_round'`,
    'office-voids',
    'states',
  ],
  [
    'the act of a void that never was',
    `INSERT INTO audit (brand_id, actor_kind, actor_id, act, subject, detail) SELECT brand_id, 'operator', decided_by, 'round-void.approve', gen_random_uuid()::text,
       jsonb_build_object('approval', gen_random_uuid()) FROM approval WHERE kind = 'void_round'`,
    'office-voids',
    'acts-signed',
  ],
  [
    'a void before its settlement',
    `UPDATE table_round SET voided_at = ended_at - interval '1 second' WHERE voided_at IS NOT NULL`,
    'table-order',
  ],
  [
    'a stake of a void round that is in play again',
    `UPDATE journal SET d_in_play = -10000 WHERE kind = 4 AND member_id IN (SELECT member_id FROM receivable)`,
    'rollbacks',
  ],
  ['a mark of recounted rounds that is still to come', `UPDATE table_recount SET number = number + 10`, 'table-rounds'],
  [
    'a mark of recounted rounds that was moved ahead',
    `UPDATE table_recount c SET number = s.rounds FROM table_state s WHERE s.table_id = c.table_id`,
    'states',
  ],
  [
    'a result that was hidden while its round was recounted',
    `UPDATE table_recount SET results = results - 1`,
    'table-rounds',
  ],
  [
    'a return that was hidden while its round was recounted',
    `UPDATE table_recount SET returned = returned - 10000`,
    'table-rounds',
  ],
  ['the marks of recounted rounds, removed', `DELETE FROM table_recount`, 'states'],
  ['a stake above what its spot took', `UPDATE game_table SET most_stake = 10000, least_stake = 10000`, 'table-rounds'],
  ['stakes above the exposure of their table', `UPDATE game_table SET exposure = 10000`, 'table-rounds'],
  ['a stake that is no multiple of the chip', `UPDATE game_table SET chips = '{70000}'`, 'table-rounds'],
  [
    'more placements of a member in a round than 40',
    `INSERT INTO table_bet SELECT member_id, gen_random_uuid(), round_id, at, spots, stake, undone_at FROM table_bet, generate_series(1, 40)
       WHERE undone_at IS NOT NULL AND round_id = ${settledRound}`,
    'table-rounds',
  ],
  ['a step that is still to come', `UPDATE table_state SET step = step - 1`, 'table-order'],
])
