import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import { projectRoot } from '#test/source-tree.ts'
import { generalTests, isNamed } from '../scripts/wire/own-calls.ts'

/** Every call has a handler test and a requirement, and every message is used. */

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const tests = globSync('src/server/**/*.test.ts', { cwd: projectRoot })
const sources = globSync('src/{web,server,domain,contract}/**/*.{ts,tsx}', { cwd: projectRoot })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map(read)

describe('every call of the contract', () => {
  const calls = [memberRoutes, playRoutes, officeRoutes].flatMap((routes) => Object.keys(routes))

  test('has a test of its handler that names it', () => {
    const texts = tests.filter((path) => !generalTests.test(path)).map(read)
    expect(calls.filter((call) => !texts.some((text) => text.includes(`'${call}'`)))).toEqual([])
  })

  test('is named in the requirements', () => {
    const requirements = read('docs/requirements.md')
    expect(calls.filter((call) => !isNamed(requirements, call))).toEqual([])
  })
})

type Catalogue = { readonly [key: string]: string | Catalogue }

/** The paths of a catalogue's messages: `moneyRequest.form.amount`. */
function pathsOf(catalogue: Catalogue, above = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'string' ? [`${above}${key}`] : pathsOf(text, `${above}${key}.`),
  )
}

/**
 * The message keys that a source file uses: whole keys, keys built with `${…}`, and whether it holds keys in variables.
 */
type Uses = { namespaces: string[]; literals: Set<string>; patterns: RegExp[]; hasVariableKey: boolean }

function usesOf(text: string): Uses {
  const namespaces = [...text.matchAll(/(?:Translations|translator|namespace)\w*\(?[^'\n]{0,60}'([\w.]+)'/g)]
  const literals = [...text.matchAll(/'([\w.-]+)'|\b([\w]+)(?=\??:)/g)]
  // The second form also matches inside another template.
  const templates = [/`([\w.-]*\$\{[^`]*)`/g, /\(`([\w.-]+\$\{[\w.]+\}[\w.-]*)`/g].flatMap((form) => [
    ...text.matchAll(form),
  ])
  return {
    namespaces: namespaces.map((found) => found[1] ?? ''),
    literals: new Set(literals.map((found) => found[1] ?? found[2] ?? '')),
    patterns: templates.map((found) => patternOf(found[1] ?? '')),
    hasVariableKey: /\b\w+\((?:[a-z]\w*(?:\.\w+)*|[^()'`]*\?[^()]*)[,)]/.test(text),
  }
}

/** `kinds.${kind}` as a pattern of keys. */
function patternOf(template: string): RegExp {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
  return new RegExp(`^${fixed.join(String.raw`[\w-]+`)}$`)
}

describe('every message of the catalogues', () => {
  const uses = sources.map(usesOf)
  const anywhere = new Set(uses.flatMap(({ literals }) => [...literals]))
  const isUsed = (path: string): boolean =>
    uses.some(({ namespaces, literals, patterns, hasVariableKey }) =>
      ['', ...namespaces].some((namespace) => {
        if (namespace !== '' && !path.startsWith(`${namespace}.`)) return false
        const rest = namespace === '' ? path : path.slice(namespace.length + 1)
        if (literals.has(rest) || patterns.some((pattern) => pattern.test(rest))) return true
        // The value of a key held in a variable is a literal somewhere: a status, a kind, a type.
        return namespace !== '' && !rest.includes('.') && hasVariableKey && anywhere.has(rest)
      }),
    )

  const files = globSync('**/*.ts', { cwd: join(projectRoot, 'src/i18n/ko') }).toSorted()
  test.each(files)('of %s is used by a page or the server', async (file) => {
    const { messages } = (await import(join(projectRoot, 'src/i18n/ko', file))) as { messages: Catalogue }
    const paths = pathsOf(messages, file.startsWith('office/') ? 'office.' : '')
    expect(paths.filter((path) => !isUsed(path))).toEqual([])
  })
})
