-- The recorded states of rows (docs/decisions/028-signed-acts.md). For each recorded table a function returns a row's key
-- and the digest of the columns that decide money, identity or rights: one digest for each list of columns that the table
-- ever had, the newest last. A change is recorded under the newest, and stays comparable under the one that it was recorded
-- with: a column is added by another digest, and no digest is ever changed or removed. A null digest: the row is not
-- recorded in that state. The tables are listed in src/server/db/recorded-tables.ts.
--
-- The digest is of PostgreSQL's binary form of the columns.
--
-- Each change also has the digests of the row as it was before, so that a row that somebody altered and the program then changed
-- does not become a recorded one, and the transactions that wrote the row after and before it (its xmin, which no statement can
-- choose), so that a row that somebody altered and put back is another one. So every change is recorded, also one that leaves
-- all columns as they were. The trigger's argument names a part of the row, whose history the books compare with what the program
-- did: only its digest is recorded, when it changes.
CREATE OR REPLACE FUNCTION state_recorded() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_relation text := coalesce(TG_ARGV[0], TG_TABLE_NAME);
  v_read text := format('SELECT row_key, digests FROM %I($1)', v_relation || '_state');
  v_before text;
  v_key text;
  v_old bytea[] := '{}';
  v_new bytea[];
  v_old_xid xid;
  v_new_xid xid;
  v_form smallint;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    EXECUTE v_read INTO v_before, v_old USING OLD;
    v_old_xid := OLD.xmin;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE v_read INTO v_key, v_new USING NEW;
    v_new_xid := NEW.xmin;
  END IF;
  v_form := cardinality(coalesce(v_new, v_old));
  IF v_old[v_form] IS NULL OR TG_NARGS > 0 THEN
    v_old_xid := NULL;
  END IF;
  IF v_new[v_form] IS NULL OR TG_NARGS > 0 THEN
    v_new_xid := NULL;
  END IF;
  -- A row with another key is another row.
  IF v_before <> v_key THEN
    INSERT INTO state_change (act_group, relation, row_key, form, before, before_xid)
      SELECT current_act_group(), v_relation, v_before, v_form, v_old, v_old_xid WHERE v_old[v_form] IS NOT NULL;
    v_old := '{}';
    v_old_xid := NULL;
  END IF;
  IF v_new[v_form] IS DISTINCT FROM v_old[v_form] OR v_new_xid IS NOT NULL THEN
    INSERT INTO state_change (act_group, relation, row_key, form, digest, before, row_xid, before_xid)
      VALUES (current_act_group(), v_relation, coalesce(v_key, v_before), v_form, v_new[v_form], v_old, v_new_xid, v_old_xid);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION account_state(r account) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.class, r.id, r.reference)))]
$$;

CREATE OR REPLACE FUNCTION approval_state(r approval) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.command, r.decided_at, r.decided_by, r.decision_key, r.expires_at, r.id, r.kind, r.member_id,
    r.proposal_key, r.proposed_at, r.proposed_by, r.state, r.subject)))]
$$;

CREATE OR REPLACE FUNCTION brand_state(r brand) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.approval_minutes, r.cash_closes, r.cash_expected_minutes, r.cash_opens, r.code, r.code_required, r.contact,
    r.created_at, r.deposit_account, r.deposit_bank, r.deposit_max, r.deposit_min, r.deposit_number, r.deposit_owner,
    r.deposit_second_from, r.deposit_step, r.id, r.maintenance_since, r.maintenance_texts, r.maintenance_until,
    r.min_age, r.min_spin_ms, r.mode, r.name, r.purpose, r.quick_amounts, r.reality_check_ms, r.registration,
    r.reset_second, r.second_approval_from, r.time_zone, r.turnover_ppm, r.withdraw_max, r.withdraw_min, r.withdraw_step))),
    sha256(record_send(ROW(r.approval_minutes, r.cash_closes, r.cash_expected_minutes, r.cash_opens, r.code, r.code_required, r.contact,
    r.created_at, r.deposit_account, r.deposit_bank, r.deposit_max, r.deposit_min, r.deposit_number,
    r.deposit_owner, r.deposit_second_from, r.deposit_step, r.id, r.maintenance_since, r.maintenance_texts,
    r.maintenance_until, r.min_age, r.min_spin_ms, r.mode, r.name, r.one_slot_window, r.purpose, r.quick_amounts,
    r.reality_check_ms, r.registration, r.reset_second, r.second_approval_from, r.time_zone, r.turnover_ppm,
    r.withdraw_max, r.withdraw_min, r.withdraw_step)))]
