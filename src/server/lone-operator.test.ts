import { afterAll, beforeAll, expect, test } from 'vitest'
import { loneOperator } from '../../scripts/faults/lone-operator.ts'
import { createWorld, type World } from '#test/world.ts'
import { scaledMs } from '#test/machine.ts'

/** A short run of the fault program about one operator with members of their own. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('one operator with ten members takes nothing out', { timeout: scaledMs(120_000) }, async () => {
  const { faults, figures } = await loneOperator.run({ size: 'short', seed: 20_261_122, log: () => {}, on: world })
  expect(faults).toEqual([])
  expect(figures['paidOut']).toBe(0)
})
