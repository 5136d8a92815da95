import type { Corruption } from './corruption.ts'
import { act, shift, append, unlimited } from './invention.ts'

/**
 * Corruptions of seed pairs, rounds, jackpots, comp and bets at providers, invented from the schema and the papers by an auditor who had not
 * read the checks.
 */
export const inventedOfPlay: readonly Corruption[] = [
  {
    name: 'next commitment replaced by a seed that another member knows',
    sql: act(`
  SELECT s.* INTO STRICT vs FROM member_seed s WHERE s.revealed_at IS NOT NULL ORDER BY s.revealed_at DESC LIMIT 1;
  UPDATE member_seed SET server_seed_sealed = vs.server_seed_sealed, key_id = vs.key_id, server_seed_hash = vs.server_seed_hash
    WHERE id = (SELECT id FROM member_seed WHERE client_seed IS NULL AND member_id <> vs.member_id ORDER BY id LIMIT 1) RETURNING member_id INTO STRICT v_m;`),
    seenBy: ['seed-pairs'],
  },
  {
    name: 'pair relabelled as of the old scheme',
    sql: act(
      `UPDATE member_seed SET scheme = 'old', created_at = begun_at WHERE id = (SELECT id FROM member_seed WHERE scheme = 'chain' AND begun_at IS NOT NULL ORDER BY id DESC LIMIT 1) RETURNING id INTO STRICT v_n;`,
    ),
    seenBy: ['seed-pairs'],
  },
  {
    name: 'revelation dated before the last round of its pair',
    sql: act(
      `UPDATE member_seed s SET revealed_at = s.begun_at + interval '1 millisecond' WHERE s.id = (SELECT x.id FROM member_seed x WHERE x.revealed_at IS NOT NULL AND EXISTS (SELECT 1 FROM round y WHERE y.seed_id = x.id AND y.at > x.begun_at) ORDER BY x.id DESC LIMIT 1) RETURNING s.id INTO STRICT v_n;`,
    ),
    seenBy: ['rounds'],
  },
  {
    name: 'revelation of an ended pair taken back',
    sql: act(
      `UPDATE member_seed SET revealed_at = NULL, reveal_mac = NULL WHERE id = (SELECT id FROM member_seed WHERE revealed_at IS NOT NULL ORDER BY id DESC LIMIT 1) RETURNING id INTO STRICT v_n;`,
    ),
    seenBy: ['seed-pairs'],
  },
  {
    name: 'revelation of a pair that a block ended taken back',
    sql: `UPDATE member_seed SET revealed_at = NULL, reveal_mac = NULL WHERE id = (SELECT max(s.id) FROM member_seed s JOIN wallet w USING (member_id) JOIN member m ON m.id = s.member_id
      WHERE s.revealed_at IS NOT NULL AND w.seed_id IS NULL AND m.status = 'blocked')`,
    seenBy: ['seed-pairs'],
  },
  {
    name: 'revelation of a pair taken back, with a space in its client seed',
    sql: `UPDATE member_seed SET revealed_at = NULL, reveal_mac = NULL, client_seed = 'player ' || ordinal WHERE id = (SELECT max(id) FROM member_seed WHERE revealed_at IS NOT NULL)`,
    seenBy: ['seed-pairs'],
  },
  {
    name: 'revelation of a pair taken back, as if its seed had been abandoned',
    sql: `UPDATE member_seed SET revealed_at = NULL, reveal_mac = NULL, client_seed = 'abandoned ' || ordinal WHERE id = (SELECT max(seed_id) FROM round r JOIN member_seed s ON s.id = r.seed_id
      WHERE s.revealed_at IS NOT NULL)`,
    seenBy: ['seed-pairs'],
  },
  {
    name: 'unit count of the newest winning round and its stake changed against each other, with its comp and shares as they were',
    sql: act(`
  SELECT x.* INTO STRICT vr FROM round x WHERE x.units > 0 AND x.stake % 2 = 0 ORDER BY x.at DESC LIMIT 1;
  SELECT * INTO STRICT vj FROM journal WHERE kind = 3 AND ref = vr.id;
  UPDATE round SET stake = stake / 2, units = units * 2, events = regexp_replace(events, '"pay":\\s*' || vr.units || '\\s*}]$', '"pay":' || vr.units * 2 || '}]') WHERE id = vr.id;
  v_d := vr.stake / 2;
  UPDATE journal SET stake = stake / 2, d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}`),
    seenBy: ['redraw'],
  },
  {
    name: 'seed in use revealed',
    sql: act(
      `UPDATE member_seed s SET revealed_at = clock_timestamp() FROM wallet w WHERE w.seed_id = s.id AND w.member_id = (SELECT member_id FROM wallet WHERE seed_id IS NOT NULL ORDER BY member_id DESC LIMIT 1) RETURNING s.id INTO STRICT v_n;`,
    ),
    seenBy: ['seed-pairs'],
  },
  {
    name: 'boundary of two pairs moved by one round',
    sql: act(`
  SELECT x.* INTO STRICT vr FROM round x JOIN member_seed s ON s.id = x.seed_id AND s.first_nonce = x.nonce AND s.ordinal > 1
    JOIN member_seed p ON p.member_id = s.member_id AND p.ordinal = s.ordinal - 1 ORDER BY x.at DESC LIMIT 1;
  UPDATE member_seed SET first_nonce = vr.nonce + 1, begun_at = greatest(begun_at, vr.at + interval '1 millisecond') WHERE id = vr.seed_id RETURNING * INTO vs;
  UPDATE round SET seed_id = (SELECT id FROM member_seed WHERE member_id = vs.member_id AND ordinal = vs.ordinal - 1) WHERE id = vr.id;
  UPDATE member_seed SET revealed_at = vs.begun_at WHERE member_id = vs.member_id AND ordinal = vs.ordinal - 1;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'pair taken out of the chain',
    sql: act(`
  SELECT s.* INTO STRICT vs FROM member_seed s WHERE s.revealed_at IS NOT NULL AND s.ordinal > 1 ORDER BY s.id DESC LIMIT 1;
  SELECT * INTO STRICT vs2 FROM member_seed WHERE member_id = vs.member_id AND ordinal = vs.ordinal - 1;
  UPDATE round SET seed_id = vs2.id WHERE seed_id = vs.id;
  DELETE FROM member_seed WHERE id = vs.id;
  UPDATE member_seed SET revealed_at = vs.revealed_at WHERE id = vs2.id;
  UPDATE member_seed SET ordinal = -ordinal + 1000000 WHERE member_id = vs.member_id AND ordinal > vs.ordinal;
  UPDATE member_seed SET ordinal = 1000000 - ordinal - 1 WHERE member_id = vs.member_id AND ordinal > 500000;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'order of two commitments exchanged',
    sql: act(`
  SELECT s.* INTO STRICT vs FROM member_seed s WHERE s.begun_at IS NOT NULL AND s.ordinal > 1 AND s.scheme = 'chain' ORDER BY s.id DESC LIMIT 1;
  UPDATE member_seed SET ordinal = 999999 WHERE id = vs.id;
  UPDATE member_seed SET ordinal = vs.ordinal WHERE member_id = vs.member_id AND ordinal = vs.ordinal - 1;
  UPDATE member_seed SET ordinal = vs.ordinal - 1 WHERE id = vs.id;`),
    seenBy: ['seed-pairs'],
  },
  {
    name: 'more of a round shown than it has',
    sql: act(
      `UPDATE round SET shown = json_array_length(events::json) + 5 WHERE id = (SELECT id FROM round WHERE pay > 0 ORDER BY at DESC LIMIT 1) RETURNING id INTO STRICT v_u;`,
    ),
    seenBy: ['round-facts'],
  },
  {
    name: 'rounds of a game booked under another game',
    sql: act(
      `UPDATE game_version v SET game_code = (SELECT g.code FROM game g WHERE g.code <> v.game_code ORDER BY g.code DESC LIMIT 1) WHERE v.id = (SELECT game_version_id FROM round GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) RETURNING v.id INTO STRICT v_i;`,
    ),
    seenBy: ['round-facts', 'shares'],
  },
  {
    name: 'round of a version that its window did not open',
    sql: act(`
  SELECT * INTO STRICT vr FROM round ORDER BY at DESC LIMIT 1;
  INSERT INTO game_version (game_code, math_hash, most_units, units_per_stake) SELECT game_code, encode(sha256('x'), 'hex'), most_units, units_per_stake FROM game_version WHERE id = vr.game_version_id RETURNING id INTO v_i;
  UPDATE round SET game_version_id = v_i WHERE id = vr.id;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'unit count of a round and its stake changed against each other',
    sql: act(`
  SELECT x.* INTO STRICT vr FROM round x JOIN journal j ON j.ref = x.id AND j.kind = 3 JOIN wallet w ON w.member_id = x.member_id
    WHERE x.units > 0 AND x.stake % 2 = 0 AND NOT w.limited AND j.d_turnover = 0 AND j.share_mega IS NULL AND j.share_minor IS NULL AND j.share_major IS NULL ORDER BY x.at DESC LIMIT 1;
  SELECT * INTO STRICT vj FROM journal WHERE kind = 3 AND ref = vr.id;
  UPDATE round SET stake = stake / 2, units = units * 2, events = regexp_replace(events, '"pay":\\s*' || vr.units || '\\s*}]$', '"pay":' || vr.units * 2 || '}]') WHERE id = vr.id;
  v_d := vr.stake / 2;
  UPDATE journal SET stake = stake / 2, d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}
  SELECT coalesce(scale_ppm_floor(vr.stake / 2, c.rate_ppm), 0) - vj.d_comp INTO v_d FROM comp_rate c WHERE c.id = vj.rate_id; v_d := coalesce(v_d, 0);
  UPDATE journal SET d_comp = d_comp + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('comp')}`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'pool moved from one tier to another',
    sql: act(`
  SELECT s.tier, s.lane INTO STRICT v_t, v_i FROM jackpot_shard s WHERE s.pool > 10 ORDER BY s.pool DESC LIMIT 1;
  SELECT pool / 2 INTO v_d FROM jackpot_shard WHERE tier = v_t AND lane = v_i;
  UPDATE jackpot_shard SET pool = pool - v_d WHERE tier = v_t AND lane = v_i;
  UPDATE jackpot_shard SET pool = pool + v_d WHERE lane = v_i AND tier = (SELECT tier FROM jackpot_tier WHERE open AND tier <> v_t ORDER BY tier DESC LIMIT 1) RETURNING pool INTO STRICT v_n;`),
    seenBy: ['jackpots'],
  },
  {
    name: 'pool hidden in a lane that no backend uses',
    sql: act(`
  SELECT tier, lane, pool INTO STRICT v_t, v_i, v_d FROM jackpot_shard WHERE pool > 0 ORDER BY pool DESC LIMIT 1;
  UPDATE jackpot_shard SET pool = 0 WHERE tier = v_t AND lane = v_i;
  INSERT INTO jackpot_shard (tier, lane, pool) VALUES (v_t, 99, v_d);`),
    seenBy: ['jackpots'],
  },
  {
    name: 'jackpot money moved to the tips',
    sql: act(`
  SELECT s.tier, s.lane, s.pool / 3 INTO STRICT v_t, v_i, v_d FROM jackpot_shard s WHERE s.pool > 3 ORDER BY s.pool DESC LIMIT 1;
  UPDATE jackpot_shard SET pool = pool - v_d WHERE tier = v_t AND lane = v_i;
  INSERT INTO house_entry (key, from_id, to_id, amount, reason) SELECT uuidv7(), a.id, b.id, v_d, 'house share' FROM account a, account b
    WHERE a.class = 'jackpot_pool' AND a.reference = v_t AND b.class = 'tip' ORDER BY b.id LIMIT 1;`),
    seenBy: ['jackpots'],
  },
  {
    name: 'founding paid by another account',
    sql: act(`
  UPDATE house_entry h SET from_id = (SELECT a.id FROM account a WHERE a.brand_id IS NOT NULL AND a.class = 'receivable' ORDER BY a.id LIMIT 1)
    WHERE h.id = (SELECT id FROM house_entry ORDER BY id LIMIT 1) RETURNING h.id INTO STRICT v_n;`),
    seenBy: ['jackpots', 'office-voids'],
  },
  {
    name: 'jackpot tier closed over its money',
    sql: act(
      `UPDATE jackpot_tier SET open = false, share_ppm = 0 WHERE tier = (SELECT tier FROM jackpot_tier WHERE open ORDER BY tier LIMIT 1) RETURNING tier INTO STRICT v_t;`,
    ),
    seenBy: ['jackpots', 'dated-settings'],
  },
  {
    name: 'rate of the shares raised without anybody',
    sql: act(
      `UPDATE jackpot_tier SET share_ppm = least(100000, share_ppm * 3), reserve_ppm = 900000 WHERE tier = (SELECT tier FROM jackpot_tier WHERE open ORDER BY tier DESC LIMIT 1) RETURNING tier INTO STRICT v_t;`,
    ),
    seenBy: ['dated-settings'],
  },
  {
    name: 'game unlinked from the jackpots behind its spins',
    sql: act(
      `UPDATE game SET jackpot_linked = NOT jackpot_linked WHERE code = (SELECT v.game_code FROM round x JOIN game_version v ON v.id = x.game_version_id ORDER BY x.at DESC LIMIT 1) RETURNING code INTO STRICT v_t;`,
    ),
    seenBy: ['dated-settings'],
  },
  {
    name: 'comp rate raised in the past with all that it earned',
    sql: act(`
  SELECT c.id INTO STRICT v_i FROM comp_rate c JOIN journal j ON j.rate_id = c.id GROUP BY c.id, c.rate_ppm ORDER BY count(*) LIMIT 1;
  UPDATE comp_rate SET rate_ppm = rate_ppm + 1000 WHERE id = v_i RETURNING rate_ppm INTO v_b;
  FOR vj IN SELECT * FROM journal WHERE rate_id = v_i AND kind IN (1, 3) ORDER BY member_id, seq LOOP
    v_d := scale_ppm_floor(vj.stake, v_b) - vj.d_comp;
    UPDATE journal SET d_comp = d_comp + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
    ${shift('comp')}
  END LOOP;
  FOR vj IN SELECT x.* FROM journal x JOIN journal b ON b.member_id = x.member_id AND b.source = -x.source AND b.key = x.key
      WHERE x.kind = 4 AND b.rate_id = v_i AND b.kind = 1 AND -x.d_comp < b.d_comp ORDER BY x.member_id, x.seq LOOP
    SELECT -b.d_comp - vj.d_comp INTO v_d FROM journal b WHERE b.member_id = vj.member_id AND b.source = -vj.source AND b.key = vj.key;
    UPDATE journal SET d_comp = d_comp + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
    ${shift('comp')}
  END LOOP;`),
    seenBy: ['dated-settings'],
  },
  {
    name: 'higher comp rate slipped in for the coming minute',
    sql: act(`INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from)
    SELECT brand_id, game_kind, level, 1000000, date_trunc('minute', now()) + interval '2 minutes' FROM comp_rate ORDER BY effective_from DESC, id LIMIT 1 RETURNING id INTO STRICT v_i;`),
    seenBy: ['dated-settings'],
  },
  {
    name: 'comp rate dated before it was made',
    sql: act(
      `UPDATE comp_rate c SET effective_from = c.effective_from - interval '30 days', created_at = now() WHERE c.id = (SELECT id FROM comp_rate ORDER BY effective_from DESC, id DESC LIMIT 1) RETURNING c.id INTO STRICT v_i;`,
    ),
    seenBy: ['dated-settings'],
  },
  {
    name: 'bets paid at the comp of a level the member never had',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN comp_rate c ON c.id = j.rate_id JOIN comp_rate u ON u.brand_id = c.brand_id AND u.game_kind = c.game_kind AND u.level = 10 AND u.rate_ppm > c.rate_ppm AND u.effective_from <= j.at
    WHERE j.kind = 3 AND c.level < 10 ORDER BY j.stake DESC, j.at DESC LIMIT 1;
  SELECT u.id, u.rate_ppm INTO STRICT v_i, v_b FROM comp_rate c JOIN comp_rate u ON u.brand_id = c.brand_id AND u.game_kind = c.game_kind AND u.level = 10 WHERE c.id = vj.rate_id AND u.effective_from <= vj.at ORDER BY u.effective_from DESC LIMIT 1;
  v_d := scale_ppm_floor(vj.stake, v_b) - vj.d_comp;
  UPDATE journal SET rate_id = v_i, d_comp = d_comp + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('comp')}`),
    seenBy: ['comp-rates'],
  },
  {
    name: 'rate of a spin named after another kind of game',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN comp_rate c ON c.id = j.rate_id WHERE j.kind = 3 ORDER BY j.at DESC LIMIT 1;
  UPDATE journal j SET rate_id = u.id FROM comp_rate c, comp_rate u WHERE c.id = vj.rate_id AND u.id = (SELECT x.id FROM comp_rate x WHERE x.brand_id = c.brand_id AND x.game_kind <> c.game_kind AND x.level = c.level ORDER BY x.rate_ppm <> c.rate_ppm, x.id LIMIT 1)
    AND j.member_id = vj.member_id AND j.seq = vj.seq RETURNING u.rate_ppm INTO STRICT v_b;
  v_d := scale_ppm_floor(vj.stake, v_b) - vj.d_comp;
  UPDATE journal SET d_comp = d_comp + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('comp')}`),
    seenBy: ['comp-rates'],
  },
  {
    name: 'member raised to level 10',
    sql: act(
      `UPDATE member SET level = 10 WHERE id = (SELECT id FROM member WHERE level < 10 AND status = 'active' ORDER BY id DESC LIMIT 1) RETURNING id INTO STRICT v_m;`,
    ),
    seenBy: ['dated-settings'],
  },
  {
    name: 'win of a provider doubled',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal j WHERE kind = 2 AND pay > 0 AND ${unlimited('j')} ORDER BY at DESC LIMIT 1;
  v_d := vj.pay;
  UPDATE journal SET pay = 2 * pay, d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'bet that won rolled back as well',
    sql: act(`
  SELECT b.* INTO STRICT vj FROM journal b JOIN journal x ON x.member_id = b.member_id AND x.kind = 2 AND x.ref IS NOT DISTINCT FROM coalesce(b.ref, b.key)
    WHERE b.kind = 1 AND NOT EXISTS (SELECT 1 FROM journal y WHERE y.member_id = b.member_id AND y.source = -b.source AND y.key = b.key) ORDER BY b.at DESC LIMIT 1;
  v_m := vj.member_id; v_d := least(vj.d_comp, (SELECT comp FROM wallet WHERE member_id = v_m)); v_n := least(vj.d_in_play, (SELECT in_play FROM wallet WHERE member_id = v_m));
  ${append(4, '-vj.source', 'vj.key', 'vj.ref', 'vj.contra_id', { cash: 'vj.stake', inPlay: '-v_n', comp: '-v_d', turnover: '-vj.d_turnover' })}
  UPDATE journal SET rate_id = vj.rate_id WHERE member_id = v_m AND seq = vw.seq;`),
    seenBy: ['wins'],
  },
  {
    name: 'tombstone moved to a key that nobody asks for',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal WHERE kind = 5 ORDER BY at DESC LIMIT 1;
  UPDATE journal SET key = uuidv7() WHERE member_id = vj.member_id AND seq = vj.seq;`),
    seenBy: ['transactions'],
  },
  {
    name: 'provider’s transaction forgotten',
    sql: act(
      `DELETE FROM provider_transaction t WHERE (t.provider_id, t.transaction) = (SELECT x.provider_id, x.transaction FROM provider_transaction x JOIN journal j ON j.member_id = x.member_id AND j.key = x.journal_key AND j.kind = 2 ORDER BY x.at DESC LIMIT 1) RETURNING t.member_id INTO STRICT v_m;`,
    ),
    seenBy: ['transactions'],
  },
  {
    name: 'transactions of two bets exchanged',
    sql: act(`
  SELECT x.journal_key, y.journal_key INTO STRICT v_u, v_k FROM provider_transaction x JOIN provider_transaction y ON y.provider_id = x.provider_id AND y.member_id <> x.member_id ORDER BY x.at DESC, y.at LIMIT 1;
  UPDATE provider_transaction SET journal_key = uuidv7() WHERE journal_key = v_u RETURNING transaction INTO v_t;
  UPDATE provider_transaction SET journal_key = v_u WHERE journal_key = v_k;
  UPDATE provider_transaction SET journal_key = v_k WHERE transaction = v_t;`),
    seenBy: ['transactions'],
  },
]
