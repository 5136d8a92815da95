import { describe, expect, test } from 'vitest'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { createStore } from '#web/shared/store.ts'
import { at, bankerWins, ownOf, playerWins, roundOf, sessionOf, startMs, stepOf } from '#test/table-samples.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import { createTotalsKeeper } from '#web/play/kit/play-totals.ts'
import type { SaltState } from './salt-keeper.ts'
import { shownStakes, sumOf } from './stakes.ts'
import { createTablePlay, pollMs } from './table-play.ts'
import { shownBalance } from './table-state.ts'

const round = roundOf(1)
const { roundId } = round
const lost = { kind: 'lost' as const }
const answer = (body: object) => ({ kind: 'answer' as const, answer: body })
const taken = (balance: string, own = ownOf(['banker', '1000'])) => answer({ status: 'success', balance, own })
const news = (change: object = {}) =>
  answer({ status: 'success', now: at(1), steps: [], balance: '1000000', own: null, totals: [], seats: [], ...change })

/** A window whose server answers from a list by call; the clock of both stands at the opening of the round. */
function windowOf(answers: Partial<Record<string, unknown[]>> = {}, session = sessionOf()) {
  const sent: [string, unknown][] = []
  let live = true
  let nowMs = 0
  let ids = 0
  const call = ((name: string, body: unknown) => {
    sent.push([name, body])
    return Promise.resolve(answers[name]?.shift() ?? (name === 'get-table' ? news() : lost))
  }) as unknown as PlayCall
  const sounds: string[] = []
  const play = createTablePlay({
    game: baccarat,
    session,
    asked: { sentMs: 0, receivedMs: 0 },
    call,
    salts: {
      state: createStore<SaltState>({ firstLink: 0, part: 'none', faults: [] }),
      follow: () => undefined,
      keptOf: () => null,
    },
    now: () => nowMs,
    wait: () => Promise.resolve(),
    newRequestId: () => `bet-${ids++}`,
    totals: createTotalsKeeper({ storage: null, signIn: 'x', now: () => nowMs, clock: () => nowMs }),
    sound: (name) => void sounds.push(name),
    isLive: () => live,
    share: () => 0,
  })
  return {
    play,
    sent,
    sounds,
    of: (name: string) => sent.filter(([one]) => one === name).map(([, body]) => body),
    state: () => play.state.get(),
    setLive: (to: boolean) => (live = to),
    pass: (ms: number) => (nowMs += ms),
    settled: () => new Promise((done) => setTimeout(done, 5)),
  }
}

