import { appendEvent, listCorruptions, paidRound, repay, spinner } from './corruption.ts'

const of = `member_id = ${spinner}`
const pairOf = (ordinal: number): string => `(SELECT id FROM member_seed WHERE ${of} AND ordinal = ${ordinal})`

/** Corruptions of rounds and seed pairs. */
export const roundCorruptions = listCorruptions([
  ['a round that was never booked', `UPDATE wallet SET nonce = nonce + 1 WHERE ${of}`, 'rounds'],
  ['a round that was deleted', `DELETE FROM round WHERE ${of} AND nonce = 3`, 'rounds'],
  [
    'a spin of another round',
    `UPDATE journal SET ref = gen_random_uuid() WHERE kind = 3 AND ${of} AND seq = 4`,
    'rounds',
  ],
  ['pays of a version that were never paid', `UPDATE version_count SET pay = pay + 10000`, 'version-counts'],
  ['stakes counted twice', `UPDATE version_count SET stake = stake * 2, rounds = rounds * 2`, 'version-counts'],
  [
    'squares of stakes that hide a deviation',
    `UPDATE version_count SET stake_squares = stake_squares * 4`,
    'version-counts',
  ],
  ['a version that counts nothing', `DELETE FROM version_count`, 'version-counts'],
  [
    'a round with another stake than its event',
    `UPDATE round SET stake = stake * 2, pay = pay * 2 WHERE id = ${paidRound}`,
    'rounds',
  ],
  [
    'two spins booked for one round',
    appendEvent(spinner, {
      kind: 3,
      source: 1,
      contra: `class = 'gaming'`,
      cash: -10_000_000,
      stake: 10_000_000,
      ref: `(SELECT id FROM round WHERE ${of} AND stake = 10000000 AND pay = 0 LIMIT 1)`,
    }),
    'rounds',
  ],
  [
    'a win ten times as great, with a blank behind the events',
    repay(paidRound, { pay: 'r.pay * 10', more: `, events = events || ' '` }),
    'round-pays',
  ],
  ['a win ten times as great', repay(paidRound, { pay: 'r.pay * 10' }), 'round-pays'],
  [
    'a win ten times as great in every row and event',
    repay(paidRound, {
      pay: 'r.pay * 10',
      more: `, units = r.units * 10, events = regexp_replace(r.events, '"pay":' || r.units || '(\\D)', '"pay":' || r.units * 10 || '\\1', 'g')`,
    }),
    'journal-seals',
  ],
  ['events of a paying round, emptied', `UPDATE round SET events = '[]' WHERE id = ${paidRound}`, 'round-pays'],
  ['events that are no list', `UPDATE round SET events = 'no JSON' WHERE id = ${paidRound}`, 'round-pays'],
  [
    'events of an unknown shape',
    `UPDATE round SET events = '[{"type":"showdown","hand":"flush"}]' WHERE id = ${paidRound}`,
    'round-pays',
  ],
  [
    'events that end with another win',
    `UPDATE round SET events = '[{"type":"totalWin","pay":99999}]' WHERE id = ${paidRound}`,
    'round-pays',
  ],
  [
    'a win above the largest of its game, in every row and event',
    repay(paidRound, {
      pay: `r.stake * 30000`,
      more: `, units = 600000, events = '[{"type":"totalWin","pay":600000}]'`,
    }),
    'round-pays',
  ],
  [
    'a stake that does not divide into the units of its game',
    `UPDATE round SET stake = stake + 1 WHERE ${of} AND nonce = 2; UPDATE journal SET stake = stake + 1 WHERE kind = 3 AND ${of}
       AND ref = (SELECT id FROM round WHERE ${of} AND nonce = 2)`,
    'round-pays',
  ],
  [
    'the largest win of a version, raised',
    `UPDATE game_version SET most_units = most_units * 2 WHERE id = (SELECT game_version_id FROM round WHERE ${of} AND nonce = 2)`,
    'version-bounds',
    'states',
  ],
  [
    'the units in a stake of a version, halved',
    `UPDATE game_version SET units_per_stake = units_per_stake / 2 WHERE id = (SELECT game_version_id FROM round WHERE ${of} AND nonce = 2)`,
    'version-bounds',
    'round-pays',
  ],
  [
    'a version without its largest win',
    `ALTER TABLE game_version DROP CONSTRAINT game_version_bounded; UPDATE game_version SET most_units = NULL`,
    'version-bounds',
    'round-pays',
  ],
  ['units that are not what was paid', `UPDATE round SET units = units + 1 WHERE id = ${paidRound}`, 'round-pays'],
  ['a losing round with units', `UPDATE round SET units = 7 WHERE ${of} AND pay = 0`, 'round-pays'],
  [
    'stops of a round, altered',
    `UPDATE round SET events = regexp_replace(events, '([0-9]+),([0-9]+)', '\\2,\\1') WHERE ${of} AND nonce = 2`,
    'journal-seals',
  ],
  [
    'the numbers of two rounds, exchanged',
    `UPDATE round SET nonce = -1 WHERE ${of} AND nonce = 1; UPDATE round SET nonce = 1 WHERE ${of} AND nonce = 2;
     UPDATE round SET nonce = 2 WHERE ${of} AND nonce = -1`,
    'round-facts',
  ],
  [
    'a round of an unknown version of a game',
    `UPDATE round SET game_version_id = 999 WHERE ${of} AND nonce = 2`,
    'round-facts',
  ],
  [
    'a spin against the account of another company',
    `INSERT INTO account (brand_id, class, reference) SELECT brand_id, 'gaming', 'another' FROM wallet WHERE ${of};
     UPDATE journal SET contra_id = (SELECT id FROM account WHERE reference = 'another') WHERE kind = 3 AND ${of} AND seq = 5`,
    'round-facts',
  ],
  [
    'a round at another time than its event',
    `UPDATE round SET at = at - interval '1 second' WHERE ${of} AND nonce = 2`,
    'round-facts',
  ],
  ['more events shown than a round has', `UPDATE round SET shown = 200 WHERE ${of} AND nonce = 2`, 'round-facts'],
  [
    'a last spin next year, so that none is allowed',
    `UPDATE wallet SET last_spin_at = last_spin_at + interval '1 year' WHERE ${of}`,
    'round-state',
  ],
  ['a last spin that was forgotten', `UPDATE wallet SET last_spin_at = NULL WHERE ${of}`, 'round-state'],
  [
    'all cash hidden for a year',
    `UPDATE wallet SET unseen = cash, unseen_until = now() + interval '1 year' WHERE ${of}`,
    'round-state',
  ],
  [
    'more hidden than the last rounds paid',
    `UPDATE wallet SET unseen = unseen + 10000000000 WHERE ${of}`,
    'round-state',
  ],
  [
    'a round drawn from a revealed seed',
    `UPDATE member_seed SET revealed_at = begun_at WHERE id = ${pairOf(2)}`,
    'rounds',
  ],
  [
    'a round drawn from the seed of another member',
    `UPDATE round SET seed_id = (SELECT max(id) FROM member_seed WHERE member_id <> ${spinner}) WHERE ${of} AND nonce = 2`,
    'rounds',
  ],
  [
    'an archived round that was left behind',
    `INSERT INTO round SELECT * FROM round_archive WHERE nonce = 2; DELETE FROM round_archive WHERE nonce = 2`,
    'rounds',
  ],
  [
    'a round archived before its event',
    `INSERT INTO round_archive SELECT * FROM ONLY round WHERE ${of} AND nonce = 0; DELETE FROM ONLY round WHERE ${of} AND nonce = 0`,
    'rounds',
  ],
  ['a seed pair that is missing', `DELETE FROM member_seed WHERE id = ${pairOf(2)}`, 'seed-pairs'],
  ['a pair that no commitment follows', `DELETE FROM member_seed WHERE ${of} AND client_seed IS NULL`, 'seed-pairs'],
  [
    'a revealed pair in use',
    `UPDATE member_seed SET revealed_at = now() WHERE id = (SELECT seed_id FROM wallet WHERE ${of})`,
    'seed-pairs',
  ],
  ['an ended pair in use again', `UPDATE wallet SET seed_id = ${pairOf(1)} WHERE ${of}`, 'seed-pairs'],
  [
    'a pair of another member in use',
    `UPDATE wallet SET seed_id = (SELECT max(seed_id) FROM wallet WHERE member_id <> ${spinner}) WHERE ${of}`,
    'seed-pairs',
  ],
  [
    'an ended pair that was never revealed',
    `UPDATE member_seed SET revealed_at = NULL, reveal_mac = NULL WHERE id = ${pairOf(2)}`,
    'seed-pairs',
  ],
  [
    'one commitment of two pairs',
    `UPDATE member_seed SET server_seed_hash = (SELECT server_seed_hash FROM member_seed WHERE member_id <> ${spinner} LIMIT 1)
     WHERE ${of} AND client_seed IS NULL`,
    'seed-pairs',
  ],
  [
    'rounds numbered outside their pair',
    `UPDATE member_seed SET first_nonce = first_nonce + 1 WHERE id = ${pairOf(2)}`,
    'seed-pairs',
  ],
  [
    'a pair excused from proof as of the old scheme',
    `UPDATE member_seed SET scheme = 'old' WHERE id = ${pairOf(2)}`,
    'seed-pairs',
  ],
  [
    'the hash of a server seed, altered',
    `UPDATE member_seed SET server_seed_hash = sha256(server_seed_hash) WHERE id = ${pairOf(2)}`,
    'journal-seals',
  ],
  [
    'a commitment dated a day before the pair before it began',
    `UPDATE member_seed SET created_at = created_at - interval '1 day' WHERE id = ${pairOf(2)}`,
    'seed-pairs',
  ],
  [
    'a first commitment dated a day earlier',
    `UPDATE member_seed SET created_at = created_at - interval '1 day' WHERE id = (SELECT max(id) FROM member_seed WHERE ordinal = 1)`,
    'seed-pairs',
  ],
  [
    'a first commitment dated after its pair began',
    `UPDATE member_seed SET created_at = begun_at + interval '2 hours' WHERE ${of} AND ordinal = 1`,
    'seed-pairs',
  ],
  ['a client seed, altered', `UPDATE member_seed SET client_seed = 'another' WHERE id = ${pairOf(2)}`, 'journal-seals'],
])
