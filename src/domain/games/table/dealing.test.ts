import { describe, expect, test } from 'vitest'
import { nextAct, openFor, paceOf, usualPace, type TableMoment } from './dealing.ts'
import { tables } from './tables.ts'

const pace = { ...usualPace, betMs: 20_000, dealMs: 7_000 }
const now = 1_000_000

type Round = NonNullable<TableMoment['round']>

const open: Round = { state: 'open', isOwn: true, closesAt: now + 5_000, closedAt: null, dealtAt: null, endedAt: null }
const running = { phase: 'running', phaseEndsAt: null, isOver: false } as const

function actAt(moment: Partial<TableMoment>) {
  return nextAct({ now, watchedAt: now - 1_000, series: running, round: null, ...moment }, pace)
}

describe('a round', () => {
  test.each<[name: string, round: Partial<Round>, act: unknown]>([
    ['is open until its close', {}, { waitMs: 5_000 }],
    ['is closed at its time', { closesAt: now }, 'close'],
    ['is void when its close is overdue by five seconds', { closesAt: now - 5_000 }, 'void'],
    ['is closed shortly before that', { closesAt: now - 4_999 }, 'close'],
    ['of another dealer is void while it is open', { isOwn: false }, 'void'],
    ['is dealt half a second after its close', { state: 'closed', closedAt: now - 499 }, { waitMs: 1 }],
    ['of another dealer is dealt when it is closed', { state: 'closed', isOwn: false, closedAt: now - 500 }, 'deal'],
    ['is shown before it is settled', { state: 'dealt', dealtAt: now - 6_000 }, { waitMs: 1_000 }],
    ['of another dealer is settled', { state: 'dealt', isOwn: false, dealtAt: now - 60_000 }, 'settle'],
    ['is followed by a pause', { state: 'settled', endedAt: now - 1_000 }, { waitMs: 4_000 }],
    ['is followed by the next one', { state: 'settled', endedAt: now - 5_000 }, 'open'],
    ['that is void is followed by the next one', { state: 'void', endedAt: now - 5_000 }, 'open'],
  ])('%s', (_name, round, act) => {
    expect(actAt({ round: { ...open, ...round } })).toEqual(act)
  })

  test('is played to its end when nobody watches any more', () => {
    expect(actAt({ watchedAt: null, round: { ...open, closesAt: now } })).toBe('close')
    expect(actAt({ watchedAt: null, round: { ...open, state: 'dealt', dealtAt: now - 7_000 } })).toBe('settle')
  })
})

describe('the pace', () => {
  test('of a game is the usual one but for what the game has of its own', () => {
    const plain = paceOf({ betSeconds: 20, game: { dealMs: 7_000 } })
    expect(plain).toEqual({ ...usualPace, betMs: 20_000, dealMs: 7_000 })
    expect(openFor(plain, now)).toBe(20_000)
    const schedule = { everyMs: 180_000, offsetMs: 0 }
    expect(paceOf({ betSeconds: 30, game: { dealMs: 30_000, pauseMs: 9_500, schedule } })).toEqual({
      ...usualPace,
      betMs: 30_000,
      dealMs: 30_000,
      pauseMs: 9_500,
      schedule,
    })
  })

  test.each([
    // A start is 40 s before, at, 29 s after and 31 s after the opening; bets are open for at least 30 s.
    [180_000 * 7 + 40_000, 0, 140_000],
    [180_000 * 7, 0, 180_000],
    [180_000 * 7 - 29_000, 0, 209_000],
    [180_000 * 7 - 31_000, 0, 31_000],
    [180_000 * 7 - 30_000, 0, 30_000],
    [180_000 * 7, 90_000, 90_000],
  ])('with a schedule, a round that opens at %i with the offset %i is open for %i ms', (at, offsetMs, open) => {
    expect(openFor({ betMs: 30_000, schedule: { everyMs: 180_000, offsetMs } }, at)).toBe(open)
  })

  test.each(tables)(
    'of $game.code leaves its least betting time before the next start, also where a series begins',
    (entry) => {
      const { schedule, hashesMs, saltsMs, betMs, closeMs, dealMs, pauseMs } = paceOf({ ...entry, game: entry })
      expect(closeMs + dealMs + pauseMs + hashesMs + saltsMs + betMs).toBeLessThanOrEqual(schedule?.everyMs ?? Infinity)
    },
  )
})

describe('between rounds', () => {
  test.each<[name: string, moment: Partial<TableMoment>, act: unknown]>([
    ['the first series begins', { series: null }, 'begin-series'],
    ['the next series begins after one that has ended', { series: { ...running, phase: 'ended' } }, 'begin-series'],
    ['hashes are awaited', { series: { phase: 'hashes', phaseEndsAt: now + 1, isOver: false } }, { waitMs: 1 }],
    ['hashes are closed', { series: { phase: 'hashes', phaseEndsAt: now, isOver: false } }, 'close-hashes'],
    ['salts are listed', { series: { phase: 'salts', phaseEndsAt: now, isOver: false } }, 'list-salts'],
    ['the first round opens at once', {}, 'open'],
    ['a series whose rounds are dealt ends', { series: { ...running, isOver: true } }, 'end-series'],
    ['a table that nobody watched for two minutes rests', { watchedAt: now - 120_000 }, 'rest'],
    ['a table that nobody ever watched rests', { watchedAt: null }, 'rest'],
  ])('%s', (_name, moment, act) => {
    expect(actAt(moment)).toEqual(act)
  })
})