$$;

CREATE OR REPLACE FUNCTION brand_company_state(r brand_company) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', r.brand_id, r.company_code), ARRAY[sha256(record_send(ROW(r.brand_id, r.company_code, r.used)))]
$$;

CREATE OR REPLACE FUNCTION brand_domain_state(r brand_domain) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.domain::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.domain, r.is_default)))]
$$;

CREATE OR REPLACE FUNCTION brand_game_state(r brand_game) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', r.brand_id, r.game_code), ARRAY[sha256(record_send(ROW(r.brand_id, r.game_code, r.used)))]
$$;

CREATE OR REPLACE FUNCTION brand_provider_state(r brand_provider) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', r.brand_id, r.provider_id), ARRAY[sha256(record_send(ROW(r.brand_id, r.provider_id, r.used)))]
$$;

CREATE OR REPLACE FUNCTION comp_rate_state(r comp_rate) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.created_at, r.effective_from, r.game_kind, r.id, r.level, r.rate_ppm)))]
$$;

CREATE OR REPLACE FUNCTION company_state(r company) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.code::text, ARRAY[sha256(record_send(ROW(r.code, r.image, r.kind, r.names, r.sort)))]
$$;

CREATE OR REPLACE FUNCTION dated_setting_state(r dated_setting) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.effective_from, r.id, r.kind, r.subject, r.value)))]
$$;

CREATE OR REPLACE FUNCTION game_state(r game) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.code::text, ARRAY[sha256(record_send(ROW(r.code, r.company_code, r.features, r.image, r.jackpot_linked, r.kind, r.names, r.released_at, r.rtp_ppm, r.sort,
    r.volatility)))]
$$;

CREATE OR REPLACE FUNCTION game_table_state(r game_table) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.bet_seconds, r.brand_id, r.chips, r.exposure, r.game_code, r.id, r.least_stake, r.most_stake, r.name)))]
$$;

CREATE OR REPLACE FUNCTION table_chain_state(r table_chain) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.created_at, r.end_hash, r.id, r.key_id, r.links, r.public_id, r.seed_encrypted, r.table_id)))]
$$;

CREATE OR REPLACE FUNCTION game_version_state(r game_version) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.created_at, r.game_code, r.id, r.math_hash))),
    sha256(record_send(ROW(r.closed_at, r.closed_reason, r.created_at, r.game_code, r.id, r.math_hash, r.most_units, r.units_per_stake))),
    sha256(record_send(ROW(r.closed_at, r.closed_reason, r.created_at, r.game_code, r.id, r.jackpots, r.math_hash, r.most_units, r.units_per_stake)))]
$$;

CREATE OR REPLACE FUNCTION house_entry_state(r house_entry) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.amount, r.at, r.from_id, r.id, r.key, r.reason, r.to_id)))]
$$;

CREATE OR REPLACE FUNCTION installation_state(r installation) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT 'one', ARRAY[sha256(record_send(ROW(r.created_at, r.currency, r.one)))]
$$;

CREATE OR REPLACE FUNCTION jackpot_tier_state(r jackpot_tier) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.tier::text, ARRAY[sha256(record_send(ROW(r.open, r.reseed, r.reserve_ppm, r.share_ppm, r.tier))),
    sha256(record_send(ROW(r.closed_at, r.open, r.reseed, r.reserve_ppm, r.share_ppm, r.tier)))]
$$;

