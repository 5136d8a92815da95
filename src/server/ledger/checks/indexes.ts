import { inPgCatalog, readCatalogueFile, type Catalogue } from '#server/db/catalogue.ts'
import type { BookCheck, CheckFault, CheckScope } from './check.ts'

/**
 * Checks that each index leads to the rows of its table: what an index lacks is invisible to every statement that reads by it, to the
 * program, to the chain of the audit and to the seals alike. An index whose file was exchanged, or that took no
 * entries for a moment, lacks rows for ever. The keys of the table and those of the index are counted and added up as hashes, in
 * the snapshot of the run. Whether other checks may read by indexes rests on this one.
 */

/** Sessions, devices and counters of attempts decide no money, and have many rows. */
const leftOut = new Set([
  'favourite',
  'lease',
  'login_throttle',
  'member_device',
  'member_session',
  'operator_browser',
  'operator_session',
  'play_session',
])

/** Functions that hash a value with a seed, by its type; those of records hash every other type, at twice the time. */
const hashes: Readonly<Record<string, string>> = {
  smallint: 'hashint2extended',
  integer: 'hashint4extended',
  bigint: 'hashint8extended',
  uuid: 'uuid_hash_extended',
  text: 'hashtextextended',
}

type Index = {
  table: string
  name: string
  keys: string[]
  types: string[]
  /** Bits: 1 descending, 2 nulls first. */
  options: number[]
  predicate: string | null
  /** It may be unusable for older snapshots, without a fault. */
  is_young: boolean
}
type Sum = { place: number; rows: string; sum: string | null }

let catalogue: Promise<Catalogue> | undefined

export const indexChecks: readonly BookCheck[] = [
  {
    name: 'indexes',
    description: 'Each index of the tables that decide money leads to exactly the rows of its table.',
    find: findIndexFaults,
  },
]

async function findIndexFaults({ rows }: CheckScope): Promise<CheckFault[]> {
  catalogue ??= readCatalogueFile()
  const { objects } = await catalogue
  const tables = objects.flatMap(({ kind, name }) => (kind === 'table' && !leftOut.has(name) ? [name] : []))
  const own = new Set(objects.flatMap(({ kind, name }) => (kind === 'index' || kind === 'lookup' ? [name] : [])))
  return inPgCatalog(rows, async () => {
    const byTable = Map.groupBy(await rows<Index>(indexesSql, [tables]), ({ table }) => table)
    const faults: CheckFault[] = []
    for (const [table, indexes] of byTable) faults.push(...(await compareTable(rows, table, indexes, own)))
    return faults
  })
}

// Every index, also one of an installation: the planner may read by it.
const indexesSql = `SELECT c.relname AS "table", x.relname AS name, pg_get_expr(i.indpred, i.indrelid) AS predicate, i.indcheckxmin AS is_young,
    ARRAY(SELECT pg_get_indexdef(i.indexrelid, k, false) FROM generate_series(1, i.indnkeyatts) k ORDER BY k) AS keys,
    ARRAY(SELECT format_type(a.atttypid, NULL) FROM pg_attribute a WHERE a.attrelid = i.indexrelid AND a.attnum BETWEEN 1 AND i.indnkeyatts ORDER BY a.attnum) AS types,
    ARRAY(SELECT i.indoption[k - 1]::int FROM generate_series(1, i.indnkeyatts) k ORDER BY k) AS options
  FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class c ON c.oid = i.indrelid JOIN pg_am m ON m.oid = x.relam
  WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1::text[]) AND m.amname = 'btree' AND i.indisvalid
    AND has_table_privilege(c.oid, 'SELECT')
  ORDER BY c.relname, x.relname`

