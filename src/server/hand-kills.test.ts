import { afterAll, beforeAll, expect, test } from 'vitest'
import { hands } from '../../scripts/faults/hands.ts'
import { createWorld, type World } from '#test/world.ts'
import { scaledMs } from '#test/machine.ts'

/** A short run of the fault program about rounds with decisions. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test(
  'after a kill during rounds with decisions no stake is lost or paid twice, and none waits longer than its time',
  { timeout: scaledMs(120_000) },
  async () => {
    const { faults, figures } = await hands.run({ size: 'short', seed: 20_261_128, log: () => {}, on: world })
    expect(faults).toEqual([])
    expect(figures).toMatchObject({ kills: 1, open: 0 })
    expect(figures['settled']).toBeGreaterThan(3)
    expect(figures['defaulted']).toBeGreaterThan(0)
  },
)
