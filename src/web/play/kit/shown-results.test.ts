import { describe, expect, test } from 'vitest'
import type { Fairness, PastRound, SeedPair, WireRound } from '#contract/slot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { countOf, type ShownResults } from '#domain/games/shown-results.ts'
import { recomputeRound } from '#domain/games/verify-round.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import type { CallEnd, PlayCall } from './calls.ts'
import type { PlaySession } from './play-session.ts'
import { createSeedKeeper } from './seed-keeper.ts'
import { withResult } from './shown-results.ts'
import { verifyChain } from './verify-chain.ts'

const { game } = catalogue[0]
const mathHash = mathHashOf(game, sha256Hex)
const serverSeed = '5a'.repeat(32)
const hash = (bytes: Uint8Array): string => toHex(sha256(bytes))
const [serverSeedHash, nextServerSeedHash] = [hash(fromHex(serverSeed)), hash(fromHex('6b'.repeat(32)))]
const commitments = { pair: 1, scheme: 'chain', serverSeedHash, clientSeed: 'mine' } as const
const fairness: Fairness = { ...commitments, nextServerSeedHash, nonce: 0 }
const moment = '2026-01-01T00:00:00.000Z'
const dates = { committedAt: moment, begunAt: moment, revealedAt: moment }

/** The round that the seeds give. */
function roundOf(nonce: number, stake = String(game.stakes[0])): WireRound {
  const { units, events } = recomputeRound(game, { serverSeed, clientSeed: 'mine', nonce })
  const pay = amountToWire(amountOfUnits(units, wholeUnits(Number(stake)), game.unitsPerStake))
  return { roundId: `round-${nonce}`, nonce, stake, pay, jackpot: null, events }
}

const pays = (nonce: number): boolean => roundOf(nonce).pay !== '0'
const numbers = Array.from({ length: 40 }, (_, nonce) => nonce)
const winning = numbers.find(pays) ?? -1
const losing = numbers.find((nonce) => !pays(nonce)) ?? -1
const rounds = numbers.slice(0, Math.max(winning, losing) + 2)

/** The pair after it was changed. */
function revealed(fields: Partial<SeedPair> = {}): SeedPair {
  return {
    ...commitments,
    ...dates,
    nextServerSeedHash,
    serverSeed,
    firstNonce: 0,
    lastNonce: rounds.at(-1) ?? 0,
    ...fields,
  }
}

/** What the history answers. */
const pastOf = (round: WireRound): PastRound => ({
  ...round,
  ...commitments,
  game: game.code,
  betTime: moment,
  shown: 0,
  mathHash,
  serverSeed: null,
})

/** A window whose server answers what `alter` makes of a true round. */
function windowOn(alter: (round: WireRound) => WireRound = (round) => round, session: object = {}) {
  const answers: object[] = []
  const call = (() => {
    const answer = answers.shift()
    return Promise.resolve((answer ? { kind: 'answer', answer } : { kind: 'lost' }) as CallEnd<'spin'>)
  }) as unknown as PlayCall
  const seeds = createSeedKeeper({
    call,
    session: { member: 'haneul', fairness, game: { mathHash }, ...session } as PlaySession,
    storage: null,
    now: () => new Date(0),
  })
  const spin = async (nonce: number, stake?: string, requestId = `request-${nonce}`) => {
    const round = roundOf(nonce, stake)
    answers.push({ status: 'success', round: alter(round), pair: 1 })
    await seeds.call('spin', { requestId, stake: round.stake })
  }
  const history = async (past: readonly PastRound[]) => {
    answers.push({ status: 'success', rounds: past, maxCount: past.length })
    await seeds.call('get-rounds', { skip: 0, take: 20 })
  }
  const spinAll = async () => {
    for (const nonce of rounds) await spin(nonce)
  }
  return { seeds, answers, spin, spinAll, history }
}

type Window = ReturnType<typeof windowOn>
const faultsOf = ({ seeds }: Window): string[] => seeds.state.get().faults.map(({ kind, pair }) => `${pair} ${kind}`)
const evidenceOf = ({ seeds }: Window, pair = revealed()): string =>
  JSON.stringify({ format: seedEvidenceFormat, ...seeds.stored(), pairs: [pair] })
const answerOf = (text: string) => {
  const answer = verifyText(text, [game])
  return answer.kind === 'chain' ? answer.report : answer
}

/** A loss in place of the win of one number. */
const withoutWin = (round: WireRound): WireRound =>
  round.nonce === winning ? { ...round, pay: '0', events: roundOf(losing).events } : round

