import { afterAll, beforeAll, expect, test } from 'vitest'
import { tables } from '../../scripts/faults/tables.ts'
import { createWorld, type World } from '#test/world.ts'
import { scaledMs } from '#test/machine.ts'

/** A short run of the fault program about shared rounds. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test(
  'after a kill and a lost lease during shared rounds no stake is lost or paid twice',
  { timeout: scaledMs(120_000) },
  async () => {
    const { faults, figures } = await tables.run({ size: 'short', seed: 20_261_128, log: () => {}, on: world })
    expect(faults).toEqual([])
    expect(figures['kills']).toBe(2)
    expect(figures['stakes']).toBeGreaterThan(0)
    expect(figures['settled']).toBeGreaterThan(1)
  },
)
