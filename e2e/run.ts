import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Locale } from '#i18n/locales.ts'
import { describeLoad, measurePace, scaledMs } from '#test/machine.ts'
import { findBrowser } from '../scripts/browser.ts'
import { openAttempts, type Attempts } from '../scripts/journey-attempts.ts'
import { openRunFolder } from '../scripts/run-folder.ts'
import { root } from '../scripts/run-tool.ts'
import { closingLine, failOnce, writeTally, type Failure } from '../scripts/tally.ts'
import { constantsJourneys, hangingCalls, layoutWidths } from './constants-steps.ts'
import { openBrowser } from './browser.ts'
import { openCostTable, type CostTable } from './cost.ts'
import { fairnessJourneys } from './fairness-steps.ts'
import { keepHomeBudget, keepOfficeBudgets, keepPageBudgets, keepWindowBudgets } from './budgets.ts'
import { edgesJourneys, slowAnswers } from './edges-steps.ts'
import { hostileCalls } from './hostile.ts'
import { officeDay } from './office.ts'
import { secondFactor } from './factor-steps.ts'
import { officePageLost } from './office-pages.ts'
import { expectOnlyCatalogueTexts } from './screens/keys.ts'
import { wholeStory } from './story.ts'
import { kindJourneys } from './kinds-steps.ts'
import { interruptedRoundJourneys } from './interrupted-round-steps.ts'
import { machineJourneys } from './machines-steps.ts'
import { lostAnswerJourneys } from './lost-answers-steps.ts'
import { lobbyJourneys } from './lobby-steps.ts'
import { announcements, deletingAll, signingInAndOut, writingHelp } from './messages-steps.ts'
import { blankWindows, blockedWindow, lateOpening, refusedOpenings } from './opening-steps.ts'
import { connectionLost, endedElsewhere, pagesAgree, underMaintenance } from './live-steps.ts'
import { limitInGame, ownLimits, breakAndExclusion, transferWallet } from './limits-steps.ts'
import { screenJourneys } from './every-screen.ts'
import { pagesJourneys } from './pages-steps.ts'
import { smallPhone } from './phone-steps.ts'
import { recordsJourneys } from './records-steps.ts'
import { replayJourneys } from './replay-steps.ts'
import { registerAgain } from './registration-steps.ts'
import { everyRoute, routesJourneys } from './routes-steps.ts'
import type { Setup } from './scene.ts'
import { quickTables, startProgram, type Program } from './program.ts'
import { tableJourneys } from './table-steps.ts'
import { windowsJourneys } from './windows-steps.ts'

/**
 * The journeys: the started program, used in a real browser as members and operators use it. `--help` describes how to
 * choose some of them. Screenshots go to `.build/screens/`; nothing compares them, so `npm test` takes none.
 */
const screens = join(root, '.build/screens')
const takesScreenshots = !process.argv.includes('--short')
/** Journeys mostly wait (for reels, time and responses), so three at once keep two processors busy. */
const runAtOnce = 3

/**
 * The setups of short journeys: the base language on a desktop, and a language with another number format on a phone.
 */
const setups = [
  { locale: 'ko', width: 1400 },
  { locale: 'vn', width: 390 },
] as const satisfies readonly { locale: Locale; width: number }[]

/** The same journey in each setup; `npm test` runs it in one of them, alternating from journey to journey. */
function inEachSetup(name: string, run: (setup: Setup) => Promise<void>): readonly Journey[] {
  nextSetup += 1
  return setups.map((setup, index) => ({
    name: `${name}, ${setup.locale}, ${setup.width} px`,
    run: (program, browser) => run({ program, browser, ...setup }),
    isExtra: index !== nextSetup % setups.length,
  }))
}
let nextSetup = 0

type Journey = {
  name: string
  run: (program: Program, browser: Browser) => Promise<void>
  /** Run by `npm run journeys` only, because `npm test` has 10 minutes for everything. */
  isExtra?: boolean
}

