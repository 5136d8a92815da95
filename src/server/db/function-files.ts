import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sqlNameValue } from './sql-names.ts'

/** What a statement of a function file declares. A trigger's name is unique on its table only. */
export type SqlObject =
  | { kind: 'function'; name: string; body: string }
  | { kind: 'trigger'; name: string; table: string }
  | { kind: 'view'; name: string }
  | { kind: 'rights' }

/** One statement, filled in, and the line of the file it begins at. */
export type SqlStatement = { text: string; line: number; object: SqlObject }

/** A file of `db/functions`: `path` is relative to that folder, the checksum is of the text as it is applied. */
export type FunctionFile = { path: string; checksum: string; statements: readonly SqlStatement[] }

/** Rejects with a message that names file and line. */
export class FunctionFileError extends Error {
  override name = 'FunctionFileError'
}

/** What was read last, by role and path: a start reads the same files several times. */
const parsed = new Map<string, { source: string; file: FunctionFile }>()

/**
 * Reads every `.sql` file below a folder, fills in its names for an application role, and splits it into statements.
 * Throws a `FunctionFileError` for an unknown name, a statement of a kind that function files may not contain, and an
 * object that two files declare.
 */
export async function readFunctionFiles(folder: string, appRole: string): Promise<FunctionFile[]> {
  const files: FunctionFile[] = []
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/'))
  for (const path of paths.filter((name) => name.endsWith('.sql')).toSorted()) {
    const source = (await readFile(join(folder, path), 'utf8')).replaceAll('\r\n', '\n')
    const key = `${appRole} ${path}`
    const known = parsed.get(key)
    const file = known?.source === source ? known.file : parseFunctionFile(path, source, appRole)
    parsed.set(key, { source, file })
    files.push(file)
  }
  const seen = new Map<string, string>()
  for (const { path, line, name } of declarations(files)) {
    const before = seen.get(name)
    if (before !== undefined) {
      throw new FunctionFileError(`db/functions/${path} line ${line}: the ${name} is declared in ${before} too`)
    }
    seen.set(name, path)
  }
  return files
}

/** A function, trigger or view with its file; `name` is unique in a database: `trigger journal_is_final on journal`. */
type Declaration = { path: string; line: number; name: string; object: Exclude<SqlObject, { kind: 'rights' }> }

/** What files declare, in their order. */
export function declarations(files: readonly FunctionFile[]): Declaration[] {
  return files.flatMap(({ path, statements }) =>
    statements.flatMap(({ object, line }) => {
      if (object.kind === 'rights') return []
      const name =
        object.kind === 'trigger' ? `trigger ${object.name} on ${object.table}` : `${object.kind} ${object.name}`
      return [{ path, line, name, object }]
    }),
  )
}

/**
 * The functions, triggers and views that the migrations of a folder created before function files existed, named as
 * `declarations` names them. Without the folder there are none.
 */
export async function readMigratedObjects(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.sql')).map((name) => readFile(join(folder, name), 'utf8')),
  )
  return texts.flatMap((text) => [
    ...Array.from(
      text.matchAll(/^CREATE (?:OR REPLACE )?(FUNCTION|VIEW) (\w+)/gm),
      ([, kind = '', name]) => `${kind.toLowerCase()} ${name}`,
    ),
    ...Array.from(
      text.matchAll(/^CREATE TRIGGER (\w+)[^;]*?\sON (\w+)\s/gm),
      ([, name, table]) => `trigger ${name} on ${table}`,
    ),
  ])
}

/** Splits one file into statements. `path` is relative to `db/functions`, for messages. */
export function parseFunctionFile(path: string, source: string, appRole: string): FunctionFile {
  const text = filledIn(path, source, appRole)
  const statements = splitStatements(text).map(({ text: statement, line }) => {
    const object = objectOf(statement)
    if (object === null) {
      throw new FunctionFileError(
        `db/functions/${path} line ${line}: only CREATE OR REPLACE FUNCTION, TRIGGER or VIEW, GRANT EXECUTE ON FUNCTION, ` +
          'GRANT SELECT and REVOKE ALL ON FUNCTION stand here; tables, columns and types belong to a migration',
      )
    }
    return { text: statement, line, object }
  })
  return { path, checksum: createHash('sha256').update(text).digest('hex'), statements }
}

function filledIn(path: string, source: string, appRole: string): string {
  return source
    .split('\n')
    .map((line, index) =>
      line.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
        try {
          return sqlNameValue(name, appRole)
        } catch (error) {
          throw new FunctionFileError(
            `db/functions/${path} line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`,
          )
        }
      }),
    )
    .join('\n')
}

function objectOf(statement: string): SqlObject | null {
  const created = /^CREATE OR REPLACE (FUNCTION|TRIGGER|VIEW) (\w+)/.exec(statement)
  const name = created?.[2] ?? ''
  if (created?.[1] === 'VIEW') return { kind: 'view', name }
  if (created?.[1] === 'FUNCTION') {
    const body = /\$\$([\s\S]*)\$\$/.exec(statement)?.[1]
    return body === undefined ? null : { kind: 'function', name, body }
  }
  if (created?.[1] === 'TRIGGER') {
    const table = /\sON (\w+)\s/.exec(statement)?.[1]
    return table === undefined ? null : { kind: 'trigger', name, table }
  }
  return /^(GRANT EXECUTE ON FUNCTION|GRANT SELECT ON|REVOKE ALL ON FUNCTION)\s/.test(statement)
    ? { kind: 'rights' }
    : null
}

/**
 * The statements of a text, without the comments between them, each with the line it begins at. Understands line
 * comments, quoted texts and names, and bodies between `$$`.
 */
function splitStatements(text: string): { text: string; line: number }[] {
  const statements: { text: string; line: number }[] = []
  let start = -1
  for (let i = 0; i < text.length;) {
    const next = endOfToken(text, i)
    if (start < 0 && !/\s/.test(text.charAt(i)) && !text.startsWith('--', i)) start = i
    if (start >= 0 && text.charAt(i) === ';') {
      statements.push({ text: text.slice(start, i), line: lineAt(text, start) })
      start = -1
    }
    i = next
  }
  if (start >= 0) statements.push({ text: text.slice(start), line: lineAt(text, start) })
  return statements
}

/** The end of the token at a position: a comment, a quoted text, a body, or one character. */
function endOfToken(text: string, from: number): number {
  const [opening, closing] = text.startsWith('--', from)
    ? ['--', '\n']
    : text.startsWith('$$', from)
      ? ['$$', '$$']
      : [text.charAt(from), text.charAt(from)]
  if (opening.length === 1 && opening !== "'" && opening !== '"') return from + 1
  const end = text.indexOf(closing, from + opening.length)
  return end < 0 ? text.length : end + closing.length
}

/** The line, from 1, of a position in a text. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
