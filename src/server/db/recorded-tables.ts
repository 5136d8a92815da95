/**
 * The tables whose rows are recorded: `db/functions/audit/states.sql` has a function and a trigger for each. Left out are
 * the journal, rounds and seeds, which are sealed (docs/decisions/024-sealed-journal.md), wallets and counters, which the
 * books recompute from the journal, and sessions, texts and pictures, which decide no money.
 */
export const recordedTables = [
  'account',
  'approval',
  'brand',
  'brand_company',
  'brand_domain',
  'brand_game',
  'brand_provider',
  'comp_rate',
  'company',
  'dated_setting',
  'game',
  'game_version',
  'house_entry',
  'installation',
  'jackpot_tier',
  'limit_raise',
  'member',
  'member_exclusion',
  'member_limit',
  'member_person',
  'money_request',
  'operator',
  'operator_enrolment',
  'operator_factor',
  'operator_recovery_code',
  'password_reset',
  'person_mark',
  'person_mark_key',
  'provider',
  'referral_code',
  'transfer',
  'money_out',
  'book_run',
  'help_item',
] as const

/** The states of all rows of one table: columns relation, row_key and digests, one digest for each form. */
export function statesOf(relation: string): string {
  return `SELECT '${relation}' AS relation, s.row_key, s.digests FROM ${relation} r, ${relation}_state(r) s`
}