describe('placing chips', () => {
  test('shows them at once, sends them with an id, and takes over the answer', async () => {
    const { play, of, state, settled } = windowOf({ 'place-bet': [taken('999000')] })
    play.place([{ spot: 'banker', count: 1 }])
    expect(state().table.pending).toHaveLength(1)
    await settled()
    expect(of('place-bet')).toEqual([{ requestId: 'bet-0', roundId, spots: [{ spot: 'banker', stake: '1000' }] }])
    expect(state().table).toMatchObject({ pending: [], balance: wholeUnits(999_000) })
  })

  test('repeats a lost request with the same id, and asks the table when every answer was lost', async () => {
    const own = ownOf(['banker', '1000'])
    const { play, of, state, settled } = windowOf({
      'place-bet': [lost, lost, lost, lost],
      'get-table': [news({ own, balance: '999000' })],
    })
    play.place([{ spot: 'banker', count: 1 }])
    await settled()
    expect(new Set(of('place-bet').map((body) => JSON.stringify(body))).size).toBe(1)
    expect(of('place-bet')).toHaveLength(4)
    expect(state().table).toMatchObject({ pending: [], own, balance: wholeUnits(999_000) })
  })

  test('sends presses in their order, one after the other', async () => {
    const { play, of, settled } = windowOf({
      'place-bet': [taken('999000'), taken('994000', ownOf(['banker', '1000'], ['tie', '5000']))],
    })
    play.place([{ spot: 'banker', count: 1 }])
    play.chooseChip(wholeUnits(5000))
    play.place([{ spot: 'tie', count: 1 }])
    expect(of('place-bet')).toHaveLength(0)
    await settled()
    expect(of('place-bet')).toMatchObject([
      { spots: [{ spot: 'banker' }] },
      { spots: [{ spot: 'tie', stake: '5000' }] },
    ])
  })

  test.each([
    [{ status: 'late' }, { kind: 'late' }],
    [{ status: 'spot', spot: 'banker' }, { kind: 'spot' }],
    [
      { status: 'table', spot: 'banker', room: '500' },
      { kind: 'table', spot: 'banker', room: wholeUnits(500) },
    ],
    [{ status: 'many' }, { kind: 'many' }],
    [{ status: 'balance' }, { kind: 'balance' }],
    [
      { status: 'limit', which: 'loss', period: 'day', remaining: '5000' },
      { kind: 'limit', which: 'loss', remaining: '5000' },
    ],
    [{ status: 'excluded' }, { kind: 'excluded' }],
    [{ status: 'used' }, { kind: 'used' }],
    [{ status: 'conflict' }, { kind: 'conflict' }],
    [{ status: 'none' }, { kind: 'none' }],
  ])('that the server refuses (%o) leave the table with the reason', async (refused, notice) => {
    const { play, state, settled } = windowOf({ 'place-bet': [answer(refused)] })
    play.place([{ spot: 'banker', count: 1 }])
    await settled()
    expect(state()).toMatchObject({ notice, table: { pending: [], own: null, balance: wholeUnits(1_000_000) } })
  })

  test('ends the window when another was opened since, or the session is over', async () => {
    for (const [end, expected] of [
      [answer({ status: 'elsewhere' }), 'elsewhere'],
      [{ kind: 'signedOut' }, 'signedOut'],
    ] as const) {
      const { play, state, settled } = windowOf({ 'place-bet': [end] })
      play.place([{ spot: 'banker', count: 1 }])
      await settled()
      expect(state().end).toBe(expected)
    }
  })

  test('after the close, beyond a limit or without funds sends nothing', async () => {
    const { play, of, state, settled, pass } = windowOf()
    play.place([{ spot: 'tie', count: 70 }])
    expect(state().notice).toEqual({ kind: 'table', spot: 'tie', room: wholeUnits(60_000) })
    pass(20_000)
    play.place([{ spot: 'banker', count: 1 }])
    expect(state().notice).toEqual({ kind: 'late' })
    await settled()
    expect(of('place-bet')).toEqual([])
  })

  test('doubles what lies on the table, in one placement', async () => {
    const own = ownOf(['banker', '1000'], ['tie', '1000'])
    const { play, of, settled } = windowOf({ 'place-bet': [taken('996000')] }, sessionOf({ own, balance: '998000' }))
    play.double()
    await settled()
    expect(of('place-bet')).toMatchObject([
      {
        spots: [
          { spot: 'banker', stake: '1000' },
          { spot: 'tie', stake: '1000' },
        ],
      },
    ])
  })

  test('never follows from the end of a round: there is no automatic rebet', async () => {
    const { play, of, settled } = windowOf({}, sessionOf({ own: ownOf(['banker', '1000']) }))
    for (const step of [
      stepOf(11, 'closed', { roundId }),
      stepOf(12, 'dealt', { roundId, outcome: playerWins, links: [] }),
      stepOf(13, 'settled', { roundId }),
      stepOf(14, 'opened', { round: roundOf(2) }),
    ])
      play.onMessage({ kind: 'table', step })
    await settled()
    expect(of('place-bet')).toEqual([])
  })
})