CREATE OR REPLACE FUNCTION limit_raise_state(r limit_raise) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', r.member_id, r.kind, r.period), ARRAY[sha256(record_send(ROW(r.asked_at, r.effective_from, r.kind, r.member_id, r.most, r.period)))]
$$;

CREATE OR REPLACE FUNCTION limit_zone_state(r limit_zone) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.changed_at, r.ends, r.id, r.period, r.starts, r.zone)))]
$$;

CREATE OR REPLACE FUNCTION member_state(r member) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.blocked_at, r.blocked_by, r.blocked_until, r.brand_id, r.decided_at, r.decided_by, r.duplicates_confirmed_by,
    r.excluded_until, r.id, r.level, r.login_id, r.login_id_key, r.nick, r.nick_key, r.password_hash,
    r.password_reset_at, r.pin_hash, r.play_type, r.public_id, r.reference_code, r.referral_code, r.registered_at,
    r.status, r.status_reason, r.withdraw_waits_until))),
    sha256(record_send(ROW(r.blocked_at, r.blocked_by, r.blocked_until, r.brand_id, r.decided_at, r.decided_by, r.duplicates_confirmed_by,
      r.excluded_until, r.id, r.level, r.login_id, r.login_id_key, r.nick, r.nick_key, r.password_hash, r.password_reset_at,
      r.pin_failures, r.pin_hash, r.pin_locked_until, r.play_type, r.public_id, r.reference_code, r.referral_code,
      r.registered_at, r.status, r.status_reason, r.withdraw_waits_until))),
    sha256(record_send(ROW(r.blocked_at, r.blocked_by, r.blocked_until, r.brand_id, r.decided_at, r.decided_by, r.duplicates_confirmed_by,
      r.excluded_until, r.house, r.id, r.level, r.login_id, r.login_id_key, r.nick, r.nick_key, r.password_hash, r.password_reset_at,
      r.pin_failures, r.pin_hash, r.pin_locked_until, r.play_type, r.public_id, r.reference_code, r.referral_code,
      r.registered_at, r.status, r.status_reason, r.withdraw_waits_until)))]
$$;

CREATE OR REPLACE FUNCTION member_exclusion_state(r member_exclusion) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.id, r.kind, r.member_id, r.taken_at, r.until)))]
$$;

CREATE OR REPLACE FUNCTION member_limit_state(r member_limit) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.effective_from, r.ended_at, r.id, r.kind, r.member_id, r.most, r.period)))]
$$;

CREATE OR REPLACE FUNCTION member_person_state(r member_person) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.member_id::text, ARRAY[sha256(record_send(ROW(r.agreed_at, r.bank_name, r.bank_number_last4, r.bank_number_sealed, r.bank_owner, r.birth_sealed, r.erased_at,
    r.key_id, r.marked_key, r.member_id, r.phone_last4, r.phone_sealed)))]
$$;

-- When each migration was applied: rules of the books begin at these times.
CREATE OR REPLACE FUNCTION migration_state(r migration) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.number::text, ARRAY[sha256(record_send(ROW(r.applied_at, r.checksum, r.name, r.number)))]
$$;

CREATE OR REPLACE FUNCTION money_request_state(r money_request) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.amount, r.bank_name, r.bank_number_last4, r.bank_number_sealed, r.bank_owner, r.brand_id, r.changed_at,
    r.claimed_by, r.credited, r.decided_by, r.decision_key, r.depositor, r.depositor_mark, r.filed_at, r.id, r.key_id,
    r.member_id, r.reason, r.request_key, r.second_from, r.state, r.sums_judged, r.type)))]
$$;

CREATE OR REPLACE FUNCTION money_request_event_state(r money_request_event) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.at, r.id, r.note, r.operator_id, r.request_id, r.state)))]
$$;

CREATE OR REPLACE FUNCTION operator_state(r operator) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.active, r.brand_ids, r.created_at, r.demo, r.id, r.login, r.name, r.password_hash, r.public_id, r.roles)))]
$$;

