import type { ReadRows } from './read-rows.ts'
import { firstOwnOid } from './system-catalogues.ts'

/**
 * Finds what is not the program's own and runs code in its statements, or changes what they do: what hangs on its tables,
 * what is preferred to PostgreSQL's own functions, operators and types, and who else may write. The list of carriers is in
 * docs/decisions/023-guards-compared-with-the-program.md.
 */

type Fault = { subject: string; detail: string }

/** What belongs to the program, by the names of its files. */
export type OwnNames = {
  /** Tables, views and sequences. */
  relations: readonly string[]
  /** `table.column`. */
  columns: readonly string[]
  functions: readonly string[]
  /** `table.index`. */
  indexes: readonly string[]
  appRole: string
}

export async function findForeignCode(read: ReadRows, own: OwnNames): Promise<Fault[]> {
  return read<Fault>(query, [own.relations, own.columns, own.functions, own.appRole, own.indexes])
}

/** The same for every object that belongs to no program: a schema of its own keeps an extension out of the way. */
const unknown = 'is unknown to the program'

/** Whether a stored expression uses anything that is not PostgreSQL's own: its text holds the numbers of all that it uses. */
const usesOwnCode = (expression: string): string =>
  `EXISTS (SELECT FROM regexp_matches(regexp_replace(${expression}::text, ':[a-z]*(typmod|location|len) -?[0-9]+', '', 'g'),
      '\\m[0-9]{5,}\\M', 'g') used (number) WHERE used.number[1]::numeric >= ${firstOwnOid})`

/** Extensions that only read or measure, so that their functions may be in `public`, where they are put by default. */
const harmlessInPublic = ['pg_buffercache', 'pg_freespacemap', 'pg_prewarm', 'pg_stat_statements', 'pgstattuple']
/** Extensions that have no other place than `pg_catalog`. */
const ofCatalogue = ['plpgsql', 'pg_cron']
/** Extensions that alter rows past every trigger and every number of a transaction, or read and write pages and files. */
const neverHarmless = ['adminpack', 'pageinspect', 'pg_dirtyread', 'pg_surgery']
/** Roles of PostgreSQL that reach files and programs of its machine. */
const pastTheDatabase = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files']
const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** What hangs on the program's tables. */
const onTables = [
  `SELECT 'rule ' || o.relname || '.' || r.rulename AS subject, '${unknown}' AS detail
    FROM ours o JOIN pg_rewrite r ON r.ev_class = o.oid WHERE NOT (o.relkind = 'v' AND r.ev_type = '1')`,
  `SELECT 'policy ' || o.relname || '.' || p.polname, '${unknown}' FROM ours o JOIN pg_policy p ON p.polrelid = o.oid`,
  `SELECT 'table ' || c.relname, 'inherits from ' || o.relname FROM ours o JOIN pg_inherits i ON i.inhparent = o.oid
    JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhrelid NOT IN (SELECT oid FROM ours)`,
  // What is written through it passes every constraint and trigger, and what is read by the other one is not what its indexes lead to. No two
  // relations have one file: not ours, their large values and indexes, nor the catalogues of PostgreSQL.
  `SELECT 'relation ' || c.relname, 'has the file of ' || o.relname FROM files o JOIN files c ON c.path = o.path AND c.oid > o.oid`,
  // PostgreSQL looks for them only where these marks of the table say that it has some.
  `SELECT 'table ' || o.relname, 'does not use its triggers, checks, indexes or children' FROM ours o
    WHERE (NOT o.relhastriggers AND EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = o.oid))
      OR (NOT o.relhasindex AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = o.oid))
      OR (NOT o.relhassubclass AND EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = o.oid))
      OR o.relchecks <> (SELECT count(*) FROM pg_constraint c WHERE c.conrelid = o.oid AND c.contype = 'c')`,
  // What reads by an index does not see the rows that it lacks. `indexes` finds these in B-trees alone.
  `SELECT 'index ' || o.relname || '.' || x.relname, 'may lack rows: an index of an installation is a B-tree'
    FROM ours o JOIN pg_index i ON i.indrelid = o.oid JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
    WHERE o.relname || '.' || x.relname <> ALL ($5::text[]) AND m.amname <> 'btree'`,
  // An error in an expression or condition, or a value too long for a page, refuses the program's statement: rows that somebody chose,
  // or the stop of money-out. Columns of a fixed length raise none.
  `SELECT 'index ' || o.relname || '.' || x.relname, 'may refuse rows: an index of an installation has columns of a fixed length only, no expression and no condition'
    FROM ours o JOIN pg_index i ON i.indrelid = o.oid JOIN pg_class x ON x.oid = i.indexrelid
    WHERE o.relname || '.' || x.relname <> ALL ($5::text[])
      AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL
        OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = x.oid AND a.attlen < 0))`,
  `SELECT 'index ' || o.relname || '.' || x.relname, 'uses code that is not PostgreSQL’s own'
    FROM ours o JOIN pg_index i ON i.indrelid = o.oid JOIN pg_class x ON x.oid = i.indexrelid
    WHERE x.relam >= ${firstOwnOid} OR EXISTS (SELECT FROM unnest(i.indclass::oid[]) k WHERE k >= ${firstOwnOid})
      OR ${usesOwnCode(`concat(i.indexprs, i.indpred)`)}`,
  `SELECT 'statistics ' || s.stxname, 'use code that is not PostgreSQL’s own' FROM ours o JOIN pg_statistic_ext s ON s.stxrelid = o.oid
    WHERE ${usesOwnCode('s.stxexprs')}`,
  `SELECT 'column ' || o.relname || '.' || a.attname, '${unknown} and computes a value'
    FROM ours o JOIN pg_attribute a ON a.attrelid = o.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE o.relkind IN ('r', 'p') AND o.relname || '.' || a.attname <> ALL ($2::text[])
      AND (a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '' OR a.atttypid >= ${firstOwnOid})`,
  // It refuses deletions, or changes rows of its own table, whose triggers would run in the program's statement.
  `SELECT 'constraint ' || c.conname, 'refuses or follows statements on ' || o.relname
    FROM (SELECT * FROM pg_constraint WHERE contype = 'f' OFFSET 0) c
    JOIN ours o ON o.oid = c.confrelid WHERE c.conrelid NOT IN (SELECT oid FROM ours)`,
]

