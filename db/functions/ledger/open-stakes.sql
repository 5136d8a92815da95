-- What a member's stakes in rounds of tables and rounds with decisions that have no end yet gave: a void of such a round gives them back, so none of it is
-- converted, and no withdrawal counts it. Called under the lock of the wallet, which every end of a round takes.
CREATE OR REPLACE FUNCTION ledger_open_stakes(p_member bigint, OUT stake bigint, OUT comp bigint, OUT turnover bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(j.stake), 0), coalesce(sum(j.d_comp), 0), coalesce(-sum(j.d_turnover), 0) FROM (
    SELECT b.request_id AS key FROM table_round r JOIN table_bet b ON b.round_id = r.id AND b.member_id = p_member AND b.undone_at IS NULL
      WHERE r.state IN ('open', 'closed', 'dealt')
    UNION ALL SELECT q.request_id FROM seat_round q WHERE q.member_id = p_member AND q.state = 'open'
    UNION ALL SELECT d.request_id FROM seat_round q JOIN seat_decision d ON d.round_id = q.id WHERE q.member_id = p_member AND q.state = 'open') k
  JOIN ONLY journal j ON j.member_id = p_member AND j.source = ${source.own} AND j.key = k.key
$$;

REVOKE ALL ON FUNCTION ledger_open_stakes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_open_stakes TO ${role.app};
