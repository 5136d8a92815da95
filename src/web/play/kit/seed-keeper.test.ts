import { describe, expect, test } from 'vitest'
import type { Fairness, SeedPair } from '#contract/slot.ts'
import type { CallEnd, PlayCall } from './calls.ts'
import { clientSeedShape, proposeClientSeed } from './client-seed.ts'
import type { PlaySession } from './play-session.ts'
import { loadOwnChain } from './seed-evidence.ts'
import { createSeedKeeper } from './seed-keeper.ts'
import { verifyChain } from './verify-chain.ts'

const seedOf = (ordinal: number): string => ordinal.toString(16).padStart(64, '0')
const hashes = await Promise.all(
  Array.from({ length: 330 }, async (_, ordinal) => {
    const bytes = Uint8Array.from(seedOf(ordinal).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }),
)
const hashOf = (ordinal: number): string => hashes[ordinal] ?? ''

/** What a server publishes while the pair is in use; `fields` is what a dishonest one changes. */
function fairnessOf(pair: number, clientSeed: string | null, fields: Partial<Fairness> = {}): Fairness {
  return {
    pair,
    scheme: 'chain',
    serverSeedHash: pair === 0 ? null : hashOf(pair),
    nextServerSeedHash: hashOf(pair + 1),
    clientSeed,
    nonce: 0,
    ...fields,
  }
}

function pairOf(pair: number, clientSeed: string, fields: Partial<SeedPair> = {}): SeedPair {
  return {
    pair,
    scheme: 'chain',
    serverSeedHash: hashOf(pair),
    nextServerSeedHash: hashOf(pair + 1),
    clientSeed,
    serverSeed: seedOf(pair),
    committedAt: '2026-01-01T00:00:00.000Z',
    begunAt: '2026-01-01T00:00:00.000Z',
    revealedAt: '2026-01-01T00:00:00.000Z',
    firstNonce: 0,
    lastNonce: null,
    ...fields,
  }
}

/** A browser's storage, and an API that responds with what the test puts into `ends`, in order. */
function browser() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const ends: CallEnd<'get-session' | 'set-client-seed' | 'get-seeds' | 'spin' | 'get-rounds'>[] = []
  const calls: [string, unknown][] = []
  const call = ((name: string, body: unknown) => {
    calls.push([name, body])
    return Promise.resolve(ends.shift() ?? { kind: 'lost' })
  }) as PlayCall
  const open = (fairness: Fairness, member = 'haneul') =>
    createSeedKeeper({
      call,
      session: { member, fairness, game: { mathHash: '' } } as PlaySession,
      storage,
      now: () => new Date('2026-01-01T00:00:00.000Z'),
      propose: () => 'proposed',
    })
  const answer = (fields: object) => ends.push({ kind: 'answer', answer: { status: 'success', ...fields } as never })
  return { stored, ends, calls, open, answer }
}

describe('the first pair', () => {
  test('is begun for the commitment that was published, without the member, and only once', async () => {
    const { open, answer, calls } = browser()
    const seeds = open(fairnessOf(0, null))
    answer({ fairness: fairnessOf(1, 'proposed'), revealed: null })
    await seeds.beginFirst()
    await seeds.beginFirst()
    expect(calls).toEqual([['set-client-seed', { clientSeed: 'proposed', nextServerSeedHash: hashOf(1) }]])
    expect(seeds.state.get()).toMatchObject({ fairness: fairnessOf(1, 'proposed'), faults: [], foreignPair: null })
    expect(seeds.receipts().map((receipt) => [receipt.pair, receipt.clientSeed])).toEqual([
      [0, null],
      [1, 'proposed'],
    ])
  })

  test('a proposed client seed is fresh and fits the rule of the server', () => {
    const proposed = Array.from({ length: 100 }, () => proposeClientSeed())
    expect(new Set(proposed).size).toBe(100)
    for (const seed of proposed) expect(seed).toMatch(clientSeedShape)
    expect(proposeClientSeed((bytes) => bytes.fill(255))).toBe('9'.repeat(20))
  })
})

