import type { ReadRows } from './read-rows.ts'
import type { FunctionFile } from './function-files.ts'

/** Everything about a function that decides what it does and who may call it; types by PostgreSQL's own names. */
type FunctionFacts = {
  body: string
  /** `in p_member bigint, out id integer`. */
  arguments: string
  result: string
  language: string
  volatility: string
  definer: boolean
  settings: string
  /** Properties that no function of the program has, such as STRICT or a C library. */
  others: string
  /** Who may execute it: `owner`, `app`, `PUBLIC`, and other roles by name. */
  executors: string
}
type FunctionInForce = FunctionFacts & { name: string; owner: string }

const what: readonly (readonly [keyof FunctionFacts, string])[] = [
  ['body', 'its text'],
  ['arguments', 'its parameters'],
  ['result', 'its result'],
  ['language', 'its language'],
  ['volatility', 'its volatility'],
  ['definer', 'SECURITY DEFINER'],
  ['settings', 'its SET clauses'],
  ['others', 'its other properties'],
  ['executors', 'who may execute it'],
]

/** Compares the functions in force with the program's files. One sentence for each function that differs. */
export async function findFunctionFaults(
  read: ReadRows,
  files: readonly FunctionFile[],
  appRole: string,
): Promise<{ subject: string; detail: string }[]> {
  const inForce = await read<FunctionInForce>(inForceQuery, [appRole])
  const declared = await readDeclared(read, files, appRole)
  return [...declared].flatMap(([name, expected]) => {
    const found = inForce.filter((one) => one.name === name)
    const [one] = found
    const subject = `function ${name}`
    if (one === undefined) return [{ subject, detail: 'is missing' }]
    if (found.length > 1) return [{ subject, detail: `exists ${found.length} times` }]
    const differing = what.flatMap(([fact, text]) => (one[fact] === expected[fact] ? [] : [text]))
    return differing.length === 0
      ? []
      : [{ subject, detail: `is not as the program declares it: ${differing.join(', ')}` }]
  })
}

const inForceQuery = `
  SELECT p.proname::text AS name, p.prosrc AS body, l.lanname::text AS language, p.provolatile::text AS volatility, p.prosecdef AS definer,
    coalesce(array_to_string(p.proconfig, '; '), '') AS settings, pg_get_userbyid(p.proowner)::text AS owner,
    concat_ws(' ', nullif(p.prokind, 'f'), CASE WHEN p.proisstrict THEN 'strict' END, CASE WHEN p.proleakproof THEN 'leakproof' END,
      nullif(p.provariadic, 0), nullif(p.prosupport, 0), p.probin, p.proargdefaults, p.protrftypes, CASE WHEN p.prosqlbody IS NOT NULL THEN 'parsed' END) AS others,
    concat_ws(' ', CASE WHEN p.proretset THEN 'setof' END, format_type(p.prorettype, NULL)) AS result,
    coalesce((SELECT string_agg(concat_ws(' ', CASE coalesce(p.proargmodes[a.n], 'i') WHEN 'i' THEN 'in' WHEN 'o' THEN 'out' ELSE 'other' END,
        nullif(p.proargnames[a.n], ''), format_type(a.type, NULL)), ', ' ORDER BY a.n)
      FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY a (type, n)), '') AS arguments,
    (SELECT string_agg(DISTINCT e.name, ', ' ORDER BY e.name) FROM (
      SELECT CASE WHEN x.grantee = 0 THEN 'PUBLIC' WHEN x.grantee = p.proowner THEN 'owner'
        WHEN pg_get_userbyid(x.grantee) = $1 THEN 'app' ELSE 'role ' || pg_get_userbyid(x.grantee) END AS name
      FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x WHERE x.privilege_type = 'EXECUTE') e) AS executors
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang WHERE p.pronamespace = 'public'::regnamespace`

