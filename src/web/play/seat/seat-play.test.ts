import { expect, test, vi } from 'vitest'
import type { WireSeatRound } from '#contract/seat-round.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { beginRound, replay, settlementOf, stakedUnits } from '#domain/games/blackjack/round.ts'
import { visibleState } from '#domain/games/blackjack/visible.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { hmacSha256 } from '#domain/games/sha256.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import type { CallEnd } from '#web/play/kit/calls.ts'
import { createSeatPlay, type SeatPlay, type SeatPlayDeps } from './seat-play.ts'
import type { SeatSession } from './seat-session.ts'
import { amountOf, stakeOf } from './seat-state.ts'

/** The first round number of fixed seeds whose first cards fit. */
function nonceFor(fits: (state: ReturnType<typeof stateAt>) => boolean): number {
  for (let nonce = 0; nonce < 2000; nonce += 1) if (fits(stateAt(nonce, []))) return nonce
  throw new Error('No round fits.')
}

const drawOf = (nonce: number) =>
  seededDraw(hmacSha256, {
    serverSeed: new Uint8Array(32).fill(17),
    clientSeed: 'a-client',
    gameCode: blackjack.code,
    nonce,
  })
const stateAt = (nonce: number, decisions: string[]) => replay(blackjack, drawOf(nonce), decisions).state

function roundOf(nonce: number, decisions: string[]): WireSeatRound {
  const state = stateAt(nonce, decisions)
  const result = settlementOf(state)
  return {
    roundId: `round-${nonce}`,
    nonce,
    pair: 1,
    betTime: '2026-11-28T12:00:00Z',
    state: result ? 'settled' : 'open',
    stake: '10000',
    unit: '5000',
    staked: String(stakedUnits(blackjack, state) * 5000),
    returned: result ? String(result.returned * 5000) : null,
    decisions: decisions.map((action) => ({ action: action as 'hit', isDefault: false })),
    decision: result ? null : { number: decisions.length + 1, until: '2026-11-28T12:01:00Z' },
    view: visibleState(blackjack, state),
    voidReason: null,
  }
}

const now = '2026-11-28T12:00:00Z'
const session = {
  status: 'success',
  game: { code: 'blackjack', company: 'baize-live', names: {}, mathHash: 'a' },
  limits: { chips: ['1000', '5000'], leastStake: '1000', mostStake: '100000', step: '1000' },
  balance: '100000',
  now,
  round: null,
  closed: false,
  decisionSeconds: 60,
  minRoundMs: 2500,
  realityCheckMs: 0,
} as unknown as SeatSession

type Call = { name: string; body: Record<string, unknown> }

/** A controller whose calls are answered one after the other; time passes with each wait. */
function seat(answers: readonly CallEnd<never>[] | readonly object[], change: Partial<SeatPlayDeps> = {}) {
  const calls: Call[] = []
  const left = [...answers] as object[]
  let time = 1000
  const counted: [string, bigint][] = []
  const deps: SeatPlayDeps = {
    session,
    call: (async (name: string, body: Record<string, unknown>) => {
      calls.push({ name, body })
      const answer = left.shift()
      if (!answer) throw new Error(`No answer is left for ${name}.`)
      return 'kind' in answer ? answer : { kind: 'answer', answer }
    }) as unknown as SeatPlayDeps['call'],
    beginFirstPair: () => Promise.resolve(),
    isPairInQuestion: () => false,
    readSession: (async () => ({ kind: 'answer', answer: left.shift() })) as unknown as SeatPlayDeps['readSession'],
    readBalance: () => Promise.resolve(null),
    now: () => time,
    async wait(ms) {
      time += ms
    },
    newRequestId: () => `request-${calls.length}`,
    sound: () => undefined,
    totals: {
      read: () => ({ net: counted.reduce((sum, [, one]) => sum + one, 0n), rounds: 0, startedAt: 0, realityFrom: 0 }),
      count: (round, amount) => void counted.push([round, amount]),
      passRealityCheck: () => undefined,
    },
    lastStake: '10000',
    rememberStake: () => undefined,
    ...change,
  }
  return { play: createSeatPlay(deps), calls, counted, pass: (ms: number) => (time += ms) }
}

