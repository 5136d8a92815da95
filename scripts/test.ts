import { mkdtemp, rm } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { runChecks } from './check.ts'
import { describeLoad, measurePace } from '#test/machine.ts'
import { startProcessorMeter } from './processor-time.ts'
import { openRunFolder } from './run-folder.ts'
import { root, runTool, type ToolOptions, type ToolRun } from './run-tool.ts'
import {
  closingLine,
  failOnce,
  filesToRepeat,
  listFailures,
  readTally,
  settleRepeated,
  sumTallies,
  tallyVariable,
  type Tally,
} from './tally.ts'

const usage = `Usage: npm test [-- <lane> [file or name …]]

Without a lane it runs all lanes, also after a failure. Each lane is a command of its own too:
  npm run test:fast       types, lint, format, the rules of the source tree, catalogues, contract, pure functions, forms
  npm run test:server     the server with its database
  npm run test:faults     programs and databases that are killed, cut off, filled up and restored
  npm run test:browser    the journeys in a browser

Names select tests of a lane: each is part of a test file's path, or else part of a test's or journey's name:
  npm run test:server -- transfer/member
  npm run test:server -- "refuses a foreign origin"
  npm run test:browser -- "operators claim"

A run of all lanes repeats up to five failed tests once, alone, as the journeys do: one that passes then is listed as flaky.

The last line is the number of passed and failed tests; the lines before it name the failed ones, the times and the load of the machine.`

const laneNames = ['fast', 'server', 'faults', 'browser'] as const
type Lane = (typeof laneNames)[number]
const isLane = (text: string): text is Lane => laneNames.some((name) => name === text)

async function main(args: readonly string[]): Promise<Tally> {
  const [lane, ...names] = args
  if (lane === undefined) return runAll()
  if (isLane(lane)) return runLane(lane, names)
  console.error(`Unknown lane: ${lane}.\n\n${usage}`)
  return failOnce(`lane ${lane}`, 'There is no such lane.')
}

/** The lanes that need most processor time run first; faults and journeys, which mostly wait, run side by side. */
async function runAll(): Promise<Tally> {
  const fast = await runLane('fast', [])
  const server = await runLane('server', [])
  const faults = runTests('faults', [], false)
  const browser = await runLane('browser', [])
  console.log('\nfaults (beside the journeys)')
  const { tally, output } = await faults
  console.log(output.trimEnd())
  return sumTallies([
    await repeatFailed('fast', fast),
    await repeatFailed('server', server),
    await repeatFailed('faults', tally),
    browser,
  ])
}

/** Runs the files of a lane's failed tests once more while nothing else runs: on a busy machine a wait can end too early. */
async function repeatFailed(lane: Exclude<Lane, 'browser'>, first: Tally): Promise<Tally> {
  const files = filesToRepeat(first)
  if (files === null) return first
  console.log(`\n${lane}, once more: ${files.join(', ')}`)
  for (const line of listFailures(first.failures)) console.log(line)
  const second = await runTests(lane, files)
  const settled = settleRepeated(first, second.tally)
  if (settled.flaky.length > 0) flaky.push(`${settled.flaky.length} flaky: ${settled.flaky.join('; ')}`)
  return settled.tally
}

async function runLane(lane: Lane, names: readonly string[]): Promise<Tally> {
  const begun = performance.now()
  const before = meter.seconds()
  console.log(`\n${lane}`)
  const tally = await runIt()
  const after = meter.seconds()
  const used = before === null || after === null ? '' : `, ${(after - before).toFixed(0)} s of processor time`
  console.log(`${lane}: ${closingLine(tally)} in ${seconds(performance.now() - begun)}${used}`)
  return tally

  async function runIt(): Promise<Tally> {
    if (lane === 'browser') return runJourneys(names)
    if (lane !== 'fast' || names.length > 0) return (await runTests(lane, names)).tally
    const tests = runTests(lane, [], false)
    const checked = await runChecks()
    const { tally, output } = await tests
    console.log(output.trimEnd())
    return sumTallies([checked, tally])
  }
}

async function runTests(
  lane: Exclude<Lane, 'browser'>,
  names: readonly string[],
  show = true,
): Promise<{ tally: Tally; output: string }> {
  const args = ['run', '--project', `${lane}*`, ...filters(names)]
  const { code, output, written } = await runTallied('vitest', args, { show })
  const tally = written ?? failOnce(`lane ${lane}`, `vitest ended with ${code} before its tally.`)
  if (tally.failed > 0 || (code === 0 && tally.passed > 0)) return { tally, output }
  const reason = tally.passed === 0 ? `No test matches: ${names.join(', ')}` : `vitest ended with ${code}.`
  console.log(reason)
  return { tally: sumTallies([tally, failOnce(`lane ${lane}`, reason)]), output }
}

/** Runs a tool that writes its tally at its end. `written` is null when it did not come so far. */
async function runTallied(
  tool: string,
  args: readonly string[],
  options: ToolOptions,
): Promise<ToolRun & { written: Tally | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'baize-tally-'))
  try {
    const file = join(folder, 'tally.json')
    const ran = await runTool(tool, args, { ...options, env: { ...options.env, [tallyVariable]: file } })
    return { ...ran, written: await readTally(file) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A name that is part of a test file's path selects files; any other selects tests by their titles. */
function filters(names: readonly string[]): string[] {
  const files = globSync('{src,scripts,test}/**/*.test.{ts,tsx}', { cwd: root })
  const isFile = (name: string): boolean => files.some((file) => file.includes(name))
  const titles = names
    .filter((name) => !isFile(name))
    .map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return [...names.filter(isFile), ...(titles.length > 0 ? ['--testNamePattern', titles.join('|')] : [])]
}

async function runJourneys(names: readonly string[]): Promise<Tally> {
  const browser = await ensureBrowser('shell').catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : error)
    return null
  })
  if (browser === null) return failOnce('lane browser', 'There is no browser.')
  const args = [join(root, 'e2e/run.ts'), '--short', ...names]
  const { code, output, written } = await runTallied('node', args, { show: true, env: { CHROME_PATH: browser } })
  const tally = written ?? failOnce('lane browser', `The journeys ended with ${code} before their tally.`)
  for (const [line] of output.matchAll(/^\d+ flaky: .*$/gm)) flaky.push(line)
  return code !== 0 && tally.failed === 0
    ? sumTallies([tally, failOnce('lane browser', `The journeys ended with ${code}.`)])
    : tally
}

const flaky: string[] = []

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(0)} s`
}

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(usage)
  process.exit(0)
}
process.on('SIGTERM', () => (process.exitCode = 143))
const begun = performance.now()
const folder = await openRunFolder()
const meter = startProcessorMeter()
measurePace()
const tally = await main(args)
const processor = meter.seconds()
meter.stop()
await folder.close()
const used = processor === null ? 'not measured on this system' : `${processor.toFixed(0)} s`
const load = tally.failed > 0 || flaky.length > 0 ? ` ${describeLoad()}` : ''
console.log(`\nWall time ${seconds(performance.now() - begun)}, processor time ${used}.${load}`)
for (const line of [...flaky, ...listFailures(tally.failures)]) console.log(line)
console.log(closingLine(tally))
if (tally.failed > 0) process.exitCode = 1
