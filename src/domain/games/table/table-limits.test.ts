import { expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { baccarat } from './baccarat/game.ts'
import { largestOwed, owedFor, owedWith, roomOn } from './exposure.ts'
import { roulette } from './roulette/game.ts'
import { leastChip } from './table-game.ts'
import { virtualHorses } from './virtual-horses/game.ts'
import { mergedStakes, mostOnSpot, spotsText, stakesOfText, wrongSpot } from './table-limits.ts'

const chip = wholeUnits(1_000)

test('a spot of long odds takes the stake that wins as much as the most on a side, in whole chips', () => {
  const most = baccarat.spots.map((spot) => [spot.code, mostOnSpot(spot, { most: wholeUnits(3_000_000), chip })])
  expect(Object.fromEntries(most)).toEqual({
    banker: wholeUnits(3_000_000),
    player: wholeUnits(3_000_000),
    tie: wholeUnits(375_000),
    'player-pair': wholeUnits(272_000),
    'banker-pair': wholeUnits(272_000),
  })
})

test('stakes that name a spot twice are one, and read back from their text', () => {
  const stakes = mergedStakes([
    { spot: 'tie', stake: wholeUnits(1_000) },
    { spot: 'banker', stake: wholeUnits(2_000) },
    { spot: 'tie', stake: wholeUnits(3_000) },
  ])
  expect(spotsText(stakes)).toBe('banker:20000000 tie:40000000')
  expect(stakesOfText(spotsText(stakes))).toEqual(stakes)
})

test('a wrong spot is named: unknown, of nothing, or no multiple of the chip', () => {
  const wrong = (spot: string, stake: bigint) =>
    wrongSpot(
      baccarat,
      [
        { spot: 'tie', stake: chip },
        { spot, stake },
      ],
      chip,
    )
  expect(wrong('banker', chip)).toBeNull()
  for (const [spot, stake] of [
    ['zero', chip],
    ['banker', 0n],
    ['banker', -chip],
    ['banker', chip + 1n],
  ] as const) {
    expect(wrong(spot, stake)).toBe(spot)
  }
})

test('lost stakes cover nothing of what a table may owe, and the room of a spot is what its worst outcome leaves', () => {
  const stakes = new Map([
    ['banker', wholeUnits(100_000)],
    ['player', wholeUnits(100_000)],
    ['tie', wholeUnits(1_000)],
  ])
  expect(largestOwed(owedFor(baccarat, stakes))).toBe(wholeUnits(100_000))
  const room = (spot: string, exposure: number) =>
    roomOn(baccarat, owedFor(baccarat, stakes), { spot, exposure: wholeUnits(exposure), chip })
  expect(room('player', 150_000)).toBe(wholeUnits(50_000))
  expect(room('banker', 150_000)).toBe(wholeUnits(57_000))
  // A pair comes with any winner.
  expect(room('player-pair', 111_000)).toBe(wholeUnits(1_000))
  expect(room('player', 90_000)).toBe(0n)
})

test.each([roulette, virtualHorses])(
  'the rooms of $code add up: what is within each of them is within the exposure',
  (game) => {
    const exposure = wholeUnits(1_000_000)
    const least = wholeUnits(leastChip(game))
    const stakes = new Map<string, bigint>()
    let owed = owedFor(game, stakes)
    for (const { code: spot } of game.spots) {
      const stake = roomOn(game, owed, { spot, exposure: exposure / 2n, chip: least }) ?? 0n
      stakes.set(spot, stake)
      owed = owedWith(game, owed, { spot, stake })
      expect(largestOwed(owed)).toBeLessThanOrEqual(exposure / 2n)
      expect(roomOn(game, owed, { spot, exposure, chip: least })).not.toBe(0n)
    }
    expect(owed).toEqual(owedFor(game, stakes))
  },
)

test('each bet on a race takes at least the chip of 100 with the win of the most on a side', () => {
  const most = virtualHorses.spots.map((spot) =>
    mostOnSpot(spot, { most: wholeUnits(3_000_000), chip: wholeUnits(100) }),
  )
  expect(most.reduce((least, one) => (one < least ? one : least))).toBe(wholeUnits(900))
})
