import { seededRandom } from '#test/random.ts'
import { operationWithTransfers, startCallers, withoutPins, type NextOperation } from './callers.ts'
import { startOperators } from './operators.ts'
import { summarizeTimes } from './database-kill.ts'
import { expireLeases, openFaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { killDatabase } from './kill-database.ts'
import { sleep, type FaultProgram, type FaultReport } from './program.ts'

const sizes = {
  full: { apart: 40, embedded: 20, players: 32 },
  short: { apart: 0, embedded: 1, players: 8 },
} as const

/** `kill -9` of the server and PostgreSQL at the same instant, as in a power cut. */
export const bothKill: FaultProgram = {
  description:
    'Server and PostgreSQL are killed at the same instant; one start of a server with its own PostgreSQL recovers both.',
  async run({ size, seed, log }) {
    const { apart, embedded, players } = sizes[size]
    const isShort = size === 'short'
    const next = isShort ? withoutPins(operationWithTransfers) : operationWithTransfers
    const common = { players, log, next, restMs: isShort ? 20 : 0 }
    const reports: FaultReport[] = []
    if (apart > 0) reports.push(await killBoth({ ...common, kills: apart, seed, isEmbedded: false }))
    reports.push(await killBoth({ ...common, kills: embedded, seed: seed + 1, isEmbedded: true }))
    return {
      figures: Object.assign({}, ...reports.map((report) => report.figures)) as FaultReport['figures'],
      faults: reports.flatMap((report) => report.faults),
    }
  },
}

async function killBoth(wanted: {
  kills: number
  players: number
  seed: number
  isEmbedded: boolean
  next: NextOperation
  restMs: number
  log: (line: string) => void
}): Promise<FaultReport> {
  const { kills, players, seed, isEmbedded, next, restMs } = wanted
  const draw = seededRandom(seed)
  const app = await openFaultApp({ players, operators: 2, transfers: true, embedded: isEmbedded })
  try {
    await app.start()
    const callers = startCallers(app, { seed, next, restMs, patienceMs: 120_000 })
    const office = startOperators(app, { seed, patienceMs: 120_000 })
    const ready: number[] = []
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(300 + draw() * 900)
      await killDatabase(app, 'whole', draw, [app.server().pid])
      const from = performance.now()
      if (!isEmbedded) await app.startDatabase()
      await app.start()
      ready.push(performance.now() - from)
      await expireLeases(app)
      if (kill % 10 === 0) wanted.log(`${kill} kills${isEmbedded ? ', embedded' : ''}, ${callers.done.length} answers`)
    }
    await sleep(300)
    await Promise.all([callers.stop(), office.stop()])
    const faults = await checkOracle(app, callers.done, office.done)
    faults.push(...(await checkReplays(app, callers.done, 25)))
    const took = callers.done.filter((one) => one.answer.status === 'success').length
    const name = isEmbedded ? 'embedded' : 'apart'
    return {
      figures: {
        [`${name}Kills`]: kills,
        [`${name}Acknowledged`]: took + office.done.filter((one) => one.status === 'success').length,
        [`${name}Ready`]: summarizeTimes(ready),
      },
      faults,
    }
  } finally {
    await app.close()
  }
}
