import { describe, expect, test } from 'vitest'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { wholeUnits } from '#domain/money.ts'
import {
  bankerWins,
  at,
  ownOf,
  playerWins,
  roundOf,
  seriesOf,
  sessionOf,
  startMs,
  stepOf,
  tie,
} from '#test/table-samples.ts'
import {
  openingState,
  phaseOf,
  resultOf,
  shownBalance,
  withBets,
  withNews,
  withPending,
  withPlaced,
  withStep,
  withUndone,
  withUnknown,
  withoutPending,
  type TableState,
} from './table-state.ts'

const round = roundOf(1)
const { roundId } = round
const asked = { sentMs: 1000, receivedMs: 1100 }
const opening = (change: Parameters<typeof sessionOf>[0] = {}) => openingState(sessionOf(change), asked)
const withSteps = (state: TableState, ...steps: ReturnType<typeof stepOf>[]) =>
  steps.reduce((before, step) => withStep(before, step, baccarat), state)
const dealt = (outcome = bankerWins, number = 12) => stepOf(number, 'dealt', { roundId, outcome, links: [] })
const news = (change: object) => ({
  status: 'success' as const,
  now: at(1),
  steps: [],
  balance: '1000000',
  own: null,
  totals: [],
  seats: [],
  ...change,
})
const pending = (requestId: string, spot: string, units: number) => ({
  requestId,
  roundId,
  spots: [{ spot, stake: wholeUnits(units) }],
  isUnknown: false,
})

test('a window that is opened during a deal joins it in the middle, one that is opened after it shows its end', () => {
  const closed = roundOf(1, { state: 'dealt', outcome: bankerWins })
  expect(opening({ round: closed }).dealtAt).toBe(at(20.5))
  expect(opening({ round: { ...closed, state: 'settled' } }).dealtAt).toBeNull()
  expect(opening().dealtAt).toBeNull()
})

test('the form of runners counts a race once it is settled, and once only', () => {
  const form = [1, 2, 3, 4, 5, 6, 7, 8].map((runner) => ({ runner, wins: 0, places: 0, finishes: [] }))
  const race = { kind: 'race' as const, order: [5, 2, 8, 1, 3, 4, 6, 7] }
  const shown = withSteps(opening({ form }), stepOf(11, 'dealt', { roundId, outcome: race, links: [] }))
  expect(shown.form).toEqual(form)
  const settled = withSteps(shown, stepOf(12, 'settled', { roundId }), stepOf(12, 'settled', { roundId }))
  expect(settled.form?.[4]).toEqual({ runner: 5, wins: 1, places: 1, finishes: [1] })
  expect(settled.form?.[0]?.finishes).toEqual([4])
  expect(withSteps(opening(), dealt(), stepOf(13, 'settled', { roundId })).form).toBeNull()
})

