import { describe, expect, test, vi } from 'vitest'
import type { WireRound } from '#contract/slot.ts'
import { play } from '#domain/games/slot/play.ts'
import { amountFromWire, amountToWire, wholeUnits } from '#domain/money.ts'
import { sampleDraw } from '#test/random.ts'
import type { CallEnd, PlayCall } from '#web/play/kit/calls.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import { createTotalsKeeper } from '#web/play/kit/play-totals.ts'
import { createPlay, type PlayDeps } from './play.ts'
import { noticeOf, totalPlace, type PlayState } from './play-state.ts'
import type { Step } from './steps.ts'
import { amountOf } from './show-round.ts'
import { anySlot } from '#test/any-slot.ts'

const { game, names } = anySlot
const stake = wholeUnits(200)

function roundOf(nonce: number) {
  const { pay, events } = play(game, sampleDraw(nonce), { stake })
  const roundId = `01935b5e-0000-7000-8000-${String(nonce).padStart(12, '0')}`
  return { roundId, nonce, stake: '200', pay: amountToWire(pay), jackpot: null, events }
}

function firstRound(fits: (round: ReturnType<typeof roundOf>) => boolean) {
  for (let nonce = 1; ; nonce += 1) {
    const round = roundOf(nonce)
    if (fits(round)) return round
  }
}

const winning = firstRound((round) => round.events.length === 3 && Number(round.pay) > 200)
const large = firstRound((round) => round.events.length === 3 && Number(round.pay) >= 1000)
const returned = firstRound((round) => Number(round.pay) > 0 && Number(round.pay) <= 200)
const featured = firstRound((round) => round.events.some((event) => event.type === 'featureStart'))

function sessionWith(openRound: PlaySession['openRound']): PlaySession {
  return {
    status: 'success',
    game: {
      code: game.code,
      company: anySlot.company,
      names,
      mathHash: 'a',
      stakes: ['200', '400'],
      rtp: '96.10',
      maxWin: '10000',
    },
    balance: '1000',
    currency: 'KRW',
    member: '01935b5e-0000-7000-8000-0000000000aa',
    fairness: {
      pair: 1,
      scheme: 'chain',
      serverSeedHash: 'b',
      nextServerSeedHash: 'd',
      clientSeed: 'c',
      nonce: 1,
    },
    signedInAt: '2026-01-01T00:00:00.000Z',
    openRound,
    closed: false,
    minSpinMs: 2500,
    realityCheckMs: 60_000,
    mode: 'play',
    timeZone: 'Asia/Seoul',
  }
}

const seeds = { pair: 1, scheme: 'chain' as const, serverSeedHash: 'b', clientSeed: 'c', serverSeed: null }

/** A window with an instant stage, a manual clock and a fake API. */
function windowWith(
  spinEnds: CallEnd<'spin'>[],
  openRound: PlaySession['openRound'] = null,
  {
    tab = new Map<string, string>(),
    openedAt = 10_000,
    show = () => Promise.resolve(),
    ackEnds = [],
  }: {
    tab?: Map<string, string>
    openedAt?: number
    show?: (step: Step) => Promise<void>
    /** How the first acknowledgements end; later ones arrive. */
    ackEnds?: CallEnd<'ack'>[]
  } = {},
) {
  const calls: [string, unknown][] = []
  /** `performance.now()` begins at 0 with each load, the clock of the machine goes on. */
  const clock = { now: 10_000 }
  const elsewhere: {
    balance: Awaited<ReturnType<PlayDeps['readBalance']>>
    isPairInQuestion: boolean
    isJackpotClosed: boolean
  } = { balance: null, isPairInQuestion: false, isJackpotClosed: false }
  let ids = 0
  const session = sessionWith(openRound)
  const call = ((name: string, body: unknown) => {
    calls.push([name, body])
    if (name === 'spin') return Promise.resolve(spinEnds.shift() ?? { kind: 'lost' })
    const ackEnd = name === 'ack' ? ackEnds.shift() : undefined
    if (ackEnd) return Promise.resolve(ackEnd)
    return Promise.resolve({
      kind: 'answer',
      answer: name === 'get-session' ? { ...session, balance: '1234' } : { status: 'success' },
    })
  }) as PlayCall
  const stops: unknown[] = []
  const deps: PlayDeps = {
    game,
    session,
    call,
    beginFirstPair: async () => void calls.push(['set-client-seed', {}]),
    isPairInQuestion: () => elsewhere.isPairInQuestion,
    isJackpotClosed: () => elsewhere.isJackpotClosed,
    stage: {
      place: (view) => stops.push(view.tops),
      press: () => {},
      returnReels: () => Promise.resolve(),
      show,
      celebrate: () => {},
      stopCelebrating: () => {},
      hurry: () => {},
      setFeature: () => {},
    },
    readBalance: () => Promise.resolve(elsewhere.balance),
    now: () => clock.now,
    wait: () => Promise.resolve(),
    newRequestId: () => `press-${(ids += 1)}`,
    sound: () => {},
    rememberStake: () => {},
    lastStake: null,
    totals: createTotalsKeeper({
      storage: { getItem: (key) => tab.get(key) ?? null, setItem: (key, value) => void tab.set(key, value) },
      signIn: 's1',
      now: () => clock.now,
      clock: () => openedAt + clock.now,
    }),
  }
  return {
    play: createPlay(deps),
    calls,
    clock,
    stops,
    elsewhere,
    spins: () => calls.filter(([name]) => name === 'spin'),
  }
}

