import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, loadConfig, readSettings, type Config } from '#server/config.ts'
import { keepEmbedded } from '#server/db/embedded-keeper.ts'
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts'
import type { Report } from '#server/db/report.ts'
import type { DatabaseUrls } from '#server/platform.ts'
import { assertPortsFree } from '#server/ports.ts'
import { claimDataDir, findRunning, type Running } from '#server/running.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { readCommand } from './command.ts'
import { printError, printFault, printLine } from './printable.ts'
import { createStopper, type Stopper } from './stopper.ts'

/**
 * `npm start`: starts PostgreSQL (unless `DATABASE_URL` names one), builds stale pages, migrates, creates the demo
 * data, and listens. Ctrl-C or SIGTERM lets calls in flight finish and stops everything; a second Ctrl-C stops at once.
 * `--no-build` does not build pages. With `LOG_LEVEL=debug` it names every file that it applies or builds.
 *
 * The line in `package.json` uses `exec`, because a shell between npm and this
 * process would not pass signals on; Windows has no `exec` and runs the second half of the line. The line also bounds
 * V8's heap of short-lived objects (2 x 16 MB), which would otherwise grow to half of the program's memory.
 */

const root = join(import.meta.dirname, '..')

/** How long stopping may take in addition to `DRAIN_MS`. */
const stopLimitMs = 10_000

const usage = `start
  Starts the program; the variables of its environment are in README.md and docs/operations.md.
  --no-build   leaves the pages as they are`

const { values: given } = readCommand(usage, { 'no-build': { type: 'boolean', default: false } })

async function main(): Promise<void> {
  const begun = performance.now()
  // Nothing is created before it is known that the program may run here.
  const settings = readSettings(process.env)
  const running = settings.database.kind === 'embedded' ? await findRunning(settings.dataDir) : null
  if (running !== null) return refuse(settings.dataDir, running)
  const { member, office } = settings.ports
  await assertPortsFree(settings.host, [
    { port: member, variable: 'PORT' },
    { port: office, variable: 'OFFICE_PORT' },
  ])
  const config = await loadConfig(process.env)
  const stopper = createStopper(stopLimitMs + config.drainMs)
  try {
    if (config.database.kind === 'embedded' && !(await claim(config, stopper))) return
    const urls = await prepare(config, stopper)
    // Loaded while other steps run, because the web framework is the largest part of a warm start.
    const { startServer } = await import('#server/main.ts')
    stopper.check()
    const server = await startServer(config, urls, report)
    stopper.onStop(server.close)
    stopper.check()
    await announceAddresses(server.addresses)
    greet(config, server.addresses, (performance.now() - begun) / 1000)
    if (server.app.brands.all().length === 0) print('There is no brand and no operator yet: run npm run operator.\n')
    await stopper.requested
  } catch (error) {
    if (!stopper.isRequested()) complain(error)
  }
  await stopper.finish()
}

let announceAddresses: (addresses: Record<string, string>) => Promise<void> = async () => {}

function refuse(dataDir: string, running: Running): void {
  console.error(describeRunning(dataDir, running))
  process.exitCode = 1
}

/** Returns whether this process may use the data folder; otherwise prints which process uses it. */
async function claim(config: Config, stopper: Stopper): Promise<boolean> {
  const claimed = await claimDataDir(config.dataDir)
  if (claimed.status === 'taken') {
    refuse(config.dataDir, claimed.by)
    await stopper.finish()
    return false
  }
  stopper.onStop(claimed.release)
  announceAddresses = claimed.announce
  return true
}

/** Starts the database and builds what is stale, concurrently; both have finished or failed when this returns. */
async function prepare(config: Config, stopper: Stopper): Promise<DatabaseUrls> {
  const [database, built] = await Promise.allSettled([startDatabase(config, stopper), build(stopper)])
  stopper.check()
  if (database.status === 'rejected') throw database.reason
  if (built.status === 'rejected') throw built.reason
  return database.value
}

