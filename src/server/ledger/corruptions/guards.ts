import type { Corruption } from './corruption.ts'

/**
 * Alterations of what refuses wrong rows. `../corruptions.test.ts` makes them; `src/server/db/guards.test.ts` has more of them, with what is
 * reported.
 */
const alterations: readonly (readonly [string, string])[] = [
  ['the journal’s trigger against changes disabled', 'ALTER TABLE journal DISABLE TRIGGER journal_is_final'],
  ['all triggers of the archive disabled', 'ALTER TABLE journal_archive DISABLE TRIGGER ALL'],
  ['the stop of money-out left to replicas', 'ALTER TABLE journal ENABLE REPLICA TRIGGER journal_may_be_stopped'],
  ['the trigger of final runs dropped', 'DROP TRIGGER book_run_is_final ON book_run'],
  ['two operators no longer needed', 'DROP TRIGGER money_request_four_eyes ON money_request'],
  [
    'a trigger that acts after each event',
    `CREATE FUNCTION fault_extra() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER fault_extra AFTER INSERT ON journal FOR EACH ROW EXECUTE FUNCTION fault_extra()`,
  ],
  ['a rule that discards audit rows', 'CREATE RULE fault_rule AS ON INSERT TO audit DO INSTEAD NOTHING'],
  ['row security on wallets', 'ALTER TABLE wallet ENABLE ROW LEVEL SECURITY'],
  ['a child of the rounds', 'CREATE TABLE fault_child () INHERITS (round)'],
  ['one key, one event no longer', 'ALTER TABLE journal DROP CONSTRAINT journal_member_id_source_key_key'],
  ['several open requests allowed', 'DROP INDEX money_request_one_open'],
  [
    'balances below zero allowed',
    'ALTER TABLE wallet DROP CONSTRAINT wallet_check, ADD CONSTRAINT wallet_check CHECK (held >= -1000)',
  ],
  [
    'a constraint that old rows need not meet',
    'ALTER TABLE wallet DROP CONSTRAINT wallet_check, ADD CONSTRAINT wallet_check CHECK (least(cash, held, in_play, comp, turnover_due, unseen) >= 0) NOT VALID',
  ],
  ['money by default', 'ALTER TABLE wallet ALTER COLUMN cash SET DEFAULT 10000000'],
  [
    'a function that rounds up',
    `CREATE OR REPLACE FUNCTION scale_ppm_floor(amount bigint, ppm int) RETURNS bigint LANGUAGE sql IMMUTABLE AS
      'SELECT (amount * ppm + 999999) / 1000000'`,
  ],
  ['a function without its search path', 'ALTER FUNCTION seed_begin RESET search_path'],
  ['a function with the rights of its caller', 'ALTER FUNCTION books_end SECURITY INVOKER'],
  ['a function that everyone may call', 'GRANT EXECUTE ON FUNCTION jackpot_add TO PUBLIC'],
  ['the application may write wallets', 'GRANT UPDATE (cash) ON wallet TO baize_app'],
  ['everyone may delete rounds', 'GRANT DELETE ON round TO PUBLIC'],
  ['a search path with another schema first', 'ALTER ROLE baize_app SET search_path = evil, public'],
  [
    'a table that hides the program’s own',
    'CREATE SCHEMA baize_app; CREATE VIEW baize_app.wallet AS SELECT * FROM public.wallet WHERE false',
  ],
  [
    'an operator that finds no difference',
    `CREATE FUNCTION is_other(bigint, numeric) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false';
     CREATE OPERATOR public.<> (LEFTARG = bigint, RIGHTARG = numeric, FUNCTION = is_other)`,
  ],
  [
    'a cast that forgets the amount',
    `CREATE FUNCTION nothing_of(journal) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 0::bigint';
     CREATE CAST (journal AS bigint) WITH FUNCTION nothing_of(journal) AS ASSIGNMENT`,
  ],
  ['triggers switched off for the application', 'ALTER ROLE baize_app SET session_replication_role = replica'],
  // `setval` does the same, and a rollback does not undo it.
  ['numbers of the audit that are nearly used up', 'ALTER SEQUENCE audit_id_seq RESTART WITH 9223372036854775800'],
  ['numbers of changes that come again', 'ALTER SEQUENCE state_change_id_seq RESTART WITH 3'],
  ['numbers of seed pairs that begin anew', 'ALTER SEQUENCE member_seed_id_seq RESTART'],
  ['every other number of the audit', 'ALTER SEQUENCE audit_id_seq INCREMENT 2'],
  [
    'PostgreSQL’s own code with the rights of a superuser, by another name',
    `CREATE SCHEMA fault_code; GRANT USAGE ON SCHEMA fault_code TO baize_app;
     CREATE FUNCTION fault_code.query(text, boolean, boolean, text) RETURNS xml LANGUAGE internal SECURITY DEFINER AS 'query_to_xml'`,
  ],
  [
    'a function that writes files, by another name',
    `CREATE FUNCTION fault_write(oid, text) RETURNS int LANGUAGE internal AS 'be_lo_export'`,
  ],
  [
    'a foreign table that the application writes',
    `CREATE FOREIGN DATA WRAPPER fault_wrapper; CREATE SERVER fault_server FOREIGN DATA WRAPPER fault_wrapper;
     CREATE FOREIGN TABLE fault_table (n int) SERVER fault_server; GRANT INSERT ON fault_table TO baize_app`,
  ],
  [
    'somebody else’s name and password for the application',
    `CREATE FOREIGN DATA WRAPPER fault_wrapper; CREATE SERVER fault_server FOREIGN DATA WRAPPER fault_wrapper;
     CREATE USER MAPPING FOR baize_app SERVER fault_server`,
  ],
  ['passwords of roles that the application reads', 'GRANT SELECT (rolpassword) ON pg_authid TO baize_app'],
  ['passwords of roles that everybody reads', 'GRANT SELECT ON pg_shadow TO PUBLIC'],
  ['numbers of the audit that a crash sets back', 'ALTER SEQUENCE audit_id_seq SET UNLOGGED'],
  ['the journal as part of an extension, which a dump leaves out', 'ALTER EXTENSION plpgsql ADD TABLE journal'],
  ['the application may make foreign keys to wallets', 'GRANT REFERENCES ON wallet TO baize_app'],
  [
    'another owner of the numbers of acts',
    `CREATE ROLE fault_owner; UPDATE pg_class SET relowner = 'fault_owner'::regrole WHERE oid = 'audit_id_seq'::regclass`,
  ],
  [
    'numbers of members from a sequence of somebody else',
    `CREATE SEQUENCE fault_numbers; UPDATE pg_depend SET objid = 'fault_numbers'::regclass
      WHERE classid = 'pg_class'::regclass AND objid = 'member_id_seq'::regclass AND deptype = 'i'`,
  ],
  [
    'numbers of members without a sequence',
    `DELETE FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = 'member_id_seq'::regclass AND deptype = 'i'`,
  ],
]

/** Tables of who may move money. An object that is unknown to the program could change what is written to any of them. */
const personTables = [
  'member',
  'operator',
  'person_mark',
  'limit_raise',
  'provider',
  'brand',
  'member_person',
  'member_exclusion',
  'operator_factor',
  'operator_recovery_code',
  'operator_enrolment',
  'operator_session',
  'game',
  'game_version',
] as const

const strangers: readonly (readonly [string, string])[] = personTables.flatMap((table) => [
  [
    `an unknown trigger on ${table}`,
    `CREATE TRIGGER fault_extra BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  ],
  [`a rule on ${table}`, `CREATE RULE fault_rule AS ON UPDATE TO ${table} DO INSTEAD NOTHING`],
  [`row security on ${table}`, `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`],
  [`a child of ${table}`, `CREATE TABLE fault_child () INHERITS (${table})`],
  [`a foreign writer of ${table}`, `CREATE ROLE fault_writer; GRANT UPDATE ON ${table} TO fault_writer`],
])

export const guardCorruptions: readonly Corruption[] = [...alterations, ...strangers].map(([name, sql]) => ({
  name,
  sql,
  seenBy: ['guards'],
}))
