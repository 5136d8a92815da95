import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { isLocale, offeredLocales, type Locale } from '#i18n/locales.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { readCommand, refuse } from '../../scripts/command.ts'
import { inRunFolder } from '../../scripts/run-folder.ts'
import { root } from '../../scripts/run-tool.ts'
import { expectAccessible, openBrowser } from '../browser.ts'
import { quickTables, startProgram } from '../program.ts'
import { translatorFor } from '../texts.ts'
import { faultsOf, systemFaces } from './checks.ts'
import { allScreens as screens, isShownIn } from './list.ts'
import { fillWorld, type World } from './people.ts'
import type { Scene, Screen, Viewer } from './scene.ts'
import { writeSheets } from './sheet.ts'
import { enter, untilStable, goToScreen, type Visitor } from './visit.ts'

/**
 * Screenshots of every screen: `npm run screens [-- locales widths pattern] [--axe] [--sheets] [--forced] [--still]`,
 * such as `npm run screens -- ko,vn 1400,390 help`; `all` for every language. They go to
 * `.build/screens/every/<locale>-<width>/`. `--forced` uses forced colours, `--still` reduced motion; for a zoom of 200
 * % on 1400 px use 700. Faults that can be found automatically are printed; the screenshots are reviewed by a person.
 */
const target = join(root, '.build/screens/every')
const usual = { locales: 'ko,vn', widths: '1400,390' }
/** Taking a screenshot is mostly waiting, so three workers keep two cores busy. */
const workers = 3

type Options = {
  locales: readonly Locale[]
  widths: readonly number[]
  name: string
  axe: boolean
  sheets: boolean
  media: Parameters<Page['emulateMedia']>[0]
}

const usage = `screens [-- <locales> <widths> <pattern of names>] [--axe] [--sheets] [--forced] [--still]
  Pictures of every screen, such as "npm run screens -- ko,vn 1400,390 help"; "all" for every language.
  --axe      accessibility of each      --sheets   the pictures of a language on one sheet
    --forced   in forced colours          --still    with reduced motion`
const switches = {
  axe: { type: 'boolean', default: false },
  sheets: { type: 'boolean', default: false },
  forced: { type: 'boolean', default: false },
  still: { type: 'boolean', default: false },
} as const

function readOptions(): Options {
  const { values, positionals: plain } = readCommand(usage, switches, 'positionals')
  const isLocales = (text: string): boolean => text === 'all' || text.split(',').every(isLocale)
  const isWidths = (text: string): boolean => /^\d{3,4}(,\d{3,4})*$/.test(text)
  const locales = plain.find(isLocales) ?? usual.locales
  const widths = plain.find(isWidths) ?? usual.widths
  return {
    locales: locales === 'all' ? offeredLocales : locales.split(',').filter(isLocale),
    widths: widths.split(',').map(Number),
    name: plain.filter((one) => !isLocales(one) && !isWidths(one)).join(' '),
    axe: values.axe,
    sheets: values.sheets,
    media: {
      ...(values.forced && { forcedColors: 'active' }),
      ...(values.still && { reducedMotion: 'reduce' }),
    },
  }
}

type Set = { locale: Locale; width: number; folder: string }
type Task = { set: Set; screen: Screen<Viewer> }
type Shot = Task & { picture: string; faults: readonly string[]; failure: string | null }

async function main(): Promise<void> {
  const begun = performance.now()
  const options = readOptions()
  if (!screens.some(({ name }) => new RegExp(options.name).test(name))) {
    refuse(usage, `No screen matches "${options.name}". There are: ${screens.map(({ name }) => name).join(', ')}.`)
  }
  const path = findBrowser()
  if (path === null) throw new Error('No browser was found: install Chromium, or set CHROME_PATH.')
  const tasks = await tasksOf(options)
  const program = await startProgram(quickTables(20_000))
  const browser = await openBrowser(path)
  const shots: Shot[] = []
  try {
    const world = await fillWorld(program)
    const left = tasks.values()
    const inWindow = createTurns()
    await Promise.all(
      Array.from({ length: workers }, async () => {
        const worker = createWorker(browser, world, options)
        for (const task of left) {
          const take = () => worker.takeShot(task)
          shots.push(await (task.screen.who === 'player' ? inWindow(take) : take()))
        }
        await worker.close()
      }),
    )
    await world.close()
  } finally {
    await browser.close()
    await program.stop()
  }
  for (const { locale, width } of setsOf(options)) {
    const own = shots.filter(({ set }) => set.locale === locale && set.width === width)
    await report(own, options.sheets)
  }
  const failed = shots.filter((shot) => shot.failure !== null).length
  console.log(
    `${shots.length} screens in ${((performance.now() - begun) / 1_000).toFixed(0)} s, ${failed} of them not reached`,
  )
  process.exitCode = failed > 0 ? 1 : 0
}