async function startDatabase(config: Config, stopper: Stopper): Promise<DatabaseUrls> {
  if (config.database.kind === 'external') return config.database
  const start = (): Promise<EmbeddedDatabase> =>
    startEmbedded({ dataDir: config.dataDir, backup: config.backup, report: print, signal: stopper.signal })
  const server = await start()
  const kept = keepEmbedded(server, {
    start,
    report: (text) => text.split('\n').forEach(printFault),
    onMoved: () => {
      process.exitCode = 1
      stopper.request('PostgreSQL has another address now')
    },
  })
  stopper.onStop(kept.stop)
  // For an immediate stop: PostgreSQL stops without a checkpoint and recovers at the next start.
  stopper.onForce(() => process.kill(kept.pid(), 'SIGQUIT'))
  return { appUrl: server.appUrl, ownerUrl: server.ownerUrl }
}

async function build(stopper: Stopper): Promise<void> {
  const script = join(root, 'scripts/build.ts')
  if (given['no-build'] || !existsSync(script)) return
  const child = spawn(process.execPath, [script, ...(isDetailed ? [] : ['--brief'])], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  stopper.signal.addEventListener('abort', () => child.kill('SIGTERM'))
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error('The pages could not be built: see above.'))
    })
  })
}

function describeRunning(dataDir: string, running: Running): string {
  const addresses = Object.entries(running.addresses).map(([name, address]) => `  ${name.padEnd(8)} ${address}`)
  const where = addresses.length === 0 ? ['  It is starting.'] : addresses
  const since = `${running.since.slice(0, 16).replace('T', ' ')} UTC`
  return [
    `Baize is already running on the data in ${dataDir} (process ${running.pid}, since ${since}).`,
    ...where,
    `Stop it with Ctrl-C in its window or "kill ${running.pid}", or give this one another DATA_DIR and other ports.`,
  ].join('\n')
}

function greet(config: Config, addresses: Record<string, string>, seconds: number): void {
  const lines = [
    ...(appliedCount === 0 ? [] : [`The database was updated (${appliedCount} files).`]),
    '',
    `Baize is ready after ${seconds.toFixed(1)} s. Play money only.`,
    '',
    `  Site     ${addresses['site']}`,
    `  Office   ${addresses['office']}`,
    `  Data     ${config.database.kind === 'embedded' ? config.dataDir : 'in the database that DATABASE_URL names'}`,
    '',
  ]
  if (config.demo) {
    const people = [
      ...demoAccounts.members.map(({ id, password, pin }) => ['member', id, `${password}   (withdrawal PIN ${pin})`]),
      ...demoAccounts.operators.map(({ login, password }) => ['operator', login, password]),
    ]
    const columns = ([kind = '', name = '', rest = '']: readonly string[]): string =>
      `  ${kind.padEnd(9)}${name.padEnd(10)}${rest}`
    lines.push('Demo accounts', ...people.map(columns), '')
  }
  lines.push('Ctrl-C stops it.')
  print(lines.join('\n'))
}

/** Whether every file and every part of the build is named, by `LOG_LEVEL`. */
const isDetailed = ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '')
/** How many files of migrations and functions were applied. */
let appliedCount = 0

const report: Report = (line, kind) => {
  if (kind === 'file') appliedCount += 1
  if (kind !== 'file' || isDetailed) printLine(line)
}

function print(line: string): void {
  // Whole texts of the program have several lines; what a start reports of the database is one.
  for (const one of line.split('\n')) printLine(one)
}

function complain(error: unknown): void {
  const isExpected = error instanceof ConfigError || (error instanceof Error && !(error instanceof TypeError))
  if (isExpected) printError(error)
  else console.error(error)
  if (error instanceof Error && process.env['LOG_LEVEL'] === 'debug') console.error(error)
  process.exitCode = 1
}

await main().catch((error: unknown) => {
  complain(error)
  process.exit(1)
})
