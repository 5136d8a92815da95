import { randomUUID } from 'node:crypto'
import { seededRandom } from '#test/random.ts'
import { callUntilAnswered, operationWithTransfers, startCallers, withoutPins, type Operation } from './callers.ts'
import { startOperators } from './operators.ts'
import { makePlayer, openFaultApp, type FaultApp, type Player } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { killDatabase, waysToKill } from './kill-database.ts'
import { sleep, type FaultProgram } from './program.ts'
import { scaledMs } from '#test/machine.ts'

const sizes = { full: { kills: 200, players: 32 }, short: { kills: 3, players: 8 } } as const
/** How long the server may take to recover; the short form, which runs beside other tests, has a generous limit. */
const maxDowntimeMs = { full: 10_000, short: 60_000 } as const
/** Long, because PIN hashes run at low priority and are slow on a busy machine. */
const patienceMs = 180_000

/** `kill -9` of PostgreSQL while the server keeps running. */
export const databaseKill: FaultProgram = {
  description: 'PostgreSQL is killed repeatedly under load: no acknowledged call is lost, and the server reconnects.',
  async run({ size, seed, log, steps }) {
    const { players } = sizes[size]
    const kills = steps ?? sizes[size].kills
    const draw = seededRandom(seed)
    const app = await openFaultApp({ players, operators: 3, transfers: true, env: { LOG_LEVEL: 'fatal' } })
    try {
      await app.start()
      const prober = await makePlayer(app.site, app.brand)
      const callers = startCallers(app, {
        seed,
        ...(size === 'short'
          ? { next: withoutPins(operationWithTransfers), restMs: 20 }
          : { next: operationWithTransfers }),
        patienceMs,
      })
      const office = startOperators(app, { seed, patienceMs })
      const probes: Operation[] = []
      const back: number[] = []
      const faults: string[] = []
      let hit = 0
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(200 + draw() * 800)
        const way = waysToKill[kill % waysToKill.length] ?? 'whole'
        hit += await killDatabase(app, way, draw)
        // As the supervisor of an external database would, without informing the server.
        if (way !== 'backends') await app.startDatabase()
        const from = performance.now()
        probes.push(await probe(app, prober, (how) => faults.push(`it ended by itself after kill ${kill + 1}: ${how}`)))
        back.push(performance.now() - from)
        if ((kill + 1) % 20 === 0) log(`${kill + 1} kills, ${callers.done.length} answers, ${summarizeTimes(back)}`)
      }
      await sleep(300)
      await Promise.all([callers.stop(), office.stop()])
      const tooLong = back.filter((ms) => ms > scaledMs(maxDowntimeMs[size]))
      if (tooLong.length > 0)
        faults.push(`${tooLong.length} times the server was not back within ${maxDowntimeMs[size] / 1000} s`)
      const all = [...callers.done, ...probes]
      // The oracle counts the prober's money at the provider like that of the other players.
      faults.push(...(await checkOracle(app, all, office.done)))
      faults.push(...(await checkReplays(app, all, 25)))
      const took = all.filter((one) => one.answer.status === 'success').length
      return {
        figures: {
          kills,
          processesKilled: hit,
          acknowledged: took + office.done.filter((one) => one.status === 'success').length,
          ambiguousOrAway: callers.attempts.ambiguous + callers.attempts.busy,
          back: summarizeTimes(back),
        },
        faults,
      }
    } finally {
      await app.close()
    }
  },
}

/** Sends a spin after the kill until there is a response: then the server has recovered. It must not need a restart. */
async function probe(app: FaultApp, player: Player, onEnd: (how: string) => void): Promise<Operation> {
  const key = randomUUID()
  const request = { player, key, path: '/api/play/spin', body: { requestId: key, stake: '1000' } }
  const until = performance.now() + scaledMs(patienceMs)
  for (;;) {
    const answer = await callUntilAnswered(app.port, request, { patienceMs: 1_000 }).catch((error: unknown) => {
      if (performance.now() > until) throw error
      return null
    })
    if (answer !== null) return { ...request, answer }
    const how = app.server().ended()
    if (how === null) continue
    onEnd(how)
    await app.start()
  }
}

/** The median and the maximum of times in ms. */
export function summarizeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  return `median ${at(0.5)} ms / most ${at(1)} ms`
}
