import { expect, test } from 'vitest'
import { openTables, tableByCode } from '#domain/games/table/tables.ts'
import { kindLoaders } from './kinds.ts'

const loaders = Object.entries(kindLoaders)

test('every open table has a kind, and a code that is none is no table', () => {
  expect(openTables.filter((code) => !Object.hasOwn(kindLoaders, code))).toEqual([])
  expect(['a-slot', '', 'constructor'].some((code) => Object.hasOwn(kindLoaders, code))).toBe(false)
})

test('a kind has the games that load it, and no others', async () => {
  for (const load of new Set(loaders.map(([, one]) => one))) {
    const codes = loaders.filter(([, one]) => one === load).map(([code]) => code)
    const { games } = await load()
    expect(games.map(({ code }) => code)).toEqual(codes)
    expect(games).toEqual(codes.map((code) => tableByCode(code)?.game))
    expect(new Set(games.map(({ kind }) => kind)).size).toBe(1)
  }
})

test('a key places on spots of the game, and is none that every table has', async () => {
  for (const load of new Set(loaders.map(([, one]) => one))) {
    const { games, keys } = await load()
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length)
    expect(keys.filter(({ key }) => !/^(?:Shift\+)?[A-Z]$/.test(key) || /^[CDRU]$/.test(key))).toEqual([])
    const spots = keys.flatMap((one) => one.spots.map(({ spot }) => spot))
    for (const game of games) {
      expect(spots.filter((spot) => !game.spots.some(({ code }) => code === spot))).toEqual([])
    }
  }
})
