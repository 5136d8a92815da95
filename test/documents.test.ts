import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import { pathExists, projectRoot } from '#test/source-tree.ts'
import { variants } from '../scripts/faults/variants/list.ts'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The documents agree with the code. Each message names the place. */

const folders = readdirSync(projectRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
  .map((entry) => entry.name)

const documents = [
  ...readdirSync(projectRoot),
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'))

/** The text of every source file; these checks need no parser. */
const sources = ['src', 'test', 'scripts', 'e2e'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: join(folder, name), text: read(join(folder, name)) })),
)

function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}

/** Paths in back quotes that begin with a folder of the repository. */
function namedPaths(text: string): string[] {
  const path = new RegExp(`\`((?:${folders.join('|')})/[\\w./-]*)\``, 'g')
  return [...text.matchAll(path)].map((match) => match[1] ?? '')
}

describe('every document', () => {
  test.each(documents)('%s names only paths that exist', (document) => {
    expect(namedPaths(read(document)).filter((path) => !pathExists(path))).toEqual([])
  })
})

test('settings of a pooler in docs/operations.md have comments on lines of their own, as it reads no others', () => {
  const blocks = [...read('docs/operations.md').matchAll(/^```ini\n(.*?)^```/gms)].map((match) => match[1] ?? '')
  expect(blocks.length).toBeGreaterThan(0)
  const lines = blocks.flatMap((block) => block.trimEnd().split('\n'))
  expect(lines.filter((line) => !/^(;.*|[a-z_]+ = [^;#]+)$/.test(line))).toEqual([])
})

test('each command of a document that runs part of a lane names a test file', () => {
  const files = globSync('{src,scripts,test}/**/*.test.{ts,tsx}', { cwd: projectRoot })
  const named = documents.flatMap((document) =>
    [...read(document).matchAll(/npm run test:(?:fast|server|faults) -- ([\w./-]+)`/g)].map((match) => match[1] ?? ''),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !files.some((path) => path.includes(name)))).toEqual([])
})

test('no document addresses an unnamed person: name the caller, member or operator instead', () => {
  // The table of variants quotes the titles of tests.
  const own = documents.filter((document) => document !== 'docs/caught.md')
  const found = own.filter((document) => /\bwhoever\b|\bwho is (told|asked|filling)\b/i.test(read(document)))
  expect(found).toEqual([])
})

test('every document that a source file cites exists', () => {
  const missing = sources.flatMap((file) =>
    [...file.text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
      .filter(([path]) => !pathExists(path))
      .map(([path]) => `${file.path}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('docs/glossary.md explains every module', () => {
  const terms = new Set([...read('docs/glossary.md').matchAll(/^- \*\*([\w-]+)\*\*/gm)].map((match) => match[1]))
  const modules = readdirSync(join(projectRoot, 'src/server/modules'))
  expect(modules.length).toBeGreaterThan(10)
  expect(modules.filter((name) => !terms.has(name))).toEqual([])
})

describe('docs/requirements.md', () => {
  const text = read('docs/requirements.md')

  test('has a heading for every section that a comment cites', () => {
    const sections = new Set([...text.matchAll(/^##+ §([\d.]+) /gm)].map((match) => match[1]))
    const cited = sources.flatMap((file) =>
      [...file.text.matchAll(/spec §(\d+(?:\.\d+)?)/g)].map((match) => ({ file: file.path, section: match[1] })),
    )
    expect(cited.length).toBeGreaterThan(0)
    expect(cited.filter(({ section }) => !sections.has(section))).toEqual([])
  })

  test('names code and a test on every line', () => {
    const lines = text.split('\n').filter((line) => line.startsWith('- ') && !line.startsWith('- **'))
    const incomplete = lines.filter((line) => !/Code: `/.test(line) || !/Test: `/.test(line))
    expect(lines.length).toBeGreaterThan(100)
    expect(incomplete.filter((line) => !line.includes('journeys of') && !line.endsWith('(§1).'))).toEqual([])
  })

  test.each([
    { api: 'member', routes: memberRoutes, sections: ['7.1', '7.2', '7.3'] },
    { api: 'play', routes: playRoutes, sections: ['7.4'] },
    { api: 'office', routes: officeRoutes, sections: ['7.5'] },
  ])('has a line for every call of the $api API', ({ routes, sections }) => {
    const named = sections.flatMap((section) => callsOf(text, section))
    expect(Object.keys(routes).filter((call) => !named.includes(call))).toEqual([])
  })
})

describe('docs/promises.md', () => {
  const text = read('docs/promises.md')
  const promises = text.split(/^## /m).slice(1)

  test('names enforcement, purpose, test and variants of each promise', () => {
    const parts = ['Enforced', 'Prevents', 'Test', 'Variants']
    const incomplete = promises.filter((promise) => {
      const named = [...promise.matchAll(/(?<=^- |\. )(\w+):/gm)].map((match) => match[1])
      return named.join() !== parts.join() || namedPaths(promise).length < 2
    })
    expect(promises.length).toBeGreaterThan(10)
    expect(incomplete).toEqual([])
  })

  test('names only variants that exist', () => {
    const lines = text.split('\n').flatMap((line) => line.split('Variants: ').slice(1))
    const named = lines.flatMap((line) => [...line.matchAll(/`([\w-]+)`/g)].map((match) => match[1]))
    const existing = new Set(variants.map(({ name }) => name))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => name === undefined || !existing.has(name))).toEqual([])
  })

  test('is at most 140 lines long', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(140)
  })
})

/** The calls that the lines of a section begin with: `- get-help-list: …`, `- sign-in, sign-out, me. …`. */
function callsOf(text: string, section: string): string[] {
  const [, rest = ''] = text.split(`### §${section} `)
  const lines = (rest.split(/^##/m)[0] ?? '').split('\n').filter((line) => line.startsWith('- '))
  return lines.flatMap((line) => {
    const [names = ''] = line.slice(2).split(/[:.]/)
    return names.split(', ').map((name) => name.replace(/ .*/, ''))
  })
}
