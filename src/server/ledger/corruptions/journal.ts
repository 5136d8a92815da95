import { appendEvent, listCorruptions, spinner } from './corruption.ts'

const of = `member_id = ${spinner}`
const issue = `class = 'play_money_issue'`

/** Corruptions of events and wallets. */
export const journalCorruptions = listCorruptions([
  ['a wallet that was written to', `UPDATE wallet SET cash = cash + 1 WHERE ${of}`, 'wallet', 'whole-house'],
  ['comp added to a wallet', `UPDATE wallet SET comp = comp + 1 WHERE ${of}`, 'wallet', 'whole-house'],
  ['an event that was deleted', `DELETE FROM journal WHERE ${of} AND seq = 3`, 'steps'],
  ['a first event that was deleted', `DELETE FROM journal WHERE ${of} AND seq = 1`, 'steps'],
  [
    'a last event that was deleted',
    `DELETE FROM journal j USING wallet w WHERE w.member_id = j.member_id AND w.seq = j.seq AND j.${of}`,
    'wallet',
  ],
  ['a delta that was changed', `UPDATE journal SET d_cash = d_cash + 5 WHERE ${of} AND seq = 3`, 'steps'],
  [
    'all balances after an event, changed',
    `UPDATE journal SET cash = cash + 5 WHERE ${of} AND seq >= 3; UPDATE wallet SET cash = cash + 5 WHERE ${of}`,
    'steps',
  ],
  ['a stake that was changed', `UPDATE journal SET stake = stake + 5 WHERE ${of} AND seq = 3`, 'money-of-kind'],
  ['a pay on an event that is no round', `UPDATE journal SET pay = 5 WHERE kind = 12 AND ${of}`, 'money-of-kind'],
  ['a row beyond the wallet', `UPDATE wallet SET seq = seq - 1 WHERE ${of}`, 'tail'],
  ['a wallet beyond its journal', `UPDATE wallet SET seq = seq + 1 WHERE ${of}`, 'wallet'],
  ['a wallet that was deleted', `DELETE FROM wallet WHERE ${of}`, 'tail'],
  [
    'cash below zero',
    `ALTER TABLE wallet DROP CONSTRAINT wallet_check; UPDATE wallet SET cash = -1 WHERE ${of}`,
    'below-zero',
  ],
  [
    'a view that leaves out the legs of the house',
    `DROP VIEW posting; CREATE VIEW posting AS SELECT member_id, seq, d_cash AS amount FROM journal WHERE d_cash <> 0`,
    'postings',
  ],
  [
    'money booked against an account of another class',
    `UPDATE journal SET contra_id = (SELECT min(id) FROM account WHERE class = 'receivable') WHERE kind = 12 AND ${of}`,
    'contra',
  ],
  ['money booked against no account', `UPDATE journal SET contra_id = 999999 WHERE kind = 11 AND ${of}`, 'contra'],
  [
    'a wallet moved to another brand',
    `INSERT INTO brand (code, name) VALUES ('other', 'Other');
     UPDATE wallet SET brand_id = (SELECT id FROM brand WHERE code = 'other') WHERE ${of}`,
    'contra',
  ],
  [
    'more comp than the rate gives',
    `UPDATE journal SET d_comp = d_comp + 7 WHERE ${of} AND seq = 3; UPDATE wallet SET comp = comp + 7 WHERE ${of};
     UPDATE journal SET comp = comp + 7 WHERE ${of} AND seq >= 3`,
    'comp',
  ],
  ['a stake without its rate', `UPDATE journal SET rate_id = NULL WHERE ${of} AND seq = 3`, 'comp'],
  ['turnover waived in the wallet', `UPDATE wallet SET turnover_due = 0 WHERE turnover_due > 0`, 'turnover'],
  [
    'a stake that reduces the turnover twice',
    `UPDATE journal SET d_turnover = -2 * stake WHERE kind = 3 AND ${of} AND seq = 3`,
    'turnover',
  ],
  [
    'turnover of a deposit, forgiven in journal and wallet',
    `UPDATE journal j SET d_turnover = d_turnover - w.turnover_due FROM wallet w WHERE w.member_id = j.member_id AND w.turnover_due > 0
       AND j.kind = 7; UPDATE wallet SET turnover_due = 0 WHERE turnover_due > 0`,
    'journal-seals',
    'turnover',
  ],
  [
    'an event in the journal and in the archive',
    `INSERT INTO journal_archive SELECT * FROM ONLY journal WHERE ${of} AND seq = 1; UPDATE wallet SET archived_seq = 1 WHERE ${of}`,
    'keys',
  ],
  [
    'an archive where the ledger does not search for keys',
    `UPDATE wallet SET archived_seq = 0 WHERE archived_seq > 0`,
    'keys',
  ],
  ['an archive that lost an event', `DELETE FROM journal_archive WHERE seq = 2`, 'keys'],
  [
    'one key for two events',
    `ALTER TABLE journal DROP CONSTRAINT journal_member_id_source_key_key;
     UPDATE journal SET key = (SELECT key FROM journal WHERE ${of} AND seq = 3) WHERE ${of} AND seq = 4`,
    'keys',
  ],
  [
    'an event three days in the future',
    `UPDATE journal SET at = at + interval '3 days' WHERE kind = 11 AND ${of}`,
    'times',
  ],
  [
    'a migration in the future, so that its check begins later',
    `UPDATE migration SET applied_at = now() + interval '10 years' WHERE number = 18`,
    'times',
  ],
  [
    'a migration long after the next one',
    `UPDATE migration SET applied_at = applied_at + interval '2 hours' WHERE number = 21`,
    'times',
  ],
  [
    'migrations applied now, so that the rules which begin with them concern nothing before',
    `UPDATE migration SET applied_at = clock_timestamp() WHERE number >= 34`,
    'states',
  ],
  [
    'the same before their times were recorded, as a record shows that began long before',
    `UPDATE act_signature SET at = at - interval '1 day' WHERE act_group = (SELECT act_group FROM audit WHERE act = 'state.begin' AND subject ~ 'limit_zone');
     UPDATE migration SET applied_at = clock_timestamp() WHERE number >= 34`,
    'times',
  ],
  [
    'a migration some minutes later',
    `UPDATE migration SET applied_at = applied_at + interval '10 minutes' WHERE number = 39`,
    'states',
  ],
  ['a migration that is gone, so that its rule has no beginning', `DELETE FROM migration WHERE number = 49`, 'states'],
  ['an entry of the house in the future', `UPDATE house_entry SET at = at + interval '3 days'`, 'times'],
  ['comp converted at ten times its value', `UPDATE journal SET d_cash = d_cash * 10 WHERE kind = 11`, 'money-of-kind'],
  [
    'comp that nobody asked to convert',
    appendEvent('(SELECT max(member_id) FROM wallet WHERE comp > 50)', {
      kind: 11,
      source: 1,
      contra: `class = 'comp_cost'`,
      cash: 50,
      comp: -50,
    }),
    'comp-converted',
  ],
  [
    'a conversion of comp that the audit lost',
    `DELETE FROM audit WHERE id = (SELECT min(id) FROM audit WHERE act = 'comp.convert')`,
    'comp-converted',
  ],
  ['a brand without its comp cost account', `DELETE FROM account WHERE class = 'comp_cost'`, 'whole-house'],
  [
    'play money that nobody issued',
    appendEvent(spinner, { kind: 12, source: 3, contra: issue, cash: 70_000 }),
    'issued-by-two',
  ],
  [
    'a correction that nobody signed',
    appendEvent(spinner, { kind: 13, source: 2, contra: `class = 'adjustment'`, cash: 70_000 }),
    'issued-by-two',
  ],
  [
    'an issue that became a correction',
    `UPDATE journal SET kind = 13, contra_id = (SELECT min(id) FROM account WHERE class = 'adjustment') WHERE kind = 12 AND ${of}`,
    'issued-by-two',
  ],
  ['a jackpot that no pool paid', appendEvent(spinner, { kind: 14, source: 3, contra: issue, cash: 70_000 }), 'contra'],
  [
    'a jackpot paid from a pool without a hit',
    `${appendEvent(spinner, { kind: 14, source: 3, contra: 'false', cash: 70_000 }).replace('a.brand_id = w.brand_id AND false', `a.class = 'jackpot_pool' AND a.reference = 'mega'`)}`,
    'jackpots',
  ],
  ['a round booked by the system', `UPDATE journal SET source = 3 WHERE kind = 3 AND ${of} AND seq = 4`, 'sources'],
  ['an event from an unknown source', `UPDATE journal SET source = 77 WHERE kind = 12 AND ${of}`, 'sources'],
  ['a rollback under a source that is not negated', `UPDATE journal SET source = 3 WHERE kind = 4`, 'sources'],
  ['a key that was replaced', `UPDATE journal SET key = gen_random_uuid() WHERE ${of} AND seq = 4`, 'journal-seals'],
  ['the hash of a request, replaced', `UPDATE journal SET request_hash = 1 WHERE ${of} AND seq = 4`, 'journal-seals'],
  [
    'a unique constraint on keys that was dropped',
    `ALTER TABLE journal DROP CONSTRAINT journal_member_id_source_key_key`,
    'guards',
  ],
  ['a trigger of the journal that was disabled', `ALTER TABLE journal DISABLE TRIGGER journal_is_final`, 'guards'],
  [
    'a function of the ledger with another text',
    `CREATE OR REPLACE FUNCTION scale_ppm_floor(amount bigint, ppm int) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT amount'`,
    'guards',
    'comp',
  ],
])
