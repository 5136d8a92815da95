import { listCorruptions, spinner } from './corruption.ts'

const someone = `(SELECT max(member_id) FROM member_person)`
const another = `(SELECT min(member_id) FROM member_person)`
const withdrawal = `(SELECT id FROM money_request WHERE type = 'withdraw' ORDER BY id DESC LIMIT 1)`

/** Alters columns of rows, as SQL expressions, and puts them back as they were. */
export function altered(table: string, columns: Readonly<Record<string, string>>, where = 'true'): string {
  const names = Object.keys(columns)
  const values = Object.entries(columns).map(([name, value]) => `${name} = ${value}`)
  return `CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT ctid AS at, ${names.map((name) => `${name} AS was_${name}`).join(', ')} FROM ${table} WHERE ${where};
    CREATE TEMP TABLE moved ON COMMIT DROP AS WITH done AS (UPDATE ${table} r SET ${values.join(', ')} FROM kept k WHERE r.ctid = k.at
      RETURNING r.ctid AS now_at, k.*) SELECT * FROM done;
    UPDATE ${table} r SET ${names.map((name) => `${name} = m.was_${name}`).join(', ')} FROM moved m WHERE r.ctid = m.now_at;
    DROP TABLE kept, moved`
}

/** Removes rows and inserts the same ones again. */
export function removed(table: string, where: string): string {
  return `CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM ${table} WHERE ${where};
    DELETE FROM ${table} WHERE ${where};
    INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept;
    DROP TABLE kept`
}

/** What the program does to a row later, recorded as it records it. */
const later = (update: string): string => `; SET LOCAL session_replication_role = origin; ${update}`

/** Rows that are as they were: what the program did meanwhile is not in them. */
export const putBackCorruptions = listCorruptions([
  ['the hours of a brand, altered and put back', altered('brand', { cash_opens: `1439 - cash_opens` }), 'states'],
  [
    'the least and most amounts of a brand, altered and put back',
    altered('brand', {
      deposit_min: 'deposit_min / 2',
      deposit_max: 'deposit_max * 2',
      withdraw_min: 'withdraw_min / 2',
    }),
    'states',
  ],
  [
    'the pace of a brand, altered and put back',
    altered('brand', { min_spin_ms: 'min_spin_ms + 1', reality_check_ms: 'reality_check_ms + 1' }),
    'states',
  ],
  [
    'how registration is open, altered and put back',
    altered('brand', { registration: `CASE registration WHEN 'open' THEN 'closed' ELSE 'open' END` }),
    'states',
  ],
  [
    'whether a reset takes two operators, altered and put back',
    altered('brand', { reset_second: 'NOT reset_second' }),
    'states',
  ],
  ['the demo mark of an operator, set and taken away', altered('operator', { demo: 'NOT demo' }), 'states'],
  ['the roles of an operator, altered and put back', altered('operator', { roles: `'{manager,cashier}'` }), 'states'],
  ['a second factor, removed and inserted again', removed('operator_factor', 'true'), 'states'],
  [
    'the count of a second factor, set back and put back',
    altered('operator_factor', { last_step: '1', last_used_at: 'now()' }),
    'states',
  ],
  [
    'the account of a withdrawal while an operator pays it, altered and put back',
    altered('money_request', { bank_number_sealed: `'x'` }, `id = ${withdrawal}`),
    'states',
  ],
  [
    'the telephone of a member while an operator calls it, altered and put back',
    altered('member_person', { phone_sealed: `'x'` }, `member_id = ${someone}`),
    'states',
  ],
  ['the address of a provider, altered and put back', altered('provider', { base_url: `'http://thief'` }), 'states'],
  [
    'the stop of money-out, lifted and put back',
    altered('money_out', { stopped_at: 'now()', bad_runs: 'bad_runs + 1' }),
    'states',
  ],
  [
    'the times of migrations, moved and put back',
    altered('migration', { applied_at: 'clock_timestamp()' }, 'number >= 34'),
    'states',
  ],
  [
    'the wait of a member after a reset, ended and put back',
    altered('member', { withdraw_waits_until: 'now()' }, `id = ${someone}`),
    'states',
  ],
  [
    'the count of wrong PINs, set back and put back',
    altered('member', { pin_failures: '0', pin_locked_until: 'NULL' }, `id = ${spinner}`),
    'states',
  ],
  [
    'the names and codes of two members, exchanged and exchanged back',
    altered(
      'member',
      { nick: `nick || '1'`, nick_key: `nick_key || '1'`, reference_code: `reference_code || '1'` },
      `id IN (${someone}, ${another})`,
    ),
    'states',
  ],
  ['the counts of redrawn rounds, altered and put back', altered('redraw_state', { redrawn: '7' }), 'states'],
  [
    'the mark of recounted rounds of a table, moved ahead and put back',
    altered('table_recount', { number: 'number + 10' }),
    'states',
  ],
  ['the hashes of a person, removed and inserted again', removed('person_mark', `member_id = ${someone}`), 'states'],
  [
    'a limit of session time, raised and put back',
    altered('member_limit', { most: 'most * 100' }, `kind = 'session_time'`),
    'states',
  ],
  ['an exclusion, removed and inserted again', removed('member_exclusion', 'true'), 'states'],
  [
    'the client seed of a pair in use, altered for some rounds and put back',
    altered(
      'member_seed',
      { client_seed: `client_seed || 'x'` },
      `id = (SELECT seed_id FROM wallet WHERE member_id = ${spinner})`,
    ),
    'states',
  ],
  [
    'a seed that waits, removed and inserted again',
    removed('member_seed', `member_id = ${spinner} AND client_seed IS NULL`),
    'states',
  ],
  [
    'when a transfer’s result is asked for, put off and put back',
    altered('transfer', { next_try_at: `next_try_at + interval '1 hour'` }, `state = 'sent'`),
    'states',
  ],
  [
    'a brand altered and put back, before the program changed another column of it',
    altered('brand', { reset_second: 'NOT reset_second' }) + later(`UPDATE brand SET min_spin_ms = min_spin_ms + 1`),
    'states',
  ],
  [
    'a member removed and inserted again, before the program changed nothing of it',
    removed('member', `id = ${someone}`) + later(`UPDATE member SET level = level WHERE id = ${someone}`),
    'states',
  ],
  [
    'a second factor removed and inserted again, before the program removed it',
    removed('operator_factor', 'true') + later(`DELETE FROM operator_factor`),
    'states',
  ],
  [
    'a second factor that was planted, used and removed',
    `INSERT INTO operator_factor (id, operator_id, kind, key_id, secret_sealed) SELECT gen_random_uuid(), min(id), 'totp', 'k1', 'x' FROM operator` +
      later(`UPDATE operator_factor SET last_step = 7, last_used_at = now() WHERE last_step IS NULL`) +
      `; SET LOCAL session_replication_role = replica; DELETE FROM operator_factor WHERE last_step = 7`,
    'states',
  ],
])
