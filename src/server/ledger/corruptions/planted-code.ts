import { listCorruptions, type Corruption } from './corruption.ts'

/**
 * Code that somebody with the rights of a superuser puts where the program's own transactions run it, or changes of what
 * their statements mean, so that the program itself writes and signs what it never meant. Each carrier is one of
 * docs/decisions/023-guards-compared-with-the-program.md.
 */

/** A function that does what its caller likes, as a trigger and as an expression. */
const evil = `CREATE FUNCTION fault_trigger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
  CREATE FUNCTION fault_value(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN $1; END $$;
  CREATE FUNCTION fault_true(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN true; END $$;`

/** Statements that alter PostgreSQL's own catalogues. */
const altered = (sql: string): string => `SET LOCAL allow_system_table_mods = on; ${sql}`

/** Tables on which nothing was compared before. */
const remaining = [
  'state_change',
  'act_signature',
  'brand_domain',
  'brand_game',
  'brand_company',
  'brand_provider',
  'company',
  'referral_code',
  'help_item',
  'note',
  'notice',
  'popup',
  'banner',
  'favourite',
  'lease',
  'login_throttle',
  'member_session',
  'member_device',
  'play_session',
  'pin_try',
] as const

const onTables: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    remaining.map((table) => [
      `a planted trigger on ${table}`,
      `${evil} CREATE TRIGGER fault_extra BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fault_trigger()`,
    ]),
  ),
  'a rule on play sessions': 'CREATE RULE fault_rule AS ON UPDATE TO play_session DO INSTEAD NOTHING',
  'a rule on the view of postings': 'CREATE RULE fault_rule AS ON INSERT TO posting DO INSTEAD NOTHING',
  'row security on sessions': 'ALTER TABLE member_session ENABLE ROW LEVEL SECURITY',
  'a policy that waits for row security': 'CREATE POLICY fault_policy ON lease USING (false)',
  'a child of the signatures': 'CREATE TABLE fault_child () INHERITS (act_signature)',
  'a writer of sessions': 'CREATE ROLE fault_writer; GRANT INSERT ON member_session TO fault_writer',
  'a view through which the application writes wallets':
    'CREATE VIEW fault_view AS SELECT * FROM wallet; GRANT UPDATE ON fault_view TO baize_app',
  'a view of a view through which everybody writes': `CREATE SCHEMA fault_own; CREATE VIEW fault_own.inner_view AS SELECT * FROM operator;
    CREATE VIEW fault_own.fault_view AS SELECT * FROM fault_own.inner_view; GRANT UPDATE (name) ON fault_own.fault_view TO PUBLIC`,
  'a view through which another role writes':
    'CREATE ROLE fault_writer; CREATE VIEW fault_view AS SELECT * FROM wallet; GRANT INSERT ON fault_view TO fault_writer',
  'a function that writes wallets for the application': `CREATE FUNCTION fault_pay() RETURNS void LANGUAGE sql SECURITY DEFINER
    AS 'UPDATE wallet SET cash = cash + 1'`,
  'a writer of one column of notices': 'CREATE ROLE fault_writer; GRANT UPDATE (title) ON notice TO fault_writer',
  'another owner of a sequence': 'ALTER TABLE state_change ALTER id DROP IDENTITY; CREATE SEQUENCE state_change_id_seq',
  'numbers of the audit that come again': 'ALTER SEQUENCE audit_id_seq CYCLE',
  'a table of another access method': `CREATE ACCESS METHOD fault_heap TYPE TABLE HANDLER heap_tableam_handler;
    ALTER TABLE lease SET ACCESS METHOD fault_heap`,
  'a trigger that looks like one of PostgreSQL': altered(`${evil}
    CREATE TRIGGER fault_extra BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION fault_trigger();
    UPDATE pg_trigger SET tgisinternal = true WHERE tgname = 'fault_extra'`),
  'a table that says that it has no triggers': altered(
    `UPDATE pg_class SET relhastriggers = false WHERE oid = 'journal'::regclass`,
  ),
  'a table that says that it has no checks': altered(
    `UPDATE pg_class SET relchecks = 0 WHERE oid = 'wallet'::regclass`,
  ),
  'a signature that no trigger demands': altered(
    `DELETE FROM pg_trigger WHERE tgconstraint IN (SELECT oid FROM pg_constraint WHERE conname LIKE 'change_signed_by_program%')`,
  ),
  'a column that may be null after all': altered(
    `UPDATE pg_attribute SET attnotnull = false WHERE attrelid = 'journal'::regclass AND attname = 'cash'`,
  ),
  'a default that is not applied': altered(
    `UPDATE pg_attribute SET atthasdef = false WHERE attrelid = 'audit'::regclass AND attname = 'at'`,
  ),
  'uniqueness that is checked later': altered(
    `UPDATE pg_index SET indimmediate = false WHERE indexrelid = 'money_request_one_open'::regclass`,
  ),
  'an index that calls a function': `${evil} CREATE INDEX fault_index ON brand_domain (fault_value(domain))`,
  'an index with a condition that calls a function': `${evil} CREATE INDEX fault_index ON note (member_id) WHERE fault_true(title)`,
  'an index with an order of its own': `CREATE FUNCTION fault_order(text, text) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN 0; END $$;
    CREATE OPERATOR CLASS fault_ops FOR TYPE text USING btree AS OPERATOR 1 <, OPERATOR 3 =, OPERATOR 5 >, FUNCTION 1 fault_order(text, text);
    CREATE INDEX fault_index ON note (title fault_ops)`,
  'a unique index that swallows rows': 'CREATE UNIQUE INDEX fault_index ON favourite (member_id)',
  'statistics that call a function': `${evil} CREATE STATISTICS fault_statistics ON (fault_value(title)), member_id FROM note`,
  'a check that calls a function': `${evil} ALTER TABLE note ADD CONSTRAINT fault_check CHECK (fault_true(title)) NOT VALID`,
  'a computed column': `${evil} ALTER TABLE note ADD COLUMN fault text GENERATED ALWAYS AS (fault_value(title)) STORED`,
  'a column with a default that calls a function': `${evil} ALTER TABLE member_session ADD COLUMN fault text DEFAULT fault_value('')`,
  'a default of a session': `ALTER TABLE member_session ALTER COLUMN ends_at SET DEFAULT '2099-01-01'`,
  'an order of another language': 'ALTER TABLE note ALTER COLUMN title TYPE text COLLATE "POSIX"',
  'a column of a type of its own':
    'CREATE DOMAIN fault_text AS text CHECK (length(VALUE) > 0); ALTER TABLE note ADD COLUMN fault fault_text',
  'a key whose rows follow ours': `CREATE TABLE fault_table (member_id bigint REFERENCES member ON DELETE CASCADE)`,
  'a request with another field': 'ALTER TYPE row_state ADD ATTRIBUTE fault text',
}

