import type { Corruption } from './corruption.ts'

/** The newest round. */
const last = `(SELECT id FROM ONLY round ORDER BY at DESC, nonce DESC LIMIT 1)`
/** Two rounds of one pair with different events. */
const two = `(SELECT a.member_id, a.nonce AS one, b.nonce AS other FROM round a JOIN round b ON b.seed_id = a.seed_id AND b.nonce > a.nonce
  AND b.events <> a.events LIMIT 1)`
const pairOfLast = `(SELECT seed_id FROM round WHERE id = ${last})`

/** Alterations of rounds and seeds, each with everything that follows from it altered too. */
export const redrawCorruptions: readonly Corruption[] = [
  {
    name: 'a last spin that won one more stake, with its events, journal and wallet',
    sql: `CREATE TEMP TABLE won ON COMMIT DROP AS SELECT r.id, r.member_id, r.stake,
        (SELECT v.units * r.stake / v.pay FROM round v WHERE v.pay > 0 LIMIT 1) AS more FROM round r WHERE r.id = ${last};
      UPDATE round r SET pay = r.pay + w.stake, units = r.units + coalesce(w.more, 20), events = regexp_replace(r.events, '"pay":[0-9]+}]$',
        format('"pay":%s}]', r.units + coalesce(w.more, 20))) FROM won w WHERE r.id = w.id;
      UPDATE journal j SET pay = j.pay + w.stake, d_cash = j.d_cash + w.stake, cash = j.cash + w.stake FROM won w WHERE j.ref = w.id AND j.kind = 3;
      UPDATE wallet x SET cash = x.cash + w.stake FROM won w WHERE x.member_id = w.member_id`,
    seenBy: ['redraw'],
  },
  {
    name: 'a round whose reels stopped elsewhere',
    sql: `UPDATE round SET events = regexp_replace(events, '"stops":\\[[0-9]+', '"stops":[' ||
      ((substring(events from '"stops":\\[([0-9]+)'))::int + 1)) WHERE id = ${last}`,
    seenBy: ['redraw'],
  },
  {
    name: 'the numbers of two rounds exchanged',
    sql: `CREATE TEMP TABLE swapped ON COMMIT DROP AS SELECT * FROM ${two} t;
      UPDATE round r SET nonce = 1000000 FROM swapped t WHERE r.member_id = t.member_id AND r.nonce = t.one;
      UPDATE round r SET nonce = t.one FROM swapped t WHERE r.member_id = t.member_id AND r.nonce = t.other;
      UPDATE round r SET nonce = t.other FROM swapped t WHERE r.member_id = t.member_id AND r.nonce = 1000000`,
    seenBy: ['redraw', 'round-facts'],
  },
  {
    name: 'a server seed with another hash',
    sql: `UPDATE member_seed SET server_seed_hash = sha256(server_seed_hash) WHERE id = ${pairOfLast}`,
    seenBy: ['redraw'],
  },
  {
    name: 'another client seed',
    sql: `UPDATE member_seed SET client_seed = client_seed || 'x' WHERE id = ${pairOfLast}`,
    seenBy: ['redraw'],
  },
  {
    name: 'a server seed under a key that nobody has',
    sql: `UPDATE member_seed SET key_id = 'none' WHERE id = ${pairOfLast}`,
    seenBy: ['redraw'],
  },
  {
    name: 'a server seed whose encryption was altered',
    sql: `UPDATE member_seed SET server_seed_sealed = set_byte(server_seed_sealed, 40, get_byte(server_seed_sealed, 40) # 1) WHERE id = ${pairOfLast}`,
    seenBy: ['redraw'],
  },
  {
    name: 'a pair that was marked as the old scheme',
    sql: `UPDATE member_seed SET scheme = 'old' WHERE id = ${pairOfLast}`,
    seenBy: ['redraw'],
  },
  {
    name: 'a pair that was marked as the old scheme, with times of before that ended',
    sql: `INSERT INTO member_seed (id, member_id, ordinal, server_seed_sealed, key_id, server_seed_hash, created_at) OVERRIDING SYSTEM VALUE
        SELECT id - 1000000, -1, 1, server_seed_sealed, key_id, sha256(server_seed_hash), created_at - interval '1 hour'
        FROM member_seed WHERE id = (SELECT min(id) FROM member_seed);
      UPDATE member_seed SET scheme = 'old', created_at = '2020-01-01', begun_at = '2020-01-01' WHERE id = ${pairOfLast}`,
    seenBy: ['redraw', 'seed-pairs'],
  },
  {
    name: 'a version of a game with other mathematics',
    sql: `UPDATE game_version SET math_hash = repeat('0', 64) WHERE id = (SELECT game_version_id FROM round WHERE id = ${last})`,
    seenBy: ['redraw'],
  },
  {
    name: 'a difference that was found and whose round was removed',
    sql: `INSERT INTO redraw_mismatch (round_id, detail) VALUES (gen_random_uuid(), 'its seeds give other events')`,
    seenBy: ['redraw'],
  },
]