const success = (round: WireSeatRound, balance: string) => ({ status: 'success', now, balance, round })
const stateOf = (play: SeatPlay) => play.state.get()
const open = nonceFor(
  (state) => !state.isOver && state.insurance === 'none' && visibleState(blackjack, state).hands[0]?.total.total === 15,
)
const natural = nonceFor((state) => state.isOver)

test('a round is dealt, decided and paid; its return is on the balance when it is shown', async () => {
  const ended = roundOf(open, ['stand'])
  const { play, calls, counted } = seat([
    success(roundOf(open, []), '90000'),
    success(ended, amountToWire(wholeUnits(90000) + amountOf(ended.returned ?? '0'))),
  ])
  await play.begin()
  expect(stateOf(play)).toMatchObject({ phase: 'deciding', balance: wholeUnits(90000) })
  await play.decide('stand')
  expect(stateOf(play)).toMatchObject({
    phase: 'betting',
    // The chips have left the spot: the stake is proposed again, and staked by a press alone.
    kept: 'round',
    balance: wholeUnits(90000) + amountOf(ended.returned ?? '0'),
  })
  expect(calls.map(({ name }) => name)).toEqual(['begin-seat-round', 'decide-seat-round'])
  expect(calls[1]?.body).toMatchObject({ roundId: ended.roundId, number: 1, action: 'stand' })
  expect(counted).toEqual([[ended.roundId, amountOf(ended.returned ?? '0') - wholeUnits(10000)]])
})

test('events that were shown are not shown again', async () => {
  const { play } = seat([success(roundOf(open, []), '90000'), success(roundOf(open, ['hit']), '90000')])
  await play.begin()
  const [first] = stateOf(play).parts
  await play.decide('hit')
  expect(stateOf(play).parts[0]).toBe(first)
  expect(stateOf(play).parts.flatMap(({ events }) => events)).toEqual(roundOf(open, ['hit']).view?.events)
})

test('a round that is over at once is paid without a decision', async () => {
  const ended = roundOf(natural, [])
  const { play } = seat([success(ended, '115000')])
  await play.begin()
  expect(stateOf(play)).toMatchObject({ phase: 'betting', balance: wholeUnits(115000) })
})

test('a lost answer is asked for again with the same id; when none comes it is checked by the member', async () => {
  const lost = { kind: 'lost' }
  const { play, calls } = seat([lost, lost, lost, lost, success(roundOf(open, []), '90000')])
  await play.begin()
  expect(stateOf(play).phase).toBe('checking')
  await play.checkAgain()
  expect(stateOf(play).phase).toBe('deciding')
  expect(new Set(calls.map(({ body }) => body['requestId'])).size).toBe(1)
})

test.each([
  [{ status: 'balance' }, { kind: 'balance' }],
  [
    { status: 'limit', which: 'loss', period: 'day', remaining: '100' },
    { kind: 'limit', which: 'loss', remaining: '100' },
  ],
  [{ status: 'excluded' }, { kind: 'excluded' }],
  [{ status: 'stake' }, { kind: 'stake' }],
])('a refused begin %j gives the stake back on screen and says why', async (answer, notice) => {
  const { play } = seat([answer])
  await play.begin()
  expect(stateOf(play)).toMatchObject({ phase: 'betting', balance: wholeUnits(100000), notice })
})

test('a refused decision can be decided otherwise', async () => {
  const { play, calls } = seat([
    success(roundOf(open, []), '90000'),
    { status: 'balance' },
    success(roundOf(open, ['stand']), '90000'),
  ])
  await play.begin()
  await play.decide('double')
  expect(stateOf(play)).toMatchObject({ phase: 'deciding', balance: wholeUnits(90000), notice: { kind: 'balance' } })
  await play.decide('stand')
  expect(stateOf(play).phase).toBe('betting')
  expect(calls.map(({ body }) => body['action'])).toEqual([undefined, 'double', 'stand'])
})

