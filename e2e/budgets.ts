import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sitePaths } from '#web/member/site-paths.ts'
import { root } from '../scripts/run-tool.ts'
import type { Setup } from './scene.ts'
import { newVisitor, visitFromHome, weighAll, weighHomes, type Weight } from './weights.ts'

/** Size budgets of pages. Bytes are the same on every machine, so a test checks them; times belong to the benches. */

const kib = 1024

/** The files that the home page's document references, loaded before hydration. The rest is loaded later. */
const home: Weight = { script: 71 * kib, style: 8 * kib, font: 112 * kib }

/** What another page may load in addition to the home page, scripts and style sheets together. */
const page = 42 * kib

/**
 * The files that the office's document references: frame, sign-in, and the component library as far as they need it;
 * and the texts of every page in one language.
 */
const office: Weight = { script: 134 * kib, style: 53 * kib, font: 0 }

/** What a page of the office may load in addition, with the chunk that the pages share. */
const officePage = 56 * kib

/** Measures the home page in every language; throws if one exceeds its budget. */
export async function keepHomeBudget(setup: Pick<Setup, 'program'>): Promise<void> {
  for (const [locale, { weight, files }] of await weighHomes(setup.program)) {
    for (const kind of ['script', 'style', 'font'] as const) {
      if (weight[kind] <= home[kind]) continue
      throw new Error(
        `the home of ${locale} loads ${weight[kind]} bytes of ${kind}, ${home[kind]} are allowed:\n${files.join('\n')}`,
      )
    }
  }
}

/** Visits every page as a member coming from the home page; throws when one exceeds its budget. */
export async function keepPageBudgets(setup: Setup): Promise<void> {
  const { database } = setup.program
  const token = await database.signIn(await database.newMember())
  const visitor = await newVisitor(setup, token)
  const heavy: string[] = []
  try {
    for (const path of Object.keys(sitePaths)) {
      const { more } = await visitFromHome(setup, visitor, path)
      const sum = more.weight.script + more.weight.style
      if (sum > page) heavy.push(`${path} loads ${sum} bytes more, ${page} are allowed:\n${more.files.join('\n')}`)
    }
  } finally {
    await visitor.close()
  }
  if (heavy.length > 0) throw new Error(heavy.join('\n'))
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isDynamicEntry?: boolean; src?: string }

/** Weighs the office's document and each of its pages; throws when one exceeds its budget. */
export async function keepOfficeBudgets({ program }: Pick<Setup, 'program'>): Promise<void> {
  const document = await (await fetch(program.office)).text()
  const chunks = JSON.parse(await readFile(join(root, '.build/pages/office.json'), 'utf8')) as Record<string, Chunk>
  const references = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  // The English texts are the longer ones.
  references.push(`/${chunks['messages/office-en.js']?.file}`)
  const { weight, files } = await weighAll(references.map((file) => program.office + file))
  for (const kind of ['script', 'style'] as const) {
    if (weight[kind] > 0 && weight[kind] <= office[kind]) continue
    throw new Error(
      `the office loads ${weight[kind]} bytes of ${kind}, 1 to ${office[kind]} are allowed:\n${files.join('\n')}`,
    )
  }
  const pages = Object.values(chunks).filter((chunk) => chunk.isDynamicEntry)
  if (pages.length === 0) throw new Error('no page of the office is a chunk of its own')
  for (const chunk of pages) {
    const more = [...filesOf(chunks, chunk)].map((file) => `/${file}`).filter((file) => !references.includes(file))
    const page = await weighAll(more.map((file) => program.office + file))
    const sum = page.weight.script + page.weight.style
    if (sum <= officePage) continue
    throw new Error(`${chunk.src} loads ${sum} bytes more, ${officePage} are allowed:\n${page.files.join('\n')}`)
  }
}

/** The files of a chunk and of those that it imports. */
function filesOf(chunks: Readonly<Record<string, Chunk>>, chunk: Chunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.file)) return seen
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
  for (const name of chunk.imports ?? []) {
    const imported = chunks[name]
    if (imported !== undefined) filesOf(chunks, imported, seen)
  }
  return seen
}
