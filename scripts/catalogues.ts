import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Messages by key, nested; the leaves are ICU messages. */
export type Catalogue = { readonly [key: string]: string | Catalogue }

const i18n = join(import.meta.dirname, '../src/i18n')

/** All messages of a language as one catalogue; those of the office, where it has any, under `office`. */
export async function readCatalogue(locale: string, revision = ''): Promise<Catalogue> {
  const member = await readFolder(locale, revision)
  const office = existsSync(join(i18n, locale, 'office')) ? await readFolder(`${locale}/office`, revision) : null
  return office === null ? member : { ...member, office }
}

/** The files of a folder, merged. Another revision is read anew although the process has read the files before. */
async function readFolder(folder: string, revision: string): Promise<Catalogue> {
  const names = readdirSync(join(i18n, folder)).filter((name) => name.endsWith('.ts'))
  const files = await Promise.all(
    names.map(async (name) => {
      const url = `${pathToFileURL(join(i18n, folder, name)).href}${revision && `?${revision}`}`
      return (await import(/* @vite-ignore */ url)) as { messages: Catalogue }
    }),
  )
  return Object.assign({}, ...files.map(({ messages }) => messages)) as Catalogue
}
