import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Locale } from '#i18n/locales.ts'
import { findBrowser } from '../scripts/browser.ts'
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
 * The journeys: the started program, a real browser, people’s own steps. Without a word it walks those of `npm test`, with
 * `--all` (`npm run journeys`) each on every stage, and `node e2e/run.ts [words of a name|of another]` those of that name. Prints
 * how many passed; pictures of every screen go to `.build/screens/`.
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
  /** Walked by `npm run journeys` only: `npm test` has 15 minutes for everything. */
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

async function main(wanted: string): Promise<Tally> {
  const chosen = journeys.filter((journey) => isWanted(journey, wanted))
  if (wanted === '') console.log(`  ${journeys.length - chosen.length} more journeys are walked by npm run journeys.`)
  if (chosen.length === 0) throw new Error(`There is no journey "${wanted}".`)
  const path = findBrowser()
  if (path === null) throw new Error('No browser was found: install Chromium, or name one by CHROME_PATH.')
  await mkdir(screens, { recursive: true })
  const tally = { passed: 0, failed: 0 }
  const program = await startProgram()
  const browser = await openBrowser(path)
  try {
    const left = chosen.values()
    const walkOn = async (): Promise<void> => {
      for (const journey of left) tally[(await walkOrAgain(journey, program, browser)) ? 'passed' : 'failed'] += 1
    }
    await Promise.all(Array.from({ length: walkedAtOnce }, walkOn))
    const faults = await program.bookFaults()
    tally[faults.length === 0 ? 'passed' : 'failed'] += 1
    console.log(`  ${faults.length === 0 ? '✓' : '✗'} the books after all of it ${faults.join('; ')}`)
  } finally {
    await browser.close()
    await program.stop()
  }
  return tally
}

function isWanted(journey: Journey, wanted: string): boolean {
  if (wanted === '' || wanted === '--all') return wanted === '--all' || journey.isExtra !== true
  return wanted.split('|').some((name) => journey.name.includes(name))
}

/**
 * A journey that fails is walked once more, with a member of its own: a browser on a busy machine misses a moment now
 * and then, a defect does so twice. What went wrong the first time is said all the same.
 */
async function walkOrAgain(journey: Journey, program: Program, browser: Browser): Promise<boolean> {
  if (await walk(journey, program, browser)) return true
  console.log(`  ↻ ${journey.name}: once more`)
  return walk(journey, program, browser)
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

if (process.argv.includes('--help')) {
  console.log('Usage: npm run journeys\n  Walks every journey in a browser, on every stage.')
  process.exit(0)
}
const tally = await main(process.argv.slice(2).join(' ')).catch((error: unknown): Tally => {
  console.error(error)
  return { passed: 0, failed: 1 }
})
console.log(closingLine(tally))
process.exit(tally.failed === 0 ? 0 : 1)
