import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { offeredLocales } from '#i18n/locales.ts'
import { sitePaths, watchPage } from '#web/member/site-paths.ts'
import { mechanicNamesOf, type MechanicName } from '#web/play/slot/stage/mechanic-names.ts'
import { root } from '../scripts/run-tool.ts'
import type { Setup } from './scene.ts'
import { filesOf, kindChunks, type Chunk, type Chunks } from './window-files.ts'
import { newVisitor, visitFromHome, weighAll, weighHomes, type Weight } from './weights.ts'

/** Size budgets of pages. Bytes are the same on every machine, so a test checks them; times belong to the benches. */

const kib = 1024

/** The files that the home page's document references, loaded before hydration. The rest is loaded later. */
const home: Weight = { script: 65 * kib, style: 8 * kib, font: 106 * kib }

/** What another page may load in addition to the home page, scripts and style sheets together; my page has the most. */
const page = 43 * kib

/**
 * The files that the office's document references: frame, sign-in, and the component library as far as they need it;
 * and the texts of every page in one language.
 */
const office: Weight = { script: 135 * kib, style: 53 * kib, font: 0 }

/** What a page of the office may load in addition, with the chunk that the pages share. */
const officePage = 57 * kib

/**
 * The scripts of a game window: React, what all games share, the kit of slots and tables, and what games share that are drawn from the
 * member's seeds, all of which browsers keep over all games;
 * beside them the window of one machine with its data, its mechanics and its jackpots' meters, or the window of a table with the parts of
 * its kind; then the messages of one language.
 */
const window = {
  react: 58 * kib,
  shared: 18 * kib,
  kit: 12 * kib,
  seeds: 6 * kib,
  machine: 54 * kib,
  table: 20 * kib,
  seat: 54 * kib,
  tableKind: 18 * kib,
  messages: 11 * kib,
}
const mechanic = 2 * kib

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
    for (const path of Object.keys(sitePaths).map((one) =>
      one === watchPage ? `${one}/${catalogue[0].game.code}` : one,
    )) {
      const { more } = await visitFromHome(setup, visitor, path)
      const sum = more.weight.script + more.weight.style
      if (sum > page) heavy.push(`${path} loads ${sum} bytes more, ${page} are allowed:\n${more.files.join('\n')}`)
    }
  } finally {
    await visitor.close()
  }
  if (heavy.length > 0) throw new Error(heavy.join('\n'))
}

/** Weighs the office's document and each of its pages; throws when one exceeds its budget. */
export async function keepOfficeBudgets({ program }: Pick<Setup, 'program'>): Promise<void> {
  const document = await (await fetch(program.office)).text()
  const chunks = JSON.parse(await readFile(join(root, '.build/pages/office.json'), 'utf8')) as Chunks
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

/** Weighs the scripts of a game window for every machine; throws when one exceeds its budget. */
export async function keepWindowBudgets({ program }: Pick<Setup, 'program'>): Promise<void> {
  const built = join(root, '.build/pages')
  const chunks = JSON.parse(await readFile(join(built, 'play.json'), 'utf8')) as Chunks
  const keep = async (kind: string, files: readonly string[], allowed: number): Promise<void> => {
    const { weight, files: lines } = await weighAll(files.map((file) => `${program.site}/${file}`))
    if (weight.script > 0 && weight.script <= allowed) return
    const text = `${weight.script} bytes of script, 1 to ${allowed} are allowed`
    throw new Error(`the game window loads for ${kind} ${text}:\n${lines.join('\n')}`)
  }
  const loaded = (chunk: Chunk | undefined): string[] => (chunk === undefined ? [] : [...filesOf(chunks, chunk)])
  // A chunk of a group of `vite.config.ts` has its name, and no source.
  const named = (name: string): Chunk[] => Object.values(chunks).filter((chunk) => chunk.name === name)
  const first = loaded(chunks['src/web/play/main.tsx'])
  const react = first.filter((file) => /\/(?:react|rolldown-runtime)-[^/]+$/.test(file))
  const shared = first.filter((file) => !react.includes(file))
  await keep('React', react, window.react)
  await keep('what all games share', shared, window.shared)
  for (const locale of offeredLocales) {
    const parts = ['site', 'home', 'answers', 'play'].flatMap((part) => loaded(chunks[`messages/${part}-${locale}.js`]))
    await keep(`messages in ${locale}`, parts, window.messages)
  }

  const slot = loaded(named('slot')[0])
  const table = loaded(named('table')[0])
  const kit = loaded(named('kit')[0]).filter((file) => !first.includes(file))
  await keep('the kit', kit, window.kit)
  const seeds = loaded(named('seeds')[0]).filter((file) => !first.includes(file) && !kit.includes(file))
  await keep('what is drawn from seeds', seeds, window.seeds)
  const common = new Set([...first, ...kit, ...seeds])
  const seat = loaded(chunks['src/web/play/seat/open-seat.tsx'])
  for (const [kind, files] of Object.entries({ table, seat })) {
    const foreign = files.filter((file) => named('slot').some((chunk) => chunk.file === file))
    if (foreign.length > 0) throw new Error(`the window of a ${kind} loads that of a slot: ${foreign.join(', ')}`)
  }
  await keep(
    'a seat',
    seat.filter((file) => !common.has(file)),
    window.seat,
  )
  await keep(
    'a table',
    table.filter((file) => !common.has(file)),
    window.table,
  )
  const kinds = kindChunks(chunks)
  if (kinds.length === 0) throw new Error('no kind of table is a chunk of its own')
  for (const kind of kinds) {
    const files = loaded(kind).filter((file) => !common.has(file) && !table.includes(file))
    const others = kinds.filter((one) => one !== kind && files.includes(one.file))
    if (others.length > 0) throw new Error(`${kind.src} loads ${others.map(({ src }) => src).join(', ')}`)
    await keep(`the tables of ${kind.src}`, files, window.tableKind)
  }
  const machines = await Promise.all(
    named('game').map(async ({ file }) => ({ file, text: await readFile(join(built, file), 'utf8') })),
  )
  for (const { game } of catalogue) {
    const own = machines.filter(({ text }) => text.includes(`\`${game.code}\``)).map(({ file }) => file)
    if (own.length !== 1) throw new Error(`the data of ${game.code} are not a chunk of their own`)
    const mechanics = mechanicNamesOf(game).map((name) => loaded(chunks[mechanicSource[name]]))
    const meters = featureOf(game, 'jackpot-link') ? loaded(chunks['src/web/play/slot/jackpot-meters.tsx']) : []
    for (const files of mechanics) {
      const more = files.filter((file) => !first.includes(file) && !slot.includes(file))
      await keep(`a mechanic of ${game.code}`, more, mechanic)
    }
    const all = new Set([...slot, ...own, ...meters, ...mechanics.flat()])
    const files = [...all].filter((file) => !common.has(file))
    await keep(game.code, files, window.machine)
  }
}

const mechanicSource = {
  tumble: 'src/web/play/slot/stage/mechanics/tumble.ts',
  cells: 'src/web/play/slot/stage/mechanics/cells.ts',
  coins: 'src/web/play/slot/stage/mechanics/hold-and-win.ts',
} as const satisfies Record<MechanicName, string>