/** What the files declare, with the types resolved by the server. */
async function readDeclared(
  read: ReadRows,
  files: readonly FunctionFile[],
  appRole: string,
): Promise<Map<string, FunctionFacts>> {
  const headers = files.flatMap(({ statements }) =>
    statements.flatMap(({ text, object }) =>
      object.kind === 'function' ? [{ name: object.name, body: object.body, ...headerOf(text) }] : [],
    ),
  )
  const types = [...new Set(headers.flatMap(({ args, result }) => [...args.map(({ type }) => type), result]))]
  const resolved = await read<{ name: string; type: string | null }>(
    // The search path is `pg_catalog` alone; the types of the program's own tables are in `public`.
    `SELECT name, format_type(coalesce(to_regtype(name), to_regtype('public.' || name))::oid, NULL) AS type FROM unnest($1::text[]) name`,
    [types.filter((type) => type !== '')],
  )
  const typeOf = (name: string): string => resolved.find((one) => one.name === name)?.type ?? name
  const executors = executorsOf(files, appRole)
  return new Map(
    headers.map(({ name, args, result, isSet, ...facts }) => {
      const outs = args.filter(({ mode }) => mode === 'out')
      // With OUT parameters the result may be left out: it is their type, or a record of them.
      const returned = result !== '' ? typeOf(result) : outs.length === 1 ? typeOf(outs[0]?.type ?? '') : 'record'
      return [
        name,
        {
          ...facts,
          others: '',
          arguments: args.map((arg) => `${arg.mode} ${arg.name} ${typeOf(arg.type)}`).join(', '),
          result: isSet ? `setof ${returned}` : returned,
          executors: (executors.get(name) ?? ['PUBLIC', 'owner']).toSorted().join(', '),
        },
      ]
    }),
  )
}

type Header = Pick<FunctionFacts, 'language' | 'volatility' | 'definer' | 'settings'> & {
  args: { mode: 'in' | 'out'; name: string; type: string }[]
  /** The type after RETURNS; empty without one. */
  result: string
  isSet: boolean
}

/** Reads what stands around the body of a CREATE FUNCTION statement. */
function headerOf(statement: string): Header {
  const header = statement
    .replace(/\$\$[\s\S]*\$\$/, ' ')
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const list = /\((.*?)\)/.exec(header)?.[1] ?? ''
  const rest = header.slice(header.indexOf(')') + 1)
  const returns = / RETURNS (SETOF )?(\w+(?:\[\])?)/.exec(rest)
  const settings = rest.matchAll(/ SET (\w+) = (.*?)(?= SET | AS ?$| LANGUAGE | SECURITY |$)/g)
  return {
    args: list
      .split(',')
      .map((arg) => arg.trim())
      .filter((arg) => arg !== '')
      .map((arg) => {
        const [, out, name = '', type = ''] = /^(OUT )?(\w+) (.+)$/.exec(arg) ?? []
        return { mode: out === undefined ? 'in' : 'out', name, type }
      }),
    result: returns?.[2] ?? '',
    isSet: returns?.[1] !== undefined,
    language: / LANGUAGE (\w+)/.exec(rest)?.[1] ?? '',
    volatility: (/ (IMMUTABLE|STABLE)\b/.exec(rest)?.[1] ?? 'VOLATILE').charAt(0).toLowerCase(),
    definer: / SECURITY DEFINER\b/.test(rest),
    settings: [...settings].map(([, name, value = '']) => `${name}=${value.trim()}`).join('; '),
  }
}

/** Who may execute each function after the rights of the files; those without any are executed by everyone. */
function executorsOf(files: readonly FunctionFile[], appRole: string): Map<string, string[]> {
  const executors = new Map<string, string[]>()
  for (const { text } of files.flatMap(({ statements }) => statements)) {
    const [, verb, names = '', roles = ''] =
      /^(GRANT EXECUTE|REVOKE ALL) ON FUNCTION ([\s\S]*?) (?:TO|FROM) ([\s\S]*)$/.exec(text) ?? []
    if (verb === undefined) continue
    const given = list(roles).map((role) =>
      role === 'PUBLIC' ? 'PUBLIC' : role.replaceAll('"', '') === appRole ? 'app' : `role ${role}`,
    )
    for (const name of list(names)) {
      const before = executors.get(name) ?? ['PUBLIC', 'owner']
      const others = before.filter((role) => !given.includes(role))
      executors.set(name, verb === 'GRANT EXECUTE' ? [...others, ...given] : others)
    }
  }
  return executors
}

function list(text: string): string[] {
  return text.split(',').map((one) => one.trim())
}
