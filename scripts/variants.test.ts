import { expect, test } from 'vitest'
import { staleFaults } from './faults/variants/caught.ts'
import { variants } from './faults/variants/list.ts'

/** The short form of testing the suite itself. */
test('every variant still applies to the code, and docs/caught.md is up to date', async () => {
  expect(variants.length).toBeGreaterThan(30)
  expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length)
  expect(await staleFaults()).toEqual([])
})