describe('the phases', () => {
  test('follow the steps of a round', () => {
    const open = opening()
    expect(phaseOf(open, startMs)).toBe('open')
    const closed = withSteps(open, stepOf(11, 'closed', { roundId }))
    expect(phaseOf(closed, startMs)).toBe('closed')
    const shown = withSteps(closed, dealt())
    expect([phaseOf(shown, startMs), shown.round?.outcome, shown.dealtAt]).toEqual(['dealt', bankerWins, at(12)])
    const paid = withSteps(shown, stepOf(13, 'settled', { roundId }))
    expect(phaseOf(paid, startMs)).toBe('settled')
    expect(phaseOf(withSteps(paid, stepOf(14, 'resting', {})), startMs)).toBe('resting')
    const next = withSteps(paid, stepOf(14, 'opened', { round: roundOf(2) }))
    expect([phaseOf(next, startMs), next.round?.number, next.own]).toEqual(['open', 2, null])
  })

  test('an open round takes no bets after its close by the server’s clock, before the step that says so', () => {
    expect(phaseOf(opening(), startMs + 19_999)).toBe('open')
    expect(phaseOf(opening(), startMs + 20_000)).toBe('closed')
  })

  test('the results of a shoe end with it; those of a table with a link for each round go on in its next series', () => {
    const paid = withSteps(opening(), dealt(bankerWins, 11), stepOf(12, 'settled', { roundId }))
    expect(paid.rounds).toHaveLength(1)
    const next = stepOf(13, 'series', { series: seriesOf({ firstLink: 2, phase: 'hashes' }) })
    expect(withStep(paid, next, baccarat).rounds).toEqual([])
    expect(withStep(paid, next, roulette).rounds).toEqual(paid.rounds)
  })

  test('while salts are collected there is no round, and a table that wakes rests no longer', () => {
    const before = { ...opening(), isResting: true }
    for (const phase of ['hashes', 'salts'] as const) {
      expect(phaseOf(withSteps(before, stepOf(11, 'series', { series: seriesOf({ firstLink: 2, phase }) })), 0)).toBe(
        'salts',
      )
    }
    expect(phaseOf(opening({ round: null }), 0)).toBe('waiting')
    expect(phaseOf(withSteps(before, stepOf(11, 'opened', { round: roundOf(2) })), startMs)).toBe('open')
  })
})

describe('the steps', () => {
  test('that are known change nothing, and after a gap none is applied', () => {
    const state = opening()
    expect(withSteps(state, stepOf(10, 'closed', { roundId }))).toBe(state)
    const behind = withSteps(state, stepOf(12, 'closed', { roundId }))
    expect(behind).toEqual({ ...state, isBehind: true })
    expect(withNews(behind, news({ steps: [stepOf(11, 'closed', { roundId })] }), asked, baccarat)).toMatchObject({
      isBehind: false,
      step: 11,
      round: { state: 'closed' },
    })
  })

  test('of another round do not change this one', () => {
    const other = roundOf(7).roundId
    const state = withSteps(opening(), stepOf(11, 'void', { roundId: other, reason: 'interrupted' }))
    expect(state.round).toEqual(round)
  })

  test('of the next shoe begin its roads anew; another phase of the same shoe keeps them', () => {
    const paid = withSteps(opening(), stepOf(11, 'closed', { roundId }), dealt(), stepOf(13, 'settled', { roundId }))
    expect(paid.rounds.map(({ number, state }) => [number, state])).toEqual([[1, 'settled']])
    const shoeEnded = withSteps(
      paid,
      stepOf(14, 'series', { series: seriesOf({ phase: 'ended', links: ['b'.repeat(64)] }) }),
    )
    expect([shoeEnded.rounds.length, shoeEnded.round?.number]).toEqual([1, 1])
    const next = withSteps(shoeEnded, stepOf(15, 'series', { series: seriesOf({ firstLink: 2, phase: 'hashes' }) }))
    expect([next.rounds, next.round]).toEqual([[], null])
  })

  test('a dealt round is in no road before it is settled', () => {
    const open = opening({
      rounds: [roundOf(1, { state: 'dealt', outcome: tie })],
      round: roundOf(1, { state: 'dealt', outcome: tie }),
    })
    expect(open.rounds).toEqual([])
    expect(withSteps(open, stepOf(11, 'settled', { roundId })).rounds).toHaveLength(1)
  })
})

