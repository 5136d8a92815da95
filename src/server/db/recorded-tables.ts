/**
 * The tables whose rows are recorded: `db/functions/audit/states.sql` has a function and a trigger for each. Left out are
 * the journal and rounds, which are sealed (docs/decisions/024-sealed-journal.md), wallets and counters, which the books
 * recompute from the journal, and sessions and favourites, which decide no money.
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
  'game_table',
  'game_version',
  'house_entry',
  'installation',
  'jackpot_tier',
  'limit_raise',
  'limit_zone',
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
  'redraw_mismatch',
  'redraw_state',
  'table_recount',
  'installed_object',
  'help_item',
  'note',
  'notice',
  'popup',
  'banner',
  'public_replay',
  'play_unproven',
  'spin_unproven',
  'table_unproven',
  'series_unproven',
  'member_seed',
  'table_chain',
  'migration',
  'money_request_event',
] as const

/**
 * Parts of recorded rows whose history is compared with what the program did, by the names of their functions, with the tables of
 * the rows: what it read may have been put back since.
 */
export const recordedParts = {
  brand_account: 'brand',
  operator_rights: 'operator',
  member_closed: 'member',
  game_open: 'brand_game',
  company_open: 'brand_company',
} as const satisfies Record<string, (typeof recordedTables)[number]>

/** Everything that is recorded: `state_change.relation`. */
export const recordedRelations: readonly string[] = [...recordedTables, ...Object.keys(recordedParts)]

/**
 * Everything that recording begins with, by name: relations, and forms that cover rows which no earlier form did (`help_item/2`:
 * inquiries without an account in the reply), whose relation begins once more.
 */
export const beginnings: readonly string[] = [...recordedRelations, 'help_item/2']

/** The table that a recorded relation is read from. */
export function tableOf(relation: string): string {
  return (recordedParts as Readonly<Record<string, string>>)[relation] ?? relation
}

/**
 * The states of all rows of one relation: columns relation, row_key, digests, one digest for each form, and row_xid, the transaction
 * that wrote the row.
 */
export function statesOf(relation: string): string {
  const xid = tableOf(relation) === relation ? 'r.xmin' : 'NULL::xid'
  return `SELECT '${relation}' AS relation, s.row_key, s.digests, ${xid} AS row_xid FROM ${tableOf(relation)} r, ${relation}_state(r) s`
}
