import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Locale } from '#i18n/locales.ts'
import { describeLoad, measurePace } from '#testing/machine.ts'
import { findBrowser } from '../scripts/browser.ts'
import { openRunFolder } from '../scripts/run-folder.ts'
import { closingLine, root, type Tally } from '../scripts/run-tool.ts'
import { constantsJourneys, hangingCalls, layoutWidths } from './constants-steps.ts'
import { openBrowser } from './browser.ts'
import { keepHomeBudget, keepPageBudgets } from './budgets.ts'
import { edgesJourneys, slowAnswers } from './edges-steps.ts'
import { hostileCalls } from './hostile.ts'
import { officeDay } from './office.ts'
import { onlyCataloguesSpeak } from './screens/keys.ts'
import { wholeStory } from './story.ts'
import { cutGameJourneys } from './cut-games-steps.ts'
import { lostAnswerJourneys } from './lost-answers-steps.ts'
import { lobbyJourneys } from './lobby-steps.ts'
import { announcements, deletingAll, signingInAndOut, writingHelp } from './messages-steps.ts'
import { blankWindows, blockedWindow, lateOpening, refusedOpenings } from './opening-steps.ts'
import { cutOff, endedElsewhere, pagesAgree, underMaintenance } from './live-steps.ts'
import { limitInGame, ownLimits, stayingAway, transferWallet } from './limits-steps.ts'
import { screenJourneys } from './every-screen.ts'
import { pagesJourneys } from './pages-steps.ts'
import { recordsJourneys } from './records-steps.ts'
import { everyRoute, routesJourneys } from './routes-steps.ts'
import type { Stage } from './scene.ts'
import { startProgram, type Program } from './program.ts'

/**
 * The journeys: the started program, a real browser, people’s own steps. `--help` says how to choose some of them.
 * Pictures of every screen go to `.build/screens/`.
 */
const screens = join(root, '.build/screens')
/** Much of a journey is waiting, for reels, for time to pass and for one another: three share two processors well. */
const walkedAtOnce = 3

/** Where the short journeys are walked: the base language on a desktop, another with other figures on a phone. */
const stages = [
  { locale: 'ko', width: 1400 },
  { locale: 'vn', width: 390 },
] as const satisfies readonly { locale: Locale; width: number }[]

/** The same journey on every stage; `npm test` walks it on one of them, the next journey on the other. */
function onStages(name: string, walk: (stage: Stage) => Promise<void>): readonly Journey[] {
  turn += 1
  return stages.map((stage, index) => ({
    name: `${name}, ${stage.locale}, ${stage.width} px`,
    walk: (program, browser) => walk({ program, browser, ...stage }),
    isExtra: index !== turn % stages.length,
  }))
}
let turn = 0

type Journey = {
  name: string
  walk: (program: Program, browser: Browser) => Promise<void>
  /** Walked by `npm run journeys` only: `npm test` has 10 minutes for everything. */
  isExtra?: boolean
}

/** By subject, each in the file of its name. */
const manyJourneys = {
  ...routesJourneys,
  ...constantsJourneys,
  ...edgesJourneys,
  ...pagesJourneys,
  ...lobbyJourneys,
  ...recordsJourneys,
  ...lostAnswerJourneys,
  ...cutGameJourneys,
} as const

const journeys: readonly Journey[] = [
  ...(
    [
      ['ko', 1400],
      ['en', 390],
      ['en', 1400],
      ['ko', 390],
    ] as const
  ).map(([locale, width], index) => ({
    isExtra: index > 1,
    name: `the whole story, ${locale}, ${width} px`,
    walk: (program: Program, browser: Browser) =>
      wholeStory({ program, browser, locale, width, screens: join(screens, `${locale}-${width}`) }),
  })),
  ...screenJourneys,
  ...onStages('calls that hang', hangingCalls),
  ...onStages('slow answers', slowAnswers),
  ...(
    [
      ['ko', 1400, 'dark'],
      ['en', 390, 'light'],
    ] as const
  ).map(([locale, width, scheme], index) => ({
    isExtra: index > 0,
    name: `the office’s day, ${locale}, ${width} px, ${scheme}`,
    walk: (program: Program, browser: Browser) =>
      officeDay({ program, browser, locale, width, scheme, screens: join(screens, `office-${locale}`) }),
  })),
  ...onStages('games that do not open', refusedOpenings),
  ...onStages('a game that opens late', lateOpening),
  ...onStages('the blank window', blankWindows),
  ...onStages('a blocked window', blockedWindow),
  ...onStages('signing in and out', signingInAndOut),
  ...onStages('writing to support', writingHelp),
  ...onStages('deleting all', deletingAll),
  ...onStages('announcements', announcements),
  ...onStages('own limits', (stage) => ownLimits(stage)),
  ...onStages('staying away', (stage) => stayingAway(stage)),
  ...onStages('a limit in the game', (stage) => limitInGame(stage)),
  ...onStages('a transfer wallet', (stage) => transferWallet(stage)),
  ...onStages('pages agree', pagesAgree),
  ...onStages('the line is cut', cutOff),
  ...onStages('ended elsewhere', endedElsewhere),
  ...onStages('maintenance', underMaintenance),
  ...Object.entries(manyJourneys).flatMap(([name, walk]) => onStages(name, walk)),
  { name: 'every route', walk: (program) => everyRoute(program) },
  { name: 'the layout at 1920 px', walk: (program, browser) => layoutWidths({ program, browser, locale: 'ko' }) },
  {
    name: 'every word stands in a catalogue',
    isExtra: true,
    walk: (_program, browser) => onlyCataloguesSpeak(browser),
  },
  { name: 'budgets of the home', walk: (program) => keepHomeBudget({ program }) },
  {
    name: 'budgets of the pages',
    walk: (program, browser) => keepPageBudgets({ program, browser, locale: 'jp', width: 1400 }),
  },
  { name: 'hostile calls', walk: (program) => hostileCalls(program) },
]