/** Journeys by subject, each in its own file. */
const manyJourneys = {
  ...routesJourneys,
  ...constantsJourneys,
  ...edgesJourneys,
  ...pagesJourneys,
  ...lobbyJourneys,
  ...recordsJourneys,
  ...replayJourneys,
  ...fairnessJourneys,
  ...lostAnswerJourneys,
  ...interruptedRoundJourneys,
  ...machineJourneys,
  ...windowsJourneys,
  ...tableJourneys,
  ...kindJourneys,
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
    name: `from registration to withdrawal, ${locale}, ${width} px`,
    run: (program: Program, browser: Browser) =>
      wholeStory({ program, browser, locale, width, screens: join(screens, `${locale}-${width}`), takesScreenshots }),
  })),
  ...screenJourneys,
  ...inEachSetup('calls time out after 15 s and can be retried', hangingCalls),
  ...inEachSetup('slow responses show progress and allow one submit', slowAnswers),
  ...(
    [
      ['ko', 1400, 'dark'],
      ['en', 390, 'light'],
    ] as const
  ).map(([locale, width, scheme], index) => ({
    isExtra: index > 0,
    name: `operators claim, approve, pay and answer, ${locale}, ${width} px, ${scheme}`,
    run: (program: Program, browser: Browser) =>
      officeDay({
        program,
        browser,
        locale,
        width,
        scheme,
        screens: join(screens, `office-${locale}`),
        takesScreenshots,
      }),
  })),
  ...(
    [
      ['ko', 1400],
      ['en', 390],
      ['en', 1400],
      ['ko', 390],
    ] as const
  ).map(([locale, width]) => ({
    isExtra: true,
    name: `an operator’s second factor, ${locale}, ${width} px`,
    run: (program: Program, browser: Browser) => secondFactor({ program, browser, locale, width }),
  })),
  ...inEachSetup('a game that cannot be opened shows the reason', refusedOpenings),
  ...inEachSetup('a slow launch shows a message and still opens', lateOpening),
  ...inEachSetup('phones and Macs open a blank window first', blankWindows),
  ...inEachSetup('a blocked popup leaves a link to the game', blockedWindow),
  ...inEachSetup('sign-in and log-out show their messages', signingInAndOut),
  ...inEachSetup('an inquiry is checked, confirmed and sent', writingHelp),
  ...inEachSetup('all inquiries and notes can be deleted', deletingAll),
  ...inEachSetup('new replies and notes are announced once', announcements),
  ...inEachSetup('limits are set, raised and withdrawn', (setup) => ownLimits(setup)),
  ...inEachSetup('breaks and self-exclusion close games and deposits', (setup) => breakAndExclusion(setup)),
  ...inEachSetup('a stake over a limit is refused in the game', (setup) => limitInGame(setup)),
  ...inEachSetup('money moves to a transfer wallet and back', (setup) => transferWallet(setup)),
  ...inEachSetup('all open pages show the same balance', pagesAgree),
  ...inEachSetup('pages poll while the socket is down', connectionLost),
  ...inEachSetup('a session ended elsewhere ends in every page', endedElsewhere),
  ...inEachSetup('maintenance closes games until it ends', underMaintenance),
  ...Object.entries(manyJourneys).flatMap(([name, run]) => inEachSetup(name, run)),
  ...inEachSetup('an excluded person cannot register again', (setup) => registerAgain(setup)),
  { name: 'every page and call answers', run: (program) => everyRoute(program) },
  {
    name: 'pages are at most 1400 px wide',
    run: (program, browser) => layoutWidths({ program, browser, locale: 'ko' }),
  },
  {
    name: 'windows of tables show everything on a small phone',
    run: (program, browser) => smallPhone({ program, browser }),
  },
  {
    name: 'all texts come from the catalogues',
    isExtra: true,
    run: (_program, browser) => expectOnlyCatalogueTexts(browser),
  },
  { name: 'the home page keeps its size budget', run: (program) => keepHomeBudget({ program }) },
  {
    name: 'the other pages keep their size budgets',
    run: (program, browser) => keepPageBudgets({ program, browser, locale: 'jp', width: 1400 }),
  },
  { name: 'the office keeps its size budgets', run: (program) => keepOfficeBudgets({ program }) },
  { name: 'the game window keeps its size budgets', run: (program) => keepWindowBudgets({ program }) },
  {
    name: 'an office page whose code does not load can be loaded again',
    run: (program, browser) => officePageLost({ program, browser, locale: 'en', width: 1400 }),
  },
  { name: 'hostile requests get neither 5xx nor internals', run: (program) => hostileCalls(program) },
]

const usage = `Usage: npm run journeys [-- [--short] [--cost] [name …]]

Runs every journey in a browser, in every setup (language and width); with --short only the journeys of npm test, in one setup each.
With --cost they run one at a time, and a table shows the wall and processor time of each.
Names select journeys; part of a name is enough, for instance:
  npm run journeys -- "operators claim, approve, pay and answer"
  npm run journeys -- "limits are set, raised and withdrawn" favourites`

type Outcome = { passed: number; failures: Failure[]; flaky: string[] }

