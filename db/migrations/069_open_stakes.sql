-- From here on, comp and turnover of a stake count for conversions and withdrawals only once its round has ended (`db/functions/ledger/open-stakes.sql`); the
-- books judge them by the time of this migration (docs/decisions/043-shared-rounds.md).
COMMENT ON COLUMN wallet.comp IS 'Comp with that of stakes in open rounds, which is not convertible yet.';
