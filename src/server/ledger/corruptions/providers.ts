import { appendEvent, listCorruptions } from './corruption.ts'

const player = `(SELECT min(member_id) FROM journal WHERE kind = 2)`
const orient = `class = 'gaming' AND reference = 'orient'`
const one = (kind: number): string =>
  `(member_id, seq) = (SELECT member_id, seq FROM journal WHERE kind = ${kind} ORDER BY member_id, seq LIMIT 1)`

/** Corruptions of bets and wins at providers, of transfers, and of jackpots. */
export const providerCorruptions = listCorruptions([
  [
    'a rollback that returns more than its bet',
    `UPDATE journal SET d_cash = d_cash + 100 WHERE ${one(4)}`,
    'rollbacks',
  ],
  ['a rollback of no bet', `UPDATE journal SET key = gen_random_uuid() WHERE ${one(4)}`, 'rollbacks'],
  [
    'a rollback that leaves the turnover reduced',
    `UPDATE journal SET d_turnover = d_turnover + 1 WHERE ${one(4)}`,
    'rollbacks',
  ],
  [
    'a bet that was accepted after its rollback',
    `UPDATE journal t SET key = b.key FROM journal b WHERE t.kind = 5 AND b.kind = 1 AND b.member_id = t.member_id AND b.source = -t.source
       AND NOT EXISTS (SELECT 1 FROM journal r WHERE r.member_id = b.member_id AND r.source = -b.source AND r.key = b.key)`,
    'rollbacks',
  ],
  ['a win without a bet', appendEvent(player, { kind: 2, source: 120, contra: orient, cash: 700, pay: 700 }), 'wins'],
  ['a win that names no bet', `UPDATE journal SET ref = NULL WHERE ${one(2)}`, 'wins'],
  [
    'a win of another member’s bet',
    `UPDATE journal SET ref = (SELECT key FROM journal WHERE kind = 1 AND member_id <> ${player} LIMIT 1) WHERE ${one(2)}`,
    'wins',
  ],
  [
    'a win against another account than its bet',
    `UPDATE journal SET contra_id = (SELECT min(id) FROM account WHERE class = 'gaming' AND reference = 'baize') WHERE ${one(2)}`,
    'wins',
  ],
  [
    'a win that releases more than its bet has in play',
    `UPDATE journal SET d_in_play = d_in_play - 5 WHERE kind = 2 AND d_in_play < 0`,
    'wins',
  ],
  [
    'a settled bet that was rolled back as well',
    `WITH bet AS (SELECT b.* FROM journal b JOIN journal w ON w.member_id = b.member_id AND w.ref = b.key AND w.kind = 2 WHERE b.d_in_play > 0 LIMIT 1)
     INSERT INTO journal SELECT (jsonb_populate_record(j, jsonb_build_object('seq', 999, 'kind', 4, 'source', -b.source, 'stake', 0, 'd_cash', b.stake,
       'd_in_play', -b.d_in_play, 'd_comp', 0))).* FROM bet b JOIN journal j USING (member_id, seq)`,
    'wins',
  ],
  [
    'a bet at a provider against another account',
    `UPDATE journal SET contra_id = (SELECT min(id) FROM account WHERE class = 'gaming' AND reference = 'baize') WHERE kind = 1 AND source = 120`,
    'sources',
  ],
  ['a provider that was deleted', `DELETE FROM provider WHERE id = 120`, 'sources'],
  [
    'a transaction id of another member’s event',
    `UPDATE provider_transaction SET member_id = (SELECT max(member_id) FROM wallet) WHERE transaction = 'bet-1'`,
    'transactions',
  ],
  ['a transaction id that is gone', `DELETE FROM provider_transaction WHERE transaction = 'bet-1'`, 'transactions'],
  [
    'a transaction id kept for another member, so that the provider’s own call is refused',
    `INSERT INTO provider_transaction (provider_id, transaction, member_id, journal_key)
       SELECT 120, 'bet-99', max(member_id), uuidv7() FROM wallet`,
    'transactions',
  ],
  [
    'a transaction id kept with the key of an event of our own',
    `INSERT INTO provider_transaction (provider_id, transaction, member_id, journal_key)
       SELECT 120, 'bet-99', member_id, key FROM journal WHERE kind = 3 LIMIT 1`,
    'transactions',
  ],
  [
    'a bet that the provider never sent',
    appendEvent(player, { kind: 1, source: 120, contra: orient, cash: -700, stake: 700 }),
    'transactions',
  ],
  [
    'a share that never reached its pool',
    `UPDATE journal SET share_mega = share_mega + 500 WHERE (member_id, seq) = (SELECT member_id, seq FROM journal WHERE share_mega IS NOT NULL LIMIT 1)`,
    'jackpots',
  ],
  [
    'a share that was left out',
    `UPDATE journal SET share_minor = NULL WHERE (member_id, seq) = (SELECT member_id, seq FROM journal WHERE share_minor IS NOT NULL LIMIT 1)`,
    'jackpots',
  ],
  [
    'a pool filled from nowhere',
    `UPDATE jackpot_shard SET pool = pool + 9 WHERE tier = 'mega' AND lane = 0`,
    'jackpots',
  ],
  [
    'a tier that was opened without being founded',
    `UPDATE jackpot_tier SET open = true WHERE tier = 'major'`,
    'jackpots',
  ],
  ['a tier closed over its money', `UPDATE jackpot_tier SET open = false WHERE tier = 'mega'`, 'jackpots'],
  ['a tier with another first money', `UPDATE jackpot_tier SET reseed = reseed * 2 WHERE tier = 'mega'`, 'jackpots'],
  [
    'a pool in a lane that no stake feeds',
    `UPDATE jackpot_shard SET lane = 99 WHERE tier = 'mega' AND lane = 0`,
    'jackpots',
  ],
  [
    'a lane without money removed, so that stakes feed nothing',
    `UPDATE jackpot_shard s SET pool = s.pool + o.pool, reserve = s.reserve + o.reserve FROM jackpot_shard o WHERE s.tier = o.tier AND s.lane = 0 AND o.lane = 7;
     DELETE FROM jackpot_shard WHERE lane = 7`,
    'jackpots',
  ],
  ['the name of a provider’s source', `UPDATE journal_source SET name = 'orient2' WHERE name = 'orient'`, 'sources'],
  [
    'money of a jackpot moved to the tips',
    `UPDATE jackpot_shard SET pool = pool - 1000 WHERE tier = 'mega' AND lane = 0;
     INSERT INTO house_entry (key, from_id, to_id, amount, reason) SELECT gen_random_uuid(), a.id, b.id, 1000, 'x' FROM account a, account b
     WHERE a.class = 'jackpot_pool' AND a.reference = 'mega' AND b.class = 'tip' LIMIT 1`,
    'jackpots',
  ],
  [
    'more at a provider than in play',
    `UPDATE transfer_balance b SET amount = w.in_play + 5 FROM wallet w WHERE w.member_id = b.member_id`,
    'in-play',
  ],
  ['a balance at a provider, raised', `UPDATE transfer_balance SET amount = amount + 5`, 'transfers'],
  ['a transfer marked done without money', `UPDATE transfer SET state = 'done' WHERE state = 'refused'`, 'transfers'],
  [
    'a transfer out that is refused and was paid',
    `UPDATE transfer SET state = 'refused' WHERE direction = 'out' AND state = 'done'`,
    'transfers',
  ],
  [
    'a transfer of another amount',
    `UPDATE transfer SET amount = amount * 2 WHERE direction = 'in' AND state = 'done'`,
    'transfers',
  ],
  [
    'a transfer under another key',
    `UPDATE transfer SET request_key = gen_random_uuid() WHERE direction = 'in'`,
    'transfers',
  ],
  [
    'a transfer with another request',
    `UPDATE transfer SET request_hash = request_hash + 1 WHERE direction = 'in'`,
    'transfers',
  ],
  [
    'a transfer of another direction',
    `UPDATE transfer SET direction = 'out' WHERE direction = 'in' AND state = 'done'`,
    'transfers',
  ],
  ['a transfer that is gone', `DELETE FROM transfer WHERE direction = 'out'`, 'transfers'],
  [
    'a transfer at another provider',
    `UPDATE transfer SET provider_id = 131 WHERE direction = 'in' AND state = 'done'`,
    'transfers',
  ],
  [
    'a transfer whose result nobody asks for',
    `UPDATE transfer SET next_try_at = '9999-01-01' WHERE state = 'sent'`,
    'transfers',
  ],
  [
    'returned money against another account',
    `UPDATE journal SET contra_id = (SELECT min(id) FROM account WHERE class = 'gaming' AND reference = 'baize') WHERE kind = 16`,
    'transfers',
  ],
  ['returned money under another key', `UPDATE journal SET key = gen_random_uuid() WHERE kind = 16`, 'transfers'],
  ['a result of play that is left out', `UPDATE journal SET d_in_play = 0 WHERE kind = 18`, 'transfers'],
  [
    'returned money without a transfer',
    appendEvent(`(SELECT min(member_id) FROM transfer)`, {
      kind: 16,
      source: 3,
      contra: `class = 'gaming' AND reference = 'north'`,
      cash: 500,
      inPlay: -500,
    }),
    'transfers',
  ],
])