describe('a pair that ended without a step of this browser', () => {
  const restricted = { serverSeedHash: null }

  test('is followed by no pair that the window begins by itself, at opening or in a spin', async () => {
    const { open, answer, calls } = browser()
    const seeds = open(fairnessOf(1, 'mine', { nonce: 4 }))
    answer({ fairness: fairnessOf(1, null, { ...restricted, nonce: 4 }) })
    await seeds.call('get-session', {})
    expect(seeds.state.get()).toMatchObject({ endedPair: 1, foreignPair: null, faults: [] })
    await seeds.beginFirst()
    await open(fairnessOf(1, null, { ...restricted, nonce: 4 })).beginFirst()
    expect(calls.map(([name]) => name)).toEqual(['get-session'])
    expect(seeds.stored().chosen).toEqual([])
  })

  test('is named with its last round, and the next one begins at the member’s press', async () => {
    const { open, answer } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    answer({ fairness: fairnessOf(1, null, { ...restricted, nonce: 4 }) })
    await seeds.call('get-session', {})
    answer({ fairness: fairnessOf(2, 'proposed', { nonce: 4 }), revealed: pairOf(1, 'mine', { lastNonce: 3 }) })
    expect((await seeds.beginOwn()).kind).toBe('begun')
    expect(seeds.state.get()).toMatchObject({ endedPair: null, foreignPair: null, faults: [] })
    const { endedPairs, faults } = await verifyChain(seeds.stored(), [
      pairOf(1, 'mine', { lastNonce: 3 }),
      pairOf(2, 'proposed', { firstNonce: 4, serverSeed: null }),
    ])
    expect([endedPairs, faults]).toEqual([[{ pair: 1, lastNonce: 3 }], []])
  })

  test('is known from the receipts where the session denies it', async () => {
    const { open, answer, calls } = browser()
    open(fairnessOf(3, 'mine'))
    const denied = fairnessOf(0, null, { nextServerSeedHash: hashOf(4) })
    const seeds = open(denied)
    answer({ fairness: denied })
    await seeds.beginFirst()
    expect(seeds.state.get().endedPair).toBe(3)
    expect(calls.map(([name]) => name)).toEqual(['get-session'])
  })

  test('is not supposed where another window has begun the first pair meanwhile', async () => {
    const { open, answer, calls } = browser()
    const early = fairnessOf(0, null)
    answer({ fairness: fairnessOf(1, 'proposed'), revealed: null })
    await open(early).beginFirst()
    const seeds = open(early)
    answer({ fairness: fairnessOf(1, 'proposed') })
    await seeds.beginFirst()
    expect(seeds.state.get()).toMatchObject({ endedPair: null, foreignPair: null })
    expect(calls.map(([name]) => name)).toEqual(['set-client-seed', 'get-session'])
  })

  test('of a step that this browser or another device took is not named', async () => {
    const { open, answer } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    answer({ fairness: fairnessOf(2, 'also-mine'), revealed: pairOf(1, 'mine') })
    await seeds.begin('also-mine')
    answer({ fairness: fairnessOf(3, 'of-a-phone') })
    await seeds.call('get-session', {})
    expect(seeds.state.get()).toMatchObject({ endedPair: null, foreignPair: 3 })
    const chain = [pairOf(1, 'mine'), pairOf(2, 'also-mine'), pairOf(3, 'of-a-phone', { serverSeed: null })]
    const { endedPairs, notChosenPairs } = await verifyChain(seeds.stored(), chain)
    expect([endedPairs, notChosenPairs]).toEqual([[], [1, 3]])
  })
})