async function main(args: readonly string[]): Promise<Outcome> {
  const names = args.filter((arg) => !arg.startsWith('--'))
  const unknown = names.filter((name) => !journeys.some((journey) => matches(journey, name)))
  const isShort = args.includes('--short')
  if (unknown.length > 0) {
    console.error(`Unknown journey: "${unknown.join('", "')}". The journeys are:`)
    for (const { name } of journeys) console.error(`  ${name}`)
    return failBeforeStart(`Unknown journey: ${unknown.join(', ')}`)
  }
  const named = names.length === 0 ? journeys : journeys.filter((one) => names.some((name) => matches(one, name)))
  const short = named.filter((one) => one.isExtra !== true)
  // A name that matches extra journeys only selects them with --short too.
  const chosen = isShort && short.length > 0 ? short : named
  if (chosen.length < named.length)
    console.log(`  npm run journeys runs ${named.length - chosen.length} more journeys.`)
  const path = findBrowser('shell')
  if (path === null) {
    console.error('No browser was found: install Chromium, or set CHROME_PATH.')
    return failBeforeStart('No browser was found.')
  }
  await mkdir(screens, { recursive: true })
  return runAll(chosen, path, args.includes('--cost') ? openCostTable() : null)
}

async function runAll(chosen: readonly Journey[], browserPath: string, costs: CostTable | null): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failures: [], flaky: [] }
  const folder = await openRunFolder()
  const program = await startProgram(quickTables(scaledMs(9_000)))
  const browser = await openBrowser(browserPath)
  const attempts = openAttempts((names, error) =>
    console.log(`  ! unhandled in ${names.join(', or ') || 'no journey'}: ${error.stack ?? error.message}`),
  )
  try {
    const left = chosen.values()
    const runNext = async (): Promise<void> => {
      for (const journey of left) {
        const end = costs?.begin(journey.name)
        await runWithRetry(journey, (one) => runOnce(attempts, one, program, browser), outcome)
        end?.()
      }
    }
    await Promise.all(Array.from({ length: costs === null ? runAtOnce : 1 }, runNext))
    const faults = await program.bookFaults()
    const name = 'the books are clean after all journeys'
    if (faults.length === 0) outcome.passed += 1
    else outcome.failures.push({ name, file: null, error: faults.join('\n') })
    console.log(`  ${faults.length === 0 ? '✓' : '✗'} ${name} ${faults.join('; ')}`)
  } finally {
    await browser.close()
    await program.stop()
    await folder.close()
    addLateFaults(outcome, attempts)
    attempts.close()
  }
  costs?.print()
  return outcome
}

function matches(journey: Journey, name: string): boolean {
  const plain = name.replaceAll("'", '’')
  return plain.split('|').some((part) => journey.name.includes(part))
}

/**
 * A failed journey runs once more, with a new member, because a browser on a busy machine sometimes times out, while a
 * defect fails twice. A journey that passes only the second time is flaky and is listed at the end.
 */
async function runWithRetry(
  journey: Journey,
  attempt: (journey: Journey) => Promise<Error | null>,
  outcome: Outcome,
): Promise<void> {
  if ((await attempt(journey)) === null) {
    outcome.passed += 1
    return
  }
  console.log(`  ↻ ${journey.name}: second attempt. ${describeLoad()}`)
  const fault = await attempt(journey)
  if (fault === null) {
    outcome.passed += 1
    outcome.flaky.push(journey.name)
  } else outcome.failures.push({ name: journey.name, file: fileOf(fault), error: fault.message })
}

/** The first file of the journeys in the stack of an error, with its line. */
function fileOf(fault: Error): string | null {
  return /\be2e\/[\w/-]+\.ts:\d+/.exec(fault.stack ?? '')?.[0] ?? null
}

/** A journey that left a promise which was rejected after it had passed has failed. */
function addLateFaults(outcome: Outcome, attempts: Attempts): void {
  for (const { name, error } of attempts.late()) {
    if (name !== null && !outcome.failures.some((failure) => failure.name === name)) outcome.passed -= 1
    const failure = {
      name: name ?? 'what no journey waited for',
      file: fileOf(error),
      error: `unhandled: ${error.message}`,
    }
    outcome.failures.push(failure)
  }
}

/** Runs one journey and prints its result; returns its error. */
async function runOnce(
  attempts: Attempts,
  journey: Journey,
  program: Program,
  browser: Browser,
): Promise<Error | null> {
  const begun = performance.now()
  const fault = await attempts.run(journey.name, () => journey.run(program, browser))
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  console.log(`  ${fault === null ? '✓' : '✗'} ${journey.name} (${seconds} s)`)
  if (fault !== null) console.log(`    ${(fault.stack ?? fault.message).split('\n').join('\n    ')}`)
  return fault
}

function failBeforeStart(error: string): Outcome {
  return { passed: 0, failures: [...failOnce('the journeys', error).failures], flaky: [] }
}

const args = process.argv.slice(2)
if (args.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
measurePace()
const { passed, failures, flaky } = await main(args).catch((error: unknown) => {
  console.error(error)
  return failBeforeStart(error instanceof Error ? error.message : String(error))
})
if (flaky.length > 0) console.log(`${flaky.length} flaky: ${flaky.join('; ')}`)
const tally = { passed, failed: failures.length, failures }
await writeTally(tally)
console.log(closingLine(tally))
process.exit(tally.failed === 0 ? 0 : 1)
