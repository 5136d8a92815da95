import type { Corruption } from './corruption.ts'
import { act, shift, append, brandAccount, unlimited, turnoverAgain, unshare, forgedDeposit } from './invention.ts'

/**
 * Corruptions of requests, approvals, events and wallets, invented from the schema and the papers by an auditor who had not
 * read the checks.
 */
export const inventedOfMoney: readonly Corruption[] = [
  {
    name: 'deposit credited twice as high in every row',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN money_request x ON x.id = j.ref WHERE j.kind = 7 AND x.credited = x.amount
    AND ${unlimited('j')} ORDER BY j.seq DESC LIMIT 1;
  v_d := vj.d_cash;
  UPDATE journal SET d_cash = 2 * d_cash, d_turnover = 2 * d_turnover WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}
  ${turnoverAgain}
  UPDATE limit_counter SET used = used + v_d WHERE member_id = vj.member_id AND kind = 'deposit';
  UPDATE money_request SET amount = 2 * amount, credited = 2 * credited WHERE id = vj.ref;
  UPDATE approval SET command = jsonb_set(command, '{credited}', to_jsonb(trim_scale((vj.d_cash * 2)::numeric / 10000)::text)) WHERE subject = vj.ref;`),
    seenBy: ['request-history'],
  },
  {
    name: 'deposit invented whole',
    sql: act(forgedDeposit),
    seenBy: ['request-history'],
  },
  {
    name: 'deposit credited a third lower, the rest pocketed',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN money_request x ON x.id = j.ref WHERE j.kind = 7 AND x.credited = x.amount AND ${unlimited('j')}
    AND NOT EXISTS (SELECT 1 FROM journal l WHERE l.member_id = j.member_id AND l.seq >= j.seq AND l.cash < j.d_cash / 3) ORDER BY j.at DESC LIMIT 1;
  v_d := -(vj.d_cash / 3);
  UPDATE journal SET d_cash = d_cash + v_d, d_turnover = scale_ppm_floor(d_cash + v_d, (d_turnover::numeric * 1000000 / d_cash)::int)
    WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}
  ${turnoverAgain}
  UPDATE money_request SET credited = credited + v_d, reason = 'less arrived' WHERE id = vj.ref;
  UPDATE approval SET command = jsonb_set(command, '{credited}', to_jsonb(trim_scale((vj.d_cash + v_d)::numeric / 10000)::text)) WHERE subject = vj.ref;`),
    seenBy: ['request-history'],
  },
  {
    name: 'deposit credited a second time',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal WHERE kind = 7 ORDER BY at DESC LIMIT 1;
  v_m := vj.member_id; v_d := vj.d_cash;
  ${append(7, '3', 'uuidv7()', 'vj.ref', 'vj.contra_id', { cash: 'v_d', turnover: 'vj.d_turnover' })}`),
    seenBy: ['sources', 'requests'],
  },
  {
    name: 'a filed deposit moves money',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal j WHERE kind = 6 AND ${unlimited('j')} ORDER BY at DESC LIMIT 1;
  v_d := 5000000;
  UPDATE journal SET d_cash = v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}`),
    seenBy: ['money-of-kind'],
  },
  {
    name: 'withdrawal of a member’s whole cash invented, paid to nobody',
    sql: act(`
  SELECT w.* INTO STRICT vw FROM wallet w WHERE w.cash >= 100000000 AND w.turnover_due = 0
    AND NOT EXISTS (SELECT 1 FROM money_request o WHERE o.member_id = w.member_id AND o.type = 'withdraw' AND o.state <> 'rejected') ORDER BY w.cash DESC LIMIT 1;
  v_m := vw.member_id;
  SELECT least(vw.cash, b.second_approval_from - 1, b.withdraw_max) INTO STRICT v_d FROM brand b WHERE b.id = vw.brand_id;
  v_d := v_d - v_d % (SELECT withdraw_step FROM brand WHERE id = vw.brand_id); v_u := uuidv7(); v_k := uuidv7(); v_at := clock_timestamp();
  SELECT id INTO STRICT v_o FROM operator WHERE ('cashier' = ANY (roles) OR 'manager' = ANY (roles)) AND NOT money_request_credited_by(v_m, id) ORDER BY id DESC LIMIT 1;
  INSERT INTO money_request (id, brand_id, member_id, type, state, amount, credited, request_key, bank_name, bank_owner, bank_number_sealed,
      bank_number_last4, key_id, claimed_by, decided_by, filed_at, changed_at, decision_key, sums_judged, second_from)
    SELECT v_u, vw.brand_id, v_m, 'withdraw', 'paid', v_d, v_d, v_k, p.bank_name, p.bank_owner, p.bank_number_sealed, p.bank_number_last4, p.key_id,
      v_o, v_o, v_at, v_at + interval '1 second', uuidv7(), true, (SELECT second_approval_from FROM brand WHERE id = vw.brand_id)
    FROM member_person p WHERE p.member_id = v_m;
  INSERT INTO money_request_event (request_id, at, state, operator_id) VALUES (v_u, v_at, 'held', NULL), (v_u, v_at, 'claimed', v_o),
    (v_u, v_at + interval '1 second', 'paid', v_o);
  ${append(8, '1', 'v_k', 'v_u', brandAccount('cashier_clearing'), { cash: '-v_d', held: 'v_d' })}
  ${append(9, '2', 'v_u', 'v_u', brandAccount('cashier_clearing'), { held: '-v_d' })}`),
    seenBy: ['request-history'],
  },
  {
    name: 'open withdrawal redirected to another member’s bank account',
    sql: act(`
  SELECT * INTO STRICT vq FROM money_request x WHERE type = 'withdraw' AND state IN ('held', 'claimed', 'awaiting_second') ORDER BY filed_at DESC LIMIT 1;
  SELECT p.member_id INTO STRICT v_o FROM member_person p WHERE p.member_id <> vq.member_id AND p.bank_number_sealed IS DISTINCT FROM vq.bank_number_sealed ORDER BY p.member_id DESC LIMIT 1;
  UPDATE money_request x SET bank_name = p.bank_name, bank_owner = p.bank_owner, bank_number_sealed = p.bank_number_sealed,
    bank_number_last4 = p.bank_number_last4, key_id = p.key_id FROM member_person p WHERE p.member_id = v_o AND x.id = vq.id;`),
    seenBy: ['requests'],
  },
  {
    name: 'open withdrawal redirected, and the member’s own account with it',
    sql: act(`
  SELECT * INTO STRICT vq FROM money_request x WHERE type = 'withdraw' AND state IN ('held', 'claimed', 'awaiting_second') ORDER BY filed_at LIMIT 1;
  SELECT p.member_id INTO STRICT v_o FROM member_person p WHERE p.member_id <> vq.member_id AND p.bank_number_sealed IS DISTINCT FROM vq.bank_number_sealed ORDER BY p.member_id LIMIT 1;
  UPDATE money_request x SET bank_name = p.bank_name, bank_number_sealed = p.bank_number_sealed,
    bank_number_last4 = p.bank_number_last4, key_id = p.key_id FROM member_person p WHERE p.member_id = v_o AND x.id = vq.id;
  UPDATE member_person t SET bank_name = p.bank_name, bank_number_sealed = p.bank_number_sealed, bank_number_last4 = p.bank_number_last4
    FROM member_person p WHERE p.member_id = v_o AND t.member_id = vq.member_id;`),
    seenBy: ['requests'],
  },
  {
    name: 'paid withdrawal turned into a rejected one',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal j WHERE kind = 9 AND ${unlimited('j')} ORDER BY at DESC LIMIT 1;
  v_d := -vj.d_held;
  UPDATE journal SET kind = 10, d_cash = v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}
  UPDATE money_request SET state = 'rejected', credited = NULL, reason = 'The account is closed.', sums_judged = false, second_from = NULL WHERE id = vj.ref;
  UPDATE money_request_event SET state = 'rejected' WHERE request_id = vj.ref AND state = 'paid';
  UPDATE approval SET state = 'refused' WHERE subject = vj.ref AND state = 'approved';`),
    seenBy: ['request-history'],
  },
  {
    name: 'rejected withdrawal turned into a paid one',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal j WHERE kind = 10 AND ${unlimited('j')}
    AND NOT EXISTS (SELECT 1 FROM journal l WHERE l.member_id = j.member_id AND l.seq >= j.seq AND l.cash < j.d_cash) ORDER BY at DESC LIMIT 1;
  v_d := -vj.d_cash;
  UPDATE journal SET kind = 9, d_cash = 0 WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}
  UPDATE money_request x SET state = 'paid', credited = amount, reason = '', sums_judged = true,
    second_from = (SELECT second_approval_from FROM brand WHERE id = x.brand_id) WHERE id = vj.ref;
  UPDATE money_request_event SET state = 'paid' WHERE request_id = vj.ref AND state = 'rejected';`),
    seenBy: ['request-history'],
  },
  {
    name: 'request cut out of the end of the books as if never filed',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN wallet w ON w.member_id = j.member_id AND w.seq = j.seq AND w.archived_seq < j.seq - 1
    WHERE j.kind IN (6, 8) ORDER BY j.at DESC LIMIT 1;
  DELETE FROM money_request_event WHERE request_id = vj.ref;
  DELETE FROM approval WHERE subject = vj.ref;
  DELETE FROM money_request WHERE id = vj.ref;
  DELETE FROM journal WHERE member_id = vj.member_id AND seq = vj.seq;
  UPDATE wallet SET seq = seq - 1, cash = cash - vj.d_cash, held = held - vj.d_held WHERE member_id = vj.member_id;`),
    seenBy: ['request-history'],
  },
  {
    name: 'amount of a waiting deposit raised tenfold',
    sql: act(
      `UPDATE money_request SET amount = 10 * amount WHERE id = (SELECT id FROM money_request WHERE type = 'deposit' AND state IN ('filed', 'claimed') ORDER BY filed_at DESC LIMIT 1) RETURNING amount INTO STRICT v_d;`,
    ),
    seenBy: ['request-history'],
  },
  {
    name: 'waiting deposit handed to another member',
    sql: act(`
  SELECT x.* INTO STRICT vq FROM money_request x JOIN journal j ON j.ref = x.id AND j.kind = 6 JOIN wallet w ON w.member_id = j.member_id AND w.archived_seq < j.seq
    WHERE x.type = 'deposit' AND x.state IN ('filed', 'claimed') ORDER BY x.filed_at DESC LIMIT 1;
  SELECT w.member_id INTO STRICT v_m FROM wallet w WHERE w.brand_id = vq.brand_id AND w.member_id <> vq.member_id
    AND NOT EXISTS (SELECT 1 FROM money_request o WHERE o.member_id = w.member_id AND o.type = 'deposit' AND o.state IN ('filed', 'claimed')) ORDER BY w.seq LIMIT 1;
  DELETE FROM journal WHERE member_id = vq.member_id AND ref = vq.id AND kind = 6 RETURNING * INTO STRICT vj;
  UPDATE journal SET seq = -seq WHERE member_id = vq.member_id AND seq > vj.seq;
  UPDATE journal SET seq = -seq - 1 WHERE member_id = vq.member_id AND seq < 0;
  UPDATE wallet SET seq = seq - 1 WHERE member_id = vq.member_id;
  UPDATE money_request SET member_id = v_m WHERE id = vq.id;
  ${append(6, '1', 'vj.key', 'vq.id', 'vj.contra_id')}`),
    seenBy: ['request-history'],
  },
  {
    name: 'payment dated a day earlier to leave the sum of 24 hours',
    sql: act(`
  SELECT * INTO STRICT vq FROM money_request WHERE type = 'withdraw' AND state = 'paid' ORDER BY changed_at DESC LIMIT 1;
  UPDATE money_request SET changed_at = changed_at - interval '25 hours', filed_at = filed_at - interval '25 hours' WHERE id = vq.id;
  UPDATE money_request_event SET at = at - interval '25 hours' WHERE request_id = vq.id;
  UPDATE approval SET proposed_at = proposed_at - interval '25 hours', decided_at = decided_at - interval '25 hours', expires_at = expires_at - interval '25 hours' WHERE subject = vq.id;`),
    seenBy: ['request-history'],
  },
  {
    name: 'payment excused from the rule of two operators',
    sql: act(
      `UPDATE money_request SET sums_judged = false, second_from = NULL WHERE id = (SELECT id FROM money_request WHERE state = 'paid' AND sums_judged ORDER BY changed_at DESC LIMIT 1) RETURNING id INTO STRICT v_u;`,
    ),
    seenBy: ['approvals'],
  },
  {
    name: 'threshold noted at a payment raised',
    sql: act(`
  SELECT * INTO STRICT vq FROM money_request x WHERE state = 'paid' AND sums_judged AND second_from IS NOT NULL ORDER BY changed_at DESC LIMIT 1;
  UPDATE money_request SET second_from = 100 * second_from WHERE id = vq.id;
  DELETE FROM approval WHERE subject = vq.id;`),
    seenBy: ['approvals', 'request-history'],
  },
  {
    name: 'step of an operator in a request’s history laid on a colleague',
    sql: act(`
  SELECT e.id INTO STRICT v_n FROM money_request_event e WHERE e.state = 'claimed' AND e.operator_id IS NOT NULL ORDER BY e.id DESC LIMIT 1;
  UPDATE money_request_event e SET operator_id = (SELECT o.id FROM operator o WHERE o.id <> e.operator_id ORDER BY o.id DESC LIMIT 1) WHERE e.id = v_n;`),
    seenBy: ['request-history'],
  },
  {
    name: 'claim taken over without a trace',
    sql: act(`
  SELECT * INTO STRICT vq FROM money_request WHERE state IN ('claimed', 'awaiting_second') AND claimed_by IS NOT NULL ORDER BY changed_at DESC LIMIT 1;
  UPDATE money_request SET claimed_by = (SELECT id FROM operator WHERE 'cashier' = ANY (roles) AND id <> vq.claimed_by UNION ALL SELECT id FROM operator WHERE id <> vq.claimed_by LIMIT 1) WHERE id = vq.id;`),
    seenBy: ['request-history'],
  },
  {
    name: 'reason that the member reads rewritten',
    sql: act(
      `UPDATE money_request SET reason = 'You asked for it.' WHERE id = (SELECT id FROM money_request WHERE state = 'rejected' AND reason <> '' ORDER BY changed_at DESC LIMIT 1) RETURNING id INTO STRICT v_u;`,
    ),
    seenBy: ['request-history'],
  },
  {
    name: 'open proposal given to another proposer, so that its author may decide it',
    sql: act(`UPDATE approval p SET proposed_by = (SELECT o.id FROM operator o WHERE o.id <> p.proposed_by ORDER BY o.id DESC LIMIT 1)
    WHERE p.id = (SELECT id FROM approval WHERE state = 'open' ORDER BY proposed_at DESC LIMIT 1) RETURNING p.id INTO STRICT v_u;`),
    seenBy: ['issued-by-two'],
  },
  {
    name: 'amount in an open proposal raised',
    sql: act(`UPDATE approval SET command = jsonb_set(command, '{credited}', to_jsonb(((command ->> 'credited')::numeric * 10)::text))
    WHERE id = (SELECT id FROM approval WHERE state = 'open' AND kind = 'credit_deposit' ORDER BY proposed_at DESC LIMIT 1) RETURNING id INTO STRICT v_u;`),
    seenBy: ['request-history'],
  },
  {
    name: 'open proposal kept alive for a month',
    sql: act(
      `UPDATE approval SET expires_at = expires_at + interval '30 days' WHERE id = (SELECT id FROM approval WHERE state = 'open' ORDER BY proposed_at DESC LIMIT 1) RETURNING id INTO STRICT v_u;`,
    ),
    seenBy: ['issued-by-two'],
  },
  {
    name: 'proposer of a carried out act replaced by an uninvolved operator',
    sql: act(`UPDATE approval p SET proposed_by = (SELECT o.id FROM operator o WHERE o.id NOT IN (p.proposed_by, p.decided_by) ORDER BY o.id LIMIT 1)
    WHERE p.id = (SELECT id FROM approval WHERE state = 'approved' AND kind <> 'void_round' ORDER BY decided_at DESC LIMIT 1) RETURNING p.id INTO STRICT v_u;`),
    seenBy: ['issued-by-two'],
  },
  {
    name: 'decision of an approval dated after its end',
    sql: act(`UPDATE approval SET proposed_at = proposed_at - interval '10 days', expires_at = expires_at - interval '10 days'
    WHERE id = (SELECT id FROM approval WHERE state = 'approved' AND kind <> 'void_round' ORDER BY decided_at DESC LIMIT 1) RETURNING id INTO STRICT v_u;`),
    seenBy: ['issued-by-two'],
  },
  {
    name: 'last losing spin unmade',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN wallet w ON w.member_id = j.member_id AND w.seq = j.seq AND w.archived_seq < j.seq - 1
    WHERE j.kind = 3 AND j.pay < j.stake ORDER BY j.stake - j.pay DESC LIMIT 1;
  ${unshare('j.member_id = vj.member_id AND j.seq = vj.seq')}
  DELETE FROM round WHERE id = vj.ref RETURNING * INTO STRICT vr;
  DELETE FROM journal WHERE member_id = vj.member_id AND seq = vj.seq;
  UPDATE wallet SET seq = seq - 1, nonce = nonce - 1, cash = cash - vj.d_cash, comp = comp - vj.d_comp, turnover_due = turnover_due - vj.d_turnover,
    unseen = 0, unseen_until = NULL, last_spin_at = (SELECT max(x.at) FROM round x WHERE x.member_id = vj.member_id) WHERE member_id = vj.member_id;
  UPDATE limit_counter SET used = used - CASE kind WHEN 'wager' THEN vj.stake ELSE vj.stake - vj.pay END
    WHERE member_id = vj.member_id AND kind IN ('wager', 'loss') AND starts <= vj.at::date;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'losing spin cut out of the middle, all later numbers closed up',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN wallet w USING (member_id) WHERE j.kind = 3 AND j.pay < j.stake AND j.d_turnover = 0 AND NOT w.limited
    AND w.archived_seq = 0 AND j.seq < w.seq - 2 AND NOT EXISTS (SELECT 1 FROM journal l WHERE l.member_id = j.member_id AND l.seq > j.seq AND l.comp < j.d_comp)
    ORDER BY j.at DESC LIMIT 1;
  ${unshare('j.member_id = vj.member_id AND j.seq = vj.seq')}
  DELETE FROM round WHERE id = vj.ref RETURNING * INTO STRICT vr;
  DELETE FROM journal WHERE member_id = vj.member_id AND seq = vj.seq;
  UPDATE journal SET cash = cash - vj.d_cash, comp = comp - vj.d_comp, seq = -seq WHERE member_id = vj.member_id AND seq > vj.seq;
  UPDATE journal SET seq = -seq - 1 WHERE member_id = vj.member_id AND seq < 0;
  UPDATE round SET nonce = -nonce WHERE member_id = vj.member_id AND nonce > vr.nonce;
  UPDATE round SET nonce = -nonce - 1 WHERE member_id = vj.member_id AND nonce < 0;
  UPDATE member_seed SET first_nonce = first_nonce - 1 WHERE member_id = vj.member_id AND first_nonce > vr.nonce;
  UPDATE wallet SET cash = cash - vj.d_cash, comp = comp - vj.d_comp, seq = seq - 1, nonce = nonce - 1 WHERE member_id = vj.member_id;
`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'results of two members’ spins exchanged',
    sql: act(`
  SELECT x.id, y.id INTO STRICT v_u, v_k FROM round x JOIN round y ON y.stake = x.stake AND y.game_version_id = x.game_version_id AND y.member_id <> x.member_id AND y.pay < x.pay
    WHERE ${unlimited('x')} AND ${unlimited('y')}
      AND NOT EXISTS (SELECT 1 FROM journal l WHERE l.member_id = x.member_id AND l.cash < x.pay - y.pay) ORDER BY x.pay - y.pay DESC, x.id, y.id LIMIT 1;
  SELECT * INTO STRICT vr FROM round WHERE id = v_u; SELECT * INTO STRICT vr2 FROM round WHERE id = v_k;
  UPDATE round SET pay = vr2.pay, units = vr2.units, events = vr2.events WHERE id = vr.id;
  UPDATE round SET pay = vr.pay, units = vr.units, events = vr.events WHERE id = vr2.id;
  SELECT * INTO STRICT vj FROM journal WHERE kind = 3 AND ref = vr.id; v_d := vr2.pay - vr.pay;
  UPDATE journal SET pay = vr2.pay, d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}
  SELECT * INTO STRICT vj FROM journal WHERE kind = 3 AND ref = vr2.id; v_d := vr.pay - vr2.pay;
  UPDATE journal SET pay = vr.pay, d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}`),
    seenBy: ['round-facts'],
  },
  {
    name: 'time of a spin moved to just after the one before',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN wallet w ON w.member_id = j.member_id AND w.seq = j.seq WHERE j.kind = 3
    AND (SELECT p.kind FROM journal p WHERE p.member_id = j.member_id AND p.seq = j.seq - 1) = 3 ORDER BY j.at DESC LIMIT 1;
  SELECT p.at + interval '40 milliseconds' INTO STRICT v_at FROM journal p WHERE p.member_id = vj.member_id AND p.seq = vj.seq - 1;
  UPDATE journal SET at = v_at WHERE member_id = vj.member_id AND seq = vj.seq;
  UPDATE round SET at = v_at WHERE id = vj.ref;
  UPDATE wallet SET last_spin_at = v_at WHERE member_id = vj.member_id;`),
    seenBy: ['journal-seals'],
  },
  {
    name: 'comp converted at ten for one',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal j WHERE kind = 11 ORDER BY at DESC LIMIT 1;
  v_d := 9 * vj.d_cash;
  UPDATE journal SET d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('cash')}`),
    seenBy: ['money-of-kind', 'comp-converted'],
  },
  {
    name: 'comp earned by a deposit and turned into cash',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal j WHERE kind = 7 ORDER BY at DESC LIMIT 1;
  v_d := 10000000;
  UPDATE journal SET d_comp = v_d WHERE member_id = vj.member_id AND seq = vj.seq;
  ${shift('comp')}
  v_m := vj.member_id;
  ${append(11, '1', 'uuidv7()', 'NULL', brandAccount('comp_cost'), { cash: 'v_d', comp: '-v_d' })}`),
    seenBy: ['money-of-kind', 'comp-converted'],
  },
  {
    name: 'comp converted by nobody',
    sql: act(`
  SELECT member_id, comp - comp % 10000 INTO STRICT v_m, v_d FROM wallet WHERE comp >= 10000 ORDER BY comp DESC LIMIT 1;
  ${append(11, '1', 'uuidv7()', 'NULL', brandAccount('comp_cost'), { cash: 'v_d', comp: '-v_d' })}`),
    seenBy: ['comp-converted'],
  },
  {
    name: 'jackpot paid to a friend',
    sql: act(`
  SELECT s.tier, s.pool INTO STRICT v_t, v_d FROM jackpot_shard s WHERE s.pool > 0 ORDER BY s.pool DESC LIMIT 1;
  SELECT member_id INTO STRICT v_m FROM wallet WHERE NOT limited ORDER BY member_id DESC LIMIT 1;
  UPDATE jackpot_shard SET pool = 0 WHERE (tier, lane) = (SELECT tier, lane FROM jackpot_shard WHERE tier = v_t ORDER BY pool DESC LIMIT 1);
  ${append(14, '3', 'uuidv7()', 'NULL', `(SELECT id FROM account WHERE class = 'jackpot_pool' AND reference = v_t)`, { cash: 'v_d', pay: 'v_d' })}`),
    seenBy: ['money-of-kind'],
  },
  {
    name: 'money issued by a play-money account to a member, written as a tip',
    sql: act(`
  SELECT member_id INTO STRICT v_m FROM wallet WHERE NOT limited ORDER BY seq DESC LIMIT 1;
  ${append(13, '2', 'uuidv7()', 'NULL', brandAccount('tip'), { cash: '3000000000' })}`),
    seenBy: ['issued-by-two'],
  },
  {
    name: 'spin takes twice its stake off the turnover',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN wallet w USING (member_id) WHERE j.kind IN (1, 3) AND j.stake > 0 AND j.d_turnover = -j.stake AND w.turnover_due > 0 ORDER BY j.at DESC LIMIT 1;
  v_n := least(vj.stake, (SELECT turnover_due FROM wallet WHERE member_id = vj.member_id));
  UPDATE journal SET d_turnover = d_turnover - v_n WHERE member_id = vj.member_id AND seq = vj.seq;
  UPDATE wallet SET turnover_due = turnover_due - v_n WHERE member_id = vj.member_id;`),
    seenBy: ['turnover', 'turnover-rates'],
  },
  {
    name: 'turnover laid on a member who owes none',
    sql: act(
      `UPDATE wallet SET turnover_due = cash WHERE member_id = (SELECT member_id FROM wallet WHERE turnover_due = 0 AND cash > 0 ORDER BY cash DESC LIMIT 1) RETURNING cash INTO STRICT v_d;`,
    ),
    seenBy: ['turnover'],
  },
  {
    name: 'wallet draws from a revealed seed',
    sql: act(`
  SELECT s.* INTO STRICT vs FROM member_seed s JOIN wallet w USING (member_id) WHERE s.revealed_at IS NOT NULL AND s.id <> w.seed_id ORDER BY s.revealed_at DESC LIMIT 1;
  UPDATE wallet SET seed_id = vs.id WHERE member_id = vs.member_id;`),
    seenBy: ['seed-pairs'],
  },
  {
    name: 'wallet draws from another member’s seed',
    sql: act(`
  SELECT s.* INTO STRICT vs FROM member_seed s WHERE s.client_seed IS NOT NULL ORDER BY s.id DESC LIMIT 1;
  UPDATE wallet SET seed_id = vs.id WHERE member_id = (SELECT member_id FROM wallet WHERE member_id <> vs.member_id AND seed_id IS NOT NULL ORDER BY member_id LIMIT 1) RETURNING member_id INTO STRICT v_m;`),
    seenBy: ['seed-pairs'],
  },
  {
    name: 'numbers of rounds skipped to a lucky one',
    sql: act(
      `UPDATE wallet SET nonce = nonce + 7 WHERE member_id = (SELECT member_id FROM wallet WHERE nonce > 0 ORDER BY nonce DESC LIMIT 1) RETURNING member_id INTO STRICT v_m;`,
    ),
    seenBy: ['rounds', 'round-state'],
  },
  {
    name: 'numbers skipped before the last spin, where no gap was',
    sql: act(`
  SELECT x.* INTO STRICT vr FROM round x JOIN wallet w ON w.member_id = x.member_id AND w.nonce = x.nonce + 1 ORDER BY x.at DESC LIMIT 1;
  UPDATE round SET nonce = nonce + 5 WHERE id = vr.id;
  UPDATE wallet SET nonce = nonce + 5 WHERE member_id = vr.member_id;`),
    seenBy: ['rounds'],
  },
  {
    name: 'wallet gone, journal left',
    sql: act(
      `DELETE FROM wallet WHERE member_id = (SELECT member_id FROM wallet ORDER BY cash DESC LIMIT 1) RETURNING member_id INTO STRICT v_m;`,
    ),
    seenBy: ['tail', 'whole-house'],
  },
  {
    name: 'all books of a member gone',
    sql: act(`
  SELECT w.member_id INTO STRICT v_m FROM wallet w WHERE w.seq > 3 AND w.archived_seq = 0 AND w.in_play = 0 ORDER BY w.cash DESC LIMIT 1;
  DELETE FROM money_request_event WHERE request_id IN (SELECT id FROM money_request WHERE member_id = v_m);
  DELETE FROM approval WHERE member_id = v_m; DELETE FROM money_request WHERE member_id = v_m;
  DELETE FROM provider_transaction WHERE member_id = v_m; DELETE FROM transfer WHERE member_id = v_m; DELETE FROM transfer_balance WHERE member_id = v_m;
  ${unshare('j.member_id = v_m')}
  DELETE FROM journal WHERE member_id = v_m; DELETE FROM round WHERE member_id = v_m; DELETE FROM member_seed WHERE member_id = v_m; DELETE FROM limit_counter WHERE member_id = v_m;
  UPDATE wallet SET cash = 0, held = 0, comp = 0, turnover_due = 0, seq = 0, nonce = 0, seed_id = NULL, last_spin_at = NULL, unseen = 0 WHERE member_id = v_m;`),
    seenBy: ['round-state', 'request-history'],
  },
  {
    name: 'wallet of another brand than its member',
    sql: act(`
  SELECT member_id, brand_id INTO STRICT v_m, v_b FROM wallet ORDER BY member_id DESC LIMIT 1;
  INSERT INTO brand (code, name) VALUES ('ghost-house', 'GHOST') RETURNING id INTO v_i;
  INSERT INTO account (brand_id, class) SELECT v_i, c FROM unnest(ARRAY['comp_cost', 'cashier_clearing', 'adjustment', 'play_money_issue', 'tip', 'receivable']) c;
  UPDATE wallet SET brand_id = v_i WHERE member_id = v_m;`),
    seenBy: ['contra'],
  },
  {
    name: 'deposit booked against the play-money issue',
    sql: act(`
  SELECT * INTO STRICT vj FROM journal WHERE kind = 7 ORDER BY at DESC LIMIT 1; v_m := vj.member_id;
  UPDATE journal SET contra_id = ${brandAccount('play_money_issue')} WHERE member_id = vj.member_id AND seq = vj.seq;`),
    seenBy: ['contra'],
  },
  {
    name: 'one bit of a balance in the middle flipped',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN wallet w USING (member_id) WHERE j.seq = w.seq / 2 AND w.seq > 6 ORDER BY j.member_id DESC LIMIT 1;
  UPDATE journal SET comp = comp # 1048576 WHERE member_id = vj.member_id AND seq = vj.seq;`),
    seenBy: ['steps'],
  },
  {
    name: 'two neighbouring events exchanged',
    sql: act(`
  SELECT j.* INTO STRICT vj FROM journal j JOIN journal x ON x.member_id = j.member_id AND x.seq = j.seq + 1 JOIN wallet w ON w.member_id = j.member_id
    WHERE j.kind = 3 AND x.kind = 3 AND j.d_turnover = 0 AND x.d_turnover = 0 AND w.archived_seq < j.seq AND x.seq < w.seq ORDER BY j.at DESC LIMIT 1;
  SELECT * INTO STRICT vk FROM journal WHERE member_id = vj.member_id AND seq = vj.seq + 1;
  UPDATE journal SET seq = -1 WHERE member_id = vj.member_id AND seq = vj.seq;
  UPDATE journal SET seq = vj.seq, at = vj.at, cash = vj.cash - vj.d_cash + vk.d_cash, comp = vj.comp - vj.d_comp + vk.d_comp WHERE member_id = vj.member_id AND seq = vk.seq;
  UPDATE journal SET seq = vk.seq, at = vk.at, cash = vk.cash, comp = vk.comp WHERE member_id = vj.member_id AND seq = -1;
  UPDATE round SET at = vk.at WHERE id = vj.ref; UPDATE round SET at = vj.at WHERE id = vk.ref;`),
    seenBy: ['round-facts'],
  },
  {
    name: 'wallet that denies its limits',
    sql: act(
      `UPDATE wallet w SET limited = false WHERE w.member_id = (SELECT x.member_id FROM wallet x WHERE x.limited
         AND EXISTS (SELECT 1 FROM member_limit l WHERE l.member_id = x.member_id AND l.ended_at IS NULL) ORDER BY x.member_id LIMIT 1) RETURNING w.member_id INTO STRICT v_m;`,
    ),
    seenBy: ['limits'],
  },
]
