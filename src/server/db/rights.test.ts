import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

/** What the application's role may do to each table, by the grants of the migrations. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/**
 * `table: rights`, a right on some columns with their names. A right belongs here when a statement of the running program
 * needs it (`docs/tables.md`), a sequence because the books read its last number; settings are written by commands, which sign in as the owner, and money by functions of
 * the owner.
 */
const expected = `
account: SELECT
account_id_seq: SELECT
act_signature: SELECT
approval: INSERT; SELECT; UPDATE (decided_at, decided_by, decision_key, state)
audit: INSERT (act, actor_id, actor_kind, brand_id, detail, rights, subject); SELECT
audit_head: SELECT
audit_id_seq: SELECT
banner: SELECT
book_run: SELECT
brand: SELECT; UPDATE (maintenance_since, maintenance_texts, maintenance_until)
brand_company: SELECT
brand_domain: SELECT
brand_game: SELECT
brand_id_seq: SELECT
brand_provider: SELECT
comp_rate: SELECT
comp_rate_id_seq: SELECT
company: SELECT
dated_setting: SELECT
dated_setting_id_seq: SELECT
favourite: DELETE; INSERT; SELECT
function_file: SELECT
game: SELECT
game_table: SELECT
game_table_id_seq: SELECT
game_version: SELECT
game_version_id_seq: SELECT
help_item: INSERT; SELECT; UPDATE
house_entry: SELECT
house_entry_id_seq: SELECT
installation: SELECT
installed_object: SELECT
jackpot_hit: SELECT
jackpot_shard: SELECT
jackpot_tier: SELECT
journal: SELECT
journal_archive: SELECT
journal_head: SELECT
journal_head_part: SELECT
journal_kind: SELECT
journal_seal: SELECT
journal_sealed: SELECT
journal_source: SELECT
lease: DELETE; INSERT; SELECT; UPDATE
limit_counter: SELECT
limit_raise: DELETE; INSERT (kind, member_id, most, period); SELECT
limit_zone: SELECT
limit_zone_id_seq: SELECT
login_throttle: DELETE; INSERT; SELECT; UPDATE
member: INSERT; SELECT; UPDATE (blocked_at, blocked_by, blocked_until, decided_at, decided_by, duplicates_confirmed_by, level, login_id, login_id_key, nick, nick_key, password_hash, password_reset_at, pin_failures, pin_hash, pin_locked_until, play_type, reference_code, referral_code, registered_at, status, status_reason, withdraw_waits_until)
member_device: DELETE; INSERT; SELECT; UPDATE
member_exclusion: SELECT
member_exclusion_id_seq: SELECT
member_id_seq: SELECT
member_limit: SELECT
member_limit_id_seq: SELECT
member_person: INSERT; SELECT; UPDATE
member_seed: SELECT
member_seed_id_seq: SELECT
member_session: INSERT; SELECT; UPDATE
member_session_id_seq: SELECT
migration: SELECT
money_out: SELECT
money_request: INSERT; SELECT; UPDATE (changed_at, claimed_by, credited, decided_by, decision_key, reason, state)
money_request_event: INSERT; SELECT
money_request_event_id_seq: SELECT
note: INSERT; SELECT; UPDATE
notice: INSERT; SELECT; UPDATE
operator: SELECT
operator_browser: DELETE; INSERT; SELECT; UPDATE (last_seen_at)
operator_enrolment: SELECT
operator_factor: DELETE; INSERT; SELECT; UPDATE (begun_in, counter, last_step, last_used_at, name)
operator_id_seq: SELECT
operator_recovery_code: DELETE; INSERT; SELECT; UPDATE (confirmed_at, used_at)
operator_session: INSERT; SELECT; UPDATE
operator_session_id_seq: SELECT
password_reset: DELETE; INSERT; SELECT; UPDATE
person_mark: INSERT; SELECT
person_mark_key: INSERT; SELECT
play_session: INSERT; SELECT; UPDATE
play_unproven: SELECT
popup: INSERT; SELECT; UPDATE
posting: SELECT
provider: SELECT
provider_transaction: SELECT
public_replay: INSERT (listed, member_id, round_id); SELECT; UPDATE (listed, taken_back_at)
receivable: SELECT
redraw_mismatch: SELECT
redraw_state: SELECT
referral_code: SELECT
round: SELECT
round_archive: SELECT
seat_decision: SELECT
seat_round: SELECT
series_proof: SELECT
series_unproven: SELECT
spin_unproven: SELECT
state_change: SELECT
state_change_id_seq: SELECT
table_bet: SELECT
table_chain: SELECT
table_chain_id_seq: SELECT
table_opposite: SELECT
table_proof: SELECT
table_recount: SELECT
table_round: SELECT
table_salt: SELECT
table_series: SELECT
table_series_id_seq: SELECT
table_state: SELECT
table_step: SELECT
table_unproven: SELECT
transfer: SELECT
transfer_balance: SELECT
version_count: SELECT
wallet: SELECT
`

