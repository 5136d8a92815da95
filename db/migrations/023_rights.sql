-- The application's role keeps the rights that its program uses (src/server/db/rights.test.ts): rows of settings, people and
-- requests are never deleted, and of a request only its course changes, never what it asks for.
REVOKE DELETE ON
  brand, brand_domain, operator, operator_session, referral_code, member, member_person, member_session, company, game,
  game_version, brand_company, brand_game, play_session, money_request, help_item, note, notice, popup, banner
FROM baize_app;

REVOKE UPDATE ON money_request FROM baize_app;
GRANT UPDATE (state, changed_at, claimed_by, credited, reason, decided_by, decision_key) ON money_request TO baize_app;