describe('a step', () => {
  test.each([
    ['open-round', 'openRound'],
    ['used', 'used'],
  ])('refused with %s changes nothing', async (status, kind) => {
    const { open, ends } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    ends.push({ kind: 'answer', answer: { status } as never })
    expect(await seeds.begin('other')).toEqual({ kind })
    expect(seeds.state.get().fairness).toEqual(fairnessOf(1, 'mine'))
  })

  test('that another window was faster with shows the chain in force', async () => {
    const { open, ends } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    ends.push({ kind: 'answer', answer: { status: 'commitment', fairness: fairnessOf(2, 'theirs') } as never })
    expect(await seeds.begin('other')).toEqual({ kind: 'changed' })
    expect(seeds.state.get()).toMatchObject({ fairness: fairnessOf(2, 'theirs'), faults: [], foreignPair: 2 })
  })

  test.each([
    ['that skips an ordinal to hide an exchanged seed', fairnessOf(3, 'other'), 'swapped'],
    ['that begins with another client seed', fairnessOf(2, 'theirs'), 'client-seed-changed'],
  ])('%s is named', async (_what, fairness, kind) => {
    const { open, answer } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    answer({ fairness, revealed: null })
    await seeds.begin('other')
    expect(seeds.state.get().faults.map((fault) => [fault.kind, fault.pair])).toEqual([[kind, fairness.pair]])
  })

  test('whose response is lost counts as taken only if the session has its client seed', async () => {
    const { open, ends, answer } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    ends.push({ kind: 'lost' })
    answer({ fairness: fairnessOf(1, 'mine') })
    expect(await seeds.begin('other')).toEqual({ kind: 'failed' })
    ends.push({ kind: 'lost' })
    answer({ fairness: fairnessOf(2, 'other') })
    expect(await seeds.begin('other')).toEqual({ kind: 'begun', revealed: null })
  })
})

describe('receipts', () => {
  test('outlive the window, are kept per member, and a later answer that contradicts them is named', async () => {
    const { open, answer, stored } = browser()
    open(fairnessOf(1, 'mine'))
    expect(open(fairnessOf(1, 'yours', { serverSeedHash: hashOf(7) }), 'other').state.get().faults).toEqual([])
    expect(stored.size).toBe(2)
    // The next window: the pair that begins is not the announced one.
    const later = open(fairnessOf(1, 'mine'))
    answer({ fairness: fairnessOf(2, 'next', { serverSeedHash: hashOf(9) }), revealed: pairOf(1, 'mine') })
    await later.begin('next')
    const swapped = [{ kind: 'swapped', pair: 2, expected: hashOf(2), got: hashOf(9) }]
    expect(later.state.get().faults).toEqual(swapped)
    // It stays on record, also when the server returns to the announced one.
    expect(open(fairnessOf(2, 'next')).state.get().faults).toEqual(expect.arrayContaining(swapped))
  })

  test('name a pair that comes back after the next one began, and do not mistake a slow response for it', async () => {
    const { open, answer } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    const slow = seeds.call('get-session', {})
    answer({ fairness: fairnessOf(1, 'mine') })
    open(fairnessOf(2, 'next'))
    await slow
    expect(seeds.state.get().faults).toEqual([])
    answer({ fairness: fairnessOf(1, 'mine') })
    await seeds.call('get-session', {})
    expect(seeds.state.get().faults.map(({ kind, pair }) => [kind, pair])).toEqual([['repeated', 1]])
  })

  test('are compared with the pairs and rounds of lists', async () => {
    const { open, answer } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    answer({ pairs: [pairOf(1, 'mine', { serverSeedHash: hashOf(9) })], maxCount: 1 })
    await seeds.call('get-seeds', { skip: 0, take: 10 })
    expect(seeds.state.get().faults).toEqual([{ kind: 'swapped', pair: 1, expected: hashOf(1), got: hashOf(9) }])
  })

  test('are bounded, and a damaged or full storage does not stop the window', () => {
    const { open, stored } = browser()
    for (let pair = 1; pair <= 320; pair += 1) open(fairnessOf(pair, `seed-${pair}`))
    const receipts = open(fairnessOf(320, 'seed-320')).receipts()
    expect([receipts.length, receipts[0]?.pair]).toEqual([300, 21])
    const [key = ''] = stored.keys()
    stored.set(key, '{"receipts":7')
    expect(open(fairnessOf(5, 'seed-5')).receipts()).toHaveLength(1)
    const full = { getItem: () => null, setItem: () => expect.fail('full') }
    const seeds = createSeedKeeper({
      call: browser().open(fairnessOf(1, 'a')).call,
      session: { member: 'haneul', fairness: fairnessOf(1, 'mine') } as PlaySession,
      storage: full,
      now: () => new Date(0),
    })
    expect(seeds.receipts()).toHaveLength(1)
  })
})