function answerOf(round: WireRound, paid = amountOf(round.pay)): CallEnd<'spin'> {
  const after = wholeUnits(800) + paid
  return {
    kind: 'answer',
    answer: { status: 'success', round, pair: 1, balance: amountToWire(after), balanceAfterStake: '800' },
  }
}

/** Presses away the cards that begin and end a feature, until `done`. */
async function pressing<Result>(play: ReturnType<typeof createPlay>, done: Promise<Result>): Promise<Result> {
  let over = false
  const end = done.finally(() => {
    over = true
  })
  for (let presses = 0; !over && presses < 400; presses += 1) {
    if (play.state.get().scene !== null) await play.press()
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
  }
  return end
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

describe('a spin', () => {
  test('shows the balance after the stake first and the pay with the result', async () => {
    const { play, calls } = windowWith([answerOf(winning)])
    const balances: bigint[] = []
    play.state.subscribe(() => balances.push(play.state.get().balance))
    await play.press()
    await settled()
    const pay = amountFromWire(winning.pay) ?? 0n
    expect(new Set(balances.slice(0, -1))).toEqual(new Set([wholeUnits(800)]))
    expect(play.state.get()).toMatchObject({
      phase: 'ready',
      balance: wholeUnits(800) + pay,
      won: pay,
      net: pay - stake,
    })
    expect(calls.filter(([name]) => name === 'ack').at(-1)?.[1]).toEqual({ roundId: winning.roundId, index: 2 })
  })

  test.each([
    ['above the stake counts in the bar while its wins have no amounts', winning, 'bar'],
    ['at or below the stake has its amounts on the reels first, then in the bar', returned, 'reels'],
  ] as const)('that paid %s', async (_, round, place) => {
    const places: string[] = []
    const { play } = windowWith([answerOf(round)], null, {
      show: async (step) => {
        if (step.kind === 'wins') places.push(totalPlace(play.state.get()))
      },
    })
    await play.press()
    await settled()
    expect(places).toEqual([place])
    expect(totalPlace(play.state.get())).toBe('bar')
    expect(play.state.get()).toMatchObject({ won: amountOf(round.pay), announcement: { amount: amountOf(round.pay) } })
  })

  test('that won much counts on its card from what stood in the bar before', async () => {
    const { play } = windowWith([answerOf(large)])
    const cards: (bigint | null)[] = []
    play.state.subscribe(() => {
      const { scene } = play.state.get()
      if (scene?.kind === 'win' && scene.ms > 0) cards.push(scene.from)
    })
    await play.press()
    await settled()
    expect(cards[0]).toBe(0n)
  })

  test('that hit a jackpot shows it on a card of its own, and rests with all that the round paid', async () => {
    const { events } = winning
    const hit = { type: 'jackpotHit' as const, tier: 'minor' as const }
    const round = { ...winning, jackpot: '70000', events: [...events.slice(0, -1), hit, ...events.slice(-1)] }
    const pay = amountOf(winning.pay) + wholeUnits(70_000)
    const { play, calls } = windowWith([answerOf(round, pay)])
    const seen: PlayState[] = []
    play.state.subscribe(() => seen.push(play.state.get()))
    await pressing(play, play.press())
    const cards = seen.filter(({ scene }) => scene?.kind === 'jackpot')
    expect(cards[0]?.scene).toMatchObject({ tier: 'minor', amount: wholeUnits(70_000), times: 350 })
    expect(cards.every(({ balance }) => balance === wholeUnits(800))).toBe(true)
    expect(seen.map(({ announcement }) => announcement)).toContainEqual({
      kind: 'jackpot',
      tier: 'minor',
      amount: wholeUnits(70_000),
    })
    expect(play.state.get()).toMatchObject({
      scene: null,
      won: pay,
      balance: wholeUnits(800) + pay,
      net: pay - stake,
      announcement: { kind: 'won', amount: pay },
    })
    expect(calls.filter(([name]) => name === 'ack').at(-1)?.[1]).toEqual({ roundId: winning.roundId, index: 3 })
  })

  test('is not requested while the member has to decide about the pair in use', async () => {
    const { play, elsewhere, spins } = windowWith([answerOf(winning)])
    elsewhere.isPairInQuestion = true
    await play.press()
    expect([spins(), play.state.get().phase]).toEqual([[], 'ready'])
    elsewhere.isPairInQuestion = false
    await play.press()
    expect(spins()).toHaveLength(1)
  })

  test('is not requested while a jackpot of the machine is closed, and its reason is what stands on screen', async () => {
    const { play, elsewhere, spins } = windowWith([answerOf(winning)])
    play.onOtherEnded()
    elsewhere.isJackpotClosed = true
    await play.press()
    expect(spins()).toEqual([])
    expect(play.state.get()).toMatchObject({ phase: 'ready', balance: wholeUnits(1_000), announcement: null })
    expect(noticeOf(play.state.get(), true)).toEqual({ kind: 'jackpotClosed' })
    elsewhere.isJackpotClosed = false
    await play.press()
    expect(spins()).toHaveLength(1)
  })

  test('a second spin waits for the minimum time between spins', async () => {
    const { play, clock, spins } = windowWith([answerOf(winning), answerOf(winning)])
    await play.press()
    clock.now += 2400
    await play.press()
    expect(spins()).toHaveLength(1)
    clock.now += 100
    await play.press()
    expect(spins()).toHaveLength(2)
  })

  test('a press right after the end of a round, meant to skip it, starts no spin', async () => {
    const { play, clock, spins } = windowWith([answerOf(winning), answerOf(winning)])
    const pressed = play.press()
    clock.now += 6_000
    await pressed
    expect(play.state.get()).toMatchObject({ phase: 'ready', waitFrom: clock.now })
    clock.now += 300
    await play.press()
    expect(spins()).toHaveLength(1)
    clock.now += 200
    await play.press()
    expect(spins()).toHaveLength(2)
  })

  test('a lost response is retried with the same request id, automatically and by the member', async () => {
    const { play, spins } = windowWith([])
    await play.press()
    expect(play.state.get()).toMatchObject({ phase: 'checking', balance: wholeUnits(800) })
    await play.checkAgain()
    expect(new Set(spins().map(([, body]) => JSON.stringify(body)))).toEqual(
      new Set(['{"requestId":"press-1","stake":"200"}']),
    )
    expect(spins().length).toBeGreaterThan(4)
  })

  test('a refusal restores the balance on screen and shows the reason', async () => {
    const { play } = windowWith([
      { kind: 'answer', answer: { status: 'limit', which: 'loss', period: 'day', remaining: '100' } },
    ])
    await play.press()
    expect(play.state.get()).toMatchObject({
      phase: 'ready',
      balance: wholeUnits(1000),
      notice: { kind: 'limit', which: 'loss', remaining: '100' },
      rounds: 0,
    })
  })

  test('without a seed pair the window begins one and repeats the same request', async () => {
    const { play, calls, spins } = windowWith([{ kind: 'answer', answer: { status: 'seed' } }, answerOf(winning)])
    await play.press()
    expect(calls.slice(0, 3).map(([name]) => name)).toEqual(['spin', 'set-client-seed', 'spin'])
    expect(spins()[0]).toEqual(spins()[1])
    expect(play.state.get()).toMatchObject({ phase: 'ready', rounds: 1, notice: null })
  })

  test('whose pair had ended waits for the member, without a notice that it failed', async () => {
    const { play, elsewhere, spins } = windowWith([{ kind: 'answer', answer: { status: 'seed' } }, answerOf(winning)])
    const pressed = play.press()
    elsewhere.isPairInQuestion = true
    await pressed
    expect(spins()).toHaveLength(1)
    expect(play.state.get()).toMatchObject({ phase: 'ready', rounds: 0, notice: null, balance: wholeUnits(1000) })
  })

  test('an expired session ends the window', async () => {
    const { play } = windowWith([{ kind: 'signedOut' }])
    await play.press()
    expect(play.state.get().phase).toBe('over')
  })

  test('a window of which another was opened since ends, and its stake is back', async () => {
    const { play } = windowWith([{ kind: 'answer', answer: { status: 'elsewhere' } }])
    await play.press()
    expect(play.state.get()).toMatchObject({ phase: 'elsewhere', balance: amountFromWire('1000') })
  })
})

/** The indices that the window acknowledged, in order. */
function acknowledged(calls: readonly [string, unknown][]): number[] {
  return calls.flatMap(([name, body]) => (name === 'ack' ? [(body as { index: number }).index] : []))
}

describe('in the middle of a feature', () => {
  const secondStep = featured.events.findIndex((event) => event.type === 'featureStep' && event.step === 2)
  /** The reels of the second free spin. */
  const middle = featured.events.findIndex((event, index) => event.type === 'reveal' && index > secondStep)
  const isMiddle = (step: Step) => step.kind === 'spin' && step.eventIndex === middle
  const last = featured.events.length - 1

  test('the answer of the spin that began it was lost: it is shown once, for one stake', async () => {
    const seen: Step[] = []
    const { play, calls, spins } = windowWith([{ kind: 'lost' }, { kind: 'lost' }, answerOf(featured)], null, {
      show: async (step) => void seen.push(step),
    })
    await pressing(play, play.press())
    expect(new Set(spins().map(([, body]) => JSON.stringify(body))).size).toBe(1)
    expect(seen.filter(isMiddle)).toHaveLength(1)
    expect(acknowledged(calls).at(-1)).toBe(last)
    expect(play.state.get()).toMatchObject({ rounds: 1, net: amountOf(featured.pay) - stake })
  })

  test('an acknowledgement is lost: the round goes on, and another window resumes where the last one arrived', async () => {
    const lost = Array.from({ length: 4 }, () => ({ kind: 'lost' }) as const)
    const { play, calls } = windowWith([answerOf(featured)], null, { ackEnds: lost })
    await pressing(play, play.press())
    expect(acknowledged(calls).at(-1)).toBe(last)
    expect(play.state.get()).toMatchObject({ phase: 'ready', rounds: 1, net: amountOf(featured.pay) - stake })

    const resumed = windowWith([], { ...featured, pair: 1, shown: middle - 1 })
    await pressing(resumed.play, resumed.play.open())
    expect(acknowledged(resumed.calls)[0]).toBe(middle)
    expect([resumed.spins(), resumed.play.state.get().rounds]).toEqual([[], 1])
  })

  test('the phone sleeps for a night: the round goes on from where it stood, and nothing is staked meanwhile', async () => {
    let wake = () => {}
    const seen: Step[] = []
    const { play, calls, clock, spins } = windowWith([answerOf(featured), answerOf(winning)], null, {
      show(step) {
        seen.push(step)
        return isMiddle(step) ? new Promise((resolve) => (wake = resolve)) : Promise.resolve()
      },
    })
    const pressed = pressing(play, play.press())
    await vi.waitFor(() => expect(seen.some(isMiddle)).toBe(true))
    const before = acknowledged(calls)
    expect(Math.max(-1, ...before)).toBeLessThan(middle)
    clock.now += 8 * 60 * 60_000
    play.tick()
    play.onBalanceChanged()
    await settled()
    expect(acknowledged(calls)).toEqual(before)
    expect(play.state.get()).toMatchObject({ phase: 'showing', realityCheck: false, balance: wholeUnits(800) })
    wake()
    await pressed
    expect(acknowledged(calls)[before.length]).toBe(middle)
    expect(acknowledged(calls).at(-1)).toBe(last)
    expect(seen.map(({ eventIndex }) => eventIndex)).toEqual(
      seen.map(({ eventIndex }) => eventIndex).toSorted((a, b) => a - b),
    )
    expect(spins()).toHaveLength(1)
    expect(play.state.get()).toMatchObject({ phase: 'ready', rounds: 1, net: amountOf(featured.pay) - stake })
    play.tick()
    expect(play.state.get().realityCheck).toBe(true)
  })
})

describe('a game that a void round closed', () => {
  const round = { ...winning, nonce: 9, pay: '0', events: [{ type: 'void' as const, reason: 'no-result' as const }] }

  test('says so after the spin, shows the stake as not taken, and takes no more spins', async () => {
    const { play, spins } = windowWith([
      { kind: 'answer', answer: { status: 'void', round, pair: 1, balance: '1000' } },
    ])
    await play.press()
    const { phase, balance, notice, rounds } = play.state.get()
    expect({ phase, balance, notice, rounds }).toEqual({
      phase: 'ready',
      balance: wholeUnits(1000),
      notice: { kind: 'void', nonce: 9 },
      rounds: 0,
    })
    await play.press()
    expect(spins()).toHaveLength(1)
    expect(play.state.get()).toMatchObject({ notice: { kind: 'closed' }, balance: wholeUnits(1000) })
  })

  test('refuses the spin of another member’s window, and that window takes no more', async () => {
    const { play, spins } = windowWith([{ kind: 'answer', answer: { status: 'closed' } }])
    await play.press()
    await play.press()
    expect(spins()).toHaveLength(1)
    expect(play.state.get()).toMatchObject({ closed: true, notice: { kind: 'closed' }, balance: wholeUnits(1000) })
  })

  test('shows the reason instead of a replay', async () => {
    const { play } = windowWith([])
    await play.replay({ ...round, ...seeds, game: game.code, betTime: '2026-01-01T00:00:00Z', shown: 0, mathHash: 'a' })
    expect(play.state.get()).toMatchObject({ phase: 'ready', replay: null, notice: { kind: 'void', nonce: 9 } })
  })
})

describe('without a press', () => {
  test('an open round resumes after the last acknowledged event, without a spin', async () => {
    const index = featured.events.findIndex((event) => event.type === 'featureStep' && event.step === 2)
    const { play, calls, spins, stops } = windowWith([], { ...featured, shown: index, pair: 1 })
    await pressing(play, play.open())
    expect(spins()).toHaveLength(0)
    expect(stops).toHaveLength(1)
    expect(Math.min(...acknowledged(calls))).toBeGreaterThan(index)
    expect(acknowledged(calls).at(-1)).toBe(featured.events.length - 1)
    expect(play.state.get()).toMatchObject({ phase: 'ready', balance: amountFromWire('1234'), rounds: 1 })
  })

  test('a replay goes on by itself, stakes nothing, acknowledges nothing and changes no balance', async () => {
    const { play, calls } = windowWith([])
    const past = { ...featured, game: game.code, betTime: '2026-01-01T00:00:00Z', shown: 3, mathHash: 'a' }
    await play.replay({ ...past, ...seeds })
    expect(play.state.get().replay?.ended).toBe(true)
    play.endReplay()
    await settled()
    expect(calls).toEqual([])
    expect(play.state.get()).toMatchObject({ phase: 'ready', balance: wholeUnits(1000), net: 0n, replay: null })
  })

  test('a round of an earlier version is not replayed, with a notice', async () => {
    const { play, calls } = windowWith([])
    const past = { ...featured, game: game.code, betTime: '2026-01-01T00:00:00Z', shown: 3, mathHash: 'older' }
    await play.replay({ ...past, ...seeds })
    expect(calls).toEqual([])
    expect(play.state.get()).toMatchObject({ phase: 'ready', replay: null, notice: { kind: 'older' } })
  })

  test('the reality check appears when due and blocks the next spin', async () => {
    const { play, clock, spins } = windowWith([answerOf(winning)])
    play.tick()
    expect(play.state.get().realityCheck).toBe(false)
    clock.now += 60_000
    play.tick()
    await play.press()
    expect(play.state.get().realityCheck).toBe(true)
    expect(spins()).toHaveLength(0)
    play.passRealityCheck()
    await play.press()
    expect(spins()).toHaveLength(1)
  })
})

describe('after a reload and over windows', () => {
  const pay = amountFromWire(winning.pay) ?? 0n

  test('net result, rounds and time go on, and the reality check is not put off', async () => {
    const tab = new Map<string, string>()
    const before = windowWith([answerOf(winning)], null, { tab, openedAt: 0 })
    await before.play.press()
    await settled()
    // 50 s later, 1 s after the window was loaded again.
    const { play, clock } = windowWith([answerOf({ ...winning, roundId: 'another' })], null, { tab, openedAt: 50_000 })
    expect(play.state.get()).toMatchObject({ net: pay - stake, rounds: 1, startedAt: 10_000 - 50_000 })
    clock.now += 9_999
    play.tick()
    expect(play.state.get().realityCheck).toBe(false)
    clock.now += 1
    play.tick()
    expect(play.state.get().realityCheck).toBe(true)
    play.passRealityCheck()
    await play.press()
    await settled()
    expect(play.state.get()).toMatchObject({ net: 2n * (pay - stake), rounds: 2 })
  })

  test('what another window counts is followed, and a reality check that was read there is over here', async () => {
    const tab = new Map<string, string>()
    const first = windowWith([answerOf(winning)], null, { tab })
    const second = windowWith([], null, { tab })
    await first.play.press()
    await settled()
    second.play.tick()
    expect(second.play.state.get()).toMatchObject({ net: pay - stake, rounds: 1 })
    for (const { clock, play } of [first, second]) {
      clock.now += 60_000
      play.tick()
      expect(play.state.get().realityCheck).toBe(true)
    }
    first.play.passRealityCheck()
    second.play.tick()
    expect(second.play.state.get().realityCheck).toBe(false)
  })

  test('a round that was cut off counts once it has been shown', async () => {
    const tab = new Map<string, string>()
    windowWith([], null, { tab })
    const { play } = windowWith([], { ...winning, shown: 0, pair: 1 }, { tab })
    expect(play.state.get()).toMatchObject({ net: 0n, rounds: 0 })
    await play.open()
    expect(play.state.get()).toMatchObject({ net: pay - stake, rounds: 1 })
  })
})

describe('a balance that changed elsewhere', () => {
  test('updates at once while no round runs', async () => {
    const { play, elsewhere } = windowWith([])
    elsewhere.balance = wholeUnits(51_000)
    play.onBalanceChanged()
    await settled()
    expect(play.state.get().balance).toBe(wholeUnits(51_000))
  })

  test('waits until the round has been shown', async () => {
    const { play, elsewhere } = windowWith([answerOf(winning)])
    const balances: bigint[] = []
    play.state.subscribe(() => {
      if (play.state.get().phase !== 'ready') balances.push(play.state.get().balance)
    })
    elsewhere.balance = wholeUnits(51_000)
    const pressed = play.press()
    play.onBalanceChanged()
    await pressed
    expect(new Set(balances)).toEqual(new Set([wholeUnits(800)]))
    await settled()
    expect(play.state.get().balance).toBe(wholeUnits(51_000))
  })

  test('a response that arrives after the next press is ignored', async () => {
    const { play, clock, elsewhere } = windowWith([answerOf(winning)])
    elsewhere.balance = wholeUnits(51_000)
    play.onBalanceChanged()
    await Promise.resolve()
    const pressed = play.press()
    clock.now += 5_000
    await pressed
    await settled()
    expect(play.state.get()).toMatchObject({ phase: 'ready', balance: wholeUnits(51_000), rounds: 1 })
  })

  test('an expired session ends the window; no response changes nothing', async () => {
    const { play, elsewhere } = windowWith([])
    play.onBalanceChanged()
    await settled()
    expect(play.state.get()).toMatchObject({ phase: 'ready', balance: wholeUnits(1000) })
    elsewhere.balance = 'signedOut'
    play.onBalanceChanged()
    await settled()
    expect(play.state.get().phase).toBe('over')
  })
})