describe('taking chips back', () => {
  const own = ownOf(['banker', '1000'], ['tie', '5000'])
  const after = {
    ...own,
    staked: '1000',
    placements: own.placements.map((one, index) => ({ ...one, undone: index === 1 })),
  }

  test('names the last placement, or none for all', async () => {
    const { play, of, state, settled } = windowOf(
      { 'undo-bets': [answer({ status: 'success', balance: '999000', own: after }), answer({ status: 'late' })] },
      sessionOf({ own }),
    )
    play.undo()
    await settled()
    expect(of('undo-bets')).toEqual([{ roundId, placement: 'bet-1' }])
    expect(state().table).toMatchObject({ own: after, balance: wholeUnits(999_000) })
    play.clear()
    await settled()
    expect(of('undo-bets')[1]).toEqual({ roundId })
    expect(state().notice).toEqual({ kind: 'lateUndo' })
  })

  test('says that a bet whose comp was converted stays', async () => {
    const { play, state, settled } = windowOf({ 'undo-bets': [answer({ status: 'spent' })] }, sessionOf({ own }))
    play.undo()
    await settled()
    expect(state().notice).toEqual({ kind: 'spentUndo' })
  })

  test('shows the table without them at once, and doubles what is left', async () => {
    const { play, sent, state, settled } = windowOf(
      { 'undo-bets': [answer({ status: 'success', balance: '999000', own: after })], 'place-bet': [taken('998000')] },
      sessionOf({ own, balance: '994000' }),
    )
    play.undo()
    expect([...shownStakes(state().table)]).toEqual([['banker', wholeUnits(1000)]])
    expect(shownBalance(state().table)).toBe(wholeUnits(999_000))
    play.double()
    await settled()
    expect(sent.slice(0, 2)).toEqual([
      ['undo-bets', { roundId, placement: 'bet-1' }],
      ['place-bet', { requestId: 'bet-0', roundId, spots: [{ spot: 'banker', stake: '1000' }] }],
    ])
    expect(state().table).toMatchObject({ undoing: [], pending: [] })
  })

  test('takes presses in their order, each on what is left', async () => {
    const gone = { ...own, staked: '0', placements: own.placements.map((one) => ({ ...one, undone: true })) }
    const { play, of, state, settled } = windowOf(
      {
        'undo-bets': [
          answer({ status: 'success', balance: '999000', own: after }),
          answer({ status: 'success', balance: '1000000', own: gone }),
        ],
      },
      sessionOf({ own, balance: '994000' }),
    )
    for (let times = 0; times < 3; times += 1) play.undo()
    play.clear()
    play.double()
    await settled()
    expect(of('undo-bets')).toEqual([
      { roundId, placement: 'bet-1' },
      { roundId, placement: 'bet-0' },
    ])
    expect(of('place-bet')).toEqual([])
    expect(state().table).toMatchObject({ undoing: [], own: gone })
  })

  test('puts them on the table again when the server refuses', async () => {
    const { play, state, settled } = windowOf(
      { 'undo-bets': [answer({ status: 'spent' })], 'get-table': [news({ own, balance: '994000' })] },
      sessionOf({ own, balance: '994000' }),
    )
    play.clear()
    expect(shownStakes(state().table).size).toBe(0)
    await settled()
    expect(sumOf(shownStakes(state().table))).toBe(wholeUnits(6000))
    expect(shownBalance(state().table)).toBe(wholeUnits(994_000))
  })

  test('sends nothing for a placement that was refused before its turn', async () => {
    const { play, of, state, settled } = windowOf({ 'place-bet': [answer({ status: 'balance' })] })
    play.place([{ spot: 'player', count: 1 }])
    play.undo()
    await settled()
    expect(of('undo-bets')).toEqual([])
    expect(state()).toMatchObject({ notice: { kind: 'balance' }, table: { undoing: [], pending: [] } })
  })

  test('waits for the answer of a placement that is on its way', async () => {
    const { play, sent, settled } = windowOf({
      'place-bet': [taken('999000', ownOf(['banker', '1000']))],
      'undo-bets': [answer({ status: 'success', balance: '1000000', own: { ...ownOf(), staked: '0' } })],
    })
    play.place([{ spot: 'banker', count: 1 }])
    play.undo()
    await settled()
    expect(sent.map(([name]) => name).slice(0, 2)).toEqual(['place-bet', 'undo-bets'])
    expect(sent[1]?.[1]).toEqual({ roundId, placement: 'bet-0' })
  })
})