describe('a client seed that was not chosen in this browser', () => {
  test('of a server that begins the pair with its own and answers that another window was faster is asked about', async () => {
    const { open, ends, answer, stored } = browser()
    const seeds = open(fairnessOf(0, null))
    ends.push({ kind: 'answer', answer: { status: 'commitment', fairness: fairnessOf(1, 'of-the-house') } as never })
    await seeds.beginFirst()
    expect(seeds.state.get()).toMatchObject({ faults: [], foreignPair: 1 })
    const { chosen, receipts } = seeds.stored()
    expect(chosen).toEqual([{ pair: 1, clientSeed: 'proposed', serverSeedHash: hashOf(1), isDrawn: true }])
    const report = await verifyChain({ chosen, receipts }, [pairOf(1, 'of-the-house')])
    expect([report.faults, report.unwitnessedPairs, report.notChosenPairs]).toEqual([[], [], [1]])
    // What was sent for pair 1 was known before the commitment of pair 3, so it serves no later pair.
    expect(await seeds.begin('proposed')).toEqual({ kind: 'used' })
    answer({ fairness: fairnessOf(2, 'mine'), revealed: pairOf(1, 'of-the-house') })
    await seeds.begin('mine')
    expect(seeds.state.get().foreignPair).toBeNull()
    expect(stored.size).toBe(1)
  })

  test('of a pair that began between two visits is asked about until the member goes on knowingly', async () => {
    const { open, answer } = browser()
    const first = open(fairnessOf(0, null))
    answer({ fairness: fairnessOf(1, 'proposed'), revealed: null })
    await first.beginFirst()
    expect(open(fairnessOf(1, 'proposed')).state.get().foreignPair).toBeNull()
    const later = open(fairnessOf(2, 'of-the-house'))
    expect(later.state.get()).toMatchObject({ faults: [], foreignPair: 2 })
    later.acceptPair()
    expect(later.state.get().foreignPair).toBeNull()
    expect(open(fairnessOf(2, 'of-the-house')).state.get().foreignPair).toBeNull()
    expect(open(fairnessOf(3, 'of-the-house-too')).state.get().foreignPair).toBe(3)
  })

  test('is stored before it is sent', async () => {
    const { open, stored, ends } = browser()
    const seeds = open(fairnessOf(0, null))
    ends.push({ kind: 'busy', retryAfterMs: 1 })
    await seeds.begin('mine')
    expect([...stored.values()].join('')).toContain('{"pair":1,"clientSeed":"mine",')
  })

  test('is not asked about where an older window played on the pair, nor for the old scheme', () => {
    const { open, stored } = browser()
    open(fairnessOf(1, 'mine'))
    const [[key, text] = ['', '']] = stored
    const { receipts, faults } = JSON.parse(text) as Record<string, unknown>
    stored.set(key, JSON.stringify({ receipts, faults }))
    expect(open(fairnessOf(1, 'mine')).state.get().foreignPair).toBeNull()
    expect(open(fairnessOf(2, 'theirs')).state.get().foreignPair).toBe(2)
    expect(
      browser()
        .open(fairnessOf(1, 'mine', { scheme: 'old' }))
        .state.get().foreignPair,
    ).toBeNull()
  })
})

