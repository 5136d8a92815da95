import { describe, expect, test } from 'vitest'
import { cardOf } from '../cards.ts'
import { beadPlate } from './bead-plate.ts'
import { bigRoad, streaksOf } from './big-road.ts'
import { coloursOf, derivedRoad, derivedRoads, type DerivedRoad } from './derived-road.ts'
import { placesOfStreaks } from './road-places.ts'
import { dragonTigerRoadRound, roadRoundOf, type RoadRound } from './road-round.ts'
import { dragonTigerText, roadTexts, roundText } from './road-text.ts'

const winners = { B: 'banker', P: 'player', T: 'tie' } as const

/** Rounds of a text such as `B Pp T`: `b` and `p` are pairs. */
function roundsOf(text: string): RoadRound[] {
  return text
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => {
      const winner = winners[one[0] as keyof typeof winners]
      return { winner, bankerPair: one.includes('b'), playerPair: one.includes('p') }
    })
}

/** Rounds of streaks of these lengths, the banker's first. */
function streaks(...lengths: number[]): RoadRound[] {
  return roundsOf(lengths.map((length, index) => (index % 2 === 0 ? 'B ' : 'P ').repeat(length)).join(''))
}

const coloursText = (rounds: readonly RoadRound[], road: DerivedRoad): string =>
  coloursOf(rounds, road)
    .map((colour) => colour[0])
    .join('')

test('the bead plate has every round, down six rows', () => {
  const rounds = roundsOf('B T P Bb Tp P T B')
  const plate = beadPlate(rounds)
  expect(plate.map(({ round }) => round)).toEqual(rounds)
  expect(plate.map(({ column, row }) => `${column},${row}`).join(' ')).toBe('0,0 0,1 0,2 0,3 0,4 0,5 1,0 1,1')
})

describe('the big road', () => {
  const at = (rounds: readonly RoadRound[]): string =>
    bigRoad(rounds)
      .map(({ column, row }) => `${column},${row}`)
      .join(' ')

  test('goes down with a streak and right with the next one', () => {
    expect(at(streaks(3, 1, 2))).toBe('0,0 0,1 0,2 1,0 2,0 2,1')
  })

  test('turns a long streak right at the bottom: the dragon’s tail', () => {
    expect(at(streaks(8))).toBe('0,0 0,1 0,2 0,3 0,4 0,5 1,5 2,5')
  })

  test('turns above an older tail, and the next streak begins beside the first column of the one before', () => {
    expect(
      at(streaks(8, 6, 1))
        .split(' ')
        .slice(8),
    ).toEqual(['1,0', '1,1', '1,2', '1,3', '1,4', '2,4', '2,0'])
  })

  test('does not turn down again once a tail has begun', () => {
    // The tail of the second streak passes the end of the first one's tail at column 2.
    expect(at(streaks(7, 9)).split(' ').slice(7)).toEqual('1,0 1,1 1,2 1,3 1,4 2,4 3,4 4,4 5,4'.split(' '))
  })

  test('begins right of a tail that fills the top row', () => {
    const [, , , , , top = [], next = []] = placesOfStreaks([20, 20, 20, 20, 20, 20, 2])
    expect(top.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, () => 0))
    expect([top[0]?.column, top.at(-1)?.column]).toEqual([5, 24])
    expect(next).toEqual([
      { column: 25, row: 0 },
      { column: 25, row: 1 },
    ])
  })

  test('marks ties on the round before them, those at the beginning on the first round', () => {
    const cells = bigRoad(roundsOf('T Tb B T P Tp T'))
    expect(cells.map(({ round, ties }) => [round?.winner, ties.length])).toEqual([
      ['banker', 3],
      ['player', 2],
    ])
    expect(cells[0]?.ties.map(({ bankerPair }) => bankerPair)).toEqual([false, true, false])
    expect(cells[1]?.ties.map(({ playerPair }) => playerPair)).toEqual([true, false])
  })

  test('shows ties that nothing precedes yet in the first cell', () => {
    expect(bigRoad(roundsOf('T Tb'))).toEqual([{ column: 0, row: 0, round: null, ties: roundsOf('T Tb') }])
    expect(bigRoad([])).toEqual([])
  })

  test('is not broken by a tie within a streak', () => {
    expect(streaksOf(roundsOf('B T B B P')).streaks.map((streak) => streak.length)).toEqual([3, 1])
  })
})