describe('following the table', () => {
  const end = [
    stepOf(11, 'closed', { roundId }),
    stepOf(12, 'dealt', { roundId, outcome: bankerWins, links: [] }),
    stepOf(13, 'settled', { roundId }),
  ]

  test('counts the result of a round once, also when it is read again', async () => {
    const own = ownOf(['banker', '20000'])
    const { play, state, sounds, settled } = windowOf(
      { 'get-table': [news({ own: { ...own, returned: '39000' } })] },
      sessionOf({ own }),
    )
    for (const step of end) play.onMessage({ kind: 'table', step })
    await settled()
    expect(state().net).toBe(wholeUnits(19_000))
    expect(sounds).toEqual(['tableWin'])
  })

  test('has no sound for what returns at most the stake', () => {
    const { play, sounds, state } = windowOf({}, sessionOf({ own: ownOf(['player', '20000'], ['banker', '1000']) }))
    for (const step of end) play.onMessage({ kind: 'table', step })
    expect([sounds, state().net]).toEqual([[], wholeUnits(1950 - 21_000)])
  })

  test('reads a changed balance soon, once for changes that come together', async () => {
    const { play, of, state, settled } = windowOf({ 'get-table': [news({ balance: '5' })] })
    for (let times = 0; times < 3; times += 1) play.onBalance()
    await settled()
    expect(of('get-table')).toHaveLength(1)
    expect(state().table.balance).toBe(wholeUnits(5))
  })

  test('reads steps that are missing, from the last one seen', async () => {
    const { play, of, state, settled } = windowOf({ 'get-table': [news({ steps: end })] })
    play.onMessage({ kind: 'table', step: stepOf(13, 'settled', { roundId }) })
    await settled()
    expect(of('get-table')).toEqual([{ after: 10 }])
    expect(state().table).toMatchObject({ step: 13, round: { state: 'settled' }, isBehind: false })
  })

  test('polls every 2 s while the socket is down, and not while it is up', async () => {
    const { play, of, pass, setLive, settled } = windowOf()
    pass(pollMs)
    play.tick()
    expect(of('get-table')).toHaveLength(0)
    setLive(false)
    play.tick()
    play.tick()
    await settled()
    expect(of('get-table')).toHaveLength(1)
    pass(pollMs)
    play.tick()
    await settled()
    expect(of('get-table')).toHaveLength(2)
  })

  test('asks when the close is overdue, although the socket is up', async () => {
    const { play, of, pass, settled } = windowOf()
    pass(22_000)
    play.tick()
    expect(of('get-table')).toHaveLength(0)
    pass(1000)
    play.tick()
    await settled()
    expect(of('get-table')).toHaveLength(1)
  })

  test('loads the session anew when too many steps were missed', async () => {
    const fresh = sessionOf({ step: 900, round: roundOf(40), balance: '5' })
    const { play, state, settled } = windowOf({
      'get-table': [answer({ status: 'reload' })],
      'get-table-session': [answer(fresh)],
    })
    play.catchUp()
    await settled()
    expect(state().table).toMatchObject({ step: 900, round: { number: 40 }, balance: wholeUnits(5) })
  })

  test('shows the reality check when it is due, and takes no bets before it was read', async () => {
    const { play, of, pass, state, settled } = windowOf(
      {},
      sessionOf({ realityCheckMs: 5000, round: roundOf(1, { closesAt: new Date(startMs + 60_000).toISOString() }) }),
    )
    pass(5000)
    play.tick()
    expect(state().realityCheck).toBe(true)
    play.place([{ spot: 'banker', count: 1 }])
    await settled()
    expect(of('place-bet')).toEqual([])
    play.passRealityCheck()
    play.place([{ spot: 'banker', count: 1 }])
    await settled()
    expect(of('place-bet').length).toBeGreaterThan(0)
  })
})
