-- The books compare each sequence with the highest number of its table, which tells whether somebody set it back or forward
-- (docs/decisions/023-guards-compared-with-the-program.md). The right reads the last number and takes none.
GRANT SELECT ON SEQUENCE account_id_seq, audit_id_seq, brand_id_seq, comp_rate_id_seq, dated_setting_id_seq, game_table_id_seq, game_version_id_seq,
  house_entry_id_seq, limit_zone_id_seq, member_exclusion_id_seq, member_id_seq, member_limit_id_seq, member_seed_id_seq,
  member_session_id_seq, money_request_event_id_seq, operator_id_seq, operator_session_id_seq, state_change_id_seq, table_chain_id_seq,
  table_series_id_seq TO ${role.app};
