-- The newest recorded change of a row that is verified before it is acted on (src/server/db/recorded-row.ts).
CREATE INDEX state_change_verified ON state_change (relation, row_key, id) WHERE relation IN ('approval', 'operator', 'password_reset');