const byName: Readonly<Record<string, string>> = {
  'a function with the name of one of PostgreSQL':
    'CREATE FUNCTION public.sha256(text) RETURNS bytea LANGUAGE sql AS $$ SELECT NULL::bytea $$',
  'an aggregate with the name of one of PostgreSQL': `CREATE FUNCTION fault_step(bigint, bigint, bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint';
    CREATE AGGREGATE public.sum(bigint, bigint) (SFUNC = fault_step, STYPE = bigint, INITCOND = '0')`,
  'a function with the name of a type':
    'CREATE FUNCTION public.bool(journal) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
  'a function hidden in an extension': `CREATE FUNCTION public.abs(journal) RETURNS bigint LANGUAGE sql AS $$ SELECT 0::bigint $$;
    ALTER EXTENSION plpgsql ADD FUNCTION public.abs(journal)`,
  'an operator hidden in an extension': `CREATE FUNCTION fault_other(bigint, numeric) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false';
    CREATE OPERATOR public.<> (LEFTARG = bigint, RIGHTARG = numeric, FUNCTION = fault_other);
    ALTER EXTENSION plpgsql ADD OPERATOR public.<> (bigint, numeric)`,
  'a second function of the program with other parameters':
    'CREATE FUNCTION act_pending(int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'a function that returns nothing for nothing': 'ALTER FUNCTION ledger_post STRICT',
  'a function that stays as it was but runs another text': altered(
    `CREATE FUNCTION fault_parsed(amount bigint, ppm int) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT 0::bigint; END;
     UPDATE pg_proc SET prosqlbody = (SELECT f.prosqlbody FROM pg_proc f WHERE f.proname = 'fault_parsed') WHERE proname = 'scale_ppm_floor'`,
  ),
  'a type with the name of one of PostgreSQL': `CREATE DOMAIN public.int8 AS bigint CHECK (VALUE < 0)`,
  'a table with the name of one of PostgreSQL': 'CREATE TABLE public.pg_proc (id int)',
  'a collation with the name of one of PostgreSQL': `CREATE COLLATION public."C" (PROVIDER = builtin, LOCALE = 'C.UTF-8')`,
  'a function added to those of PostgreSQL': altered(
    'CREATE FUNCTION pg_catalog.greatest_of(bigint) RETURNS bigint LANGUAGE sql AS $$ SELECT 0::bigint $$',
  ),
  'an operator added to those of PostgreSQL': altered(
    `CREATE FUNCTION fault_other(bigint, numeric) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false';
     CREATE OPERATOR pg_catalog.<> (LEFTARG = bigint, RIGHTARG = numeric, FUNCTION = fault_other)`,
  ),
  'a function of PostgreSQL under another name':
    altered(`UPDATE pg_proc SET proname = 'upper_was' WHERE oid = 'upper(text)'::regprocedure;
     CREATE FUNCTION pg_catalog.upper(text) RETURNS text LANGUAGE sql AS 'SELECT $1'`),
  'digests of PostgreSQL that always agree':
    altered(`UPDATE pg_proc SET proname = 'sha256_was' WHERE oid = 'sha256(bytea)'::regprocedure;
     CREATE FUNCTION pg_catalog.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT '\\x'::bytea $$`),
  'an operator of PostgreSQL that compares otherwise': altered(
    `UPDATE pg_operator SET oprcode = 'cash_ne' WHERE oid = '=(money,money)'::regoperator`,
  ),
  'a sum of PostgreSQL that adds otherwise': altered(
    `UPDATE pg_aggregate SET agginitval = '5' WHERE aggfnoid = 'sum(money)'::regprocedure`,
  ),
  'a type of PostgreSQL that is read otherwise': altered(
    `UPDATE pg_type SET typinput = 'textin' WHERE oid = 'money'::regtype`,
  ),
  'a view of PostgreSQL that hides rows': altered(
    `CREATE OR REPLACE VIEW pg_catalog.pg_group AS SELECT rolname AS groname, oid AS grosysid,
       ARRAY(SELECT member FROM pg_auth_members WHERE roleid = oid) AS grolist FROM pg_authid WHERE false`,
  ),
  'a language with another interpreter': altered(
    `UPDATE pg_language SET lanplcallfoid = (SELECT oid FROM pg_proc WHERE proname = 'plpgsql_validator') WHERE lanname = 'plpgsql'`,
  ),
  'a comparison added to a family of PostgreSQL': `CREATE FUNCTION fault_compare(bigint, numeric) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 0';
     ALTER OPERATOR FAMILY integer_ops USING btree ADD FUNCTION 1 (bigint, numeric) fault_compare(bigint, numeric)`,
  'an order that becomes the usual one of a type': `CREATE SCHEMA fault;
     CREATE FUNCTION fault.compare(journal, journal) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 0';
     CREATE FUNCTION fault.before(journal, journal) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false';
     CREATE OPERATOR fault.< (LEFTARG = journal, RIGHTARG = journal, FUNCTION = fault.before);
     CREATE OPERATOR CLASS fault.journal_ops DEFAULT FOR TYPE journal USING btree AS OPERATOR 1 fault.<, FUNCTION 1 fault.compare(journal, journal)`,
  'rows of a table that are read otherwise': altered(
    `CREATE FUNCTION fault_sent(text) RETURNS bytea LANGUAGE plpgsql AS $$ BEGIN RETURN ''; END $$;
     UPDATE pg_type SET typsend = 'fault_sent' WHERE typname = 'journal'`,
  ),
  'a cast hidden in an extension': `CREATE FUNCTION fault_nothing(journal) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 0::bigint';
     CREATE CAST (journal AS bigint) WITH FUNCTION fault_nothing(journal) AS ASSIGNMENT;
     ALTER EXTENSION plpgsql ADD CAST (journal AS bigint)`,
  'a conversion of texts': `CREATE DEFAULT CONVERSION public.fault_conversion FOR 'LATIN1' TO 'UTF8' FROM pg_catalog.iso8859_1_to_utf8`,
  'a configuration of text search with the name of one of PostgreSQL':
    'CREATE TEXT SEARCH CONFIGURATION public.simple (COPY = pg_catalog.simple)',
}