CREATE OR REPLACE FUNCTION operator_enrolment_state(r operator_enrolment) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.operator_id::text, ARRAY[sha256(record_send(ROW(r.code_hash, r.expires_at, r.made_by, r.operator_id)))]
$$;

CREATE OR REPLACE FUNCTION operator_factor_state(r operator_factor) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.begun_in, r.created_at, r.credential_id, r.id, r.key_id, r.kind, r.name, r.operator_id, r.public_key,
    r.secret_sealed, r.transports))),
    sha256(record_send(ROW(r.begun_in, r.counter, r.created_at, r.credential_id, r.id, r.key_id, r.kind, r.last_step, r.last_used_at, r.name,
      r.operator_id, r.public_key, r.secret_sealed, r.transports))),
    sha256(record_send(ROW(r.begun_in, r.counter, r.created_at, r.credential_id, r.id, r.key_id, r.kind, r.last_step, r.last_used_at, r.name,
      r.operator_id, r.passkey_mac, r.public_key, r.secret_sealed, r.transports)))]
$$;

CREATE OR REPLACE FUNCTION operator_recovery_code_state(r operator_recovery_code) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', r.operator_id, encode(r.code_hash, 'hex')), ARRAY[sha256(record_send(ROW(r.code_hash, r.confirmed_at, r.operator_id, r.used_at)))]
$$;

CREATE OR REPLACE FUNCTION password_reset_state(r password_reset) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.asked_at, r.brand_id, r.changed_at, r.code_hash, r.code_until, r.decided_by, r.from_known_browser, r.id,
    r.issued_at, r.member_id, r.opened_by, r.reason, r.state)))]
$$;

CREATE OR REPLACE FUNCTION person_mark_state(r person_mark) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', encode(r.hash, 'hex'), r.member_id), ARRAY[sha256(record_send(ROW(r.added_at, r.hash, r.kind, r.member_id)))]
$$;

CREATE OR REPLACE FUNCTION person_mark_key_state(r person_mark_key) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.key_id::text, ARRAY[sha256(record_send(ROW(r.key_id, r.proof)))]
$$;

CREATE OR REPLACE FUNCTION provider_state(r provider) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.active, r.base_url, r.code, r.id, r.key_id, r.key_sealed, r.names, r.timeout_ms, r.wallet)))]
$$;

CREATE OR REPLACE FUNCTION referral_code_state(r referral_code) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', r.brand_id, r.code), ARRAY[sha256(record_send(ROW(r.active, r.brand_id, r.code, r.title)))]
$$;

CREATE OR REPLACE FUNCTION transfer_state(r transfer) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.amount, r.asked_at, r.direction, r.id, r.member_id, r.provider_id, r.reason, r.request_hash, r.request_key, r.state))),
    sha256(record_send(ROW(r.amount, r.asked_at, r.changed_at, r.direction, r.id, r.member_id, r.next_try_at, r.provider_id, r.reason, r.request_hash,
      r.request_key, r.state, r.tries)))]
$$;

CREATE OR REPLACE FUNCTION money_out_state(r money_out) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT 'one', ARRAY[sha256(record_send(ROW(r.bad_runs, r.one, r.run_id, r.stopped_at)))]
$$;

CREATE OR REPLACE FUNCTION book_run_state(r book_run) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[CASE WHEN r.ended_at IS NOT NULL THEN sha256(record_send(ROW(r.asked_at, r.audit_hash, r.audit_seq, r.bad_before, r.began_at, r.checks, r.done, r.ended_at, r.faults, r.head_hash,
    r.head_id, r.id, r.operator_id, r.outcome, r.problem, r.rows, r.why))) END]
$$;

-- The first form had only the accounts that members were shown.
CREATE OR REPLACE FUNCTION redraw_mismatch_state(r redraw_mismatch) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.round_id::text, ARRAY[sha256(record_send(ROW(r.detail, r.found_at, r.round_id)))]
$$;