async function grants(): Promise<string> {
  const { rows } = await world.ownerPool.query<{ line: string }>(`
    WITH given AS (
      SELECT c.relname, x.privilege_type AS name, NULL AS attname, 0 AS attnum
        FROM pg_class c, aclexplode(c.relacl) x
       WHERE c.relnamespace = 'public'::regnamespace AND x.grantee = 'baize_app'::regrole
      UNION ALL
      SELECT c.relname, x.privilege_type, a.attname, a.attnum
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid, aclexplode(a.attacl) x
       WHERE c.relnamespace = 'public'::regnamespace AND x.grantee = 'baize_app'::regrole),
    rights AS (
      SELECT relname, name || coalesce(' (' || string_agg(attname, ', ' ORDER BY attname) || ')', '') AS text
        FROM given GROUP BY relname, name, attname IS NULL)
    SELECT relname || ': ' || string_agg(text, '; ' ORDER BY text) AS line FROM rights GROUP BY relname ORDER BY relname`)
  return rows.map(({ line }) => line).join('\n')
}

test('the application’s role has the rights it uses, table by table', async () => {
  expect(await grants()).toBe(expected.trim())
})

test.each([
  ['creates an operator', `INSERT INTO operator (login) VALUES ('x')`],
  ['gives an operator a role', `UPDATE operator SET roles = '{manager}'`],
  ['shows an operator another brand', 'UPDATE operator SET brand_ids = NULL'],
  ['gives an operator a password', `UPDATE operator SET password_hash = ''`],
  ['raises the amount that takes two operators', 'UPDATE brand SET second_approval_from = NULL'],
  ['turns a brand to play money', `UPDATE brand SET mode = 'play'`],
  ['changes a provider', `UPDATE provider SET base_url = ''`],
  ['adds a comp rate', 'INSERT INTO comp_rate (brand_id) VALUES (1)'],
  ['issues money', 'SELECT ledger_issue(NULL)'],
  ['deletes a request', 'DELETE FROM money_request'],
  ['changes the amount of a request', 'UPDATE money_request SET amount = 1'],
  ['moves a request to another member', 'UPDATE money_request SET member_id = 1'],
  ['deletes an operator', 'DELETE FROM operator'],
  ['deletes a brand', 'DELETE FROM brand'],
  ['deletes a member', 'DELETE FROM member'],
  ['writes the journal', 'UPDATE journal SET cash = 0'],
  ['changes a round with decisions', 'UPDATE seat_round SET staked = 0'],
  ['takes a decision by itself', `INSERT INTO seat_decision (action) VALUES ('stand')`],
  ['drops a table', 'DROP TABLE note'],
  ['creates a table', 'CREATE TABLE mine (id int)'],
])('a statement that %s is refused', async (_what, statement) => {
  await expect(world.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})
