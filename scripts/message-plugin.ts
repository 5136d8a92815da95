import { join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { bundledLocales } from '../src/i18n/locales.ts'
import { messageParts } from '../src/i18n/parts.ts'
import { readCatalogue, type Catalogue } from './catalogues.ts'
import { keyMessages } from './key-messages.ts'

const root = join(import.meta.dirname, '..')

/**
 * The messages as the pages load them. `messages:<part>/<locale>` is one part of `src/i18n/parts.ts` in one language,
 * compiled, so that no ICU parser reaches a browser; `messages:<part>` loads the part lazily, as one file a language.
 */
export function messagePlugin(): Plugin {
  let catalogues = new Map<string, Promise<Catalogue>>()
  const catalogueOf = (locale: string): Promise<Catalogue> => {
    const known = catalogues.get(locale) ?? readCatalogue(locale, String(Date.now()))
    catalogues.set(locale, known)
    return known
  }
  return {
    name: 'baize:messages',
    enforce: 'pre',
    buildStart() {
      catalogues = new Map()
    },
    resolveId(id) {
      const [, part, locale] = /^messages:([a-z]+)(?:\/([a-z]{2}))?$/.exec(id) ?? []
      if (part === undefined) return null
      // A path, so that the build's manifest names the file by it.
      return locale === undefined ? `\0messages:${part}` : join(root, `messages/${part}-${locale}.js`)
    },
    async load(id) {
      if (id.startsWith('\0messages:')) return loadersOf(id.slice('\0messages:'.length))
      const [, part, locale] = /\/messages\/([a-z]+)-([a-z]{2})\.js$/.exec(id) ?? []
      if (part === undefined || locale === undefined) return null
      const messages = pick(await catalogueOf(locale), part, locale)
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
function pick(catalogue: Catalogue, part: string, locale: string): Catalogue {
  const keys: Readonly<Record<string, readonly string[]>> = messageParts
  return Object.fromEntries(
    (keys[part] ?? []).map((key) => {
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
