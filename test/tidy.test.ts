import { pathExists, readSources, visit, type SourceFile } from '#test/source-tree.ts'
import { describe, expect, test } from 'vitest'

/** Checks of the project's own sources. Each message names the place and the fix. */

const files = readSources(['src', 'test', 'scripts', 'e2e'])
const byPath = new Map(files.map((file) => [file.path, file]))
/** `corruptions/` is the data of a test. */
const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith('test/') || path.startsWith('src/server/ledger/corruptions/')
const own = files.filter((file) => !isTest(file.path))

/** The layer of a path; scripts and e2e are outside the layers and may use everything. */
function layerOf(path: string): string {
  const [, top = '', second = ''] = path.split('/')
  if (!path.startsWith('src/')) return 'outside'
  return top === 'web' ? `web/${second}` : top
}

/** What each layer may import. `types` means types only. */
const layers: Readonly<Record<string, Readonly<Record<string, 'all' | 'types'>>>> = {
  domain: { domain: 'all' },
  i18n: { i18n: 'all', domain: 'all' },
  contract: { contract: 'all', domain: 'all' },
  server: { server: 'all', contract: 'all', domain: 'all', i18n: 'all' },
  'web/shared': { 'web/shared': 'all', domain: 'all', i18n: 'all', contract: 'types' },
  'web/member': { 'web/member': 'all', 'web/shared': 'all', domain: 'all', i18n: 'all', contract: 'types' },
  'web/office': { 'web/office': 'all', 'web/shared': 'all', domain: 'all', i18n: 'all', contract: 'types' },
  'web/verifier': { 'web/verifier': 'all', domain: 'all', i18n: 'all' },
  'web/play': { 'web/play': 'all', 'web/shared': 'all', domain: 'all', i18n: 'all', contract: 'types' },
}

describe('imports go down', () => {
  test('each layer imports only from layers below it', () => {
    const wrong = own.flatMap((file) => {
      const allowed = layers[layerOf(file.path)]
      if (!allowed) return []
      return file.imports.flatMap((one) => {
        const how = allowed[layerOf(one.to)]
        if (how === 'all' || (how === 'types' && one.typeOnly)) return []
        const fix =
          how === 'types' ? 'write `import type`' : `move what both need to a lower layer, or pass it as a value`
        return [`${file.path}:${one.line} imports ${one.to}: ${fix}`]
      })
    })
    expect(wrong).toEqual([])
  })

  test('only tests, their runner, journeys, fault programs, recordings and the page of rounds use the test harness', () => {
    const outside = own.filter(
      (file) =>
        !/^(e2e\/|scripts\/(faults|record|rounds)\/|scripts\/(test|server-process|rounds)\.ts$)/.test(file.path),
    )
    const wrong = outside.flatMap((file) =>
      file.imports.filter((one) => one.to.startsWith('test/')).map((one) => `${file.path}:${one.line}: ${one.to}`),
    )
    expect(wrong).toEqual([])
  })

  test('a page takes from another noun’s page only a card (`-card.tsx`): share through the app’s kit or web/shared', () => {
    const wrong = own.flatMap((file) => {
      const here = pageOf(file.path)
      if (here === null) return []
      return file.imports.flatMap((one) => {
        const there = pageOf(one.to)
        return there === null || there === here || one.to.endsWith('-card.tsx')
          ? []
          : [`${file.path}:${one.line} imports ${one.to}`]
      })
    })
    expect(wrong).toEqual([])
  })

  test('every import of the project names a file that exists', () => {
    const wrong = files.flatMap((file) =>
      file.imports.filter((one) => !pathExists(one.to)).map((one) => `${file.path}:${one.line}: ${one.to}`),
    )
    expect(wrong).toEqual([])
  })
})

function pageOf(path: string): string | null {
  const match = /^src\/web\/(member|office)\/pages\/([^/]+)\//.exec(path)
  return match ? `${match[1]}/${match[2]}` : null
}