const aside: Readonly<Record<string, string>> = {
  'code at the end of commands': `CREATE FUNCTION fault_event() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$;
    CREATE EVENT TRIGGER fault_event ON ddl_command_end EXECUTE FUNCTION fault_event()`,
  'code at each sign-in': `CREATE FUNCTION fault_event() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$;
    CREATE EVENT TRIGGER fault_event ON login EXECUTE FUNCTION fault_event()`,
  'rows from another database': `CREATE SUBSCRIPTION fault_subscription CONNECTION 'host=elsewhere' PUBLICATION fault
    WITH (connect = false, slot_name = NONE)`,
  'rights on every table to come': `CREATE ROLE fault_writer;
    ALTER DEFAULT PRIVILEGES FOR ROLE baize_owner GRANT INSERT ON TABLES TO fault_writer`,
  'the application as a superuser': 'ALTER ROLE baize_app SUPERUSER',
  'the application may create roles': 'ALTER ROLE baize_app CREATEROLE',
  'the application past row security': 'ALTER ROLE baize_app BYPASSRLS',
  'the application may write everything': 'GRANT pg_write_all_data TO baize_app',
  'the application may run programs': 'GRANT pg_execute_server_program TO baize_app WITH INHERIT FALSE',
  'the application may switch triggers off': 'GRANT SET ON PARAMETER session_replication_role TO baize_app',
  'the owner as a superuser': 'ALTER ROLE baize_owner SUPERUSER',
  'the owner as a replica': 'ALTER ROLE baize_owner REPLICATION',
  'the owner may run programs, by way of another role':
    'CREATE ROLE fault_runner; GRANT pg_execute_server_program TO fault_runner; GRANT fault_runner TO baize_owner',
  'the application may create functions': 'GRANT CREATE ON SCHEMA public TO baize_app',
  'the application may create temporary tables': `DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO baize_app', current_database()); END $$`,
  ...Object.fromEntries(
    [
      ['session_preload_libraries', 'fault'],
      ['local_preload_libraries', 'fault'],
      ['dynamic_library_path', '/tmp'],
      ['search_path', 'public, pg_catalog'],
      ['row_security', 'off'],
      ['TimeZone', 'Asia/Seoul'],
      ['DateStyle', 'SQL, DMY'],
      ['IntervalStyle', 'iso_8601'],
      ['bytea_output', 'escape'],
      ['extra_float_digits', '-15'],
      ['default_table_access_method', 'fault'],
      ['default_transaction_isolation', 'read uncommitted'],
      ['transform_null_equals', 'on'],
      ['array_nulls', 'off'],
      ['check_function_bodies', 'off'],
      ['lo_compat_privileges', 'on'],
      ['zero_damaged_pages', 'on'],
      ['synchronous_commit', 'off'],
      ['plpgsql.variable_conflict', 'use_column'],
      ['baize.act_group', 'signed'],
      ['baize.act_count', '-1'],
      ['role', 'postgres'],
    ].map(([name = '', value = '']) => [
      `the setting ${name} of the application`,
      `ALTER ROLE baize_app SET ${name} = ${name === 'search_path' ? value : `'${value}'`}`,
    ]),
  ),
  'a setting of the database': `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET transform_null_equals = on', current_database()); END $$`,
  'a setting of the owner': `ALTER ROLE baize_owner SET search_path = 'fault', 'public'`,
  // Created in earnest, an extension loads its library into the session of the test: guards.test.ts does.
  ...Object.fromEntries(
    [
      ['dblink', 'public'],
      ['postgres_fdw', 'public'],
      ['file_fdw', 'public'],
      ['adminpack', 'pg_catalog'],
      ['pg_surgery', 'information_schema'],
      ['pageinspect', 'information_schema'],
    ].map(([name = '', schema = '']) => [
      `the extension ${name} in ${schema}`,
      altered(`INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
        VALUES (99999, '${name}', 10, '${schema}'::regnamespace, true, '1')`),
    ]),
  ),
  'a role that may act as the application': 'CREATE ROLE fault_actor LOGIN; GRANT baize_app TO fault_actor',
  'a sequence that counted otherwise for a moment':
    'ALTER SEQUENCE state_change_id_seq INCREMENT -1; ALTER SEQUENCE state_change_id_seq INCREMENT 1',
  'another release by its functions': `UPDATE function_file SET checksum = 'other' WHERE path = 'ledger/post.sql'`,
  'an object that the next release would drop': `UPDATE function_file SET objects = objects || ARRAY['function scale_ppm_floor'] WHERE path = 'ledger/gate.sql'`,
  'an object that the next release would leave': `UPDATE function_file SET objects = objects[2:] WHERE path = 'ledger/post.sql'`,
  'the meaning of a kind of events': `UPDATE journal_kind SET meaning = 'cash left the house' WHERE name = 'adjustment'`,
  'a kind of events that the program does not know': `INSERT INTO journal_kind VALUES (99, 'gift', 'a gift')`,
  'the names of two sources exchanged': `UPDATE journal_source SET name = 'x' WHERE id = 1; UPDATE journal_source SET name = 'own' WHERE id = 2;
    UPDATE journal_source SET name = 'office' WHERE id = 1`,
  'a source of the platform that the program does not know': `INSERT INTO journal_source VALUES (50, 'desk')`,
  'another release by a migration': `INSERT INTO migration VALUES (999, '999_next.sql', '')`,
}

