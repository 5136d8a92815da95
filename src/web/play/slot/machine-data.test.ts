import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { loadGame } from './machine-data.ts'

test.each(catalogue.map(({ game }) => game))('the data of $code are found by its code', async (game) => {
  expect(await loadGame(game.code)).toBe(game)
})

test('another code has none', async () => {
  for (const code of ['', 'tiger', 'slot', '../workshop']) expect(await loadGame(code)).toBeNull()
})