describe('the money of a round', () => {
  const own = ownOf(['banker', '20000'], ['tie', '1000'])
  const settled = (outcome: typeof tie, bets = own) =>
    withSteps(
      opening({ own: bets, balance: '979000' }),
      stepOf(11, 'closed', { roundId }),
      dealt(outcome),
      stepOf(13, 'settled', { roundId }),
    )

  test('is what the rules return, once the round is settled and not when it is dealt', () => {
    const shown = withSteps(opening({ own, balance: '979000' }), stepOf(11, 'closed', { roundId }), dealt(bankerWins))
    expect([shownBalance(shown), resultOf(shown)]).toEqual([wholeUnits(979_000), null])
    const paid = settled(bankerWins)
    expect(resultOf(paid)).toEqual({ staked: wholeUnits(21_000), returned: wholeUnits(39_000) })
    expect(shownBalance(paid)).toBe(wholeUnits(979_000 + 39_000))
    expect(resultOf(settled(playerWins))?.returned).toBe(0n)
    expect(resultOf(settled(tie))?.returned).toBe(wholeUnits(20_000 + 9000))
  })

  test('leaves out what was taken back', () => {
    const undone = {
      ...own,
      staked: '1000',
      placements: own.placements.map((one, index) => ({ ...one, undone: index === 0 })),
    }
    expect(resultOf(settled(bankerWins, undone))).toEqual({ staked: wholeUnits(1000), returned: 0n })
  })

  test('is the server’s where that is known', () => {
    const paid = settled(bankerWins)
    const confirmed = withNews(paid, news({ balance: '1018000', own: { ...own, returned: '39000' } }), asked, baccarat)
    expect([shownBalance(confirmed), resultOf(confirmed)?.returned]).toEqual([
      wholeUnits(1_018_000),
      wholeUnits(39_000),
    ])
    expect(withSteps(confirmed, stepOf(13, 'settled', { roundId }))).toBe(confirmed)
  })

  test('comes back without the win when a settled round is void, also after the next one opened', () => {
    const settled = withSteps(
      opening({ own: ownOf(['banker', '1000']), balance: '99000' }),
      stepOf(11, 'closed', { roundId }),
      dealt(),
      stepOf(13, 'settled', { roundId }),
    )
    expect(resultOf(settled)).toEqual({ staked: wholeUnits(1_000), returned: wholeUnits(1_950) })
    const isVoid = withSteps(settled, stepOf(14, 'void', { roundId, reason: 'office' }))
    expect(isVoid.round).toMatchObject({ state: 'void', voidReason: 'office' })
    expect(resultOf(isVoid)).toEqual({ staked: wholeUnits(1_000), returned: wholeUnits(1_000) })
    expect(isVoid.balance).toBe(wholeUnits(100_000))
    const next = withSteps(
      settled,
      stepOf(14, 'opened', { round: roundOf(2) }),
      stepOf(15, 'void', { roundId, reason: 'office' }),
    )
    expect(next.round).toMatchObject({ number: 2, state: 'open' })
    expect(next.rounds).toMatchObject([{ roundId, state: 'void', outcome: null, voidReason: 'office' }])
  })

  test('returns when the round is void, and a void round has no cards', () => {
    const state = withSteps(
      opening({ own, balance: '979000' }),
      stepOf(11, 'closed', { roundId }),
      dealt(),
      stepOf(13, 'void', { roundId, reason: 'office' }),
    )
    expect(state.round).toMatchObject({ state: 'void', outcome: null, voidReason: 'office' })
    expect([shownBalance(state), resultOf(state)]).toEqual([
      wholeUnits(1_000_000),
      { staked: wholeUnits(21_000), returned: wholeUnits(21_000) },
    ])
  })
})

