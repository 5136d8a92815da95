import { expect, test } from 'vitest'
import { bankerWins, playerWins, roundOf, tie } from '#test/table-samples.ts'
import { baccaratRoads } from '../baccarat/baccarat-roads.ts'
import { countOf, nextMark, roadMarks } from './road-marks.ts'

test('the roads have settled rounds only: no void one, and none whose cards are being shown', () => {
  const rounds = [
    roundOf(1, { state: 'settled', outcome: bankerWins }),
    roundOf(2, { state: 'void', voidReason: 'office' }),
    roundOf(3, { state: 'settled', outcome: tie }),
    roundOf(4, { state: 'dealt', outcome: playerWins }),
  ]
  const marks = roadMarks(baccaratRoads, rounds)
  expect(marks.map(({ text }) => text)).toEqual(['B', 'T'])
  expect(['banker', 'player', 'tie'].map((winner) => countOf(marks, winner))).toEqual([1, 0, 1])
})

test('the next mark of a derived road is the one that it gains when the side has won', () => {
  expect(nextMark([], 'banker', 'big-eye-boy')).toBeNull()
  // B, P: the second P of the streak stands beside a streak of one, the next B begins a third streak.
  const rounds = [{ winner: 'banker' }, { winner: 'player' }]
  expect(nextMark(rounds, 'player', 'big-eye-boy')).toBe('blue')
  expect(nextMark(rounds, 'banker', 'big-eye-boy')).toBe('red')
  expect(nextMark(rounds, 'banker', 'cockroach-pig')).toBeNull()
})