describe('the pair of a spin', () => {
  const spinOf = (requestId: string) => ({ requestId, stake: '200' })
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const round = { nonce: 0, roundId: 'a' }

  test('that began behind the window’s back is named and asked about at that spin', async () => {
    const { open, answer, calls } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    answer({ round, pair: 2 })
    answer({ fairness: fairnessOf(2, 'of-the-house', { nonce: 1 }), openRound: round })
    await seeds.call('spin', spinOf('one'))
    await settled()
    expect(calls.map(([name]) => name)).toEqual(['spin', 'get-session'])
    expect(seeds.state.get()).toMatchObject({ foreignPair: 2, faults: [] })
    expect(seeds.stored().shown).toEqual([{ pair: 2, firstNonce: 0, lastNonce: 0 }])
    answer({ round: { nonce: 1, roundId: 'b' }, pair: 2 })
    await seeds.call('spin', spinOf('two'))
    await settled()
    expect(calls).toHaveLength(3)
  })

  test('that another window of this browser began is not asked about', async () => {
    const { open, answer } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    answer({ fairness: fairnessOf(2, 'also-mine'), revealed: null })
    await open(fairnessOf(1, 'mine')).begin('also-mine')
    answer({ round, pair: 2 })
    answer({ fairness: fairnessOf(2, 'also-mine', { nonce: 1 }) })
    await seeds.call('spin', spinOf('one'))
    await settled()
    expect(seeds.state.get()).toMatchObject({ foreignPair: null, faults: [], fairness: { pair: 2 } })
  })

  test.each([
    ['before the one in use', 1, null],
    ['that the session does not have', 3, fairnessOf(2, 'mine', { nonce: 1 })],
  ])('%s is a fault', async (_what, pair, fairness) => {
    const { open, answer } = browser()
    const seeds = open(fairnessOf(2, 'mine'))
    answer({ round, pair })
    if (fairness !== null) answer({ fairness })
    await seeds.call('spin', spinOf('one'))
    await settled()
    expect(seeds.state.get().faults).toEqual([{ kind: 'round-moved', pair, expected: 'pair 2', got: `pair ${pair}` }])
  })

  test('of a repeated request may be the one before', async () => {
    const { open, answer, ends } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    ends.push({ kind: 'lost' })
    await seeds.call('spin', spinOf('slow'))
    answer({ fairness: fairnessOf(2, 'mine-too'), revealed: null })
    await seeds.begin('mine-too')
    answer({ round, pair: 1 })
    await seeds.call('spin', spinOf('slow'))
    await settled()
    expect(seeds.state.get().faults).toEqual([])
  })
})

test('a pair that is refused because the window has ended says so', async () => {
  const { open, ends } = browser()
  const seeds = open(fairnessOf(1, 'mine'))
  ends.push({ kind: 'answer', answer: { status: 'elsewhere' } as never })
  expect(await seeds.begin('other')).toEqual({ kind: 'failed' })
  expect(seeds.state.get().isEnded).toBe(true)
})

test('a round that another window of this browser was shown is not called unseen', async () => {
  const { open, answer } = browser()
  const [one, other] = [open(fairnessOf(1, 'mine')), open(fairnessOf(1, 'mine'))]
  // The other window still waits for the answer of its spin.
  answer({ fairness: fairnessOf(1, 'mine', { nonce: 1 }), openRound: null })
  expect(await one.askWhetherEnded()).toBe(false)
  expect(one.state.get().notSeen).toEqual([{ firstNonce: 0, lastNonce: 0 }])
  answer({ round: { nonce: 0, roundId: 'a' }, pair: 1 })
  await other.call('spin', { requestId: 'one', stake: '200' })
  one.onStored('another key')
  expect(one.state.get().notSeen).toHaveLength(1)
  one.onStored('baize.play.seeds.haneul')
  expect(one.state.get().notSeen).toEqual([])
})