/** What PostgreSQL finds by a name, or by types, before or instead of its own. */
const byName = [
  `SELECT format('function %s', p.oid::regprocedure), 'has the name of a function or type of PostgreSQL'
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proname <> ALL ($3::text[])
      AND (EXISTS (SELECT FROM pg_proc b WHERE b.pronamespace = 'pg_catalog'::regnamespace AND b.proname = p.proname)
        OR EXISTS (SELECT FROM pg_type b WHERE b.typnamespace = 'pg_catalog'::regnamespace AND b.typname = p.proname))`,
  `SELECT format('operator %s', o.oid::regoperator), '${unknown}' FROM pg_operator o
    WHERE o.oprnamespace = 'public'::regnamespace`,
  ...(
    [
      ['type', 'pg_type', 'typ'],
      ['relation', 'pg_class', 'rel'],
      ['collation', 'pg_collation', 'coll'],
      ['operator class', 'pg_opclass', 'opc'],
      ['operator family', 'pg_opfamily', 'opf'],
      ['conversion', 'pg_conversion', 'con'],
      ['text search configuration', 'pg_ts_config', 'cfg'],
      ['text search dictionary', 'pg_ts_dict', 'dict'],
      ['text search parser', 'pg_ts_parser', 'prs'],
      ['text search template', 'pg_ts_template', 'tmpl'],
    ] as const
  ).map(
    ([kind, name, prefix]) =>
      `SELECT DISTINCT '${kind} ' || x.${prefix}name, 'has the name of one of PostgreSQL' FROM ${name} x
        JOIN ${name} b ON b.${prefix}name = x.${prefix}name AND b.${prefix}namespace = 'pg_catalog'::regnamespace
        WHERE x.${prefix}namespace = 'public'::regnamespace`,
  ),
  `SELECT format('cast of %s to %s', format_type(k.castsource, NULL), format_type(k.casttarget, NULL)), '${unknown}'
    FROM pg_cast k JOIN pg_type s ON s.oid = k.castsource JOIN pg_type t ON t.oid = k.casttarget
    WHERE k.oid >= ${firstOwnOid} AND s.typnamespace IN (SELECT oid FROM searched) AND t.typnamespace IN (SELECT oid FROM searched)`,
  `SELECT 'type ' || t.typname, 'is read or written by code that is not PostgreSQL’s own' FROM pg_type t
    WHERE t.typnamespace = 'public'::regnamespace AND t.typtype = 'c' AND EXISTS (SELECT FROM unnest(ARRAY[t.typinput::oid, t.typoutput::oid,
      t.typreceive::oid, t.typsend::oid, t.typmodin::oid, t.typmodout::oid, t.typanalyze::oid, t.typsubscript::oid]) f WHERE f >= ${firstOwnOid})`,
  // Equality and order of a type are those of its default class, in whatever schema it is.
  `SELECT 'operator class ' || c.opcname, 'decides how values of ' || format_type(c.opcintype, NULL) || ' are compared'
    FROM pg_opclass c JOIN pg_type t ON t.oid = c.opcintype
    WHERE c.oid >= ${firstOwnOid} AND c.opcdefault AND t.typnamespace IN (SELECT oid FROM searched)
      AND c.opcmethod IN (SELECT m.oid FROM pg_am m WHERE m.amname IN ('btree', 'hash'))`,
  `SELECT 'operator family ' || f.opfname, 'has members that are not PostgreSQL’s own' FROM pg_opfamily f
    WHERE f.oid < ${firstOwnOid} AND f.oid IN (SELECT amopfamily FROM pg_amop WHERE oid >= ${firstOwnOid}
      UNION ALL SELECT amprocfamily FROM pg_amproc WHERE oid >= ${firstOwnOid})`,
  `SELECT 'conversion ' || c.conname, 'is a default, and ${unknown}' FROM pg_conversion c
    WHERE c.oid >= ${firstOwnOid} AND c.condefault AND c.connamespace IN (SELECT oid FROM searched)`,
  // The first schema of the usual search path has the name of the role.
  `SELECT 'schema ' || n.nspname, 'comes before the tables of the program' FROM pg_namespace n
    WHERE n.nspname = $4 OR n.nspname = (SELECT pg_get_userbyid(oid) FROM owner)`,
]

