-- PostgreSQL reads the stored text of every CHECK anew in each statement. One constraint in place of nine, and of six,
-- refuses the same rows: least() ignores nulls, and a null result accepts, as those of the single shares did.
ALTER TABLE journal
  DROP CONSTRAINT journal_cash_check, DROP CONSTRAINT journal_held_check, DROP CONSTRAINT journal_in_play_check,
  DROP CONSTRAINT journal_comp_check, DROP CONSTRAINT journal_stake_check, DROP CONSTRAINT journal_pay_check,
  DROP CONSTRAINT journal_share_mega_check, DROP CONSTRAINT journal_share_major_check, DROP CONSTRAINT journal_share_minor_check,
  DROP CONSTRAINT journal_kind_check,
  ADD CONSTRAINT journal_check CHECK (least(cash, held, in_play, comp, stake, pay) >= 0
    AND least(share_mega, share_major, share_minor) > 0 AND kind BETWEEN 1 AND 18);
ALTER TABLE wallet
  DROP CONSTRAINT wallet_cash_check, DROP CONSTRAINT wallet_held_check, DROP CONSTRAINT wallet_in_play_check,
  DROP CONSTRAINT wallet_comp_check, DROP CONSTRAINT wallet_turnover_due_check, DROP CONSTRAINT wallet_unseen_check,
  ADD CONSTRAINT wallet_check CHECK (least(cash, held, in_play, comp, turnover_due, unseen) >= 0);
ALTER TABLE round
  DROP CONSTRAINT round_stake_check, DROP CONSTRAINT round_pay_check, DROP CONSTRAINT round_units_check,
  ADD CONSTRAINT round_check CHECK (stake > 0 AND least(pay, units) >= 0);
