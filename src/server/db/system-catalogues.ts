import { createHash } from 'node:crypto'
import type { ReadRows } from './read-rows.ts'

/**
 * PostgreSQL's own catalogues, which decide what a name, an operator or a type in a statement means. They are read without
 * any function or operator that they could have altered, and compared by a digest of the rows that every cluster of a
 * version has. Only then do the statements of the other guards mean what they say.
 */

/**
 * The first number of objects that are not the same in every cluster of a version: those of an installation and those
 * that `initdb` made after it read the collations of the machine (`FirstUnpinnedObjectId` of PostgreSQL).
 */
export const firstOwnOid = 12_000

/** The first number of objects that `initdb` did not make. */
export const firstAddedOid = 16_384
/** The number of the schema `pg_catalog`. */
const pgCatalog = 11

type SystemCatalogue = {
  name: string
  /** The column that numbers its rows. */
  key?: string
  /** The column of the schema. */
  schema?: string
  /** What is compared: all columns but rights and what the planner estimates; functions by their number. */
  columns: string
  /** From which number on a row in `pg_catalog` is one that somebody added. */
  addedFrom?: number
}

const catalogues: readonly SystemCatalogue[] = [
  {
    name: 'pg_proc',
    schema: 'pronamespace',
    columns: `proname, pronamespace, proowner, prolang, provariadic, prosupport::oid, prokind, prosecdef, proisstrict, proretset, provolatile,
      pronargs, pronargdefaults, prorettype, proargtypes, proallargtypes, proargmodes, proargnames, proargdefaults, protrftypes, prosrc,
      probin, prosqlbody, proconfig`,
  },
  {
    name: 'pg_type',
    schema: 'typnamespace',
    columns: `typname, typnamespace, typowner, typlen, typbyval, typtype, typcategory, typispreferred, typisdefined, typdelim, typrelid,
      typsubscript::oid, typelem, typarray, typinput::oid, typoutput::oid, typreceive::oid, typsend::oid, typmodin::oid, typmodout::oid,
      typanalyze::oid, typalign, typstorage, typnotnull, typbasetype, typtypmod, typndims, typcollation, typdefaultbin, typdefault`,
    addedFrom: firstAddedOid,
  },
  {
    name: 'pg_class',
    schema: 'relnamespace',
    columns: 'relname, relkind, relnatts, relhasrules',
    addedFrom: firstAddedOid,
  },
  { name: 'pg_language', columns: 'lanname, lanowner, lanispl, lanpltrusted, lanplcallfoid, laninline, lanvalidator' },
  {
    name: 'pg_operator',
    schema: 'oprnamespace',
    columns: `oprname, oprnamespace, oprowner, oprkind, oprcanmerge, oprcanhash, oprleft, oprright, oprresult, oprcom, oprnegate, oprcode::oid,
      oprrest::oid, oprjoin::oid`,
  },
  { name: 'pg_cast', columns: 'castsource, casttarget, castfunc, castcontext, castmethod' },
  {
    name: 'pg_aggregate',
    key: 'aggfnoid::oid',
    columns: `aggkind, aggnumdirectargs, aggtransfn::oid, aggfinalfn::oid, aggcombinefn::oid, aggserialfn::oid, aggdeserialfn::oid,
      aggmtransfn::oid, aggminvtransfn::oid, aggmfinalfn::oid, aggfinalextra, aggmfinalextra, aggfinalmodify, aggmfinalmodify, aggsortop,
      aggtranstype, aggtransspace, aggmtranstype, aggmtransspace, agginitval, aggminitval`,
  },
  {
    name: 'pg_range',
    key: 'rngtypid',
    columns: 'rngsubtype, rngmultitypid, rngcollation, rngsubopc, rngcanonical::oid, rngsubdiff::oid',
  },
  { name: 'pg_am', columns: 'amname, amhandler::oid, amtype' },
  {
    name: 'pg_amop',
    columns: 'amopfamily, amoplefttype, amoprighttype, amopstrategy, amoppurpose, amopopr, amopmethod, amopsortfamily',
  },
  { name: 'pg_amproc', columns: 'amprocfamily, amproclefttype, amprocrighttype, amprocnum, amproc::oid' },
  {
    name: 'pg_opclass',
    schema: 'opcnamespace',
    columns: 'opcmethod, opcname, opcnamespace, opcowner, opcfamily, opcintype, opcdefault, opckeytype',
  },
  { name: 'pg_opfamily', schema: 'opfnamespace', columns: 'opfmethod, opfname, opfnamespace, opfowner' },
  {
    name: 'pg_conversion',
    schema: 'connamespace',
    columns: 'conname, connamespace, conowner, conforencoding, contoencoding, conproc::oid, condefault',
  },
  { name: 'pg_rewrite', key: 'ev_class', columns: 'rulename, ev_type, ev_enabled, is_instead, ev_qual, ev_action' },
]

