import { expect, test } from 'vitest'
import { seatGames } from '#domain/games/seat-games.ts'
import { kindLoaders } from '../table/kinds.ts'
import { seatCodes } from '#web/shared/seat-codes.ts'

test('the window knows the games with a seat of one’s own, and none of them is a shared table', () => {
  expect(seatCodes).toEqual(seatGames.map(({ game }) => game.code))
  expect(seatCodes.filter((code) => Object.hasOwn(kindLoaders, code))).toEqual([])
})