describe('placements', () => {
  const placed = withPending(opening(), pending('bet-0', 'banker', 20_000))

  test('are taken off the balance on screen from the press on, and once', () => {
    expect(shownBalance(placed)).toBe(wholeUnits(980_000))
    const own = ownOf(['banker', '20000'])
    const taken = withPlaced(placed, { requestId: 'bet-0', roundId, balance: '980000', own, receivedMs: 1 })
    expect([shownBalance(taken), taken.pending, taken.own]).toEqual([wholeUnits(980_000), [], own])
  })

  test('leave the table when they are refused', () => {
    expect(withoutPending(placed, 'bet-0')).toEqual(opening())
  })

  test('that were answered after the round do not come back to the next one', () => {
    const next = withSteps(
      placed,
      stepOf(11, 'void', { roundId, reason: 'interrupted' }),
      stepOf(12, 'opened', { round: roundOf(2) }),
    )
    const late = withPlaced(next, {
      requestId: 'bet-0',
      roundId,
      balance: '1',
      own: ownOf(['banker', '20000']),
      receivedMs: 1,
    })
    expect([late.own, shownBalance(late)]).toEqual([null, wholeUnits(1_000_000)])
  })

  test('whose answers were lost are found in the next look at the table', () => {
    const unknown = withUnknown(placed, 'bet-0')
    const found = withNews(unknown, news({ own: ownOf(['banker', '20000']), balance: '980000' }), asked, baccarat)
    expect([found.pending, shownBalance(found)]).toEqual([[], wholeUnits(980_000)])
    const open = withNews(unknown, news({}), asked, baccarat)
    expect(open.pending).toHaveLength(1)
    const closed = withNews(unknown, news({ steps: [stepOf(11, 'closed', { roundId })] }), asked, baccarat)
    expect([closed.pending, shownBalance(closed)]).toEqual([[], wholeUnits(1_000_000)])
  })

  test('stay when an older look at the table arrives after their answer', () => {
    const own = ownOf(['banker', '20000'])
    const taken = withPlaced(placed, { requestId: 'bet-0', roundId, balance: '980000', own, receivedMs: 2000 })
    const older = withNews(taken, news({}), { sentMs: 1900, receivedMs: 2100 }, baccarat)
    expect([older.own, shownBalance(older)]).toEqual([own, wholeUnits(980_000)])
    expect(withNews(taken, news({}), { sentMs: 2001, receivedMs: 2100 }, baccarat).own).toBeNull()
  })

  test('are undone by what the server says', () => {
    const own = ownOf(['banker', '20000'])
    const state = { ...opening({ own, balance: '980000' }) }
    const gone = { ...own, staked: '0', placements: own.placements.map((one) => ({ ...one, undone: true })) }
    expect(withUndone(state, { roundId, own: gone, balance: '1000000', receivedMs: 5 })).toMatchObject({
      own: gone,
      balance: wholeUnits(1_000_000),
    })
    expect(withUndone(state, { roundId: 'another', own: gone, balance: '1', receivedMs: 5 })).toBe(state)
  })
})

test('the clock of the table is that of the quickest answer, however wrong the window’s own is', () => {
  const state = opening({ now: new Date(startMs).toISOString() })
  expect(state.offsetMs).toBe(startMs - 1050)
  const slower = withNews(state, news({ now: at(100) }), { sentMs: 0, receivedMs: 5000 }, baccarat)
  expect(slower.offsetMs).toBe(state.offsetMs)
  const quick = withNews(state, news({ now: at(100) }), { sentMs: 5000, receivedMs: 5010 }, baccarat)
  expect(quick.offsetMs).toBe(startMs + 100_000 - 5005)
})

test('totals and seats of an ended round stand until the next one, although the server has none any more', () => {
  const bets = { totals: [{ spot: 'banker', stake: '5000', members: 1 }], seats: [{ name: 'h***', staked: '5000' }] }
  const open = withBets(opening(), bets)
  const paid = withSteps(open, stepOf(11, 'closed', { roundId }), dealt(), stepOf(13, 'settled', { roundId }))
  expect(withNews(paid, news({}), asked, baccarat)).toMatchObject(bets)
  expect(withNews(open, news({}), asked, baccarat)).toMatchObject({ totals: [], seats: [] })
})

test('totals and seats follow the socket, and a new round empties them', () => {
  const totals = [{ spot: 'banker', stake: '5000', members: 1 }]
  const state = withBets(opening(), { totals, seats: [{ name: 'h***', staked: '5000' }] })
  expect(state.totals).toEqual(totals)
  const next = withSteps(state, stepOf(11, 'opened', { round: roundOf(2) }))
  expect([next.totals, next.seats]).toEqual([[], [{ name: 'h***', staked: '0' }]])
})