test('a round that is resumed is of its own pair, also after the next one has begun', async () => {
  const { open, answer } = browser()
  const seeds = open(fairnessOf(2, 'mine', { nonce: 4 }))
  answer({ fairness: fairnessOf(2, 'mine', { nonce: 4 }), openRound: { nonce: 3, roundId: 'a', pair: 1 } })
  await seeds.call('get-session', {})
  expect(seeds.stored().shown).toEqual([{ pair: 1, firstNonce: 3, lastNonce: 3 }])
})

test('a session that names another window says that this one has ended', async () => {
  const { open, ends } = browser()
  const seeds = open(fairnessOf(1, 'mine'))
  expect(await seeds.askWhetherEnded()).toBe(false)
  ends.push({ kind: 'answer', answer: { status: 'elsewhere', code: 'x', company: 'baize' } as never })
  expect(await seeds.askWhetherEnded()).toBe(true)
  expect(seeds.state.get()).toMatchObject({ isEnded: true, fairness: fairnessOf(1, 'mine') })
})

describe('the numbers of rounds', () => {
  const roundOf = (nonce: number, roundId = `round-${nonce}`) => ({ nonce, roundId })
  const spinOf = (name: string) => ({ requestId: name, stake: '200' })

  /** A window in which the rounds were shown one after the other. */
  async function windowAfter(rounds: readonly { nonce: number; roundId: string }[]) {
    const { open, answer, ends } = browser()
    const seeds = open(fairnessOf(1, 'mine'))
    const spin = async (round: object, requestId: string) => {
      answer({ round })
      await seeds.call('spin', spinOf(requestId))
    }
    for (const [index, round] of rounds.entries()) await spin(round, `request-${index}`)
    return { seeds, spin, open, answer, ends }
  }
  const kinds = ({ seeds }: Awaited<ReturnType<typeof windowAfter>>) =>
    seeds.state.get().faults.map(({ kind, pair }) => `${pair} ${kind}`)

  test('of an honest server ascend: one range, nothing to name', async () => {
    const one = await windowAfter([0, 1, 2].map((nonce) => roundOf(nonce)))
    expect(one.seeds.stored().shown).toEqual([{ pair: 1, firstNonce: 0, lastNonce: 2 }])
    expect([kinds(one), one.seeds.state.get().notSeen]).toEqual([[], []])
  })

  test('of a server that passes numbers over are named, in the window and in the evidence', async () => {
    const one = await windowAfter([1000, 2001, 3002].map((nonce) => roundOf(nonce)))
    const passed = [
      { firstNonce: 0, lastNonce: 999 },
      { firstNonce: 1001, lastNonce: 2000 },
      { firstNonce: 2002, lastNonce: 3001 },
    ]
    expect(one.seeds.state.get().notSeen).toEqual(passed)
    const report = await verifyChain(one.seeds.stored(), [pairOf(1, 'mine', { lastNonce: 3002 })])
    expect([report.faults, report.notSeenNumbers]).toEqual([[], passed])
    one.seeds.acceptNumbers()
    expect(one.seeds.state.get().notSeen).toEqual([])
    await one.spin(roundOf(3004), 'later')
    expect(one.seeds.state.get().notSeen).toEqual([{ firstNonce: 3003, lastNonce: 3003 }])
  })

  test('of a server that uses one again, or goes back, are a fault in the window and in the evidence', async () => {
    const again = await windowAfter([roundOf(0, 'a'), roundOf(0, 'b'), roundOf(0, 'c')])
    expect(new Set(kinds(again))).toEqual(new Set(['1 number-repeated']))
    const back = await windowAfter([roundOf(0), roundOf(3), roundOf(1)])
    expect(kinds(back)).toEqual(['1 number-repeated'])
    for (const { seeds } of [again, back]) {
      const report = await verifyChain(seeds.stored(), [pairOf(1, 'mine', { lastNonce: 3 })])
      expect(report.faults.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['number-repeated']))
    }
  })

  test('are not repeated by a retry, a resumed round, the history, or the answer that another window overtook', async () => {
    const one = await windowAfter([roundOf(0), roundOf(1)])
    one.ends.push({ kind: 'lost' })
    await one.seeds.call('spin', spinOf('slow'))
    // Meanwhile another window of this browser plays.
    const other = one.open(fairnessOf(1, 'mine', { nonce: 2 }))
    one.answer({ round: roundOf(3) })
    await other.call('spin', spinOf('other'))
    await one.spin(roundOf(2), 'slow')
    await one.spin(roundOf(2), 'slow')
    one.answer({ fairness: fairnessOf(1, 'mine', { nonce: 4 }), openRound: roundOf(3) })
    await one.seeds.call('get-session', {})
    expect([kinds(one), one.seeds.state.get().notSeen]).toEqual([[], []])
    expect((await verifyChain(one.seeds.stored(), [pairOf(1, 'mine', { lastNonce: 3 })])).notSeenNumbers).toEqual([])
  })

  test('that another device played are a note, and the history changes no number that was shown', async () => {
    const one = await windowAfter([roundOf(0)])
    one.answer({ fairness: fairnessOf(1, 'mine', { nonce: 5 }), openRound: null })
    await one.seeds.call('get-session', {})
    expect(one.seeds.state.get().notSeen).toEqual([{ firstNonce: 1, lastNonce: 4 }])
    const past = { pair: 1, serverSeedHash: hashOf(1), clientSeed: 'mine', mathHash: '' }
    one.answer({
      rounds: [
        { ...roundOf(1), ...past },
        { ...roundOf(0), ...past },
      ],
      maxCount: 2,
    })
    await one.seeds.call('get-rounds', { skip: 0, take: 20 })
    expect(kinds(one)).toEqual([])
    one.answer({ rounds: [{ ...roundOf(0, 'another'), ...past }], maxCount: 1 })
    await one.seeds.call('get-rounds', { skip: 0, take: 20 })
    expect(kinds(one)).toEqual(['1 number-repeated'])
  })

  test('are bounded, and what was dropped is not called passed over', async () => {
    const one = await windowAfter(Array.from({ length: 320 }, (_, index) => roundOf(index * 2)))
    expect(one.seeds.stored().shown?.length).toBe(300)
    expect(one.seeds.state.get().notSeen[0]).toEqual({ firstNonce: 41, lastNonce: 41 })
  })
})

test('the whole chain is loaded over all pages, oldest first, and verified', async () => {
  const { open, answer, ends } = browser()
  const pairs = Array.from({ length: 130 }, (_, index) => pairOf(130 - index, `seed-${130 - index}`))
  const seeds = open(fairnessOf(130, 'seed-130'))
  answer({ pairs: pairs.slice(0, 100), maxCount: 130 })
  answer({ pairs: pairs.slice(100), maxCount: 130 })
  const chain = (await loadOwnChain(seeds.call)) ?? []
  expect(chain.map(({ pair }) => pair)).toEqual(Array.from({ length: 130 }, (_, index) => index + 1))
  expect((await verifyChain({ receipts: seeds.receipts() }, chain)).faults).toEqual([])
  const altered = chain.map((pair) => (pair.pair === 9 ? { ...pair, serverSeed: seedOf(10) } : pair))
  expect((await verifyChain({ receipts: seeds.receipts() }, altered)).faults).toEqual([
    { kind: 'swapped', pair: 9, expected: hashOf(9), got: hashOf(10) },
  ])
  ends.push({ kind: 'busy', retryAfterMs: 1 })
  expect(await loadOwnChain(seeds.call)).toBeNull()
})