/** What runs without being named, and who else may write. */
const aside = [
  `SELECT 'event trigger ' || e.evtname, '${unknown}' FROM pg_event_trigger e`,
  `SELECT 'extension ' || e.extname, CASE WHEN e.extname IN (${list(neverHarmless)}) THEN 'can alter rows or read pages past the program'
      ELSE 'is in the schema ' || n.nspname || ': put it into a schema of its own' END
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname IN (${list(neverHarmless)})
      OR (n.nspname = 'public' AND e.extname NOT IN (${list(harmlessInPublic)}))
      OR (n.nspname = 'pg_catalog' AND e.extname NOT IN (${list(ofCatalogue)}))`,
  // Superusers may act as any role; a member that may only administer the role, as its creator, may not.
  `SELECT 'role ' || $4, format('%s may act as it', b.rolname) FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid
    JOIN pg_roles b ON b.oid = m.member CROSS JOIN owner
    WHERE r.rolname = $4 AND (m.inherit_option OR m.set_option) AND NOT b.rolsuper AND b.oid <> owner.oid`,
  // PostgreSQL refuses updates and deletions of rows that a publication could not identify.
  `SELECT DISTINCT 'publication ' || p.pubname, 'may refuse statements on ' || p.tablename || ': it filters rows or columns, or the table has no key'
    FROM pg_publication_tables p JOIN ours o ON o.relname = p.tablename AND p.schemaname = 'public'
    WHERE p.rowfilter IS NOT NULL OR o.relreplident <> 'd'
      OR NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = o.oid AND i.indisprimary)
      OR cardinality(p.attnames) < (SELECT count(*) FROM pg_attribute a
        WHERE a.attrelid = o.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '')`,
  `SELECT 'subscription ' || s.subname, 'writes past the triggers' FROM pg_subscription s
    WHERE s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  `SELECT 'rights ' || o.relname, format('%s may %s', coalesce(r.rolname, 'PUBLIC'), string_agg(DISTINCT x.privilege_type, ', ' ORDER BY x.privilege_type))
    FROM ours o CROSS JOIN LATERAL (SELECT f.grantee, f.privilege_type FROM aclexplode(o.relacl) f
      UNION ALL SELECT f.grantee, f.privilege_type FROM pg_attribute a, aclexplode(a.attacl) f WHERE a.attrelid = o.oid AND a.attacl IS NOT NULL) x
    LEFT JOIN pg_roles r ON r.oid = x.grantee
    WHERE x.grantee <> o.relowner AND r.rolname IS DISTINCT FROM $4
      AND x.privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER') GROUP BY o.relname, x.grantee, r.rolname`,
  // What is written through a view, and what such a function writes, is written with the rights of its owner.
  `SELECT CASE c.relkind WHEN 'f' THEN 'foreign table ' ELSE 'view ' END || c.relname, format('%s may %s through it', coalesce(r.rolname, 'PUBLIC'), string_agg(DISTINCT x.privilege_type, ', ' ORDER BY x.privilege_type))
    FROM pg_class c CROSS JOIN LATERAL (SELECT f.grantee, f.privilege_type FROM aclexplode(c.relacl) f
      UNION ALL SELECT f.grantee, f.privilege_type FROM pg_attribute a, aclexplode(a.attacl) f WHERE a.attrelid = c.oid AND a.attacl IS NOT NULL) x
    LEFT JOIN pg_roles r ON r.oid = x.grantee
    WHERE c.relkind IN ('v', 'f') AND c.oid NOT IN (SELECT oid FROM ours) AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) AND x.grantee <> c.relowner
      AND x.privilege_type IN ('INSERT', 'UPDATE', 'DELETE') AND (x.grantee = 0 OR r.rolname = $4 OR EXISTS (SELECT FROM pg_rewrite w
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
        JOIN ours o ON o.oid = d.refobjid WHERE w.ev_class = c.oid)) GROUP BY c.oid, c.relkind, c.relname, x.grantee, r.rolname`,
  `SELECT 'function ' || p.oid::regprocedure, format('acts with the rights of %s, and %s may call it', pg_get_userbyid(p.proowner), $4)
    FROM pg_proc p JOIN ours o ON o.relname = 'wallet' WHERE p.prosecdef AND p.oid >= ${firstOwnOid}
      AND NOT (p.pronamespace = 'public'::regnamespace AND p.proname = ANY ($3::text[]))
      AND has_table_privilege(p.proowner, o.oid, 'UPDATE') AND has_function_privilege($4::name, p.oid, 'EXECUTE')
      AND has_schema_privilege($4::name, p.pronamespace, 'USAGE')`,
  // Its code is that of PostgreSQL, which checks who may call the original and nothing else.
  `SELECT 'function ' || p.oid::regprocedure, format('does what %s may not: %s', $4, b.proname)
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang AND l.lanname = 'internal'
    JOIN pg_proc b ON b.prosrc = p.prosrc AND b.prolang = p.prolang AND b.oid < ${firstOwnOid}
    WHERE p.oid >= ${firstOwnOid} AND has_function_privilege($4::name, p.oid, 'EXECUTE') AND NOT has_function_privilege($4::name, b.oid, 'EXECUTE')`,
  // The server that it leads to may be this one.
  `SELECT 'user mapping of ' || m.usename, 'signs in elsewhere, through the server ' || m.srvname FROM pg_user_mappings m WHERE m.umuser = 0 OR m.usename = $4`,
  `SELECT 'rights ' || c.relname, format('%s may %s', coalesce(r.rolname, 'PUBLIC'), string_agg(DISTINCT x.privilege_type, ', ' ORDER BY x.privilege_type))
    FROM pg_class c CROSS JOIN LATERAL (SELECT 0 AS part, f.grantee, f.privilege_type FROM aclexplode(c.relacl) f
      UNION ALL SELECT a.attnum, f.grantee, f.privilege_type FROM pg_attribute a, aclexplode(a.attacl) f WHERE a.attrelid = c.oid AND a.attacl IS NOT NULL) x
    LEFT JOIN pg_roles r ON r.oid = x.grantee
    WHERE c.relnamespace = 'pg_catalog'::regnamespace AND (x.grantee = 0 OR r.rolname = $4)
      AND NOT EXISTS (SELECT FROM pg_init_privs i CROSS JOIN LATERAL aclexplode(i.initprivs) y
        WHERE i.classoid = 'pg_class'::regclass AND i.objoid = c.oid AND i.objsubid = x.part AND y.grantee = x.grantee AND y.privilege_type = x.privilege_type)
    GROUP BY c.relname, x.grantee, r.rolname`,
  `SELECT 'default rights of ' || pg_get_userbyid(d.defaclrole), format('%s may %s in every new object', coalesce(r.rolname, 'PUBLIC'),
      string_agg(DISTINCT x.privilege_type, ', ' ORDER BY x.privilege_type))
    FROM owner JOIN pg_default_acl d ON d.defaclrole = owner.oid CROSS JOIN LATERAL aclexplode(d.defaclacl) x
    LEFT JOIN pg_roles r ON r.oid = x.grantee
    WHERE x.grantee <> owner.oid AND NOT (x.grantee = 0 AND d.defaclobjtype = 'f') AND x.privilege_type NOT IN ('SELECT', 'USAGE')
    GROUP BY d.defaclrole, r.rolname`,
  `SELECT b.what, format('belongs to %s and not to %s, as the journal', pg_get_userbyid(b.owner), pg_get_userbyid(owner.oid))
    FROM owner, (SELECT CASE o.relkind WHEN 'S' THEN 'sequence ' WHEN 'v' THEN 'view ' ELSE 'table ' END || o.relname AS what, o.relowner AS owner FROM ours o
      UNION ALL SELECT 'function ' || p.proname, p.proowner FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND p.proname = ANY ($3::text[])) b WHERE b.owner <> owner.oid`,
  `SELECT 'role ' || r.rolname, 'has ' || concat_ws(', ', CASE WHEN r.rolsuper THEN 'SUPERUSER' END, CASE WHEN r.rolcreaterole THEN 'CREATEROLE' END,
      CASE WHEN r.rolcreatedb THEN 'CREATEDB' END, CASE WHEN r.rolreplication THEN 'REPLICATION' END, CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' END)
    FROM pg_roles r WHERE r.rolname = $4 AND (r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls)`,
  // Its functions act with its rights. The administrator of a managed server, who may be the owner, has CREATEROLE, CREATEDB and other roles.
  `SELECT 'role ' || r.rolname, 'has ' || concat_ws(', ', CASE WHEN r.rolsuper THEN 'SUPERUSER' END,
      CASE WHEN r.rolreplication THEN 'REPLICATION' END, CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' END)
    FROM owner o JOIN pg_roles r ON r.oid = o.oid WHERE r.rolname <> $4 AND (r.rolsuper OR r.rolreplication OR r.rolbypassrls)`,
  `SELECT 'role ' || r.rolname, 'is a member of ' || m.rolname FROM owner o JOIN pg_roles r ON r.oid = o.oid
    JOIN pg_roles m ON m.rolname IN (${list(pastTheDatabase)}) WHERE r.rolname <> $4 AND NOT r.rolsuper AND pg_has_role(r.oid, m.oid, 'MEMBER')`,
  `SELECT 'role ' || $4, 'is a member of ' || pg_get_userbyid(m.roleid) FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE r.rolname = $4`,
  `SELECT 'role ' || $4, 'may set ' || p.parname FROM pg_parameter_acl p CROSS JOIN LATERAL aclexplode(p.paracl) x LEFT JOIN pg_roles r ON r.oid = x.grantee
    WHERE x.grantee = 0 OR r.rolname = $4`,
  `SELECT 'role ' || $4, 'may create ' || m.what FROM (
      SELECT 'temporary tables' AS what WHERE has_database_privilege($4::name, current_database(), 'TEMPORARY')
      UNION ALL SELECT 'schemas' WHERE has_database_privilege($4::name, current_database(), 'CREATE')
      UNION ALL SELECT 'objects in the schema ' || n.nspname FROM pg_namespace n WHERE has_schema_privilege($4::name, n.oid, 'CREATE')) m`,
]

const query = `
  WITH ours AS MATERIALIZED (
    SELECT c.oid, c.relname, c.relkind, c.relowner, c.relacl, c.relhastriggers, c.relhasindex, c.relreplident, c.relhassubclass, c.relchecks
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S') AND c.relname = ANY ($1::text[])
  ), owner AS MATERIALIZED (SELECT relowner AS oid FROM ours WHERE relname = 'journal'),
  files AS MATERIALIZED (SELECT c.oid, c.relname, pg_relation_filepath(c.oid) AS path FROM pg_class c),
  searched AS MATERIALIZED (SELECT oid FROM pg_namespace WHERE nspname IN ('pg_catalog', 'public', 'information_schema'))
  ${[...onTables, ...byName, ...aside].join('\n  UNION ALL\n  ')}`
