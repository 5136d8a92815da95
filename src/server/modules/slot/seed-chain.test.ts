import { createHash } from 'node:crypto'
import type { PlayAnswers } from '#contract/play-api.ts'
import { receiptOf, verifySeedChain, type SeedEvidence, type SeedReceipt } from '#domain/games/seed-chain.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'

/** The chain of seed commitments as a member's browser sees it: real answers, verified; and a database that is tampered with. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  // The first spin of a brand creates it.
  await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(() => app.close())

async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

type Answer<Name extends keyof PlayAnswers, Status extends string> = Extract<PlayAnswers[Name], { status: Status }>
type Fairness = Answer<'get-session', 'success'>['fairness']

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A member before the first seed pair, with a window that stores receipts as the browser does. */
async function createMemberWithWindow() {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session, { seedPair: false })).id
  const receipts: SeedReceipt[] = []
  const call = async (name: string, body: object = {}) => {
    const { body: answer } = await app.play(name, { token: session.token, window, body })
    if ('fairness' in answer) receipts.push(receiptOf(answer['fairness'] as Fairness, new Date().toISOString()))
    return answer
  }
  const spin = async () => {
    const answer = await call('spin', { requestId: newRequestId(), stake: '200' })
    if (answer.status !== 'success') return answer
    const { round } = answer as unknown as Answer<'spin', 'success'>
    await call('ack', { roundId: round.roundId, index: round.events.length - 1 })
    return answer
  }
  const begin = async (clientSeed: string, more: object = {}) => {
    const answer = await call('set-client-seed', { clientSeed, ...more })
    return answer as unknown as PlayAnswers['set-client-seed']
  }
  const evidence = async (): Promise<SeedEvidence> => {
    const seeds = (await call('get-seeds', { take: 100 })) as unknown as Answer<'get-seeds', 'success'>
    const listed = (await call('get-rounds', { take: 100 })) as unknown as Answer<'get-rounds', 'success'>
    return { receipts, pairs: seeds.pairs, rounds: listed.rounds }
  }
  return { id: member.id, token: session.token, window, receipts, call, spin, begin, evidence }
}

describe('an honest chain', () => {
  test('begins with a commitment, refuses rounds before the first client seed, and verifies pair by pair', async () => {
    const one = await createMemberWithWindow()
    const changed = await changedBy(app.ownerPool, async () => {
      expect(await one.spin()).toEqual({ status: 'seed' })
      expect((await one.call('get-seeds')) as object).toEqual({ status: 'success', pairs: [], maxCount: 0 })
    })
    expect(changed).toEqual([])
    const opened = (await one.call('get-session')) as unknown as Answer<'get-session', 'success'>
    expect(opened.fairness).toEqual({
      pair: 0,
      scheme: 'chain',
      serverSeedHash: null,
      nextServerSeedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      clientSeed: null,
      nonce: 0,
    })
    expect(await one.spin()).toEqual({ status: 'seed' })
    let before: Fairness = opened.fairness
    for (const [index, clientSeed] of ['one', 'two', 'three'].entries()) {
      const answer = await one.begin(clientSeed, { nextServerSeedHash: before.nextServerSeedHash })
      if (answer.status !== 'success') throw new Error(answer.status)
      const { fairness, revealed } = answer
      expect(fairness).toMatchObject({ pair: index + 1, clientSeed, nonce: index })
      expect(fairness.serverSeedHash).toBe(before.nextServerSeedHash)
      expect(fairness.nextServerSeedHash).not.toBe(before.nextServerSeedHash)
      const revealedHash = revealed === null ? null : sha256(Buffer.from(revealed.serverSeed ?? '', 'hex'))
      expect(revealedHash).toBe(before.serverSeedHash)
      expect((await one.call('get-session'))['fairness']).toEqual(fairness)
      expect((await one.spin()).status).toBe('success')
      before = fairness
    }
    const evidence = await one.evidence()
    expect(evidence.pairs.map(({ firstNonce, lastNonce }) => [firstNonce, lastNonce])).toEqual([
      [2, 2],
      [1, 1],
      [0, 0],
    ])
    expect(evidence.rounds?.map((round) => round.pair)).toEqual([3, 2, 1])
    expect(verifySeedChain(evidence, sha256)).toEqual({ faults: [], oldPairs: [], unwitnessedPairs: [] })
  })
})
