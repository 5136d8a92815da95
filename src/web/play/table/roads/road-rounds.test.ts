import { expect, test } from 'vitest'
import { bankerWins, playerWins, roundOf, tie } from '#test/table-samples.ts'
import { countsOf, nextMark, roadRoundsOf } from './road-rounds.ts'

test('the roads have settled rounds only: no void one, and none whose cards are being shown', () => {
  const rounds = [
    roundOf(1, { state: 'settled', outcome: bankerWins }),
    roundOf(2, { state: 'void', voidReason: 'office' }),
    roundOf(3, { state: 'settled', outcome: tie }),
    roundOf(4, { state: 'dealt', outcome: playerWins }),
  ]
  expect(roadRoundsOf(rounds).map(({ winner }) => winner)).toEqual(['banker', 'tie'])
  expect(countsOf(roadRoundsOf(rounds))).toEqual({ banker: 1, player: 0, tie: 1, bankerPair: 0, playerPair: 0 })
})

test('the next mark of a derived road is the one that it gains when the side has won', () => {
  const round = (winner: 'banker' | 'player') => ({ winner, bankerPair: false, playerPair: false })
  expect(nextMark([], 'banker', 'big-eye-boy')).toBeNull()
  // B, P: the second P of the streak stands beside a streak of one, the next B begins a third streak.
  const rounds = [round('banker'), round('player')]
  expect(nextMark(rounds, 'player', 'big-eye-boy')).toBe('blue')
  expect(nextMark(rounds, 'banker', 'big-eye-boy')).toBe('red')
  expect(nextMark(rounds, 'banker', 'cockroach-pig')).toBeNull()
})
