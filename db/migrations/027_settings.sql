-- Settings belong to the owner: the commands (npm run operator, brand, provider, jackpot), the demo data and the games that a
-- release publishes are written with the owner's role. The application's role reads them, and changes a brand's
-- maintenance only.
REVOKE INSERT, UPDATE ON
  brand, brand_domain, brand_company, brand_game, company, game, game_version, banner, referral_code
FROM baize_app;
REVOKE INSERT ON brand_provider, comp_rate, journal_source, operator, provider FROM baize_app;
REVOKE UPDATE (used) ON brand_provider FROM baize_app;
REVOKE UPDATE (active, base_url, key_id, key_sealed, names, timeout_ms) ON provider FROM baize_app;
REVOKE UPDATE (active, brand_ids, name, password_hash, roles) ON operator FROM baize_app;
GRANT UPDATE (maintenance_since, maintenance_until, maintenance_texts) ON brand TO baize_app;
