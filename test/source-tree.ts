import { parseSync } from 'oxc-parser'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** The project's own sources, parsed once, for checks of its structure. */
export type SourceFile = {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
  lines: number
  /** Imports of files of the project, as paths from the root; `typeOnly` for type imports. */
  imports: { to: string; typeOnly: boolean; line: number }[]
  calls: { name: string; line: number }[]
  comments: { text: string; line: number }[]
  program: ReturnType<typeof parseSync>['program']
}

type Node = { type: string; start: number } & Record<string, unknown>

export const projectRoot = resolve(import.meta.dirname, '..')
const sourceEnding = /\.(ts|tsx)$/

/** Every TypeScript file under the folders named, without declarations. */
export function readSources(folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) => walk(join(projectRoot, folder))).map(readSource)
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return walk(path)
    return sourceEnding.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]?.message}`)
  const starts = lineStarts(text)
  const file: SourceFile = {
    path: relative(projectRoot, path).split(sep).join('/'),
    text,
    lines: starts.length,
    imports: [],
    calls: [],
    comments: parsed.comments.map(({ value, start }) => ({ text: value, line: lineOf(starts, start) })),
    program: parsed.program,
  }
  visit(parsed.program, (node) => {
    const line = lineOf(starts, node.start)
    const wanted = importOf(node)
    if (wanted) {
      const to = resolveImport(path, wanted.name)
      if (to !== null) file.imports.push({ to, typeOnly: wanted.typeOnly, line })
    }
    const name = nameOf(node)
    if (name !== null) file.calls.push({ name, line })
  })
  return file
}

/** Calls `see` for every node, parents first. */
export function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see)
  } else if (isNode(value)) {
    see(value)
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child, see)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function importOf(node: Node): { name: string; typeOnly: boolean } | null {
  const isStatement = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(node.type)
  if (!isStatement && node.type !== 'ImportExpression') return null
  const source = node['source']
  if (!isNode(source) || typeof source['value'] !== 'string') return null
  const typeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type' || onlyTypes(node['specifiers'])
  return { name: source['value'], typeOnly }
}

function onlyTypes(specifiers: unknown): boolean {
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false
  return specifiers.every((one: unknown) => isNode(one) && one['importKind'] === 'type')
}

/** `Math.random`, `fetch`, `new Date`, as written where it is used; null for everything else. */
function nameOf(node: Node): string | null {
  if (node.type === 'MemberExpression') {
    const { object, property } = node
    if (isNode(object) && isNode(property) && object.type === 'Identifier' && property.type === 'Identifier') {
      return `${String(object['name'])}.${String(property['name'])}`
    }
  }
  const callee = node['callee']
  if (node.type === 'NewExpression' && isNode(callee)) return `new ${String(callee['name'])}`
  if (node.type === 'CallExpression' && isNode(callee) && callee.type === 'Identifier') return String(callee['name'])
  if (node.type === 'JSXAttribute') {
    const name = node['name']
    return isNode(name) ? String(name['name']) : null
  }
  return null
}

function resolveImport(from: string, name: string): string | null {
  const clean = name.replace(/\?.*$/, '')
  let path: string
  if (clean.startsWith('#test/')) path = join(projectRoot, clean.slice(1))
  else if (clean.startsWith('#')) path = join(projectRoot, 'src', clean.slice(1))
  else if (clean.startsWith('.')) path = resolve(dirname(from), clean)
  else return null
  return relative(projectRoot, path).split(sep).join('/')
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** Whether a path of the project exists. */
export function pathExists(path: string): boolean {
  return statSync(join(projectRoot, path), { throwIfNoEntry: false }) !== undefined
}