describe('the derived roads', () => {
  // Streaks of 3, 2, 1, 4 and 2, worked out by hand on paper.
  const rounds = streaks(3, 2, 1, 4, 2)

  test.each([
    { road: 'big-eye-boy', colours: 'rbbbrrbr' },
    { road: 'small-road', colours: 'brbrbb' },
    { road: 'cockroach-pig', colours: 'rrbbr' },
  ] as const)('$road is $colours', ({ road, colours }) => {
    expect(coloursText(rounds, road)).toBe(colours)
  })

  test.each(Object.entries(derivedRoads) as [DerivedRoad, number][])(
    '%s begins with the second round of streak %i + 1, or with the streak after it',
    (road, distance) => {
      const ones = (count: number): number[] => Array.from({ length: count }, () => 1)
      // The first colour of all: the second round of the streak, where the streak to compare is one long and so ends just above.
      expect(coloursText(streaks(...ones(distance + 1)), road)).toBe('')
      expect(coloursText(streaks(...ones(distance), 2), road)).toBe('b')
      // Or, when that streak has one round, the first round of the next one: both streaks before are one long.
      expect(coloursText(streaks(...ones(distance + 2)), road)).toBe('r')
    },
  )

  test('take no colour from ties, leading ones included', () => {
    const withTies = rounds.flatMap((round) => [...roundsOf('T Tb'), round])
    for (const road of Object.keys(derivedRoads) as DerivedRoad[]) {
      expect(coloursOf(withTies, road)).toEqual(coloursOf(rounds, road))
    }
  })

  test('compare streaks as long as they are, also beyond the six rows', () => {
    // The eighth round of the second streak stands beside a streak of nine, the tenth below its end.
    expect(coloursText(streaks(9, 10), 'big-eye-boy')).toBe('rrrrrrrrb')
    expect(coloursText(streaks(9, 11), 'big-eye-boy')).toBe('rrrrrrrrbr')
  })

  test('are drawn like the big road: equal colours below each other, with tails', () => {
    const drawn = derivedRoad(streaks(9, 10), 'big-eye-boy')
    expect(drawn.map(({ column, row, colour }) => `${column},${row} ${colour[0]}`)).toEqual(
      '0,0 r|0,1 r|0,2 r|0,3 r|0,4 r|0,5 r|1,5 r|2,5 r|1,0 b'.split('|'),
    )
  })
})

test('the roads as texts', () => {
  expect(roadTexts(roundsOf('T B Bb Tp P Pbp B B B'), roundText)).toEqual({
    'bead-plate': 'T B Bb Tp P Pbp | B B B',
    'big-road': 'B(T) Bb(Tp) | P Pbp | B B B',
    'big-eye-boy': 'R3 B1',
    'small-road': 'R1 B1',
    'cockroach-pig': '',
  })
  expect(roadTexts(roundsOf('T Tb'), roundText)).toMatchObject({ 'bead-plate': 'T Tb', 'big-road': '-(TTb)' })
  expect(roadTexts<RoadRound>([], roundText)).toMatchObject({ 'bead-plate': '', 'big-road': '', 'big-eye-boy': '' })
})

test('a round of baccarat is shown by its winner and pairs', () => {
  const hand = (text: string) => text.split(' ').map(cardOf)
  expect(roadRoundOf({ kind: 'baccarat', player: hand('9C 9D'), banker: hand('4S 4D') })).toEqual({
    winner: 'tie',
    bankerPair: true,
    playerPair: true,
  })
  expect(roadRoundOf({ kind: 'baccarat', player: hand('9C KD'), banker: hand('4S 3D') })).toEqual({
    winner: 'player',
    bankerPair: false,
    playerPair: false,
  })
})

test('a round of Dragon Tiger is shown by its winner; a suited tie is a tie with a mark of its own', () => {
  const round = (dragon: string, tiger: string) =>
    dragonTigerRoadRound({ kind: 'dragon-tiger', dragon: cardOf(dragon), tiger: cardOf(tiger) })
  const rounds = [round('KC', '2C'), round('AC', '2C'), round('5C', '5D'), round('5C', '5C'), round('AC', '2C')]
  expect(rounds.map(({ winner }) => winner)).toEqual(['dragon', 'tiger', 'tie', 'tie', 'tiger'])
  expect(roadTexts(rounds, dragonTigerText)).toMatchObject({
    'bead-plate': 'D T = =s T',
    'big-road': 'D | T(==s) T',
    'big-eye-boy': 'B1',
  })
})
