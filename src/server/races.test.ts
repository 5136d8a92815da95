import { afterAll, beforeAll, expect, test } from 'vitest'
import { jackpots } from '../../scripts/faults/jackpots.ts'
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

test('jackpots that are hit under races are paid once', { timeout: scaledMs(60_000) }, async () => {
  const own = await createWorld()
  try {
    const { faults, figures } = await jackpots.run({ size: 'short', seed, log: () => {}, on: own })
    expect(faults).toEqual([])
    expect(Number(figures['hits'])).toBeGreaterThanOrEqual(24)
    expect(Number(figures['backendsEnded'])).toBeGreaterThan(3)
    expect(figures['pairs']).toBe(4)
    expect(figures['paidAlthoughClosed']).toBe(4)
    expect(Number(figures['refusedAsClosed'])).toBeGreaterThanOrEqual(4)
  } finally {
    await own.close()
  }
})