/** What was otherwise for a moment, and is as the program declares it again. */
const putBack: Readonly<Record<string, string>> = {
  'a trigger that was switched off for a moment':
    'ALTER TABLE journal DISABLE TRIGGER journal_is_final; ALTER TABLE journal ENABLE TRIGGER journal_is_final',
  'a trigger that was gone for a moment': `DO $$ DECLARE v_trigger text := (SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'brand_is_recorded');
    BEGIN DROP TRIGGER brand_is_recorded ON brand; EXECUTE v_trigger; END $$`,
  'a function that was another for a moment': `DO $$ DECLARE v_function text := pg_get_functiondef('act_pending'::regproc); BEGIN
    EXECUTE replace(v_function, 'acts = 0', 'acts < 0'); EXECUTE v_function; END $$`,
  'a function whose row was altered and restored':
    altered(`UPDATE pg_proc SET prosrc = prosrc || ' ' WHERE proname = 'ledger_post' AND pronamespace = 'public'::regnamespace;
    UPDATE pg_proc SET prosrc = substr(prosrc, 1, length(prosrc) - 1) WHERE proname = 'ledger_post' AND pronamespace = 'public'::regnamespace`),
  'a check that was gone for a moment': `DO $$ DECLARE v_check text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'wallet_check');
    BEGIN ALTER TABLE wallet DROP CONSTRAINT wallet_check; EXECUTE 'ALTER TABLE wallet ADD CONSTRAINT wallet_check ' || v_check; END $$`,
  'a default that was another for a moment': `ALTER TABLE audit ALTER COLUMN at SET DEFAULT now(); ALTER TABLE audit ALTER COLUMN at SET DEFAULT clock_timestamp()`,
  'a view that was another for a moment': `DO $$ DECLARE v_view text := pg_get_viewdef('posting'); BEGIN
    EXECUTE 'CREATE OR REPLACE VIEW posting AS ' || v_view; END $$`,
  'a column that another one with a default stood for': `ALTER TABLE brand ADD COLUMN fault_limit bigint NOT NULL DEFAULT 99999999999999;
    ALTER TABLE brand RENAME withdraw_max TO fault_own; ALTER TABLE brand RENAME fault_limit TO withdraw_max;
    ALTER TABLE brand RENAME withdraw_max TO fault_limit; ALTER TABLE brand RENAME fault_own TO withdraw_max; ALTER TABLE brand DROP COLUMN fault_limit`,
  'a column whose name was another for a moment':
    'ALTER TABLE operator RENAME roles TO fault_roles; ALTER TABLE operator RENAME fault_roles TO roles',
  'a generated column that was there for a moment': `ALTER TABLE wallet ADD COLUMN fault_twice bigint GENERATED ALWAYS AS (cash * 2) VIRTUAL;
    ALTER TABLE wallet DROP COLUMN fault_twice`,
  'a column whose row was altered and restored':
    altered(`UPDATE pg_attribute SET atthasmissing = NOT atthasmissing WHERE attrelid = 'brand'::regclass AND attname = 'withdraw_max';
    UPDATE pg_attribute SET atthasmissing = NOT atthasmissing WHERE attrelid = 'brand'::regclass AND attname = 'withdraw_max'`),
  'a column of a view that had another name for a moment':
    'ALTER VIEW posting RENAME member_id TO fault_id; ALTER VIEW posting RENAME fault_id TO member_id',
  'an attribute of a type that had another name for a moment': `DO $$ DECLARE v_name text := (SELECT attname FROM pg_attribute
      WHERE attrelid = 'row_state'::regclass AND attnum = 1); BEGIN
    EXECUTE format('ALTER TYPE row_state RENAME ATTRIBUTE %I TO fault_name', v_name);
    EXECUTE format('ALTER TYPE row_state RENAME ATTRIBUTE fault_name TO %I', v_name); END $$`,
  'a table that another one stood for': `CREATE TABLE fault_brand AS TABLE brand;
    ALTER TABLE brand RENAME TO fault_own; ALTER TABLE fault_brand RENAME TO brand; ALTER TABLE brand RENAME TO fault_brand;
    ALTER TABLE fault_own RENAME TO brand; DROP TABLE fault_brand`,
  'a schema that another one of views stood for': `ALTER SCHEMA public RENAME TO fault_own; CREATE SCHEMA public; CREATE VIEW public.brand AS TABLE fault_own.brand;
    DROP SCHEMA public CASCADE; ALTER SCHEMA fault_own RENAME TO public`,
  'the schema of PostgreSQL, whose row was altered and restored': altered(
    `UPDATE pg_namespace SET nspname = 'fault_catalog' WHERE oid = 11; UPDATE pg_namespace SET nspname = 'pg_catalog' WHERE oid = 11`,
  ),
  'a sequence that another one stood for': `ALTER SEQUENCE audit_id_seq RENAME TO fault_own; CREATE SEQUENCE audit_id_seq; DROP SEQUENCE audit_id_seq;
    ALTER SEQUENCE fault_own RENAME TO audit_id_seq`,
  ...Object.fromEntries(
    [
      [
        'a function',
        `pg_proc SET prosrc = 'now'`,
        `pg_proc SET prosrc = 'clock_timestamp'`,
        `proname = 'clock_timestamp'`,
      ],
      [
        'an operator',
        `pg_operator SET oprcode = 'int8lt'::regproc`,
        `pg_operator SET oprcode = 'int8gt'::regproc`,
        `oid = '>(int8,int8)'::regoperator`,
      ],
      [
        'a type',
        `pg_type SET typinput = 'int4in'::regproc`,
        `pg_type SET typinput = 'int8in'::regproc`,
        `oid = 'int8'::regtype`,
      ],
      [
        'a cast',
        `pg_cast SET castcontext = 'e'`,
        `pg_cast SET castcontext = 'i'`,
        `castsource = 'int4'::regtype AND casttarget = 'int8'::regtype`,
      ],
    ].map(([name, other, own, where]) => [
      `${name} of PostgreSQL that was another for a moment`,
      altered(`UPDATE ${other} WHERE ${where}; UPDATE ${own} WHERE ${where}`),
    ]),
  ),
}

export const plantedCodeCorruptions: readonly Corruption[] = listCorruptions(
  [onTables, byName, aside, putBack].flatMap((list) =>
    Object.entries(list).map(([name, sql]) => [name, sql, 'guards'] as const),
  ),
)
