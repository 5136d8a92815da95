import { expect, test } from 'vitest'
import { staleFaults } from './faults/variants/caught.ts'
import { variants } from './faults/variants/list.ts'

/** The short form of trying the suite itself: every variant can still be made, and the table says what is in the list. */
test('every way of breaking the code still fits it, and its table is whole', async () => {
  expect(variants.length).toBeGreaterThan(30)
  expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length)
  expect(await staleFaults()).toEqual([])
})
