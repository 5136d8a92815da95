-- Chains of tables that a restore begins are verified before their first link is used (docs/decisions/043-shared-rounds.md): the newest recorded change of each.
CREATE INDEX state_change_table_chain ON state_change (relation, row_key, id) WHERE relation = 'table_chain';