describe('files and declarations', () => {
  test('every file is reached from an entry: delete it or use it', () => {
    const entry = (file: SourceFile): boolean =>
      isTest(file.path) ||
      !file.path.startsWith('src/') ||
      ['src/server/main.ts', 'src/web/member/render.tsx', 'src/web/member/start.ts'].includes(file.path) ||
      /^src\/web\/(member|office|play|verifier)\/main\.tsx?$/.test(file.path) ||
      // Built by `scripts/rounds.ts` only.
      file.path === 'src/web/play/rounds/main.tsx' ||
      // Put in place of packages by `vite.config.ts`.
      ['src/web/member/use-intl.tsx', 'src/web/shared/preload-files.ts'].includes(file.path) ||
      // A thread of its own.
      file.path === 'src/server/modules/statement/pdf-thread.ts' ||
      // Loaded by folder: `src/web/play/slot/theme.ts`.
      /^src\/web\/play\/slot\/machines\/[a-z-]+\/theme\.ts$/.test(file.path) ||
      // Loaded by folder: `scripts/catalogues.ts`.
      /^src\/i18n\/[a-z]{2}\//.test(file.path) ||
      // Generated; types only.
      file.path === 'src/server/db/schema.ts'
    const reached = new Set<string>()
    const queue = files.filter((file) => entry(file) && !isTest(file.path)).map((file) => file.path)
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (reached.has(path)) continue
      reached.add(path)
      for (const one of byPath.get(path)?.imports ?? []) queue.push(one.to)
    }
    expect(own.map((file) => file.path).filter((path) => path.startsWith('src/') && !reached.has(path))).toEqual([])
  })

  test('no folder or file has a name without meaning: utils, helpers, common, misc', () => {
    expect(
      files.map((file) => file.path).filter((path) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(path)),
    ).toEqual([])
  })

  test('names are kebab-case', () => {
    expect(files.map((file) => file.path).filter((path) => !/^[a-z0-9/.-]+$/.test(path))).toEqual([])
  })

  test('there are no barrels, files that only re-export', () => {
    const barrels = own.filter((file) => {
      const statements = file.program.body
      return (
        statements.length > 1 &&
        statements.every(
          (one) =>
            one.type === 'ExportAllDeclaration' || (one.type === 'ExportNamedDeclaration' && one.source !== null),
        )
      )
    })
    expect(barrels.map((file) => file.path)).toEqual([])
  })

  test('files have at most 420 lines', () => {
    const long = own.filter(
      (file) => file.lines > 420 && file.path !== 'src/server/db/schema.ts' && !file.path.startsWith('src/i18n/'),
    )
    expect(long.map((file) => `${file.path}: ${file.lines} lines, split it by what it does`)).toEqual([])
  })

  test('there are no enums, no namespaces, and no classes but errors', () => {
    const wrong = files.flatMap((file) => {
      const found: string[] = []
      visit(file.program, (node) => {
        if (node.type === 'TSEnumDeclaration') found.push(`${file.path}: write the enum as a list \`as const\``)
        if (node.type === 'TSModuleDeclaration' && node['kind'] === 'namespace')
          found.push(`${file.path}: no namespaces`)
        if (node.type === 'ClassDeclaration' && !classParent(node).endsWith('Error')) {
          found.push(`${file.path}: write the class as functions over a type`)
        }
      })
      return found
    })
    expect(wrong).toEqual([])
  })
})

function classParent(node: Record<string, unknown>): string {
  const parent = node['superClass']
  return typeof parent === 'object' && parent !== null && 'name' in parent ? String(parent.name) : ''
}