/** Runs one after the other: a member has one game window at a time, and all of these are of one member. */
function createTurns(): <Result>(take: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (take) => {
    const turn = last.then(take)
    last = turn.catch(() => undefined)
    return turn
  }
}

function setsOf(options: Options): Set[] {
  return options.locales.flatMap((locale) =>
    options.widths.map((width) => ({ locale, width, folder: join(target, `${locale}-${width}`) })),
  )
}

/** The screenshots to take, set by set; a set that is taken in full is deleted first. */
async function tasksOf(options: Options): Promise<Task[]> {
  const tasks: Task[] = []
  for (const set of setsOf(options)) {
    if (options.name === '') await rm(set.folder, { recursive: true, force: true })
    await mkdir(set.folder, { recursive: true })
    const device = isPhone(set) ? 'phone' : 'desktop'
    const chosen = screens.filter(
      (screen) =>
        new RegExp(options.name).test(screen.name) &&
        (screen.only ?? device) === device &&
        isShownIn(screen, set.locale),
    )
    tasks.push(...chosen.map((screen) => ({ set, screen })))
  }
  return tasks
}

function isPhone(set: Set): boolean {
  return set.width < 600
}

/** Prints the faults of a set's screens, in the order of the list. */
async function report(shots: readonly Shot[], sheets: boolean): Promise<void> {
  const order = new Map(screens.map((screen, index) => [screen, index]))
  const sorted = shots.toSorted((a, b) => (order.get(a.screen) ?? 0) - (order.get(b.screen) ?? 0))
  const [first] = sorted
  if (first === undefined) return
  console.log(`  ${first.set.locale} ${first.set.width}: ${sorted.length} screens`)
  for (const { screen, faults, failure } of sorted) {
    for (const line of [...(failure === null ? [] : [`NOT REACHED: ${failure}`]), ...faults]) {
      console.log(`    ${screen.name}: ${line}`)
    }
  }
  const made = sorted.filter((shot) => shot.failure === null).map((shot) => shot.picture)
  if (sheets) await writeSheets(first.set.folder, made, isPhone(first.set) ? 'phone' : 'desktop')
}

/** A worker has browser contexts of its own, so that workers do not interfere. */
function createWorker(browser: Browser, world: World, options: Options) {
  const visitors = new Map<string, Promise<Visitor>>()
  const visitorOf = (set: Set, who: Viewer): Promise<Visitor> => {
    const key = `${set.folder} ${who}`
    const visitor = visitors.get(key) ?? enter(browser, world, set, who)
    visitors.set(key, visitor)
    return visitor
  }
  return {
    takeShot: async (task: Task): Promise<Shot> =>
      takeShot(world, options, task, await visitorOf(task.set, task.screen.who)),
    close: async (): Promise<void> => {
      for (const visitor of visitors.values()) await (await visitor).context.close()
    },
  }
}

const screenMs = 45_000

async function takeShot(world: World, options: Options, task: Task, { context, token }: Visitor): Promise<Shot> {
  const { set, screen } = task
  const picture = join(set.folder, `${screen.name}.jpg`)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.emulateMedia(options.media)
  const scene: Scene = {
    page,
    context,
    world,
    locale: set.locale,
    phone: isPhone(set),
    t: translatorFor(set.locale),
    token,
  }
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  try {
    const timedOut = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`not shown within ${screenMs / 1_000} s`)), screenMs).unref()
    })
    await Promise.race([goToScreen(scene, screen), timedOut])
    await untilStable(page)
    faults.push(...(await faultsOf(page)))
    const fullPage = screen.windowOnly !== true
    await page.screenshot({ path: picture, type: 'jpeg', quality: 88, fullPage, animations: 'disabled' })
    faults.push(...(await systemFaces(page, await context.newCDPSession(page))))
    if (options.axe) await expectAccessible(page, screen.name).catch((error: Error) => faults.push(error.message))
    return { ...task, picture, faults, failure: null }
  } catch (error) {
    await page.screenshot({ path: join(set.folder, `${screen.name}.failed.jpg`) }).catch(() => undefined)
    const message = error instanceof Error ? error.message : String(error)
    return { ...task, picture, faults, failure: message.split('\n').slice(0, 4).join(' | ') }
  } finally {
    await Promise.all(context.pages().map((one) => one.close()))
  }
}

await inRunFolder(main)
