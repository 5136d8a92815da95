import { mkdir, rm, writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import type { Game } from '#domain/games/game.ts'
import { compile } from '#domain/games/slot/compiled.ts'
import { definitionFaults } from '#domain/games/slot/definition-check.ts'
import { exactReturn } from './exact.ts'
import { anySlot } from '#test/any-slot.ts'
import { createMachine, machineSources, skeletonMachine, withMachine } from './new-machine.ts'
import { toNumber } from './rational.ts'
import { simulate } from './simulate.ts'

const folder = new URL('../../.build/new-machine/', import.meta.url)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a new machine has no fault and plays at once', () => {
  const game = skeletonMachine('night-market')
  expect(definitionFaults(game)).toEqual([])
  const sums = simulate(game, 20_000, 'new')
  expect(sums.hits).toBeGreaterThan(1000)
  expect(sums.features).toBeGreaterThan(10)
  expect(toNumber(exactReturn(compile(game)).total)).toBeGreaterThan(0.2)
})

test('its folder holds exactly these data', async () => {
  const game = skeletonMachine('night-market')
  await mkdir(folder, { recursive: true })
  for (const [file, source] of Object.entries(machineSources(game))) await writeFile(new URL(file, folder), source)
  const made = (await import(/* @vite-ignore */ new URL('game.ts', folder).href)) as { nightMarket: Game }
  expect(made.nightMarket).toEqual(game)
})

test('the workshop names it', () => {
  const before = `import type { MachineTargets } from './slot/targets.ts'\n\nexport const workshop = [\n]\n`
  const after = withMachine(before, 'night-market')
  expect(after).toContain(`import { nightMarket } from './slot/machines/night-market/game.ts'`)
  expect(after).toContain(
    `[\n  { game: nightMarket, names: { en: 'Night Market' }, targets: nightMarketTargets },\n]\n`,
  )
})

test('a name that is not fit or taken is refused', async () => {
  for (const code of ['', 'Night', 'night_market', '../x', '-x'])
    await expect(createMachine(code)).rejects.toThrow(RangeError)
  await expect(createMachine(anySlot.code)).rejects.toThrow(/exists/)
})
