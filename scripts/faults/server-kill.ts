import { seededRandom } from '#testing/random.ts'
import { operationWithTransfers, startCallers, withoutPins } from './callers.ts'
import { startClerks } from './clerks.ts'
import { lapseLeases, openFaultHouse } from './house.ts'
import { judge, judgeReplays } from './judge.ts'
import { sleep, type FaultProgram } from './program.ts'

const sizes = {
  full: { kills: 200, players: 48, clerks: 4, longestLifeMs: 1_500 },
  short: { kills: 3, players: 16, clerks: 2, longestLifeMs: 700 },
} as const

const fewestAcknowledged = 50_000
/** PINs are checked below everything else: on a busy machine that takes its time. */
const patienceMs = 180_000

/** `kill -9` of the server under writers who retry with the same key. */
export const serverKill: FaultProgram = {
  says: 'The server is killed again and again under load: nothing acknowledged is lost, nothing is done twice.',
  async run({ size, seed, say, on, steps }) {
    const { players, clerks, longestLifeMs } = sizes[size]
    const kills = steps ?? sizes[size].kills
    const draw = seededRandom(seed)
    const house = await openFaultHouse({ players, clerks, transfers: true, on })
    try {
      await house.start()
      const callers = startCallers(house, {
        seed,
        ...(size === 'short'
          ? { next: withoutPins(operationWithTransfers), restMs: 20 }
          : { next: operationWithTransfers }),
        patienceMs,
      })
      const office = startClerks(house, { seed, patienceMs })
      for (let kill = 1; kill <= kills; kill += 1) {
        // Some lives end before anything was answered, most in the middle of everything.
        await sleep(draw() < 0.1 ? 0 : 300 + draw() * (longestLifeMs - 300))
        await house.server().kill()
        await house.start()
        await lapseLeases(house)
        if (kill % 20 === 0) say(`${kill} kills, ${callers.done.length} answers, ${office.done.length} of the office`)
      }
      await sleep(300)
      await Promise.all([callers.stop(), office.stop()])
      const faults = await judge(house, callers.done, office.done)
      faults.push(...(await judgeReplays(house, callers.done, 25)))
      faults.push(...(await judge(house, callers.done, office.done)))
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
          ambiguous: callers.tries.ambiguous,
        },
        faults,
      }
    } finally {
      await house.close()
    }
  },
}
