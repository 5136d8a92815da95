-- Money that comes from nowhere takes an audited act (docs/decisions/017-two-operators.md): ledger_post calls this for
-- every issue and every correction, and nothing else books them.
--
--   correction: the approved proposal of another operator, decided in this transaction, for the same member, balance and
--               amount, under the proposal's id, so that it is booked once
--   issue:      the audit row that ledger_issue wrote for this key
CREATE OR REPLACE FUNCTION ledger_check_signed(r ledger_request) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (r.d_held, r.d_in_play, r.stake, r.pay, r.d_turnover) <> (0, 0, 0, 0, 0) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an issue or a correction moves cash and comp only';
  END IF;
  IF r.kind = ${kind.adjustment} AND r.source = ${source.office} AND EXISTS (
      SELECT 1 FROM approval a JOIN account c ON c.brand_id = a.brand_id AND c.class = 'adjustment'
      WHERE a.id = r.ref AND a.member_id = r.member_id AND a.kind = 'adjust_balance' AND a.state = 'approved'
        AND a.proposed_by <> a.decided_by AND a.id = r.key AND a.xmin = pg_current_xact_id()::xid AND c.id = r.contra_id
        AND (r.d_cash, r.d_comp) = (
          CASE a.command ->> 'account' WHEN 'cash' THEN (a.command ->> 'amount')::numeric * 10000 ELSE 0 END,
          CASE a.command ->> 'account' WHEN 'comp' THEN (a.command ->> 'amount')::numeric * 10000 ELSE 0 END)) THEN
    RETURN;
  END IF;
  IF r.kind = ${kind.issue} AND r.source = ${source.system} AND EXISTS (
      SELECT 1 FROM audit a JOIN member m ON m.public_id::text = a.subject
      WHERE m.id = r.member_id AND a.act = 'money.issue' AND a.detail ->> 'key' = r.key::text
        AND (r.d_cash, r.d_comp) = ((a.detail ->> 'cash')::numeric * 10000, (a.detail ->> 'comp')::numeric * 10000)) THEN
    RETURN;
  END IF;
  RAISE insufficient_privilege USING MESSAGE = 'an issue or a correction needs its audited act';
END
$$;

-- Issues play money: an act of the platform, on a brand in play-money mode only, with its audit row. A repeated key gets
-- the answer of ledger_post and no second row.
CREATE OR REPLACE FUNCTION ledger_issue(r ledger_request) RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  m record;
BEGIN
  IF r.kind <> ${kind.issue} OR r.source <> ${source.system} OR least(r.d_cash, r.d_comp) < 0 THEN
    RAISE insufficient_privilege USING MESSAGE = 'only an issue of play money is posted here';
  END IF;
  SELECT b.id AS brand_id, b.code, b.mode, member.public_id, w.archived_seq INTO m
    FROM wallet w JOIN member ON member.id = w.member_id JOIN brand b ON b.id = w.brand_id
    WHERE w.member_id = r.member_id FOR UPDATE OF w;
  IF FOUND AND (journal_by_key(r.member_id, r.source, r.key, m.archived_seq)).seq IS NULL THEN
    IF m.mode <> 'play' THEN
      RAISE insufficient_privilege USING MESSAGE = format('brand %s holds real money: nothing is issued to its members', m.code);
    END IF;
    INSERT INTO audit (brand_id, actor_kind, act, subject, detail) VALUES (m.brand_id, 'system', 'money.issue', m.public_id::text,
      jsonb_build_object('key', r.key, 'mode', m.mode, 'cash', trim_scale(r.d_cash::numeric / 10000)::text,
        'comp', trim_scale(r.d_comp::numeric / 10000)::text));
  END IF;
  RETURN ledger_post(r);
END
$$;

-- The audit row of an issue is written by ledger_issue and by nothing else that the application's role may do.
CREATE OR REPLACE FUNCTION audit_issue_by_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RAISE insufficient_privilege USING MESSAGE = 'the audit row of an issue is written with the issue only';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER audit_issue_by_owner BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.act = 'money.issue')
  EXECUTE FUNCTION audit_issue_by_owner();

-- The running program issues nothing: the commands and the demo data do, as the owner.
REVOKE ALL ON FUNCTION ledger_check_signed, ledger_issue, audit_issue_by_owner FROM PUBLIC, ${role.app};