CREATE OR REPLACE FUNCTION redraw_state_state(r redraw_state) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT 'one', ARRAY[sha256(record_send(ROW(r.at, r.lost_key, r.old_scheme, r.one, r.redrawn)))]
$$;

CREATE OR REPLACE FUNCTION table_recount_state(r table_recount) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.table_id::text, ARRAY[sha256(record_send(ROW(r.at, r.number, r.results, r.returned, r.staked, r.table_id)))]
$$;

CREATE OR REPLACE FUNCTION installed_object_state(r installed_object) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.name, ARRAY[sha256(record_send(ROW(r.name, r.version)))]
$$;

CREATE OR REPLACE FUNCTION help_item_state(r help_item) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[CASE WHEN r.account_reply IS NOT NULL THEN sha256(record_send(ROW(r.brand_id, r.member_id, r.account_reply, r.replied_by))) END,
    sha256(record_send(ROW(r.account_reply, r.brand_id, r.contents, r.filed_at, r.hidden_at, r.id, r.kind, r.last_at, r.locale, r.member_id, r.opened_by,
      r.read_at, r.replied_at, r.replied_by, r.reply, r.request_id, r.round_id, r.state, r.title))),
    sha256(record_send(ROW(r.account_reply, r.brand_id, r.category, r.contents, r.filed_at, r.hidden_at, r.id, r.kind, r.last_at, r.locale, r.member_id,
      r.opened_by, r.read_at, r.replied_at, r.replied_by, r.reply, r.request_id, r.round_id, r.state, r.title)))]
$$;

CREATE OR REPLACE FUNCTION note_state(r note) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.contents, r.hidden_at, r.id, r.member_id, r.promotional, r.read_at, r.sent_at, r.sent_by, r.title,
    r.title_color, r.translations)))]
$$;

CREATE OR REPLACE FUNCTION notice_state(r notice) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.contents, r.domain, r.hidden_at, r.id, r.last_at, r.published_at, r.title, r.translations)))]
$$;

CREATE OR REPLACE FUNCTION popup_state(r popup) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.contents, r.domain, r.hidden_at, r.id, r.pos_x, r.pos_y, r.shown_from, r.shown_until, r.title,
    r.title_color, r.translations)))]
$$;

CREATE OR REPLACE FUNCTION banner_state(r banner) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.brand_id, r.hidden_at, r.id, r.image, r.link, r.sort, r.texts)))]
$$;

CREATE OR REPLACE FUNCTION public_replay_state(r public_replay) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.id, r.listed, r.member_id, r.round_id, r.shared_at, r.taken_back_at)))]
$$;

CREATE OR REPLACE FUNCTION play_unproven_state(r play_unproven) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.member_id::text, ARRAY[sha256(record_send(ROW(r.last_seq, r.member_id)))]
$$;

CREATE OR REPLACE FUNCTION spin_unproven_state(r spin_unproven) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.member_id::text, ARRAY[sha256(record_send(ROW(r.last_seq, r.member_id)))]
$$;

CREATE OR REPLACE FUNCTION table_unproven_state(r table_unproven) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.table_id::text, ARRAY[sha256(record_send(ROW(r.last_number, r.table_id)))]
$$;

CREATE OR REPLACE FUNCTION series_unproven_state(r series_unproven) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.table_id::text, ARRAY[sha256(record_send(ROW(r.last_round, r.last_series, r.table_id)))]
$$;

CREATE OR REPLACE FUNCTION member_seed_state(r member_seed) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.begun_at, r.client_seed, r.created_at, r.first_nonce, r.id, r.key_id, r.member_id, r.ordinal, r.revealed_at,
    r.scheme, r.server_seed_hash, r.server_seed_sealed))),
    sha256(record_send(ROW(r.begun_at, r.client_seed, r.created_at, r.first_nonce, r.id, r.key_id, r.member_id, r.ordinal, r.reveal_mac, r.revealed_at,
      r.scheme, r.server_seed_hash, r.server_seed_sealed)))]
$$;

-- Parts of rows (`recordedParts` of src/server/db/recorded-tables.ts).

