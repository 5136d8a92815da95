import { join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { bundledLocales } from '../src/i18n/locales.ts'
import type { messageParts } from '../src/i18n/parts.ts'
import { readCatalogue, type Catalogue } from './catalogues.ts'
import { keyMessages } from './key-messages.ts'

const root = join(import.meta.dirname, '..')

/**
 * The messages as the pages load them. `messages:<part>/<locale>` is one part of `src/i18n/parts.ts` in one language,
 * compiled, so that the browser needs no ICU parser; `messages:<part>` loads the part lazily, as one file a language.
 */
export function messagePlugin(): Plugin {
  // Files are read again for each build, because a watching process builds again after an edit.
  let revision = ''
  let catalogues = new Map<string, Promise<Catalogue>>()
  const catalogueOf = (locale: string): Promise<Catalogue> => {
    const catalogue = catalogues.get(locale) ?? readCatalogue(locale, revision)
    catalogues.set(locale, catalogue)
    return catalogue
  }
  return {
    name: 'baize:messages',
    enforce: 'pre',
    buildStart() {
      revision = String(Date.now())
      catalogues = new Map()
    },
    resolveId(id) {
      const [, part, locale] = /^messages:([a-z-]+)(?:\/([a-z]{2}))?$/.exec(id) ?? []
      if (part === undefined) return null
      // A path, so that the build's manifest names the file by it.
      return locale === undefined ? `\0messages:${part}` : join(root, `messages/${part}-${locale}.js`)
    },
    async load(id) {
      if (id.startsWith('\0messages:')) return loadersOf(id.slice('\0messages:'.length))
      const [, part, locale] = /\/messages\/([a-z-]+)-([a-z]{2})\.js$/.exec(id) ?? []
      if (part === undefined || locale === undefined) return null
      const messages = pick(await catalogueOf(locale), await keysOf(part, revision), locale)
      const shown = process.env['BAIZE_MESSAGES'] === 'keys' ? keyMessages(messages) : messages
      return { code: `export const messages = ${JSON.stringify(compileCatalogue(shown))}`, map: null }
    },
  }
}

function loadersOf(part: string): string {
  const lines = bundledLocales.map((locale) => `${locale}: () => import('messages:${part}/${locale}')`)
  return `export const load = { ${lines.join(', ')} }`
}

/** The top-level keys of a part. */
async function keysOf(part: string, revision: string): Promise<readonly string[]> {
  const { href } = new URL(`../src/i18n/parts.ts?${revision}`, import.meta.url)
  const parts = ((await import(/* @vite-ignore */ href)) as { messageParts: typeof messageParts }).messageParts
  const keys = (parts as Readonly<Record<string, readonly string[]>>)[part]
  if (keys === undefined) throw new Error(`src/i18n/parts.ts has no part ${part}.`)
  return keys
}

function pick(catalogue: Catalogue, keys: readonly string[], locale: string): Catalogue {
  return Object.fromEntries(
    keys.map((key) => {
      const messages = catalogue[key]
      if (messages === undefined)
        throw new Error(`src/i18n/parts.ts: no file in src/i18n/${locale}/ has the key ${key}.`)
      return [key, messages]
    }),
  )
}

function compileCatalogue(catalogue: Catalogue): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, word]) => [
      key,
      typeof word === 'string' ? compile(word) : compileCatalogue(word),
    ]),
  )
}