test('the first pair is begun when there is none, and the same request sent again', async () => {
  const beginFirstPair = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const { play, calls } = seat([{ status: 'seed' }, success(roundOf(open, []), '90000')], { beginFirstPair })
  await play.begin()
  expect(beginFirstPair).toHaveBeenCalledOnce()
  expect(calls[0]?.body).toEqual(calls[1]?.body)
  expect(stateOf(play).phase).toBe('deciding')
})

test('a decision whose time is over is read from the server, once', async () => {
  const ended = { ...roundOf(open, ['stand']), decisions: [{ action: 'stand' as const, isDefault: true }] }
  const { play, pass } = seat([success(roundOf(open, []), '90000'), { ...session, ...success(ended, '90000') }])
  await play.begin()
  play.tick()
  expect(stateOf(play).phase).toBe('deciding')
  pass(62_000)
  play.tick()
  play.tick()
  await vi.waitFor(() => expect(stateOf(play).phase).toBe('betting'))
  expect(stateOf(play).round?.decisions).toEqual(ended.decisions)
})

test('an open round is resumed where it stood, without being dealt again', () => {
  const round = roundOf(open, ['hit'])
  const { play } = seat([], { session: { ...session, round } as SeatSession })
  const { phase, plan, shownFrom, notice } = stateOf(play)
  expect(phase).toBe(round.state === 'open' ? 'deciding' : 'betting')
  expect(notice).toEqual(round.state === 'open' ? { kind: 'resumed' } : null)
  expect(shownFrom + (plan?.endMs ?? 0)).toBeLessThan(1000)
})

test('no round begins before the pace is over, without a stake, or while the seeds are in question', async () => {
  const { play, calls, pass } = seat([success(roundOf(natural, []), '115000'), success(roundOf(open, []), '105000')])
  play.clear()
  await play.begin()
  expect(stateOf(play).notice).toEqual({ kind: 'least', amount: wholeUnits(1000) })
  play.place()
  await play.begin()
  await play.begin()
  expect(calls).toHaveLength(1)
  pass(10_000)
  await play.begin()
  expect(calls).toHaveLength(2)
  const questioned = seat([], { isPairInQuestion: () => true })
  await questioned.play.begin()
  expect(questioned.calls).toHaveLength(0)
})

test('chips are put on the stake, doubled and taken back, up to the balance and the limit', () => {
  const { play } = seat([], { lastStake: null })
  expect(stateOf(play).kept).toBe('earlier')
  // As in every window of a table, the least chip is chosen first.
  play.place()
  expect(stateOf(play).kept).toBeNull()
  play.double()
  play.double()
  expect(stakeOf(stateOf(play))).toBe(wholeUnits(4000))
  play.undo()
  expect(stakeOf(stateOf(play))).toBe(wholeUnits(2000))
  for (let press = 0; press < 10; press += 1) play.double()
  expect(stakeOf(stateOf(play))).toBe(wholeUnits(64000))
  expect(stateOf(play).notice).toEqual({ kind: 'most', amount: wholeUnits(100000) })
  play.clear()
  expect(stakeOf(stateOf(play))).toBe(0n)
})

test.each([
  ['wrong-result', 'closes the game', true],
  ['office', 'leaves the game open', false],
])('a round that is void for %s gives its stake back and %s', async (voidReason, _, closed) => {
  const round = { ...roundOf(open, []), state: 'void', view: null, returned: '10000', voidReason }
  const { play } = seat([success(round as WireSeatRound, '100000')])
  await play.begin()
  expect(stateOf(play)).toMatchObject({
    phase: 'betting',
    balance: wholeUnits(100000),
    closed,
    notice: { kind: 'void' },
    round: null,
  })
})

test('the engine deals the round that a window shows', () => {
  expect(visibleState(blackjack, beginRound(blackjack, drawOf(open))).events).toEqual(roundOf(open, []).view?.events)
})
