import type { Corruption } from './corruption.ts'
import { act, shift, append, unlimited, turnoverAgain, unshare, rechain } from './invention.ts'

/**
 * Corruptions of transfers, limits, the archive, the audit and accounts, invented from the schema and the papers by an auditor who had not
 * read the checks.
 */
export const inventedOfRest: readonly Corruption[] = [
  {
    name: 'transfer refused and the money kept',
    sql: act(
      `UPDATE transfer SET state = 'refused', reason = 'short' WHERE id = (SELECT t.id FROM transfer t WHERE t.direction = 'in' AND t.state = 'done' ORDER BY t.changed_at LIMIT 1) RETURNING member_id INTO STRICT v_m;`,
    ),
    seenBy: ['transfers'],
  },
  {
    name: 'win at a transfer wallet made greater and taken out',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN transfer t ON t.id = j.ref AND t.direction = 'out' AND t.state = 'done' WHERE j.kind = 16 AND ${unlimited('j')} ORDER BY j.at DESC LIMIT 1;
  SELECT * INTO STRICT vt FROM transfer WHERE id = vj.ref; v_d := 50000000; v_m := vj.member_id; v_n := vj.seq;
  UPDATE transfer SET amount = amount + v_d WHERE id = vt.id;
  UPDATE journal SET d_cash = d_cash + v_d, d_in_play = d_in_play - v_d WHERE member_id = v_m AND seq = v_n;
  ${shift('cash')}
  SELECT * INTO STRICT vk FROM journal WHERE member_id = v_m AND kind = 18 AND seq < v_n ORDER BY seq DESC LIMIT 1;
  UPDATE journal SET d_in_play = d_in_play + v_d WHERE member_id = v_m AND seq = vk.seq;
  UPDATE journal SET in_play = in_play + v_d WHERE member_id = v_m AND seq >= vk.seq AND seq < v_n;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'result of play at a provider left out',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN transfer t ON t.id = j.ref WHERE j.kind = 18 AND j.d_in_play < 0 AND ${unlimited('j')} ORDER BY j.at DESC LIMIT 1;
  v_d := -vj.d_in_play;
  UPDATE journal SET d_in_play = 0 WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('in_play')}
  UPDATE transfer_balance b SET amount = b.amount + v_d FROM transfer t WHERE t.id = vj.ref AND b.member_id = t.member_id AND b.provider_id = t.provider_id;`),
    seenBy: ['money-of-kind'],
  },
  {
    name: 'money at one provider booked at another',
    sql: act(`
  SELECT b.member_id, b.provider_id INTO STRICT v_m, v_i FROM transfer_balance b WHERE b.amount > 0 ORDER BY b.amount DESC LIMIT 1;
  UPDATE transfer_balance SET provider_id = (SELECT p.id FROM provider p WHERE p.id <> v_i AND NOT EXISTS (SELECT 1 FROM transfer_balance o WHERE o.member_id = v_m AND o.provider_id = p.id) ORDER BY p.id LIMIT 1)
    WHERE member_id = v_m AND provider_id = v_i RETURNING provider_id INTO STRICT v_b;`),
    seenBy: ['transfers'],
  },
  {
    name: 'what lies at a provider moved to another member',
    sql: act(`
  SELECT b.member_id, b.provider_id, b.amount INTO STRICT v_m, v_i, v_d FROM transfer_balance b WHERE b.amount > 0 ORDER BY b.amount DESC LIMIT 1;
  SELECT w.member_id INTO STRICT v_o FROM wallet w WHERE w.member_id <> v_m ORDER BY w.in_play DESC LIMIT 1;
  UPDATE transfer_balance SET amount = 0 WHERE member_id = v_m AND provider_id = v_i;
  INSERT INTO transfer_balance AS b (member_id, provider_id, amount) VALUES (v_o, v_i, v_d) ON CONFLICT (member_id, provider_id) DO UPDATE SET amount = b.amount + v_d;
  UPDATE wallet SET in_play = in_play - v_d WHERE member_id = v_m; UPDATE wallet SET in_play = in_play + v_d WHERE member_id = v_o;
  UPDATE journal j SET in_play = j.in_play - v_d, d_in_play = j.d_in_play - v_d FROM wallet w WHERE w.member_id = v_m AND j.member_id = v_m AND j.seq = w.seq;
  UPDATE journal j SET in_play = j.in_play + v_d, d_in_play = j.d_in_play + v_d FROM wallet w WHERE w.member_id = v_o AND j.member_id = v_o AND j.seq = w.seq;`),
    seenBy: ['money-of-kind', 'transfers'],
  },
  {
    name: 'transfer out that the member never asked for',
    sql: act(`
  SELECT b.member_id, b.provider_id, b.amount INTO STRICT v_m, v_i, v_d FROM transfer_balance b WHERE b.amount >= 10000 ORDER BY b.amount DESC LIMIT 1;
  UPDATE transfer_balance SET amount = 0 WHERE member_id = v_m AND provider_id = v_i;
  ${append(16, '3', 'uuidv7()', 'uuidv7()', '(SELECT j.contra_id FROM journal j WHERE j.member_id = v_m AND j.kind = 15 ORDER BY j.seq DESC LIMIT 1)', { cash: 'v_d', inPlay: '-v_d' })}`),
    seenBy: ['transfers'],
  },
  {
    name: 'transfer laid to rest undecided',
    sql: act(
      `UPDATE transfer SET state = 'unknown', next_try_at = '9999-01-01' WHERE id = (SELECT id FROM transfer ORDER BY asked_at DESC LIMIT 1) RETURNING id INTO STRICT v_u;`,
    ),
    seenBy: ['transfers'],
  },
  {
    name: 'counter of a limit moved to the day before',
    sql: act(
      `UPDATE limit_counter c SET starts = c.starts - interval '1 day' WHERE (c.member_id, c.kind, c.period, c.starts) = (SELECT member_id, kind, period, starts FROM limit_counter WHERE used > 0 ORDER BY starts DESC, period LIMIT 1) RETURNING c.member_id INTO STRICT v_m;`,
    ),
    seenBy: ['limits'],
  },
  {
    name: 'counter of losses lowered by a deposit’s worth',
    sql: act(
      `UPDATE limit_counter c SET used = c.used - 100000000 WHERE (c.member_id, c.kind, c.period, c.starts) = (SELECT member_id, kind, period, starts FROM limit_counter WHERE kind IN ('loss', 'wager') ORDER BY starts DESC, kind LIMIT 1) RETURNING c.member_id INTO STRICT v_m;`,
    ),
    seenBy: ['limits'],
  },
  {
    name: 'weekly limit made a daily one, its counter with it',
    sql: act(`
  SELECT l.id, l.member_id, l.kind INTO STRICT v_n, v_m, v_t FROM member_limit l WHERE l.ended_at IS NULL AND l.period = 'week'
    AND NOT EXISTS (SELECT 1 FROM member_limit o WHERE o.member_id = l.member_id AND o.kind = l.kind AND o.period = 'day' AND o.ended_at IS NULL) ORDER BY l.id DESC LIMIT 1;
  UPDATE member_limit SET period = 'day' WHERE id = v_n;
  UPDATE limit_counter c SET period = 'day', starts = p.starts, used = (
      SELECT coalesce(sum(CASE WHEN v_t = 'deposit' THEN CASE j.kind WHEN 7 THEN j.d_cash ELSE 0 END WHEN j.kind = 18 AND v_t = 'loss' THEN -j.d_in_play
        WHEN j.kind IN (1, 3) AND NOT EXISTS (SELECT 1 FROM journal y WHERE y.member_id = v_m AND y.source = -j.source AND y.key = j.key) THEN j.stake ELSE 0 END
        - CASE WHEN v_t = 'loss' AND j.kind IN (2, 3) THEN j.pay ELSE 0 END), 0)
      FROM journal j WHERE j.member_id = v_m AND j.at >= p.starts)
    FROM wallet w, LATERAL limit_period(w.brand_id, 'day', now()) p WHERE w.member_id = v_m AND c.member_id = v_m AND c.kind = v_t AND c.period = 'week';`),
    seenBy: ['limits-set'],
  },
  {
    name: 'asked raise dated two days back',
    sql: act(
      `UPDATE limit_raise SET asked_at = asked_at - interval '2 days', effective_from = effective_from - interval '2 days' WHERE (member_id, kind, period) = (SELECT member_id, kind, period FROM limit_raise ORDER BY asked_at DESC LIMIT 1) RETURNING member_id INTO STRICT v_m;`,
    ),
    seenBy: ['limits-set'],
  },
  {
    name: 'asked raise turned into no limit at all',
    sql: act(
      `UPDATE limit_raise SET most = NULL WHERE (member_id, kind, period) = (SELECT member_id, kind, period FROM limit_raise WHERE most IS NOT NULL ORDER BY asked_at DESC LIMIT 1) RETURNING member_id INTO STRICT v_m;`,
    ),
    seenBy: ['limits-set'],
  },
  {
    name: 'raise nobody asked for, ready to be confirmed',
    sql: act(`
  SELECT l.member_id, l.kind INTO STRICT v_m, v_t FROM member_limit l WHERE l.ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM limit_raise r WHERE r.member_id = l.member_id AND r.kind = l.kind AND r.period = l.period) ORDER BY l.id LIMIT 1;
  INSERT INTO limit_raise (member_id, kind, period, most, asked_at, effective_from) SELECT l.member_id, l.kind, l.period, 2 * l.most, now() - interval '3 days', now() - interval '2 days'
    FROM member_limit l WHERE l.member_id = v_m AND l.kind = v_t AND l.ended_at IS NULL LIMIT 1;`),
    seenBy: ['limits-set'],
  },
  {
    name: 'limit removed with counter and flag, as if never set',
    sql: act(`
  SELECT l.member_id INTO STRICT v_m FROM member_limit l WHERE l.ended_at IS NULL ORDER BY l.id DESC LIMIT 1;
  DELETE FROM member_limit WHERE member_id = v_m; DELETE FROM limit_counter WHERE member_id = v_m; DELETE FROM limit_raise WHERE member_id = v_m;
  UPDATE wallet SET limited = EXISTS (SELECT 1 FROM member WHERE id = v_m AND excluded_until > now()) WHERE member_id = v_m;`),
    seenBy: ['limits-set'],
  },
  {
    name: 'exclusion undone in all three places',
    sql: act(`
  SELECT member_id INTO STRICT v_m FROM member_exclusion WHERE until > now() AND kind = 'exclusion' ORDER BY id DESC LIMIT 1;
  DELETE FROM member_exclusion WHERE member_id = v_m; UPDATE member SET excluded_until = NULL WHERE id = v_m;
  UPDATE wallet SET limited = EXISTS (SELECT 1 FROM member_limit WHERE member_id = v_m AND ended_at IS NULL) WHERE member_id = v_m;`),
    seenBy: ['exclusions'],
  },
  {
    name: 'exclusion shortened to an hour in all places',
    sql: act(`
  SELECT member_id, id INTO STRICT v_m, v_n FROM member_exclusion WHERE until > now() ORDER BY id DESC LIMIT 1;
  UPDATE member_exclusion SET until = taken_at + interval '1 hour' WHERE id = v_n RETURNING until INTO v_at;
  UPDATE member SET excluded_until = v_at WHERE id = v_m;`),
    seenBy: ['exclusions'],
  },
  {
    name: 'keyed hashes of an excluded person removed',
    sql: act(`
  SELECT id INTO STRICT v_m FROM member m WHERE m.excluded_until > now() AND EXISTS (SELECT 1 FROM person_mark k WHERE k.member_id = m.id AND k.kind <> 'device') ORDER BY id DESC LIMIT 1;
  DELETE FROM person_mark WHERE member_id = v_m AND kind <> 'device';`),
    seenBy: ['exclusions'],
  },
  {
    name: 'archive hidden from the look-up of keys',
    sql: act(
      `UPDATE wallet SET archived_seq = 0 WHERE member_id = (SELECT member_id FROM wallet WHERE archived_seq > 0 ORDER BY archived_seq DESC LIMIT 1) RETURNING member_id INTO STRICT v_m;`,
    ),
    seenBy: ['keys'],
  },
  {
    name: 'key of an archived event replaced',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal_archive ORDER BY at DESC LIMIT 1;
  UPDATE journal_archive SET key = uuidv7() WHERE member_id = vj.member_id AND seq = vj.seq;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'oldest archived events folded into one issue',
    sql: act(`
  SELECT a.member_id INTO STRICT v_m FROM journal_archive a GROUP BY 1 HAVING count(*) > 4 ORDER BY count(*) DESC LIMIT 1;
  SELECT * INTO STRICT vj FROM journal_archive WHERE member_id = v_m ORDER BY seq OFFSET 3 LIMIT 1;
  ${unshare('j.member_id = v_m AND j.seq <= vj.seq')}
  DELETE FROM round WHERE id IN (SELECT ref FROM journal_archive WHERE member_id = v_m AND seq <= vj.seq AND kind = 3);
  DELETE FROM journal_archive WHERE member_id = v_m AND seq <= vj.seq AND seq > 1;
  UPDATE journal_archive SET kind = 12, d_cash = vj.cash, d_held = vj.held, d_in_play = vj.in_play, d_comp = vj.comp, cash = vj.cash, held = vj.held, in_play = vj.in_play, comp = vj.comp,
    stake = 0, pay = 0, ref = NULL, rate_id = NULL, share_mega = NULL, share_major = NULL, share_minor = NULL WHERE member_id = v_m AND seq = 1 RETURNING member_id INTO STRICT v_m;
  UPDATE journal SET seq = -seq WHERE member_id = v_m AND seq > vj.seq;
  UPDATE journal SET seq = -seq - (vj.seq - 1) WHERE member_id = v_m AND seq < 0;
  UPDATE wallet SET seq = seq - (vj.seq - 1), archived_seq = archived_seq - (vj.seq - 1) WHERE member_id = v_m;`),
    seenBy: ['rounds', 'issued-by-two'],
  },
  {
    name: 'archived event standing in the journal as well',
    sql: act(
      `INSERT INTO journal SELECT a.* FROM journal_archive a ORDER BY a.at DESC LIMIT 1 RETURNING member_id INTO STRICT v_m;`,
    ),
    seenBy: ['steps', 'keys'],
  },
  {
    name: 'two archived rounds’ results exchanged within a member',
    sql: act(`
  SELECT x.id, y.id INTO STRICT v_u, v_k FROM round_archive x JOIN round_archive y ON y.member_id = x.member_id AND y.stake = x.stake AND y.pay = x.pay AND y.events <> x.events AND x.nonce < y.nonce ORDER BY x.at DESC LIMIT 1;
  SELECT * INTO STRICT vr FROM round WHERE id = v_u; SELECT * INTO STRICT vr2 FROM round WHERE id = v_k;
  UPDATE round_archive SET events = vr2.events, units = vr2.units WHERE id = vr.id;
  UPDATE round_archive SET events = vr.events, units = vr.units WHERE id = vr2.id;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'round left behind when its event was archived',
    sql: act(`
  SELECT * INTO STRICT vr FROM round_archive ORDER BY at DESC LIMIT 1;
  DELETE FROM round_archive WHERE id = vr.id;
  INSERT INTO round SELECT (vr).*;`),
    seenBy: ['rounds'],
  },
  {
    name: 'archived win dated and booked a year later',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal_archive WHERE kind = 3 ORDER BY at DESC LIMIT 1;
  v_at := vj.at + interval '300 days';
  UPDATE journal_archive SET at = v_at WHERE member_id = vj.member_id AND seq = vj.seq;
  UPDATE round_archive SET at = v_at WHERE id = vj.ref;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'one act removed and the whole chain written anew',
    sql: act(`
  SELECT a.* INTO STRICT va FROM audit a WHERE a.seq IS NOT NULL AND a.act = 'request.approve-first' ORDER BY a.seq LIMIT 1;
  v_o := va.seq;
  DELETE FROM audit WHERE id = va.id;
  UPDATE book_run SET audit_seq = audit_seq - 1 WHERE audit_seq >= v_o;
  ${rechain}`),
    seenBy: ['audit-seals'],
  },
  {
    name: 'sum in a decision changed together with money and chain',
    sql: act(`
  SELECT a.* INTO STRICT va FROM audit a JOIN journal j ON j.ref::text = a.subject AND j.kind = 7 AND ${unlimited('j')} WHERE a.seq IS NOT NULL AND a.act = 'request.approve'
    AND (a.detail ->> 'credited') = (a.detail ->> 'amount') ORDER BY a.seq DESC LIMIT 1;
  SELECT * INTO STRICT vj FROM journal WHERE kind = 7 AND ref::text = va.subject;
  v_d := vj.d_cash; v_t := trim_scale((vj.d_cash * 2)::numeric / 10000)::text;
  UPDATE journal SET d_cash = 2 * d_cash, d_turnover = 2 * d_turnover WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}
  ${turnoverAgain}
  UPDATE money_request SET amount = 2 * amount, credited = 2 * credited WHERE id = vj.ref;
  UPDATE audit SET detail = detail || jsonb_build_object('credited', v_t, 'amount', v_t) WHERE id = va.id;
  UPDATE audit SET detail = detail || jsonb_build_object('amount', v_t) WHERE subject = va.subject AND act = 'cash.deposit';
  ${rechain}`),
    seenBy: ['journal-seals', 'audit-seals'],
  },
  {
    name: 'newest act removed before a run of the books noted it',
    sql: act(`
  SELECT * INTO STRICT va FROM audit WHERE id = (SELECT max(id) FROM audit) AND coalesce(seq, 9223372036854775807) > (SELECT coalesce(max(audit_seq), 0) FROM book_run);
  DELETE FROM audit WHERE id = va.id;
  UPDATE audit_head SET (seq, hash) = (SELECT a.seq, a.hash FROM audit a WHERE a.seq IS NOT NULL ORDER BY a.seq DESC LIMIT 1);`),
    seenBy: ['request-history'],
  },
  {
    name: 'run that found faults made clean, and the stop lifted',
    sql: act(`
  SELECT id INTO STRICT v_u FROM book_run WHERE outcome IN ('faults', 'failed') ORDER BY ended_at DESC LIMIT 1;
  UPDATE book_run SET outcome = 'clean', faults = '[]', problem = '', checks = (SELECT coalesce(jsonb_agg(c || '{"faults": 0}'), '[]') FROM jsonb_array_elements(checks) c) WHERE id = v_u;
  UPDATE money_out SET stopped_at = NULL, run_id = NULL, bad_runs = bad_runs - 1;`),
    seenBy: ['money-out'],
  },
  {
    name: 'end of the chain noted by a run exchanged with another row’s',
    sql: act(
      `UPDATE book_run b SET audit_seq = b.audit_seq - 2 WHERE b.id = (SELECT id FROM book_run WHERE audit_seq > 2 ORDER BY ended_at DESC LIMIT 1) RETURNING b.id INTO STRICT v_u;`,
    ),
    seenBy: ['audit-chain'],
  },
  {
    name: 'money-out stopped by nobody',
    sql: act(
      `UPDATE money_out SET stopped_at = now(), run_id = (SELECT id FROM book_run WHERE outcome = 'clean' ORDER BY ended_at DESC LIMIT 1) WHERE stopped_at IS NULL RETURNING run_id INTO STRICT v_u;`,
    ),
    seenBy: ['money-out'],
  },
  {
    name: 'count of bad runs raised for ever',
    sql: act(`UPDATE money_out SET bad_runs = bad_runs + 1000 RETURNING bad_runs INTO STRICT v_n;`),
    seenBy: ['money-out'],
  },
  {
    name: 'accounts of two companies exchanged',
    sql: act(`
  SELECT a.id, b.id INTO STRICT v_i, v_n FROM account a JOIN account b ON b.brand_id = a.brand_id AND b.class = 'gaming' AND b.id > a.id WHERE a.class = 'gaming' ORDER BY a.id, b.id LIMIT 1;
  FOR v_t, v_b IN SELECT x.reference, CASE x.id WHEN v_i THEN v_n ELSE v_i END FROM account x WHERE x.id IN (v_i, v_n) LOOP
    UPDATE account SET reference = '~' || v_t WHERE id = v_b;
  END LOOP;
  UPDATE account SET reference = substr(reference, 2) WHERE id IN (v_i, v_n);`),
    seenBy: ['sources', 'round-facts'],
  },
  {
    name: 'clearing and adjustment exchange their names',
    sql: act(`
  SELECT a.id, b.id INTO STRICT v_i, v_n FROM account a JOIN account b ON b.brand_id = a.brand_id AND b.class = 'adjustment' WHERE a.class = 'cashier_clearing' ORDER BY a.id LIMIT 1;
  UPDATE account SET class = 'tip', reference = '~' WHERE id = v_i; UPDATE account SET class = 'cashier_clearing' WHERE id = v_n; UPDATE account SET class = 'adjustment', reference = '' WHERE id = v_i;`),
    seenBy: ['contra', 'issued-by-two'],
  },
  {
    name: 'comp cost account renamed so that the posting view is empty',
    sql: act(
      `UPDATE account SET reference = 'old' WHERE id = (SELECT id FROM account WHERE class = 'comp_cost' ORDER BY id LIMIT 1) RETURNING id INTO STRICT v_i;`,
    ),
    seenBy: ['whole-house'],
  },
  {
    name: 'second pool account of a jackpot',
    sql: act(`
  SELECT w.brand_id INTO STRICT v_b FROM wallet w LIMIT 1;
  INSERT INTO account (brand_id, class, reference) VALUES (v_b, 'jackpot_pool', 'mega') RETURNING id INTO v_i;
  UPDATE house_entry h SET to_id = v_i WHERE h.id = (SELECT e.id FROM house_entry e JOIN account a ON a.id = e.to_id AND a.reference = 'mega' LIMIT 1) RETURNING h.id INTO STRICT v_n;`),
    seenBy: ['jackpots'],
  },
  {
    name: 'threshold for two operators raised out of reach',
    sql: act(
      `UPDATE brand SET second_approval_from = 1000000000000000, deposit_second_from = 1000000000000000 WHERE id = (SELECT brand_id FROM wallet GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) RETURNING id INTO STRICT v_b;`,
    ),
    seenBy: ['approvals'],
  },
  {
    name: 'turnover demanded of nobody',
    sql: act(
      `UPDATE brand SET turnover_ppm = CASE WHEN turnover_ppm = 0 THEN 1000000 ELSE 0 END WHERE id = (SELECT brand_id FROM wallet GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) RETURNING id INTO STRICT v_b;`,
    ),
    seenBy: ['dated-settings'],
  },
  {
    name: 'names of two kinds of events exchanged',
    sql: act(`
  UPDATE journal_kind SET name = '~' WHERE id = 9;
  UPDATE journal_kind SET name = 'withdraw_paid' WHERE id = 10;
  UPDATE journal_kind SET name = 'withdraw_rejected' WHERE id = 9 RETURNING id INTO STRICT v_i;`),
    seenBy: ['money-of-kind'],
  },
]