const usage = `Usage: npm run journeys [-- [--short] [name …]]

Walks every journey in a browser, each on every stage (language and width); with --short those of npm test, each on one.
With names, part of a journey's name is enough, only those that fit, for instance:
  npm run journeys -- "the office’s day"
  npm run journeys -- "own limits" favourites`

type Outcome = Tally & { flaky: string[] }

async function main(args: readonly string[]): Promise<Outcome> {
  const names = args.filter((arg) => !arg.startsWith('--'))
  const unknown = names.filter((name) => !journeys.some((journey) => fits(journey, name)))
  const isShort = args.includes('--short')
  if (unknown.length > 0) {
    console.error(`There is no journey "${unknown.join('" nor "')}". There are:`)
    for (const { name } of journeys) console.error(`  ${name}`)
    return { passed: 0, failed: 1, flaky: [] }
  }
  const named = names.length === 0 ? journeys : journeys.filter((one) => names.some((name) => fits(one, name)))
  const short = named.filter((one) => one.isExtra !== true)
  // A name that only an extra journey bears chooses it all the same.
  const chosen = isShort && short.length > 0 ? short : named
  if (chosen.length < named.length)
    console.log(`  ${named.length - chosen.length} more journeys are walked by npm run journeys.`)
  const path = findBrowser()
  if (path === null) {
    console.error('No browser was found: install Chromium, or name one by CHROME_PATH.')
    return { passed: 0, failed: 1, flaky: [] }
  }
  await mkdir(screens, { recursive: true })
  return walkAll(chosen, path)
}

async function walkAll(chosen: readonly Journey[], browserPath: string): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, flaky: [] }
  const folder = await openRunFolder()
  const program = await startProgram()
  const browser = await openBrowser(browserPath)
  try {
    const left = chosen.values()
    const walkOn = async (): Promise<void> => {
      for (const journey of left) await walkTwice(journey, program, browser, outcome)
    }
    await Promise.all(Array.from({ length: walkedAtOnce }, walkOn))
    const faults = await program.bookFaults()
    outcome[faults.length === 0 ? 'passed' : 'failed'] += 1
    console.log(`  ${faults.length === 0 ? '✓' : '✗'} the books after all of it ${faults.join('; ')}`)
  } finally {
    await browser.close()
    await program.stop()
    await folder.close()
  }
  return outcome
}

function fits(journey: Journey, name: string): boolean {
  const plain = name.replaceAll("'", '’')
  return plain.split('|').some((part) => journey.name.includes(part))
}

/**
 * A journey that fails is walked once more, with a member of its own: a browser on a busy machine misses a moment now and
 * then, a defect does so twice. One that passes only then is flaky, and is named at the end.
 */
async function walkTwice(journey: Journey, program: Program, browser: Browser, outcome: Outcome): Promise<void> {
  if (await walk(journey, program, browser)) {
    outcome.passed += 1
    return
  }
  console.log(`  ↻ ${journey.name}: once more. ${describeLoad()}`)
  const isFlaky = await walk(journey, program, browser)
  outcome[isFlaky ? 'passed' : 'failed'] += 1
  if (isFlaky) outcome.flaky.push(journey.name)
}

/** Walks one journey and says how it went. */
async function walk(journey: Journey, program: Program, browser: Browser): Promise<boolean> {
  const begun = performance.now()
  const fault = await journey.walk(program, browser).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  console.log(`  ${fault === null ? '✓' : '✗'} ${journey.name} (${seconds} s)`)
  if (fault !== null) console.log(`    ${(fault.stack ?? fault.message).split('\n').join('\n    ')}`)
  return fault === null
}

const args = process.argv.slice(2)
if (args.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
measurePace()
const { flaky, ...tally } = await main(args).catch((error: unknown): Outcome => {
  console.error(error)
  return { passed: 0, failed: 1, flaky: [] }
})
if (flaky.length > 0) console.log(`${flaky.length} flaky: ${flaky.join('; ')}`)
console.log(closingLine(tally))
process.exit(tally.failed === 0 ? 0 : 1)
