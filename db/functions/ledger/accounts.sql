-- An account by brand, class and reference, created when it is first needed.
CREATE OR REPLACE FUNCTION ledger_account(p_brand int, p_class text, p_reference text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id int;
BEGIN
  SELECT id INTO v_id FROM account WHERE brand_id IS NOT DISTINCT FROM p_brand AND class = p_class AND reference = p_reference;
  IF v_id IS NULL THEN
    INSERT INTO account (brand_id, class, reference) VALUES (p_brand, p_class, p_reference) ON CONFLICT DO NOTHING;
    SELECT id INTO v_id FROM account WHERE brand_id IS NOT DISTINCT FROM p_brand AND class = p_class AND reference = p_reference;
  END IF;
  RETURN v_id;
END
$$;

-- Creates the accounts of a new brand, because the view posting joins its comp cost account.
CREATE OR REPLACE FUNCTION brand_accounts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO account (brand_id, class) SELECT NEW.id, class
    FROM unnest(ARRAY['comp_cost', 'cashier_clearing', 'adjustment', 'play_money_issue', 'tip', 'receivable']) class;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER brand_has_accounts AFTER INSERT ON brand FOR EACH ROW EXECUTE FUNCTION brand_accounts();

REVOKE ALL ON FUNCTION ledger_account, brand_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_account TO ${role.app};
