import { describe, expect, test } from 'vitest'
import { drawFrom } from '../../draw.ts'
import { tableFaults } from '../definition-check.ts'
import { settle, type RaceGame, type Spot } from '../table-game.ts'
import { tables } from '../tables.ts'
import { drawRace, firstRunners } from './draw-race.ts'
import { raceForm } from './form.ts'
import { raceMarks } from './marks.ts'
import { markWays, statedChances } from './odds.ts'
import { virtualHorses } from '../virtual-horses/game.ts'

const races = tables.flatMap((entry) => (entry.game.kind === 'race' ? [{ ...entry, game: entry.game }] : []))
const game: RaceGame = virtualHorses

describe('drawing a race', () => {
  test('names each integer drawn by the strengths of the runners that are left', () => {
    const below: number[] = []
    // Of the strengths 1 to 8: 35 is the last value of runner 8, 0 the first one of the first that is left, 25 the last one of 7.
    const values = [35, 0, 26, 0, 0, 0, 0]
    const order = drawRace([1, 2, 3, 4, 5, 6, 7, 8], (most) => {
      below.push(most)
      return values[below.length - 1] ?? 0
    }).order
    expect(below).toEqual([36, 28, 27, 20, 18, 15, 11])
    expect(order).toEqual([8, 1, 7, 2, 3, 4, 5, 6])
  })

  test('rejects values that would make a runner more likely', () => {
    // 2^32 mod 36 = 4: the four highest values are discarded.
    const bytes = new Uint8Array(64)
    new DataView(bytes.buffer).setUint32(0, 0xff_ff_ff_fc)
    expect(
      drawRace(
        [1, 2, 3, 4, 5, 6, 7, 8],
        drawFrom(() => bytes),
      ).order,
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('refuses a choice outside of the runners that are left', () => {
    expect(() => firstRunners([1, 1], 2, () => 2)).toThrow(RangeError)
  })
})

describe.each(races)('$game.code', (entry) => {
  test('offers every bet on the first three once, and each runner has a name of its own in every language', () => {
    expect(entry.game.spots.map(({ code }) => code)).toEqual(raceMarks)
    expect(raceMarks).toHaveLength(8 + 8 + 28 + 56 + 336)
    for (const language of ['ko', 'en', 'jp', 'vn', 'cn'] as const) {
      expect(new Set(entry.runners?.map((names) => names[language]).filter(Boolean)).size).toBe(8)
    }
  })

  test('states a runner’s strength as its chance to win in percent, and three places among eight runners', () => {
    const chances = statedChances(entry.game.strengths)
    entry.game.strengths.forEach((strength, index) => expect(chances.get(`win-${index + 1}`)).toBe(strength / 100))
    const { total, ways } = markWays(entry.game.strengths)
    const sum = (bet: string) =>
      [...ways].reduce((all, [mark, one]) => (mark.startsWith(`${bet}-`) ? all + one : all), 0n)
    expect(['win', 'place', 'quinella', 'exacta', 'trifecta'].map((bet) => sum(bet) / total)).toEqual([
      1n,
      3n,
      1n,
      1n,
      1n,
    ])
  })
})

test('settles bets by the first three of the whole order', () => {
  const outcome = { kind: 'race', order: [5, 2, 8, 1, 3, 4, 6, 7] } as const
  const won = game.spots.filter((spot) => settle(spot, outcome)[0] > 0).map(({ code }) => code)
  expect(won).toEqual(['win-5', 'place-2', 'place-5', 'place-8', 'quinella-2-5', 'exacta-5-2', 'trifecta-5-2-8'])
})

describe('the check of the data', () => {
  test('compares the odds with the strengths and with the margin', () => {
    expect(tableFaults({ ...game, strengths: game.strengths.toReversed() }).length).toBeGreaterThan(400)
    expect(tableFaults({ ...game, marginPercent: 11 }).length).toBeGreaterThan(400)
  })

  const withSpot = (index: number, changed: (spot: Spot) => Spot): RaceGame => ({
    ...game,
    spots: game.spots.map((spot, at) => (at === index ? changed(spot) : spot)),
  })
  test.each<[name: string, changed: RaceGame, faults: string[]]>([
    ['a bet that is missing', { ...game, spots: game.spots.slice(1) }, ['spots.win-1: is missing']],
    [
      'odds that are a hundredth higher',
      withSpot(0, ({ code }) => ({ code, pays: [{ when: [code], returns: [751, 100] }] })),
      ['spots.win-1: returns 751/100, not 750/100'],
    ],
    [
      'a second rule',
      withSpot(8, ({ code, pays }) => ({ code, pays: [...pays, { when: ['win-2'], returns: [1, 1] }] })),
      ['spots.place-1: is no bet on the mark of its code alone'],
    ],
    [
      'a bet on another mark',
      withSpot(0, ({ code, pays }) => ({ code, pays: pays.map((rule) => ({ ...rule, when: ['win-2'] })) })),
      ['spots.win-1: is no bet on the mark of its code alone'],
    ],
  ])('names %s', (_name, changed, faults) => {
    expect(tableFaults(changed).map(({ field, fault }) => `${field}: ${fault}`)).toEqual(faults)
  })
})

test('the form of a runner has the past races alone, the newest first', () => {
  const race = (...order: number[]) => ({ kind: 'race' as const, order })
  const past = [race(1, 2, 3, 4, 5, 6, 7, 8), { kind: 'roulette', pocket: 1 } as const, race(8, 1, 7, 6, 5, 4, 3, 2)]
  const form = raceForm(past)
  expect(form[0]).toEqual({ runner: 1, wins: 1, places: 2, finishes: [2, 1] })
  expect(form[7]).toEqual({ runner: 8, wins: 1, places: 1, finishes: [1, 8] })
  expect(form.map(({ wins }) => wins).reduce((one, other) => one + other)).toBe(2)
  expect(raceForm([])[3]).toEqual({ runner: 4, wins: 0, places: 0, finishes: [] })
})
