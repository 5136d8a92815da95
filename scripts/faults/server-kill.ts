import { chance } from '#testing/chance.ts'
import { startCallers } from './callers.ts'
import { openFaultHouse } from './house.ts'
import { judge, judgeReplays } from './judge.ts'
import { sleep, type FaultProgram } from './program.ts'

const sizes = { full: { kills: 200, players: 32 }, short: { kills: 10, players: 16 } } as const

/** `kill -9` of the server under writers who retry with the same key. */
export const serverKill: FaultProgram = {
  says: 'The server is killed again and again under load: nothing acknowledged is lost, nothing is done twice.',
  async run({ size, seed, say, on }) {
    const { kills, players } = sizes[size]
    const draw = chance(seed)
    const house = await openFaultHouse({ players, on })
    try {
      await house.start()
      const callers = startCallers(house, { seed })
      for (let kill = 1; kill <= kills; kill += 1) {
        await sleep(300 + draw() * 600)
        await house.server().kill()
        await house.start()
        if (kill % 20 === 0) say(`${kill} kills, ${callers.done.length} answers`)
      }
      await sleep(300)
      await callers.stop()
      const faults = [...(await judge(house, callers.done)), ...(await judgeReplays(house, callers.done, 25))]
      faults.push(...(await judge(house, callers.done)))
      const took = callers.done.filter((one) => one.answer.status === 'success')
      return {
        figures: {
          kills,
          acknowledged: took.length,
          spins: took.filter((one) => one.path.endsWith('/spin')).length,
          kindsOfCall: new Set(took.map((one) => one.path)).size,
          ambiguous: callers.tries.ambiguous,
        },
        faults,
      }
    } finally {
      await house.close()
    }
  },
}
