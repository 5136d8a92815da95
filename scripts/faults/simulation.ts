import { testSecret } from '#test/test-secret.ts'
import { createDatabase, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { DatabasePair, FaultOptions, FaultProgram, FaultReport } from './program.ts'
import { simulate } from './simulation/run.ts'
import type { SimResult } from './simulation/state.ts'
import type { SimTask, SimMessage } from './simulation/worker.ts'

const sizes = {
  full: { seeds: 10, commands: 200_000, members: 300, together: 150 },
  short: { seeds: 1, commands: 3_000, members: 40, together: 24 },
} as const

/** Random commands of every kind from one seed, compared with a model in memory after every command. */
export const simulation: FaultProgram = {
  description:
    'Members, a table, the office, providers, the clock, the network and crashes from one seed: the app agrees with a model.',
  async run(options): Promise<FaultReport> {
    const { size, steps, log, on, untilMs } = options
    const endsAt = untilMs === undefined ? Infinity : Date.now() + untilMs - performance.now()
    const { seeds, ...sizing } = sizes[size]
    // A failed seed is replayed alone, up to the step in which it failed.
    const waiting = Array.from({ length: steps === undefined ? seeds : 1 }, (_, index) => options.seed + index)
    const results: SeedResult[] = []
    const started = performance.now()
    const worlds = await openWorlds(on)
    const runSeeds = async (): Promise<void> => {
      for (let seed = waiting.shift(); seed !== undefined && Date.now() < endsAt; seed = waiting.shift()) {
        const simOptions = { ...sizing, seed, endsAt, ...(steps === undefined ? {} : { steps }) }
        const logLine = (line: string): void => log(`seed ${seed}: ${line}`)
        const urls = await worlds.next(`sim_${seed}`)
        const result =
          on === undefined
            ? await simulateInThread({ urls, options: simOptions }, logLine)
            : await simulate(urls, { ...simOptions, log: logLine })
        results.push({ ...result, seed })
        logLine(`${result.commands} commands over ${result.days} days, ${result.divergences.length} divergences`)
        for (const one of result.divergences.slice(0, 3))
          logLine(`${one.description}: model ${one.model}, app ${one.real}`)
        if (result.divergences.length > 0) waiting.length = 0
        else await worlds.drop(`sim_${seed}`)
      }
    }
    try {
      await Promise.all(Array.from({ length: atOnce }, runSeeds))
      return reportOf(results, performance.now() - started)
    } finally {
      await worlds.close()
    }
  },
}

type SeedResult = SimResult & { seed: number }
/** Two at once: while one waits for the database, the other runs. */
const atOnce = 2

function simulateInThread(task: SimTask, log: (line: string) => void): Promise<SimResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./simulation/worker.ts', import.meta.url), { workerData: task })
    worker.on('message', (message: SimMessage) => ('log' in message ? log(message.log) : resolve(message.result)))
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('a simulation thread ended without a result')))
  })
}

function reportOf(results: readonly SeedResult[], tookMs: number): FaultReport {
  const sum = (of: (result: SimResult) => number): number => results.reduce((all, result) => all + of(result), 0)
  const statuses = new Set(results.flatMap((result) => [...result.outcomes.keys()]))
  const often = (status: string): number => sum((result) => result.outcomes.get(status) ?? 0)
  return {
    figures: {
      commands: sum((result) => result.commands),
      commandsPerSecond: Math.round(sum((result) => result.commands) / (tookMs / 1_000)),
      steps: sum((result) => result.steps),
      simulatedDays: sum((result) => result.days),
      crashes: sum((result) => result.crashes),
      kindsOfAnswer: statuses.size,
      approvedFirst: often('approve-first success'),
      refusedAsFirstApprover: often('claim self') + often('pay self') + often('reject self'),
      placements: often('place success'),
      undone: often('undo success'),
      settledRounds: sum(({ rounds }) => rounds.settled),
      voidRounds: sum(({ rounds }) => rounds.void),
      divergences: sum((result) => result.divergences.length),
    },
    faults: results.flatMap((result) =>
      result.divergences.map((one) => {
        const replay = `npm run faults -- simulation --seed ${result.seed} --steps ${one.step}`
        const member = one.memberId === null ? '' : ` member ${one.memberId}`
        return `step ${one.step}${member}: ${one.description}: model ${one.model}, app ${one.real} (${replay})${one.before.map((line) => `\n      ${line}`).join('')}`
      }),
    ),
  }
}

type Worlds = {
  next: (name: string) => Promise<DatabasePair>
  drop: (name: string) => Promise<void>
  close: () => Promise<void>
}

/** One database for each seed in a cluster of its own, or the given database. */
async function openWorlds(on: FaultOptions['on']): Promise<Worlds> {
  if (on !== undefined) return { next: async () => on, drop: async () => {}, close: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'baize-sim-'))
  const database = await startEmbedded({ dataDir })
  const client = new pg.Client({ connectionString: database.superUrl })
  await client.connect()
  return {
    next: async (name) => {
      await createDatabase(client, name)
      const inIt = (url: string): string => url.replace(/[^/]*$/, name)
      const urls = { appUrl: inIt(database.appUrl), ownerUrl: inIt(database.ownerUrl) }
      await migrate({ ownerUrl: urls.ownerUrl, appRole: 'baize_app', currency: 'KRW', secret: testSecret })
      return urls
    },
    drop: async (name) => void (await client.query(`DROP DATABASE "${name}" WITH (FORCE)`)),
    close: async () => {
      await client.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
