/** SQL that the invented corruptions share. A block raises an error where the world has no row for it. */

export const act = (body: string): string => `DO $$ DECLARE
  vj journal; vk journal; vw wallet; vq money_request; vr round; vr2 round; vs member_seed; vs2 member_seed; va audit;
  vt transfer; v_d bigint; v_n bigint; v_m bigint; v_o bigint; v_i int; v_b int; v_t text; v_u uuid; v_k uuid; v_h bytea; v_at timestamptz;
BEGIN
${body.trim()}
END $$`

// From vj on, all of the member's balances follow v_d, up to the wallet.
export const shift = (column: 'cash' | 'comp' | 'in_play' | 'held'): string => `
  UPDATE journal SET ${column} = ${column} + v_d WHERE member_id = vj.member_id AND seq >= vj.seq;
  UPDATE wallet SET ${column} = ${column} + v_d WHERE member_id = vj.member_id;`

// A whole new event at the end of member v_m's journal, the wallet with it.
export const append = (
  kind: number,
  source: string,
  key: string,
  ref: string,
  contra: string,
  delta: {
    cash?: string
    held?: string
    inPlay?: string
    comp?: string
    turnover?: string
    stake?: string
    pay?: string
  } = {},
): string => {
  const { cash = '0', held = '0', inPlay = '0', comp = '0', turnover = '0', stake = '0', pay = '0' } = delta
  return `
  UPDATE wallet SET cash = cash + (${cash}), held = held + (${held}), in_play = in_play + (${inPlay}), comp = comp + (${comp}),
    turnover_due = turnover_due + (${turnover}), seq = seq + 1 WHERE member_id = v_m RETURNING * INTO STRICT vw;
  INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay,
      request_hash, key, ref, contra_id, kind, source)
    VALUES (v_m, vw.seq, clock_timestamp(), ${cash}, ${held}, ${inPlay}, ${comp}, ${turnover}, vw.cash, vw.held, vw.in_play, vw.comp,
      ${stake}, ${pay}, (random() * 9e18)::bigint, ${key}, ${ref}, ${contra}, ${kind}, ${source});`
}

export const brandAccount = (cls: string): string =>
  `(SELECT a.id FROM account a JOIN wallet aw ON aw.brand_id = a.brand_id WHERE aw.member_id = v_m AND a.class = '${cls}' AND a.reference = '')`

// The newest event of a member, of one kind, and without a limit that would have to follow.
export const unlimited = (alias: string): string =>
  `EXISTS (SELECT 1 FROM wallet uw WHERE uw.member_id = ${alias}.member_id AND NOT uw.limited)`

// The turnover of every event from vj on is taken anew, as the ledger would have: stakes reduce it to zero at most. Uses vk, v_o.
export const turnoverAgain = `
  SELECT coalesce(sum(d_turnover), 0) INTO v_o FROM journal WHERE member_id = vj.member_id AND seq < vj.seq;
  FOR vk IN SELECT * FROM journal WHERE member_id = vj.member_id AND seq >= vj.seq ORDER BY seq LOOP
    IF vk.stake > 0 THEN
      vk.d_turnover := greatest(0, v_o - vk.stake) - v_o;
    ELSIF vk.kind = 4 THEN
      SELECT -b.d_turnover INTO vk.d_turnover FROM journal b WHERE b.member_id = vk.member_id AND b.source = -vk.source AND b.key = vk.key;
    END IF;
    v_o := v_o + vk.d_turnover;
    UPDATE journal SET d_turnover = vk.d_turnover WHERE member_id = vk.member_id AND seq = vk.seq;
  END LOOP;
  UPDATE wallet SET turnover_due = v_o WHERE member_id = vj.member_id;`

// Takes the shares of events back out of the jackpots' lanes; said before the events are deleted.
export const unshare = (where: string): string => `
  UPDATE jackpot_shard s SET pool = s.pool - x.pooled, reserve = s.reserve - x.reserved FROM (
    SELECT t.tier, sum(y.share - scale_ppm_floor(y.share, t.reserve_ppm)) AS pooled, sum(scale_ppm_floor(y.share, t.reserve_ppm)) AS reserved
    FROM journal j CROSS JOIN LATERAL (VALUES ('mega', j.share_mega), ('major', j.share_major), ('minor', j.share_minor)) y (tier, share)
    JOIN jackpot_tier t ON t.tier = y.tier WHERE y.share IS NOT NULL AND ${where} GROUP BY t.tier) x
  WHERE s.tier = x.tier AND s.lane = (SELECT l.lane FROM jackpot_shard l WHERE l.tier = x.tier AND l.pool >= x.pooled AND l.reserve >= x.reserved
    ORDER BY l.pool DESC LIMIT 1);`

// Everything a deposit leaves behind except the audit: request, steps, both events. Sets vq, v_m.
export const forgedDeposit = `
  SELECT * INTO STRICT vq FROM money_request x WHERE x.type = 'deposit' AND x.state = 'paid' AND x.credited = x.amount
    AND NOT EXISTS (SELECT 1 FROM approval p WHERE p.subject = x.id) AND ${unlimited('x')}
    AND EXISTS (SELECT 1 FROM brand b WHERE b.id = x.brand_id
      AND (money_request_day(x.member_id, 'deposit') + b.deposit_min >= b.deposit_second_from) IS NOT TRUE)
    ORDER BY x.amount LIMIT 1;
  v_m := vq.member_id;
  v_d := (SELECT least(vq.amount, deposit_min) FROM brand WHERE id = vq.brand_id);
  v_u := uuidv7(); v_k := uuidv7(); v_at := clock_timestamp();
  SELECT scale_ppm_floor(v_d, turnover_ppm) INTO v_n FROM brand WHERE id = vq.brand_id;
  INSERT INTO money_request (id, brand_id, member_id, type, state, amount, credited, request_key, depositor, bank_name, bank_owner,
      bank_number_sealed, bank_number_last4, key_id, claimed_by, decided_by, filed_at, changed_at, decision_key, sums_judged, second_from)
    VALUES (v_u, vq.brand_id, v_m, 'deposit', 'paid', v_d, v_d, v_k, vq.depositor, vq.bank_name, vq.bank_owner, vq.bank_number_sealed,
      vq.bank_number_last4, vq.key_id, vq.decided_by, vq.decided_by, v_at, v_at + interval '2 milliseconds', uuidv7(), true,
      (SELECT deposit_second_from FROM brand WHERE id = vq.brand_id));
  INSERT INTO money_request_event (request_id, at, state, operator_id) VALUES (v_u, v_at, 'filed', NULL),
    (v_u, v_at + interval '1 millisecond', 'claimed', vq.decided_by), (v_u, v_at + interval '2 milliseconds', 'paid', vq.decided_by);
  ${append(6, '1', 'v_k', 'v_u', brandAccount('cashier_clearing'))}
  ${append(7, '2', 'v_u', 'v_u', brandAccount('cashier_clearing'), { cash: 'v_d', turnover: 'v_n' })}`

// Numbers and hashes the whole audit anew, with its head and what the runs of the books noted of it.
export const rechain = `
  v_h := ''; v_n := 0;
  FOR va IN SELECT * FROM audit WHERE seq IS NOT NULL ORDER BY seq LOOP
    v_n := v_n + 1; va.seq := v_n; v_h := sha256(v_h || audit_canonical(va));
    UPDATE audit SET seq = v_n, hash = v_h WHERE id = va.id;
  END LOOP;
  UPDATE audit_head SET seq = v_n, hash = v_h;
  UPDATE book_run b SET audit_hash = a.hash FROM audit a WHERE a.seq = b.audit_seq;`