const scans = [
  'enable_seqscan',
  'enable_indexscan',
  'enable_indexonlyscan',
  'enable_bitmapscan',
  'enable_sort',
] as const
const planners = {
  byTable: { enable_seqscan: 'on', enable_indexscan: 'off', enable_indexonlyscan: 'off', enable_bitmapscan: 'off' },
  byIndex: { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off', enable_incremental_sort: 'off' },
  usual: Object.fromEntries([...scans, 'enable_incremental_sort'].map((name) => [name, 'on'])),
} as const

async function plan(rows: CheckScope['rows'], how: keyof typeof planners): Promise<void> {
  const settings = Object.entries({ ...planners.usual, ...planners[how] })
  await rows(`SELECT ${settings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join()}`)
}

async function compareTable(
  rows: CheckScope['rows'],
  table: string,
  indexes: readonly Index[],
  own: ReadonlySet<string>,
): Promise<CheckFault[]> {
  await plan(rows, 'byTable')
  const [inTable = {}] = await rows<Record<string, string | null>>(
    `SELECT ${indexes.map((index, place) => sumsOfTable(index, place)).join()} FROM ONLY public."${table}"`,
  )
  await plan(rows, 'byIndex')
  const byIndex = indexes.map((index, place) => sumsByIndex(index, place)).join(' UNION ALL ')
  const [explained] = await rows<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`EXPLAIN (FORMAT JSON, COSTS OFF) ${byIndex}`)
  const top = explained?.['QUERY PLAN'][0]?.Plan
  const branches = indexes.length === 1 ? [top] : (top?.Plans ?? [])
  const sums = await rows<Sum>(byIndex)
  await plan(rows, 'usual')
  return indexes.flatMap(({ name, is_young: isYoung }, place): CheckFault[] => {
    const subject = `${table}.${name}`
    const used = indexesOf(branches[place])
    if (!used.includes(name))
      // Another index of the same keys is preferred, then by the program as well.
      return isYoung || used.length > 0 || !own.has(subject)
        ? []
        : [{ subject, detail: 'could not be compared with its table: PostgreSQL does not read by it' }]
    const found = sums.find((one) => one.place === place)
    const [entries, inRows] = [found?.rows ?? '0', inTable[`rows${place}`] ?? '0']
    if (entries === inRows && (found?.sum ?? null) === (inTable[`sum${place}`] ?? null)) return []
    const detail =
      entries === inRows
        ? `has other keys than the ${inRows} rows of the table`
        : `leads to ${entries} rows, the table has ${inRows}`
    return [{ subject, detail }]
  })
}

type PlanNode = { 'Index Name'?: string; Plans?: PlanNode[] }

function indexesOf(node: PlanNode | undefined): string[] {
  if (node === undefined) return []
  const { 'Index Name': name, Plans: below = [] } = node
  return [...(name === undefined ? [] : [name]), ...below.flatMap(indexesOf)]
}

/** One hash of a row's keys, each with that of the keys before it as its seed. */
function hashOf(keys: readonly string[], types: readonly string[]): string {
  return keys.reduce((seed, key, place) => {
    const known = hashes[types[place] ?? '']
    return known === undefined ? `hash_record_extended(ROW(${key}), ${seed})` : `coalesce(${known}(${key}, ${seed}), 1)`
  }, '0')
}

function sumsOfTable({ keys, types, predicate }: Index, place: number): string {
  const filter = predicate === null ? '' : ` FILTER (WHERE ${predicate})`
  return `(count(*)${filter})::text AS rows${place}, (sum(${hashOf(keys, types)})${filter})::text AS sum${place}`
}

/** The order is that of the index, so that no other one provides it without a sort. */
function sumsByIndex({ table, keys, types, options, predicate }: Index, place: number): string {
  const names = keys.map((_, at) => `k${at}`)
  const order = keys.map((key, at) => {
    const option = options[at] ?? 0
    return `${key}${option % 2 === 1 ? ' DESC' : ''} NULLS ${option >= 2 ? 'FIRST' : 'LAST'}`
  })
  return `(SELECT ${place}::int AS place, count(*)::text AS rows, sum(${hashOf(names, types)})::text AS sum
    FROM (SELECT ${keys.map((key, at) => `${key} AS k${at}`).join()} FROM ONLY public."${table}"
      ${predicate === null ? '' : `WHERE ${predicate}`} ORDER BY ${order.join()} OFFSET 0) read)`
}
