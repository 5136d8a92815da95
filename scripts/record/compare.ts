import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Lists what differs between two recordings. */

export type Difference = {
  /** What differs, as the file of expected differences names it: `answers: deposits · member · … #1 $.body.status`. */
  what: string
  before: string
  after: string
}

/** Every difference of two values, with the path to it. */
export function differencesOf(
  before: unknown,
  after: unknown,
  path = '$',
): { path: string; before: unknown; after: unknown }[] {
  if (Object.is(before, after)) return []
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, before, after }]
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) =>
    differencesOf(before[name], after[name], Array.isArray(before) ? `${path}[${name}]` : `${path}.${name}`),
  )
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Differences of two recorded walks: answers that were added, removed or changed. */
export function compareAnswers(before: string, after: string): Difference[] {
  const [old, young] = [linesOf(before), linesOf(after)]
  const ids = [...new Set([...old.keys(), ...young.keys()])]
  const found = ids.flatMap((id) =>
    differencesOf(old.get(id) ?? null, young.get(id) ?? null).map((one) => ({
      what: `answers: ${id} ${one.path}`,
      before: shown(one.before),
      after: shown(one.after),
    })),
  )
  const [oldOrder, youngOrder] = [
    [...old.keys()].filter((id) => young.has(id)),
    [...young.keys()].filter((id) => old.has(id)),
  ]
  const moved = oldOrder.findIndex((id, index) => id !== youngOrder[index])
  if (moved !== -1) {
    found.push({ what: 'answers: order of the walk', before: oldOrder[moved] ?? '', after: youngOrder[moved] ?? '' })
  }
  return found
}

function linesOf(text: string): Map<string, unknown> {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line): [string, unknown] => {
      const value = JSON.parse(line) as { id: string }
      return [value.id, value]
    }),
  )
}

export function compareJson(name: string, before: string, after: string): Difference[] {
  return differencesOf(JSON.parse(before), JSON.parse(after)).map((one) => ({
    what: `${name}: ${one.path}`,
    before: shown(one.before),
    after: shown(one.after),
  }))
}

/** The calls that only the second OpenAPI has, such as `routes/get-bet`. */
export function newCallsOf(before: string, after: string): string[] {
  const [old, young] = [before, after].map((text) =>
    Object.keys((JSON.parse(text) as { paths?: Record<string, unknown> }).paths ?? {}),
  )
  return (young ?? []).filter((path) => old?.includes(path) !== true).map((path) => path.replace('/api/', ''))
}

/** Whether a difference is only that a new call exists and answers. */
export function isOfNewCall({ what }: Difference, newCalls: readonly string[]): boolean {
  return newCalls.some((call) => what.endsWith(`$.paths./api/${call}`) || what.includes(` · ${call} #`))
}

const mostShown = 200

function shown(value: unknown): string {
  if (value === undefined) return '‹nothing›'
  const text = JSON.stringify(value)
  return text.length > mostShown ? `${text.slice(0, mostShown)}… (${text.length} characters)` : text
}

export type Expectation = { pattern: RegExp; line: string; reason: string }

/**
 * Reads the file of expected differences: `<what> — <reason>` a line, `*` standing for any characters of `what`; lines
 * that are empty or begin with `#` are ignored. A line without a reason is refused.
 */
export function readExpected(text: string): Expectation[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [what = '', reason = ''] = line.split(' — ')
    if (reason.trim() === '') throw new Error(`An expected difference needs a reason after " — ": ${line}`)
    const escaped = what
      .trim()
      .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
    return { pattern: new RegExp(`^${escaped}$`, 's'), line, reason: reason.trim() }
  })
}

/** Splits differences into expected and unexpected ones; lists expectations that matched nothing. */
export function judge(
  differences: readonly Difference[],
  expected: readonly Expectation[],
): { unexpected: Difference[]; met: { difference: Difference; reason: string }[]; unused: string[] } {
  const used = new Set<Expectation>()
  const unexpected: Difference[] = []
  const met: { difference: Difference; reason: string }[] = []
  for (const difference of differences) {
    const one = expected.find(({ pattern }) => pattern.test(difference.what))
    if (one === undefined) unexpected.push(difference)
    else {
      used.add(one)
      met.push({ difference, reason: one.reason })
    }
  }
  return { unexpected, met, unused: expected.filter((one) => !used.has(one)).map(({ line }) => line) }
}

/**
 * Compares every part that both folders hold; throws where they have none in common. Calls that only the second has are no
 * difference for callers and are listed apart.
 */
export async function compareFolders(
  before: string,
  after: string,
  compareScreens: (before: string, after: string) => Promise<Difference[]>,
): Promise<{ compared: string[]; differences: Difference[]; newCalls: string[] }> {
  const compared: string[] = []
  const newCalls: string[] = []
  const differences: Difference[] = []
  for (const name of ['answers.jsonl', 'openapi-site.json', 'openapi-office.json']) {
    const [old, young] = await Promise.all(
      [before, after].map((folder) => readFile(join(folder, name), 'utf8').catch(() => null)),
    )
    if (typeof old !== 'string' || typeof young !== 'string') continue
    compared.push(name)
    if (name !== 'answers.jsonl') newCalls.push(...newCallsOf(old, young))
    differences.push(
      ...(name === 'answers.jsonl' ? compareAnswers(old, young) : compareJson(name.replace('.json', ''), old, young)),
    )
  }
  if ((await isFolder(join(before, 'screens'))) && (await isFolder(join(after, 'screens')))) {
    compared.push(`screens (${(await readdir(join(before, 'screens'))).length})`)
    differences.push(...(await compareScreens(join(before, 'screens'), join(after, 'screens'))))
  }
  if (compared.length === 0) throw new Error(`${before} and ${after} hold no recording of the same kind.`)
  return { compared, differences: differences.filter((one) => !isOfNewCall(one, newCalls)), newCalls }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
