import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbacks } from '../../../scripts/faults/callbacks.ts'
import { createWorld, type World } from '#test/world.ts'
import { scaledMs } from '#test/machine.ts'

/** The short form of what a bad line makes of a provider's calls. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const seed = 20_261_122

test(
  'a provider’s calls, doubled, out of order and a day late, are what the model says',
  { timeout: scaledMs(120_000) },
  async () => {
    const { faults, figures } = await callbacks.run({ size: 'short', seed, log: () => {}, on: world })
    expect(faults).toEqual([])
    for (const outcome of ['done', 'replay', 'conflict', 'tombstone', 'rolled_back', 'short']) {
      expect({ outcome, often: Number(figures[outcome]) > 20 }).toEqual({ outcome, often: true })
    }
  },
)