type Row = { key: number; schema: number; row: string }

/**
 * The digests of the catalogues by name, what was added to `pg_catalog`, and what makes statements that read the catalogues mean something else:
 * casts between types of PostgreSQL, which are used whatever the search path is, and rules by which a table is read as something else.
 */
export type SystemState = { digests: Map<string, string>; added: string[]; planted: string[] }

export async function readSystem(read: ReadRows): Promise<SystemState> {
  const digests = new Map<string, string>()
  const added: string[] = []
  const planted: string[] = []
  let systemViews = new Set<number>()
  const [types, relations] = [new Map<number, string>(), new Map<number, string>()]
  for (const { name, key = 'oid', schema = key, columns, addedFrom = firstOwnOid } of catalogues) {
    const rows = await read<Row>(
      `SELECT ${key} AS key, ${schema} AS schema, ROW(${columns}) AS row FROM pg_catalog.${name}`,
    )
    const isSystem = ({ key: number }: Row): boolean =>
      name === 'pg_rewrite' ? systemViews.has(number) : number < firstOwnOid
    const lines = rows.filter(isSystem).map((one) => `${one.key} ${one.row}`)
    digests.set(name, createHash('sha256').update(lines.toSorted().join('\n')).digest('hex'))
    const strange = rows.filter((one) => schema !== key && one.schema === pgCatalog && one.key >= addedFrom)
    added.push(
      ...strange.filter(({ row }) => !isOfInitdb(row)).map(({ row }) => `${name} ${row.slice(1, row.indexOf(','))}`),
    )
    const named = name === 'pg_type' ? types : name === 'pg_class' ? relations : null
    for (const one of rows) named?.set(one.key, one.row.slice(1).split(',', 2).join(' '))
    if (name === 'pg_cast') planted.push(...rows.flatMap((one) => plantedCast(one, types)))
    if (name === 'pg_rewrite') planted.push(...rows.flatMap((one) => plantedRule(one, relations)))
    // The views of pg_catalog are made before the collations are read.
    if (name === 'pg_class')
      systemViews = new Set(
        rows.filter((one) => one.schema === pgCatalog && one.key < firstAddedOid).map((one) => one.key),
      )
  }
  return { digests, added, planted }
}

/** A cast between types of PostgreSQL that is not its own. */
function plantedCast({ key, row }: Row, types: ReadonlyMap<number, string>): string[] {
  const [source = 0, target = 0] = row.slice(1).split(',', 2).map(Number)
  if (key < firstOwnOid || source >= firstAddedOid || target >= firstAddedOid) return []
  const nameOf = (type: number): string => types.get(type)?.split(' ')[0] ?? String(type)
  return [`cast of ${nameOf(source)} to ${nameOf(target)}`]
}

/** A rule of what is read from a relation that is no view. */
function plantedRule({ key, row }: Row, relations: ReadonlyMap<number, string>): string[] {
  const [rule = '', event] = row.slice(1).split(',', 2)
  const [relation = String(key), kind] = (relations.get(key) ?? '').split(' ')
  return event === '1' && kind !== 'v' && kind !== 'm'
    ? [`rule ${rule.replaceAll('"', '')} of what is read from ${relation}`]
    : []
}

/** The functions of PL/pgSQL and of the text search dictionaries, which are numbered behind the collations. */
function isOfInitdb(row: string): boolean {
  return row.includes('$libdir/plpgsql') || row.includes('$libdir/dict_snowball')
}