/** Banned calls: where they are banned, what to write instead, and which files may use them. */
const banned: readonly { name: RegExp; where: RegExp; instead: string; except?: RegExp }[] = [
  {
    name: /^Math\.random$/,
    where: /./,
    instead: 'randomness is an argument (`Draw`), ids come from `uuid` or node:crypto',
  },
  {
    name: /^(Date\.now|new Date)$/,
    where: /^src\/domain\//,
    instead: 'time is an argument, or comes from the database’s clock',
    except: /^src\/domain\/brand-time\.ts$/,
  },
  { name: /^parseFloat$/, where: /^src\/(domain|server|contract)\//, instead: 'money is read by `amountFromWire`' },
  {
    name: /^process\.env$/,
    where: /^src\//,
    instead: 'read `Config`; the environment is parsed once',
    except: /^src\/server\/(config|main|db\/embedded[\w-]*)\.ts$/,
  },
  { name: /^types\.setTypeParser$/, where: /./, instead: 'the parser is set per pool, in `createPool`' },
  {
    name: /^console\.\w+$/,
    where: /^src\/server\//,
    instead: 'log through pino, or print through the launcher',
    except: /^src\/server\/(main|announce)\.ts$/,
  },
  {
    name: /^dangerouslySetInnerHTML$/,
    where: /^src\/web\//,
    instead: 'show operators’ HTML through `web/shared/operator-html.tsx`',
    except: /^src\/web\/shared\/operator-html\.tsx$/,
  },
  { name: /^(eval|new Function)$/, where: /./, instead: 'text is never evaluated as code' },
]

test('banned calls have their replacement', () => {
  const wrong = own.flatMap((file) =>
    file.calls.flatMap((call) =>
      banned
        .filter((rule) => rule.name.test(call.name) && rule.where.test(file.path) && !rule.except?.test(file.path))
        .map((rule) => `${file.path}:${call.line} uses ${call.name}: ${rule.instead}`),
    ),
  )
  expect(wrong).toEqual([])
})

test('only the ledger names its functions and writes its tables', () => {
  const wrong = own
    .filter((file) => file.path.startsWith('src/server/') && !file.path.startsWith('src/server/ledger/'))
    .filter((file) =>
      /ledger_post|(UPDATE|INSERT INTO|DELETE FROM)\s+(wallet|journal|round|house_entry|jackpot_shard)\b|(updateTable|insertInto|deleteFrom)\('(wallet|journal|round|house_entry|jackpot_shard)'/.test(
        file.text,
      ),
    )
  expect(wrong.map((file) => `${file.path}: call the ledger instead`)).toEqual([])
})

test('a query in SQL names every field of its row type: the compiler cannot compare the two', () => {
  const rowQuery = /(?:sql|query)<\{([^<>]*?)\}>\(?\s*(?:`((?:[^`\\]|\\.)*)`|'([^']*)')/g
  const wrong = own.flatMap((file) =>
    [...file.text.matchAll(rowQuery)].flatMap(([, fields = '', template, plain = '']) => {
      const text = template ?? plain
      // The columns of a function or of a query that is passed in stand elsewhere.
      if (/SELECT \*|^\$\{/.test(text)) return []
      return [...fields.matchAll(/(\w+)\??:/g)].flatMap(([, field = '']) =>
        new RegExp(`\\b${field}\\b`).test(text) ? [] : [`${file.path}: ${field} is not in ${text.trim().slice(0, 60)}`],
      )
    }),
  )
  expect(wrong).toEqual([])
})

test('comments and names avoid words of the former dialect: docs/glossary.md has the terms', () => {
  const dialect = /\b(whoever|told|meddles?|wary)\b/i
  const wrong = files.flatMap((file) => {
    const names = new Set<string>()
    visit(file.program, (node) => {
      if (node.type === 'Identifier') names.add(String(node['name']))
    })
    return [
      ...file.comments.filter(({ text }) => dialect.test(text)).map(({ line }) => `${file.path}:${line}: comment`),
      ...[...names].filter((name) => dialect.test(wordsOf(name))).map((name) => `${file.path}: ${name}`),
    ]
  })
  expect(wrong).toEqual([])
})

/** The words of a name: `isToldTwice` has three. */
function wordsOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}
