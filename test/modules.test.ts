import { catalogue } from '#domain/games/catalogue.ts'
import { pathExists, projectRoot, readSources, visit, type SourceFile } from '#test/source-tree.ts'
import { callsIn } from '../scripts/wire/own-calls.ts'
import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Modules by noun: what may import what, one name on every layer, whose calls are where, and which code touches which
 * table.
 */

const own = readSources(['src', 'scripts', 'e2e']).filter((file) => !/\.test\.tsx?$/.test(file.path))
const byPath = new Map(own.map((file) => [file.path, file]))
const modules = folders('src/server/modules')

function folders(path: string): string[] {
  return readdirSync(join(projectRoot, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
}

function moduleOf(path: string): string | null {
  return /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1] ?? null
}

describe('modules of the server', () => {
  test('take from another module only its store: move what both need to a store, to auth or to the domain', () => {
    const wrong = own.flatMap((file) => {
      const here = moduleOf(file.path)
      if (here === null) return []
      return file.imports
        .filter((one) => ![null, here].includes(moduleOf(one.to)) && !one.to.endsWith('/store.ts'))
        .map((one) => `${file.path}:${one.line} imports ${one.to}`)
    })
    expect(wrong).toEqual([])
  })

  test('are not imported by http, auth, ledger, live and db: pass what they need as a value', () => {
    const wrong = own
      .filter((file) => /^src\/server\/(http|auth|ledger|live|db)\//.test(file.path))
      .flatMap((file) =>
        file.imports
          .filter((one) => moduleOf(one.to) !== null)
          .map((one) => `${file.path}:${one.line} imports ${one.to}`),
      )
    expect(wrong).toEqual([])
  })

  test('have an entrance: member, office, play or provider for the API that calls them, or store for other modules', () => {
    const empty = modules.filter(
      (name) =>
        !['member', 'office', 'play', 'provider', 'store'].some((entrance) =>
          pathExists(`src/server/modules/${name}/${entrance}.ts`),
        ),
    )
    expect(empty).toEqual([])
  })

  test('have the same name on the web: a page’s folder is a module, or one of the pages without calls', () => {
    const withoutCalls = ['credits', 'error']
    const wrong = ['member', 'office'].flatMap((app) =>
      folders(`src/web/${app}/pages`)
        .filter((name) => !modules.includes(name) && !withoutCalls.includes(name))
        .map((name) => `src/web/${app}/pages/${name}`),
    )
    expect(wrong).toEqual([])
  })
})

/** Files of the contract that are no noun, each with the reason. */
const contractWithoutNoun: Readonly<Record<string, string>> = {
  'route.ts': 'what a row is',
  'wire.ts': 'the shapes that several nouns share',
  'api-error.ts': 'the errors of an API around every call',
  'member-api.ts': 'joins the rows of the member API',
  'office-api.ts': 'joins the rows of the office API',
  'play-api.ts': 'joins the rows of the play API',
  'live.ts': 'the messages of the socket, which is no call',
  'site.ts': 'the data of rendered pages: the answers of several nouns, read together',
}

describe('the contract', () => {
  const files = own.flatMap(({ path }) => /^src\/contract\/([^/]+)$/.exec(path)?.[1] ?? [])

  test('has a file for each noun, named like the module that handles its calls', () => {
    const names = files.filter((name) => contractWithoutNoun[name] === undefined).map((name) => name.slice(0, -3))
    expect(names.filter((name) => !modules.includes(name))).toEqual([])
    expect(Object.keys(contractWithoutNoun).filter((name) => !files.includes(name))).toEqual([])
  })

  const apis = { member: memberRoutes, office: officeRoutes, play: playRoutes }
  test.each(Object.entries(apis))(
    'has each row of the %s API in the noun whose module handles it, under `<noun>…Routes` and `<noun>…Handlers`',
    async (api, routes) => {
      const sortedCalls = async (path: string, noun: string, table: 'Routes' | 'Handlers'): Promise<string[]> =>
        pathExists(path) ? (await callsIn(path, { noun, api, table })).toSorted() : []
      const declared: string[] = []
      for (const noun of modules) {
        const rows = await sortedCalls(`src/contract/${noun}.ts`, noun, 'Routes')
        const handled = await sortedCalls(`src/server/modules/${noun}/${api}.ts`, noun, 'Handlers')
        expect({ noun, rows }).toEqual({ noun, rows: handled })
        declared.push(...rows)
      }
      expect(Object.keys(routes).toSorted()).toEqual(declared.toSorted())
    },
  )
})

test('only a machine’s own folders and the catalogue name it: take the machine from the catalogue, in tests from `#test/any-slot.ts`', () => {
  const sources = readSources(['src', 'test', 'scripts', 'e2e']).filter(
    (file) => file.path !== 'src/domain/games/catalogue.ts',
  )
  const wrong = catalogue.flatMap(({ game: { code } }) => {
    const folders = [
      `src/domain/games/slot/machines/${code}/`,
      `scripts/art/machines/${code}/`,
      `src/web/play/slot/machines/${code}/`,
    ]
    // The code, and names made from it: `night-owl`, `nightOwl`, `NightOwl`.
    const named = new RegExp(code.replaceAll('-', '-?'), 'i')
    return sources
      .filter((file) => !folders.some((folder) => file.path.startsWith(folder)) && named.test(file.text))
      .map((file) => `${file.path} names ${code}`)
  })
  expect(wrong).toEqual([])
})

describe('messages', () => {
  /** Files that are no module's, each with the reason. */
  const withoutModule: Readonly<Record<string, string>> = {
    frame: 'what every page shows: the frame, words of buttons and errors, pages without calls',
    home: 'the page of several modules that a first visit needs',
    play: 'the game window, which the games share',
    cards: 'what the tables with cards share',
    blackjack: 'the window of Blackjack, loaded with it',
  }
  const filesOf = (folder: string): string[] =>
    readdirSync(join(projectRoot, 'src/i18n', folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name.replace(/\.ts$/, ''))
      .toSorted()
  const member = filesOf('ko')
  const office = filesOf('ko/office')

  test('have files with the name of a module: move them to their noun, or give a reason in the list', () => {
    // The texts of a kind of table are loaded with its window.
    const isKind = (name: string): boolean =>
      existsSync(join(projectRoot, `src/web/play/table/${name}/${name}-kind.tsx`))
    const known = (name: string): boolean => modules.includes(name) || isKind(name) || withoutModule[name] !== undefined
    expect([...member, ...office].filter((name) => !known(name))).toEqual([])
    expect(Object.keys(withoutModule).filter((name) => ![...member, ...office].includes(name))).toEqual([])
  })

  test('have keys that begin with the file’s name in camel case: `help.ts` has `help`, `helpRound`', async () => {
    const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
    const wrong = [...member, ...office.map((name) => `office/${name}`)]
      .filter((file) => !file.endsWith('frame'))
      .map(async (file) => {
        const { messages } = (await import(join(projectRoot, `src/i18n/ko/${file}.ts`))) as { messages: object }
        const name = camel(file.replace('office/', ''))
        return Object.keys(messages)
          .filter((key) => !new RegExp(`^${name}([A-Z]|$)`).test(key))
          .map((key) => `${file}.ts: ${key}`)
      })
    expect((await Promise.all(wrong)).flat()).toEqual([])
  })

  test('have the same files in every language; those of the office exist in Korean and English', () => {
    for (const locale of folders('src/i18n')) {
      expect({ locale, files: filesOf(locale) }).toEqual({ locale, files: member })
      const own = folders(`src/i18n/${locale}`).map((folder) => ({ folder, files: filesOf(`${locale}/${folder}`) }))
      expect({ locale, own }).toEqual({
        locale,
        own: ['ko', 'en'].includes(locale) ? [{ folder: 'office', files: office }] : [],
      })
    }
  })
})

test('there is no import cycle, type imports included', () => {
  expect(findCircle()).toEqual([])
})

function findCircle(): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  function walk(path: string): string[] {
    if (state.get(path) === 'done') return []
    if (state.get(path) === 'open') return [...trail.slice(trail.indexOf(path)), path]
    state.set(path, 'open')
    trail.push(path)
    for (const one of byPath.get(path)?.imports ?? []) {
      const circle = walk(one.to)
      if (circle.length > 0) return circle
    }
    trail.pop()
    state.set(path, 'done')
    return []
  }
  for (const { path } of own) {
    const circle = walk(path)
    if (circle.length > 0) return circle
  }
  return []
}

const mostLines = 80

/** Functions that are longer, each with the reason. */
const longFunctions: Readonly<Record<string, string>> = {
  'db/functions/ledger/post.sql ledger_post':
    'one statement sequence under the wallet lock; an inner call costs 0.13 ms a bet',
  'db/functions/ledger/post-batch.sql ledger_post_batch': 'the batch form of ledger_post, for the same reason',
  'src/server/live/event-link.ts linkEvents':
    'one connection: connecting, losing, gathering and sending change the same seven variables',
}

describe(`functions of more than ${mostLines} lines`, () => {
  const long = [...own.flatMap(longFunctionsOf), ...longSqlFunctions()]

  test('have a reason in the list: split the others', () => {
    expect(long.filter(({ name }) => longFunctions[name] === undefined)).toEqual([])
  })

  test('are still that long if they are in the list: remove the others from it', () => {
    expect(Object.keys(longFunctions).filter((name) => !long.some((one) => one.name === name))).toEqual([])
  })
})

type LongFunction = { name: string; lines: number }

function longFunctionsOf(file: SourceFile): LongFunction[] {
  const found: LongFunction[] = []
  visit(file.program, (node) => {
    if (node.type !== 'FunctionDeclaration' && node.type !== 'ArrowFunctionExpression') return
    const lines = file.text.slice(node.start, Number(node['end'])).split('\n').length
    const id = node['id']
    const name = typeof id === 'object' && id !== null && 'name' in id ? String(id.name) : 'unnamed'
    if (lines > mostLines) found.push({ name: `${file.path} ${name}`, lines })
  })
  return found
}

function longSqlFunctions(): LongFunction[] {
  const folder = join(projectRoot, 'db/functions')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [...text.matchAll(/CREATE OR REPLACE FUNCTION (\w+)[\s\S]*?AS (\$\w*\$)[\s\S]*?\2/g)].map((match) => ({
        name: `db/functions/${name} ${match[1] ?? ''}`,
        lines: match[0].split('\n').length,
      }))
    })
    .filter(({ lines }) => lines > mostLines)
}

