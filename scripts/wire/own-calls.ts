import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The sections of `docs/requirements.md` about calls that the specification does not name, made from the contract. */

const root = join(import.meta.dirname, '../..')

const apis = [
  { number: '§7.3', title: 'Own calls of the member API', api: 'member' },
  { number: '§7.4', title: 'Play API (own)', api: 'play' },
  { number: '§7.5', title: 'Office API (own)', api: 'office' },
] as const

/** Tests of the whole contract: they name every call and prove nothing about one. */
export const generalTests = /\/(hostile|openapi|access|callers|round-trips|foreign|listeners)\.test\.ts$/

const first = `### ${apis[0].number}`
const after = '### §7.6'

/** `docs/requirements.md` with its sections of own calls as the contract has them. Throws where their headings are missing. */
export async function withOwnCalls(requirements: string): Promise<string> {
  const [from, to] = [requirements.indexOf(first), requirements.indexOf(after)]
  if (from === -1 || to < from) throw new Error(`docs/requirements.md needs the headings ${first} and ${after}`)
  const written = requirements.slice(0, from)
  const sections: string[] = []
  for (const { number, title, api } of apis) {
    const lines = await linesOf(api, (call) => api === 'member' && isNamed(written, call))
    sections.push(`### ${number} ${title}\n\n${lines.join('\n')}\n\n`)
  }
  return written + sections.join('') + requirements.slice(to)
}

/** Whether a text names a call as a whole word: "get-round" is not named by "get-rounds". */
export function isNamed(text: string, call: string): boolean {
  return new RegExp(`(?<![\\w-])${call}(?![\\w-])`).test(text)
}

async function linesOf(api: string, isLeftOut: (call: string) => boolean): Promise<string[]> {
  const lines: string[] = []
  for (const noun of nouns()) {
    const contract = `src/contract/${noun}.ts`
    const calls = (await callsIn(contract, { noun, api, table: 'Routes' })).filter((call) => !isLeftOut(call))
    if (calls.length === 0) continue
    const code = [contract, `src/server/modules/${noun}/${api}.ts`]
    lines.push(`- ${calls.join(', ')}. Code: ${quoted(code)}. Test: ${quoted(testsOf({ noun, api, calls }))}.`)
  }
  return lines
}

function nouns(): string[] {
  const files = globSync('src/contract/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  return files.map(nameOf).toSorted()
}

function nameOf(path: string): string {
  return path.replace(/^.*\/|\.ts$/g, '')
}

const quoted = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join(', ')

/** The calls in a file's table `<noun><Api>Routes` or `<noun><Api>Handlers`; none where the file has no such table. */
export async function callsIn(
  path: string,
  { noun, api, table }: { noun: string; api: string; table: 'Routes' | 'Handlers' },
): Promise<string[]> {
  const exported = (await import(pathToFileURL(join(root, path)).href)) as Readonly<Record<string, object>>
  const name = `${noun}-${api}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.keys(exported[`${name}${table}`] ?? {})
}

/** Files that test every one of the calls by name: of the module if it has them, else such as call the API by its name. */
function testsOf({ noun, api, calls }: { noun: string; api: string; calls: readonly string[] }): string[] {
  const own = `src/server/modules/${noun}/`
  const rank = (path: string): number => (path.startsWith(own) ? 0 : path.endsWith(`/${api}.test.ts`) ? 1 : 2)
  const files = serverTests().toSorted((one, other) => rank(one.path) - rank(other.path))
  const found = new Set<string>()
  for (const call of calls) {
    const named = files.filter(({ text }) => text.includes(`'${call}'`))
    const test =
      named.find(({ path }) => found.has(path) || path.startsWith(own)) ??
      named.find(({ text }) => text.includes(`.${api}('${call}'`)) ??
      named[0]
    const path = test?.path
    if (path !== undefined) found.add(path)
  }
  return [...found].toSorted()
}

let tests: { path: string; text: string }[] | undefined

function serverTests(): { path: string; text: string }[] {
  tests ??= globSync('src/server/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !generalTests.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  return tests
}