-- What members are shown as the account of their brand.
CREATE OR REPLACE FUNCTION brand_account_state(r brand) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[sha256(record_send(ROW(r.deposit_account, r.deposit_bank, r.deposit_number, r.deposit_owner)))]
$$;

-- The rights of an operator, as `audit.rights` has them; none while inactive.
CREATE OR REPLACE FUNCTION operator_rights_state(r operator) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[CASE WHEN r.active THEN
    sha256(convert_to(array_to_string(r.roles, ',') || ' of ' || coalesce(array_to_string(r.brand_ids, ','), 'all'), 'UTF8')) END]
$$;

-- While a member is not active.
CREATE OR REPLACE FUNCTION member_closed_state(r member) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT r.id::text, ARRAY[CASE WHEN r.status <> 'active' THEN sha256('closed') END]
$$;

-- While a brand offers a game, and the games of a company.
CREATE OR REPLACE FUNCTION game_open_state(r brand_game) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', r.brand_id, r.game_code), ARRAY[CASE WHEN r.used THEN sha256('open') END]
$$;

CREATE OR REPLACE FUNCTION company_open_state(r brand_company) RETURNS SETOF row_state
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT concat_ws('/', r.brand_id, r.company_code), ARRAY[CASE WHEN r.used THEN sha256('open') END]
$$;