test('every migration has a number of its own, without gaps', () => {
  const names = readdirSync(join(projectRoot, 'db/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  expect(names.filter((name, index) => Number(name.slice(0, 3)) !== index + 1)).toEqual([])
})

/** The tables of the database, as the generated types name them. */
const tables = new Set(
  [
    ...(
      /export interface DB \{([\s\S]*?)\n\}/.exec(
        readFileSync(join(projectRoot, 'src/server/db/schema.ts'), 'utf8'),
      )?.[1] ?? ''
    ).matchAll(/^ {2}(\w+):/gm),
  ].map((match) => match[1] ?? ''),
)

/** The part of the server a path belongs to: a module, or a folder beside the modules. */
function partOf(path: string): string {
  const name = moduleOf(path)
  if (name !== null) return `modules/${name}`
  return path.split('/').length > 3 ? (path.split('/')[2] ?? '') : 'server'
}

function tablesIn(text: string, way: RegExp): string[] {
  const found = [...text.matchAll(way)].map((match) => match[1] ?? match[2] ?? '').filter((name) => tables.has(name))
  return [...new Set(found)].toSorted()
}

const writing =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)|(?:INSERT INTO|UPDATE(?! OF| SKIP)|DELETE FROM)\s+(?:ONLY )?(\w+)/g
const reading = /(?:selectFrom|[jJ]oin)\('(\w+)|(?:FROM|JOIN)\s+(?:ONLY )?(\w+)/g

test('docs/tables.md lists which part of the server reads and writes which table (renewed by `npx vitest run test/modules.test.ts --update`)', async () => {
  const parts = Map.groupBy(
    own.filter((file) => file.path.startsWith('src/server/') && file.path !== 'src/server/db/schema.ts'),
    (file) => partOf(file.path),
  )
  const lines = [...parts].toSorted().flatMap(([part, files]) => {
    const text = files.map((file) => file.text.replace(/DELETE FROM/g, 'DELETE\u0020FROM')).join('\n')
    const writes = tablesIn(text, writing)
    const reads = tablesIn(text.replace(/deleteFrom|DELETE FROM/g, ''), reading).filter(
      (name) => !writes.includes(name),
    )
    if (reads.length + writes.length === 0) return []
    const named = (names: string[]): string =>
      names.length === 0 ? 'none' : names.map((one) => `\`${one}\``).join(', ')
    return [`## ${part}`, '', `- writes: ${named(writes)}`, `- reads: ${named(reads)}`, '']
  })
  const head = [
    '# Tables',
    '',
    'The tables that each part of `src/server/` reads and writes in its SQL. Generated from the sources; the functions of',
    '`db/functions/` are not listed.',
    '',
  ]
  expect(existsSync(join(projectRoot, 'docs/tables.md'))).toBe(true)
  await expect([...head, ...lines].join('\n')).toMatchFileSnapshot('../docs/tables.md')
})
