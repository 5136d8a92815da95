import { afterAll, beforeAll, expect, test } from 'vitest'
import { races } from '../../scripts/faults/races.ts'
import { createWorld, type World } from '#testing/world.ts'
import { scaledMs } from '#testing/machine.ts'

/** The short form of what two hands, two operators and two processes can do to one wallet at the same moment. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const seed = 20_261_121

test(
  'asked for many times at once, at two processes, everything is done once',
  { timeout: scaledMs(120_000) },
  async () => {
    const { faults, figures } = await races.run({ size: 'short', seed, log: () => {}, on: world })
    expect(faults).toEqual([])
    // Nothing was judged by not happening.
    for (const figure of [
      'clicks',
      'conflicts',
      'losersToldWho',
      'doubleSpends',
      'linkedSpinsAfterTheFounding',
      'transfers',
    ]) {
      expect({ figure, some: Number(figures[figure]) > 5 }).toEqual({ figure, some: true })
    }
  },
)
