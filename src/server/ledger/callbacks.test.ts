import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbacks } from '../../../scripts/faults/callbacks.ts'
import { createWorld, type World } from '#test/world.ts'
import { scaledMs } from '#test/machine.ts'

/** A short run of the simulation of provider calls over an unreliable line. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const seed = 20_261_122

test(
  'provider calls that arrive twice, out of order or a day late have the outcomes of the model',
  { timeout: scaledMs(120_000) },
  async () => {
    const { faults, figures } = await callbacks.run({ size: 'short', seed, log: () => {}, on: world })
    expect(faults).toEqual([])
    for (const outcome of ['done', 'replay', 'conflict', 'tombstone', 'rolled_back', 'short']) {
      expect({ outcome, often: Number(figures[outcome]) > 20 }).toEqual({ outcome, often: true })
    }
  },
)
