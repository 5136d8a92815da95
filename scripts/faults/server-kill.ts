import { seededRandom } from '#test/random.ts'
import { operationWithTransfers, startCallers, withoutPins } from './callers.ts'
import { startOperators } from './operators.ts'
import { expireLeases, openFaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { sleep, waitFor, type FaultProgram } from './program.ts'

const sizes = {
  full: { kills: 200, players: 48, operators: 4, maxUptimeMs: 1_500, answersPerProcess: 250 },
  short: { kills: 3, players: 16, operators: 2, maxUptimeMs: 700, answersPerProcess: 30 },
} as const

const fewestAcknowledged = 50_000
/** Long, because PIN hashes run at low priority and are slow on a busy machine. */
const patienceMs = 180_000

/** `kill -9` of the server under callers that retry with the same key. */
export const serverKill: FaultProgram = {
  description: 'The server is killed repeatedly under load: no acknowledged call is lost, and none is done twice.',
  async run({ size, seed, log, on, steps }) {
    const { players, operators, maxUptimeMs, answersPerProcess } = sizes[size]
    const kills = steps ?? sizes[size].kills
    const draw = seededRandom(seed)
    const app = await openFaultApp({ players, operators, transfers: true, on })
    try {
      await app.start()
      const callers = startCallers(app, {
        seed,
        ...(size === 'short'
          ? { next: withoutPins(operationWithTransfers), restMs: 20 }
          : { next: operationWithTransfers }),
        patienceMs,
      })
      const office = startOperators(app, { seed, patienceMs })
      for (let kill = 1; kill <= kills; kill += 1) {
        // Some processes are killed before they answered a call, most under load.
        await sleep(draw() < 0.1 ? 0 : 300 + draw() * (maxUptimeMs - 300))
        // Waits for a number of responses and not for a time, so that the count does not depend on the machine.
        await waitFor(() => callers.done.length >= kill * answersPerProcess)
        await app.server().kill()
        await app.start()
        await expireLeases(app)
        if (kill % 20 === 0) log(`${kill} kills, ${callers.done.length} answers, ${office.done.length} of the office`)
      }
      await waitFor(() => office.done.some((one) => one.status === 'success'))
      await Promise.all([callers.stop(), office.stop()])
      const faults = await checkOracle(app, callers.done, office.done)
      faults.push(...(await checkReplays(app, callers.done, 25)))
      faults.push(...(await checkOracle(app, callers.done, office.done)))
      const took = callers.done.filter((one) => one.answer.status === 'success')
      const decided = office.done.filter((one) => one.status === 'success')
      const acknowledged = took.length + decided.length
      if (size === 'full' && steps === undefined && acknowledged < fewestAcknowledged) {
        faults.push(`only ${acknowledged} operations were acknowledged`)
      }
      return {
        figures: {
          kills,
          acknowledged,
          spins: took.filter((one) => one.path.endsWith('/spin')).length,
          ofTheOffice: decided.length,
          kindsOfCall: new Set([...took.map((one) => one.path), ...decided.map((one) => one.act)]).size,
          lostRaces: office.done.length - decided.length,
          ambiguous: callers.attempts.ambiguous,
        },
        faults,
      }
    } finally {
      await app.close()
    }
  },
}