describe('the results that were shown', () => {
  test('of an honest server are those of the seeds, in the window, its history and the verifier', async () => {
    const one = windowOn()
    await one.spinAll()
    await one.history(rounds.map((nonce) => pastOf(roundOf(nonce))))
    expect(faultsOf(one)).toEqual([])
    expect(one.seeds.stored().results).toMatchObject([{ firstNonce: 0, mathHash, stake: String(game.stakes[0]) }])
    const nothing = { faults: [], shownOtherwise: [], unknownGames: [], notSeenNumbers: [] }
    expect(await verifyChain(one.seeds.stored(), [revealed()])).toMatchObject(nothing)
    expect(answerOf(evidenceOf(one))).toMatchObject(nothing)
  })

  test('of a server that shows a loss for a win, and answers the true record later, are named', async () => {
    const one = windowOn(withoutWin)
    await one.spinAll()
    expect(faultsOf(one)).toEqual([])
    const named = {
      faults: [{ kind: 'shown-otherwise', pair: 1 }],
      shownOtherwise: [{ firstNonce: winning, lastNonce: winning }],
    }
    expect(await verifyChain(one.seeds.stored(), [revealed()])).toMatchObject(named)
    expect(answerOf(evidenceOf(one))).toMatchObject(named)
    // The history answers the true record: the window names it before the seed is revealed.
    await one.history([pastOf(roundOf(winning))])
    expect(faultsOf(one)).toEqual(['1 shown-otherwise'])
  })

  test.each([
    ['another pay', (round: WireRound) => ({ ...round, pay: '0' })],
    ['other events', (round: WireRound) => ({ ...round, events: roundOf(losing).events })],
    ['another stake', (round: WireRound) => ({ ...round, stake: String(game.stakes[1]) })],
    ['events without a canonical form', (round: WireRound) => ({ ...round, events: [{ type: 'totalWin', pay: 0.5 }] })],
    ['no pay', ({ pay: _pay, ...round }: WireRound) => round as WireRound],
  ])('with %s are named', async (_what, alter) => {
    const one = windowOn((round) => (round.nonce === winning ? (alter(round) as WireRound) : round))
    await one.spinAll()
    expect(answerOf(evidenceOf(one))).toMatchObject({ faults: [{ kind: 'shown-otherwise', pair: 1 }] })
  })

  test('of the pair in use are compared when it is revealed, and those of unknown games are named', async () => {
    const one = windowOn(withoutWin)
    await one.spinAll()
    const inUse = revealed({ serverSeed: null, revealedAt: null })
    expect(answerOf(evidenceOf(one, inUse))).toMatchObject({ faults: [], unknownGames: [] })
    const other = windowOn(withoutWin, { game: { mathHash: 'ab'.repeat(32) } })
    await other.spinAll()
    const unknownGames = [{ firstNonce: 0, lastNonce: rounds.at(-1) }]
    expect(answerOf(evidenceOf(other))).toMatchObject({ faults: [], shownOtherwise: [], unknownGames })
    // The history names the game.
    await other.history([pastOf(roundOf(losing))])
    expect(faultsOf(other)).toEqual(['1 shown-otherwise'])
  })

  test('of a repeated request, a resumed round and a replay are the first ones', async () => {
    const one = windowOn()
    await one.spin(winning, undefined, 'slow')
    await one.spin(winning, undefined, 'slow')
    one.answers.push({ status: 'success', fairness, openRound: { ...roundOf(winning), shown: 0 } })
    await one.seeds.call('get-session', {})
    one.answers.push({ status: 'success', round: pastOf(roundOf(winning)) })
    await one.seeds.call('get-round', { roundId: `round-${winning}` })
    expect(faultsOf(one)).toEqual([])
    one.answers.push({ status: 'success', fairness, openRound: { ...withoutWin(roundOf(winning)), shown: 0 } })
    await one.seeds.call('get-session', {})
    expect(faultsOf(one)).toEqual(['1 shown-otherwise'])
    const resumed = windowOn(undefined, { openRound: { ...withoutWin(roundOf(winning)), shown: 0 } })
    expect(answerOf(evidenceOf(resumed))).toMatchObject({ faults: [{ kind: 'shown-otherwise', pair: 1 }] })
    resumed.answers.push({ status: 'success', round: pastOf(roundOf(winning)) })
    await resumed.seeds.call('get-round', { roundId: `round-${winning}` })
    expect(faultsOf(resumed)).toEqual(['1 shown-otherwise'])
  })

  test('an answer cannot make the evidence malformed', async () => {
    const one = windowOn((round) => ({ ...round, stake: 'x', pay: 'y', events: null as never }), {
      game: { mathHash: 'z' },
      openRound: { ...roundOf(7), stake: 'x' },
    })
    await one.spin(8)
    const results = one.seeds.stored().results ?? []
    expect(results.map(({ stake }) => stake)).toEqual(['0', roundOf(8).stake])
    expect(answerOf(evidenceOf(one))).not.toHaveProperty('kind')
  })
})

test('results are stored in few rows, and bounded', () => {
  const answered = (nonce: number, stake: string) => ({ nonce, stake, mathHash, pay: '0', events: [], pair: 1 })
  let results: readonly ShownResults[] = []
  const add = (nonce: number, stake = '200') => ({ results } = withResult(results, answered(nonce, stake)))
  for (let nonce = 0; nonce < 5_100; nonce++) add(nonce)
  expect(results.map(({ firstNonce, digests }) => [firstNonce, countOf(digests)])).toEqual([[100, 5_000]])
  for (let nonce = 5_100; nonce < 6_200; nonce++) add(nonce, String(nonce))
  expect(results.length).toBe(1_000)
  expect(JSON.stringify(results).length).toBeLessThan(200_000)
})