CREATE OR REPLACE TRIGGER account_is_recorded AFTER INSERT OR UPDATE OR DELETE ON account FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER approval_is_recorded AFTER INSERT OR UPDATE OR DELETE ON approval FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER brand_is_recorded AFTER INSERT OR UPDATE OR DELETE ON brand FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER brand_company_is_recorded AFTER INSERT OR UPDATE OR DELETE ON brand_company FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER brand_domain_is_recorded AFTER INSERT OR UPDATE OR DELETE ON brand_domain FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER brand_game_is_recorded AFTER INSERT OR UPDATE OR DELETE ON brand_game FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER brand_provider_is_recorded AFTER INSERT OR UPDATE OR DELETE ON brand_provider FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER comp_rate_is_recorded AFTER INSERT OR UPDATE OR DELETE ON comp_rate FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER company_is_recorded AFTER INSERT OR UPDATE OR DELETE ON company FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER dated_setting_is_recorded AFTER INSERT OR UPDATE OR DELETE ON dated_setting FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER game_is_recorded AFTER INSERT OR UPDATE OR DELETE ON game FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER game_table_is_recorded AFTER INSERT OR UPDATE OR DELETE ON game_table FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER table_chain_is_recorded AFTER INSERT OR UPDATE OR DELETE ON table_chain FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER game_version_is_recorded AFTER INSERT OR UPDATE OR DELETE ON game_version FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER house_entry_is_recorded AFTER INSERT OR UPDATE OR DELETE ON house_entry FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER installation_is_recorded AFTER INSERT OR UPDATE OR DELETE ON installation FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER jackpot_tier_is_recorded AFTER INSERT OR UPDATE OR DELETE ON jackpot_tier FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER limit_raise_is_recorded AFTER INSERT OR UPDATE OR DELETE ON limit_raise FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER limit_zone_is_recorded AFTER INSERT OR UPDATE OR DELETE ON limit_zone FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER member_is_recorded AFTER INSERT OR UPDATE OR DELETE ON member FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER member_exclusion_is_recorded AFTER INSERT OR UPDATE OR DELETE ON member_exclusion FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER member_limit_is_recorded AFTER INSERT OR UPDATE OR DELETE ON member_limit FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER member_person_is_recorded AFTER INSERT OR UPDATE OR DELETE ON member_person FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER migration_is_recorded AFTER INSERT OR UPDATE OR DELETE ON migration FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER money_request_is_recorded AFTER INSERT OR UPDATE OR DELETE ON money_request FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER money_request_event_is_recorded AFTER INSERT OR UPDATE OR DELETE ON money_request_event FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER operator_is_recorded AFTER INSERT OR UPDATE OR DELETE ON operator FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER operator_enrolment_is_recorded AFTER INSERT OR UPDATE OR DELETE ON operator_enrolment FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER operator_factor_is_recorded AFTER INSERT OR UPDATE OR DELETE ON operator_factor FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER operator_recovery_code_is_recorded AFTER INSERT OR UPDATE OR DELETE ON operator_recovery_code FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER password_reset_is_recorded AFTER INSERT OR UPDATE OR DELETE ON password_reset FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER person_mark_is_recorded AFTER INSERT OR UPDATE OR DELETE ON person_mark FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER person_mark_key_is_recorded AFTER INSERT OR UPDATE OR DELETE ON person_mark_key FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER provider_is_recorded AFTER INSERT OR UPDATE OR DELETE ON provider FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER referral_code_is_recorded AFTER INSERT OR UPDATE OR DELETE ON referral_code FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER transfer_is_recorded AFTER INSERT OR UPDATE OR DELETE ON transfer FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER money_out_is_recorded AFTER INSERT OR UPDATE OR DELETE ON money_out FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER book_run_is_recorded AFTER INSERT OR UPDATE OR DELETE ON book_run FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER redraw_state_is_recorded AFTER INSERT OR UPDATE OR DELETE ON redraw_state FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER redraw_mismatch_is_recorded AFTER INSERT OR UPDATE OR DELETE ON redraw_mismatch FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER table_recount_is_recorded AFTER INSERT OR UPDATE OR DELETE ON table_recount FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER installed_object_is_recorded AFTER INSERT OR UPDATE OR DELETE ON installed_object FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER help_item_is_recorded AFTER INSERT OR UPDATE OR DELETE ON help_item FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER note_is_recorded AFTER INSERT OR UPDATE OR DELETE ON note FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER notice_is_recorded AFTER INSERT OR UPDATE OR DELETE ON notice FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER popup_is_recorded AFTER INSERT OR UPDATE OR DELETE ON popup FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER banner_is_recorded AFTER INSERT OR UPDATE OR DELETE ON banner FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER public_replay_is_recorded AFTER INSERT OR UPDATE OR DELETE ON public_replay FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER play_unproven_is_recorded AFTER INSERT OR UPDATE OR DELETE ON play_unproven FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER spin_unproven_is_recorded AFTER INSERT OR UPDATE OR DELETE ON spin_unproven FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER series_unproven_is_recorded AFTER INSERT OR UPDATE OR DELETE ON series_unproven FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER table_unproven_is_recorded AFTER INSERT OR UPDATE OR DELETE ON table_unproven FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER member_seed_is_recorded AFTER INSERT OR UPDATE OR DELETE ON member_seed FOR EACH ROW EXECUTE FUNCTION state_recorded();
CREATE OR REPLACE TRIGGER brand_account_is_recorded AFTER INSERT OR UPDATE OR DELETE ON brand FOR EACH ROW EXECUTE FUNCTION state_recorded('brand_account');
CREATE OR REPLACE TRIGGER operator_rights_is_recorded AFTER INSERT OR UPDATE OR DELETE ON operator FOR EACH ROW EXECUTE FUNCTION state_recorded('operator_rights');
CREATE OR REPLACE TRIGGER member_closed_is_recorded AFTER INSERT OR UPDATE OR DELETE ON member FOR EACH ROW EXECUTE FUNCTION state_recorded('member_closed');
CREATE OR REPLACE TRIGGER game_open_is_recorded AFTER INSERT OR UPDATE OR DELETE ON brand_game FOR EACH ROW EXECUTE FUNCTION state_recorded('game_open');
CREATE OR REPLACE TRIGGER company_open_is_recorded AFTER INSERT OR UPDATE OR DELETE ON brand_company FOR EACH ROW EXECUTE FUNCTION state_recorded('company_open');

REVOKE ALL ON FUNCTION state_recorded FROM PUBLIC;
