import { afterAll, beforeAll, expect, test } from 'vitest'
import { races } from '../../scripts/faults/races.ts'
import { createWorld, type World } from '#test/world.ts'
import { scaledMs } from '#test/machine.ts'

/** A short run of the fault program about concurrent members, operators and processes on one wallet. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const seed = 20_261_121

test('concurrent requests at two processes take effect once', { timeout: scaledMs(120_000) }, async () => {
  const { faults, figures } = await races.run({ size: 'short', seed, log: () => {}, on: world })
  expect(faults).toEqual([])
  // Every kind of race occurred.
  for (const figure of [
    'clicks',
    'conflicts',
    'refusedWithDecider',
    'doubleSpends',
    'linkedSpinsAfterTheFounding',
    'transfers',
  ]) {
    expect({ figure, some: Number(figures[figure]) > 5 }).toEqual({ figure, some: true })
  }
})
