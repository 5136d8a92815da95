import { inPgCatalog, readCatalogueFile, type Catalogue } from '#server/db/catalogue.ts'
import { readWithoutIndexes } from '#server/db/without-indexes.ts'
import type { BookCheck, CheckFault, CheckScope } from './check.ts'

/**
 * Checks that the rows satisfy the constraints of their own columns: PostgreSQL enforces these when a row is written through its table, and takes
 * them for granted when it reads, so that `kind IS NULL` finds no row of a column that is NOT NULL. A superuser can write the file of a
 * table through another table that has none of them, and delete a row that others refer to while triggers are off. A table of one row lacks nothing
 * by its constraints when that row is gone.
 */

type Constrained = {
  table: string
  /** Its columns that are NOT NULL, quoted. */
  required: string[]
  /** The expressions of its CHECK constraints. */
  conditions: string[]
  /** Its foreign keys. */
  keys: ForeignKey[]
}

type ForeignKey = {
  name: string
  /** The table that it refers to, with its schema. */
  of: string
  /** Its columns, and in the same order those that they refer to, quoted. */
  columns: string[]
  referred: string[]
}

/** The CHECK constraint, `CHECK (one)`, of a table that has one row from its migration on. */
const onlyRow = 'one'

let catalogue: Promise<Catalogue> | undefined

export const constraintChecks: readonly BookCheck[] = [
  {
    name: 'constraints',
    description:
      'Every row has what its table requires: no NULL where none may be, its CHECK constraints hold, and what it refers to is there; and a table of one row has it.',
    find: findUnconstrained,
  },
]

async function findUnconstrained({ rows }: CheckScope): Promise<CheckFault[]> {
  catalogue ??= readCatalogueFile()
  const { objects } = await catalogue
  const names = (wanted: string): string[] => objects.flatMap(({ kind, name }) => (kind === wanted ? [name] : []))
  return inPgCatalog(rows, async () => {
    // PostgreSQL would leave out a table whose constraint says that no row can be found.
    await rows(`SELECT set_config('constraint_exclusion', 'off', true)`)
    const faults: CheckFault[] = []
    const tables = await rows<Constrained>(constrainedSql, [names('table'), names('constraint')])
    await readWithoutIndexes(
      (sql) => rows(sql),
      async () => {
        for (const table of tables) faults.push(...(await findIn(rows, table)))
      },
    )
    return faults
  })
}

/** The names of columns by an array of their numbers. */
function columnsOf(numbers: string, table: string): string {
  return `(SELECT jsonb_agg(quote_ident(a.attname) ORDER BY n.place) FROM unnest(${numbers}) WITH ORDINALITY n (number, place)
          JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = n.number)`
}

const constrainedSql = `SELECT c.relname AS "table",
    ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull ORDER BY a.attnum) AS required,
    ARRAY(SELECT pg_get_expr(k.conbin, k.conrelid) FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.convalidated AND c.relname || '.' || k.conname = ANY ($2::text[]) ORDER BY k.conname) AS conditions,
    coalesce((SELECT jsonb_agg(jsonb_build_object('name', k.conname, 'of', k.confrelid::regclass, 'columns', ${columnsOf('k.conkey', 'k.conrelid')},
        'referred', ${columnsOf('k.confkey', 'k.confrelid')}) ORDER BY k.conname)
      FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND c.relname || '.' || k.conname = ANY ($2::text[])
        AND has_table_privilege(k.confrelid, 'SELECT')), '[]') AS keys
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1::text[]) AND c.relkind = 'r'
    AND has_table_privilege(c.oid, 'SELECT') ORDER BY c.relname`

/**
 * The rows of one table that PostgreSQL would refuse, in one pass. A function counts the NULLs, because the planner knows that there are none.
 */
async function findIn(
  rows: CheckScope['rows'],
  { table, required, conditions, keys }: Constrained,
): Promise<CheckFault[]> {
  const wrong = [
    ...(required.length === 0 ? [] : [`num_nulls(${required.map((column) => `t.${column}`).join()}) > 0`]),
    ...conditions.map((condition) => `(${condition}) IS FALSE`),
  ]
  const isSingle = conditions.includes(onlyRow)
  const rules = [
    ...(wrong.length === 0 ? [] : [{ what: 'its constraints refuse', condition: wrong.join(' OR '), join: '' }]),
    ...keys.map((key, place) => danglingBy(key, `r${place}`)),
  ]
  if (rules.length === 0) return []
  const counts = rules.map(
    ({ condition }, place) =>
      `count(t.ctid) FILTER (WHERE ${condition})::text AS rows${place}, min(t.ctid) FILTER (WHERE ${condition})::text AS first${place}`,
  )
  const [found = {}] = await rows<Record<string, string | null>>(
    `SELECT count(t.ctid)::text AS all_rows, ${counts.join()} FROM ONLY public."${table}" t ${rules.map(({ join }) => join).join(' ')}`,
  )
  const missing = isSingle && found['all_rows'] === '0' ? [{ subject: table, detail: 'its one row is gone' }] : []
  const refused = rules.flatMap(({ what }, place) =>
    found[`first${place}`] === null
      ? []
      : [
          {
            subject: table,
            detail: `${found[`rows${place}`]} rows that ${what}, the first at ${found[`first${place}`]}`,
          },
        ],
  )
  return [...missing, ...refused]
}

/** The rows that refer to none: all columns of the key have a value, and no row has these. */
function danglingBy(
  { name, of, columns, referred }: ForeignKey,
  alias: string,
): { what: string; condition: string; join: string } {
  const read = `SELECT ${referred.map((column, place) => `${column} AS "${alias} ${place}"`).join()} FROM ONLY ${of}`
  const pairs = columns.map((column, place) => `${alias}."${alias} ${place}" = t.${column}`)
  return {
    what: `refer to no row of ${of.replace('public.', '')} (${name})`,
    condition: `num_nulls(${columns.map((column) => `t.${column}`).join()}) = 0 AND ${alias}."${alias} 0" IS NULL`,
    join: `LEFT JOIN (${read}) ${alias} ON ${pairs.join(' AND ')}`,
  }
}
