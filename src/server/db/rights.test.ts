import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

/** What the application's role may do to each table, by the grants of the migrations. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/**
 * `table: rights`, a right on some columns with their names. A right belongs here when a statement of `src/server/` or
 * of a command needs it (`docs/tables.md`); money is written by functions of the owner only.
 */
const expected = `
account: SELECT
approval: INSERT; SELECT; UPDATE (decided_at, decided_by, decision_key, state)
audit: INSERT (act, actor_id, actor_kind, brand_id, detail, subject); SELECT
audit_head: SELECT
banner: INSERT; SELECT; UPDATE
book_run: SELECT
brand: INSERT; SELECT; UPDATE
brand_company: INSERT; SELECT; UPDATE
brand_domain: INSERT; SELECT; UPDATE
brand_game: INSERT; SELECT; UPDATE
brand_provider: INSERT; SELECT; UPDATE (used)
comp_rate: INSERT; SELECT
company: INSERT; SELECT; UPDATE
favourite: DELETE; INSERT; SELECT
function_file: SELECT
game: INSERT; SELECT; UPDATE
game_version: INSERT; SELECT; UPDATE
help_item: INSERT; SELECT; UPDATE
house_entry: SELECT
installation: SELECT
jackpot_shard: SELECT
jackpot_tier: SELECT
journal: SELECT
journal_archive: SELECT
journal_head: SELECT
journal_kind: SELECT
journal_seal: SELECT
journal_sealed: SELECT
journal_source: INSERT; SELECT
lease: DELETE; INSERT; SELECT; UPDATE
limit_counter: SELECT
limit_raise: DELETE; INSERT (kind, member_id, most, period); SELECT
login_throttle: DELETE; INSERT; SELECT; UPDATE
member: INSERT; SELECT; UPDATE (blocked_at, blocked_by, blocked_until, decided_at, decided_by, duplicates_confirmed_by, level, login_id, login_id_key, nick, nick_key, password_hash, pin_failures, pin_hash, pin_locked_until, play_type, reference_code, referral_code, registered_at, status, status_reason, withdraw_waits_until)
member_device: DELETE; INSERT; SELECT; UPDATE
member_exclusion: SELECT
member_limit: SELECT
member_person: INSERT; SELECT; UPDATE
member_seed: SELECT
member_session: INSERT; SELECT; UPDATE
migration: SELECT
money_out: SELECT
money_request: INSERT; SELECT; UPDATE (changed_at, claimed_by, credited, decided_by, decision_key, reason, state)
money_request_event: INSERT; SELECT
note: INSERT; SELECT; UPDATE
notice: INSERT; SELECT; UPDATE
operator: INSERT; SELECT; UPDATE (active, brand_ids, name, password_hash, roles)
operator_factor: DELETE; INSERT; SELECT; UPDATE (begun_in, counter, last_step, last_used_at, name)
operator_recovery_code: DELETE; INSERT; SELECT; UPDATE (confirmed_at, used_at)
operator_session: INSERT; SELECT; UPDATE
password_reset: DELETE; INSERT; SELECT; UPDATE
person_mark: INSERT; SELECT
person_mark_key: INSERT; SELECT
play_session: INSERT; SELECT; UPDATE
popup: INSERT; SELECT; UPDATE
posting: SELECT
provider: INSERT; SELECT; UPDATE (active, base_url, key_id, key_sealed, names, timeout_ms)
provider_transaction: SELECT
referral_code: INSERT; SELECT; UPDATE
round: SELECT
round_archive: SELECT
transfer: SELECT
transfer_balance: SELECT
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
  ['deletes a request', 'DELETE FROM money_request'],
  ['changes the amount of a request', 'UPDATE money_request SET amount = 1'],
  ['moves a request to another member', 'UPDATE money_request SET member_id = 1'],
  ['deletes an operator', 'DELETE FROM operator'],
  ['deletes a brand', 'DELETE FROM brand'],
  ['deletes a member', 'DELETE FROM member'],
  ['writes the journal', 'UPDATE journal SET cash = 0'],
  ['drops a table', 'DROP TABLE note'],
  ['creates a table', 'CREATE TABLE mine (id int)'],
])('a statement that %s is refused', async (_what, statement) => {
  await expect(world.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})
