import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Fairness, SeedPair } from '#contract/slot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { receiptOf, verifySeedChain } from '#domain/games/seed-chain.ts'
import { sha256 } from '#domain/games/sha256.ts'
import { readRoundRecord } from '#domain/games/round-record.ts'
import { verifyRound } from '#domain/games/verify-round.ts'
import { appHandlers } from '#server/handlers.ts'
import {
  makeMember,
  makeOperator,
  makePlaySession,
  makeSession,
  someMoney,
  type MemberOptions,
} from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { inSignedTransaction } from '#server/db/act-signing.ts'
import { testSecret } from '#test/test-secret.ts'
import { setExclusionEnd } from '#test/exclusions.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
let support: (name: string, body: object) => Promise<TestResponse>
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  const operator = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
  support = (name, body) => app.office(name, { token: operator, body })
})
afterEach(() => expectCleanBooks(app.ownerPool))
afterAll(() => app.close())

type Player = { token: string; window: string; play: (name: string, body?: object) => Promise<TestResponse> }

async function player(): Promise<Player> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const { token } = session
  return { token, window, play: (name, body = {}) => app.play(name, { token, window, body }) }
}

type SpunRound = { roundId: string; pay: string; events: unknown[] }

async function spin({ play }: Player): Promise<SpunRound> {
  const spun = await play('spin', { requestId: newRequestId(), stake: '1000' })
  return spun.body['round'] as SpunRound
}

const show = ({ play }: Player, { roundId, events }: SpunRound) => play('ack', { roundId, index: events.length - 1 })
const readRound = ({ token }: Player, roundId: string) => app.member('get-round', { token, body: { roundId } })
const sha256OfBytes = (bytes: Uint8Array): string => Buffer.from(sha256(bytes)).toString('hex')
const games = catalogue.map(({ game }) => game)

test('a round is proven by its published record once its seed is revealed, and not before', async () => {
  const mina = await player()
  const round = await spin(mina)
  await show(mina, round)
  const before = await readRound(mina, round.roundId)
  expect(before.body).toMatchObject({ status: 'success', round: { roundId: round.roundId, serverSeed: null } })
  const ended = await mina.play('set-client-seed', { clientSeed: 'another' })
  expect(ended.body.status).toBe('success')
  const after = await readRound(mina, round.roundId)
  const read = readRoundRecord(JSON.stringify(after.body['round']))
  if (read.kind !== 'record') throw new Error(JSON.stringify(read))
  expect(verifyRound(read.record, games).verdict).toBe('proven')
  expect(verifyRound({ ...read.record, nonce: read.record.nonce + 1 }, games).verdict).toBe('false')
})

test('a win that the window has not shown yet stays hidden', async () => {
  const mina = await player()
  let round = await spin(mina)
  for (let spins = 0; round.pay === '0' && spins < 100; spins++) round = await spin(mina)
  expect(round.pay).not.toBe('0')
  expect((await readRound(mina, round.roundId)).body).toEqual({ status: 'open-round' })
  await show(mina, round)
  expect((await readRound(mina, round.roundId)).body).toMatchObject({ status: 'success', round: { pay: round.pay } })
})

/** Spins until a round wins or loses, which is not shown; those before it are. */
async function spinUntil(mina: Player, wins: boolean): Promise<SpunRound> {
  for (let spins = 0; spins < 200; spins += 1) {
    const round = await spin(mina)
    if ((round.pay !== '0') === wins) return round
    await show(mina, round)
  }
  throw new Error('no round fits')
}

/** What the site shows of a round: its status in the list and in the answer for one. */
async function seenOnSite(mina: Player, { roundId }: SpunRound): Promise<unknown[]> {
  const listed = await app.member('get-slot-bets-list', { token: mina.token, body: { skip: 0, take: 20 } })
  const bets = listed.body['bets'] as { roundId: string; status: string; balanceWin: string }[]
  const bet = await app.member('get-bet', { token: mina.token, body: { roundId } })
  const inList = bets.find((one) => one.roundId === roundId)
  expect(inList).toEqual(bet.body['bet'])
  return [inList?.status, inList?.balanceWin, (await readRound(mina, roundId)).body.status]
}

test.each([true, false])(
  'a round that the window has not shown yet is open on the site (it wins: %s)',
  async (wins) => {
    const mina = await player()
    const round = await spinUntil(mina, wins)
    expect(await seenOnSite(mina, round)).toEqual(['open', '0', 'open-round'])
    await show(mina, round)
    expect(await seenOnSite(mina, round)).toEqual(['completed', round.pay, 'success'])
  },
)

test.each([true, false])(
  'a round is open for a minute at most, and until its window closes (it wins: %s)',
  async (wins) => {
    const [mina, juno] = [await player(), await player()]
    const [round, other] = [await spinUntil(mina, wins), await spinUntil(juno, wins)]
    await juno.play('close-window')
    expect(await seenOnSite(juno, other)).toEqual(['completed', other.pay, 'success'])
    expect(await seenOnSite(mina, round)).toEqual(['open', '0', 'open-round'])
    await app.ownerPool.query(
      `UPDATE wallet SET unseen_until = now() WHERE member_id = (SELECT member_id FROM round WHERE id = $1)`,
      [round.roundId],
    )
    expect(await seenOnSite(mina, round)).toEqual(['completed', round.pay, 'success'])
  },
)

test('a lost round is completed when a later one of its game was shown', async () => {
  const mina = await player()
  const round = await spinUntil(mina, false)
  await show(mina, await spin(mina))
  expect(await seenOnSite(mina, round)).toEqual(['completed', '0', 'success'])
})

test('the loss that limits show leaves out a win until the window has shown it; the limit counts it', async () => {
  const mina = await player()
  const setLimit = { kind: 'loss', period: 'day', most: '50000000' }
  expect((await app.member('set-limit', { token: mina.token, body: setLimit })).body.status).toBe('success')
  const used = async (): Promise<number> => {
    const { limits } = (await app.member('get-limits', { token: mina.token })).body as unknown as {
      limits: { rules: { kind: string; period: string; used: string | null; remaining: string | null }[] }
    }
    const rule = limits.rules.find(({ kind, period }) => kind === 'loss' && period === 'day')
    expect(Number(rule?.used) + Number(rule?.remaining)).toBe(Number(setLimit.most))
    return Number(rule?.used)
  }
  let before = await used()
  let round = await spin(mina)
  for (let spins = 0; spins < 200 && round.pay === '0'; spins += 1) {
    await show(mina, round)
    before = await used()
    round = await spin(mina)
  }
  expect(round.pay).not.toBe('0')
  expect(await used()).toBe(before + 1_000)
  const { rows } = await app.ownerPool.query<{ used: string }>(
    `SELECT used FROM limit_counter WHERE kind = 'loss' AND member_id = (SELECT member_id FROM round WHERE id = $1)`,
    [round.roundId],
  )
  expect(Number(rows[0]?.used) / 10_000).toBe(before + 1_000 - Number(round.pay))
  await show(mina, round)
  expect(await used()).toBe(before + 1_000 - Number(round.pay))
})

test('the round of another member and an unknown one are answered alike', async () => {
  const [mina, juno] = [await player(), await player()]
  const round = await spin(mina)
  await show(mina, round)
  expect((await readRound(juno, round.roundId)).body).toEqual({ status: 'none' })
  expect((await readRound(juno, newRequestId())).body).toEqual({ status: 'none' })
})

describe('a restriction ends the seed pair in use', () => {
  type Restricted = Player & { id: bigint; publicId: string; loginId: string; password: string }

  async function restrictable(person: MemberOptions = {}): Promise<Restricted> {
    const member = await makeMember(app.deps, app.brand, { cash: someMoney, ...person })
    const session = await makeSession(app.deps, member)
    const window = (await makePlaySession(app.deps, member, session)).id
    const { token } = session
    return { ...member, token, window, play: (name, body = {}) => app.play(name, { token, window, body }) }
  }

  const signInAgain = async ({ loginId, password }: Restricted): Promise<string> => {
    const { body } = await app.member('user-do-login', { body: { id: loginId, pw: password, token: true } })
    return String(body['token'])
  }

  /** Everything the member needs, read without a game window: the chain and the records of all rounds. */
  async function evidenceOf(token: string): Promise<{ pairs: SeedPair[]; verdicts: string[] }> {
    const seeds = await app.member('get-seeds', { token, body: { take: 100 } })
    expect(seeds.body).toMatchObject({ status: 'success', member: expect.stringMatching(/^[\da-f-]{36}$/) })
    const listed = await app.member('get-slot-bets-list', { token, body: { take: 100 } })
    const verdicts: string[] = []
    for (const { roundId } of listed.body['bets'] as { roundId: string }[]) {
      const { body } = await app.member('get-round', { token, body: { roundId } })
      const read = readRoundRecord(JSON.stringify(body['round']))
      verdicts.push(read.kind === 'record' ? verifyRound(read.record, games).verdict : JSON.stringify(body))
    }
    return { pairs: seeds.body['pairs'] as SeedPair[], verdicts }
  }

  const restrictions: [string, (one: Restricted) => Promise<TestResponse>, (one: Restricted) => Promise<unknown>][] = [
    [
      'a block by the office',
      async ({ publicId }) => support('block-member', { id: publicId, reason: '확인' }),
      async ({ publicId }) => support('unblock-member', { id: publicId, reason: '확인됨' }),
    ],
    [
      'an exclusion for ever',
      async ({ token, password }) => app.member('exclude-me', { token, body: { lasts: 'ever', pw: password } }),
      async ({ id }) => endExclusion(id),
    ],
    [
      'a break',
      async ({ token }) => app.member('take-a-break', { token, body: { lasts: '24h' } }),
      async ({ id }) => endExclusion(id),
    ],
  ]

  /** As time would end it; `as-taken` undoes that. */
  const endExclusion = async (id: bigint): Promise<void> =>
    inSignedTransaction(app.ownerPool, testSecret, async (client) => {
      await client.query('UPDATE member SET excluded_until = NULL WHERE id = $1', [String(id)])
    })

  test.each(restrictions)('by %s: every round is proven, also one that was being shown', async (_what, restrict) => {
    const one = await restrictable()
    const fairness = (await one.play('get-session')).body['fairness'] as Fairness
    await show(one, await spin(one))
    const open = await spin(one)
    expect((await restrict(one)).body.status).toBe('success')
    await app.ownerPool.query(
      `UPDATE wallet SET unseen_until = now() WHERE member_id = $1 AND last_spin_at IS NOT NULL`,
      [String(one.id)],
    )
    const { pairs, verdicts } = await evidenceOf(await signInAgain(one))
    expect([open.roundId === '', verdicts]).toEqual([false, ['proven', 'proven']])
    expect(pairs).toMatchObject([{ pair: 1, serverSeed: expect.stringMatching(/^[0-9a-f]{64}$/), lastNonce: 1 }])
    const receipts = [receiptOf(fairness, '')]
    expect(verifySeedChain({ receipts, pairs }, sha256OfBytes).faults).toEqual([])
  })

  test.each(restrictions)(
    'by %s: the next pair begins on return with the committed seed and a new client seed',
    async (_what, restrict, lift) => {
      const one = await restrictable()
      const before = (await one.play('get-session')).body['fairness'] as Fairness
      await show(one, await spin(one))
      await restrict(one)
      await lift(one)
      const token = await signInAgain(one)
      const session = await makeSession(app.deps, one)
      const window = (await makePlaySession(app.deps, one, session, { seedPair: false })).id
      const play = (name: string, body = {}) => app.play(name, { token: session.token, window, body })
      expect((await play('spin', { requestId: newRequestId(), stake: '1000' })).body).toEqual({ status: 'seed' })
      const back = (await play('get-session')).body['fairness'] as Fairness
      expect(back).toEqual({ ...before, serverSeedHash: null, clientSeed: null, nonce: 1 })
      const begun = await play('set-client-seed', { clientSeed: 'back', nextServerSeedHash: back.nextServerSeedHash })
      expect(begun.body).toMatchObject({
        status: 'success',
        revealed: null,
        fairness: { pair: 2, serverSeedHash: before.nextServerSeedHash, clientSeed: 'back', nonce: 1 },
      })
      expect((await play('spin', { requestId: newRequestId(), stake: '1000' })).body.status).toBe('success')
      await setExclusionEnd(app.ownerPool, one.id, 'as-taken')
      const receipts = [before, back, begun.body['fairness'] as Fairness].map((published) => receiptOf(published, ''))
      const { body } = await app.member('get-seeds', { token, body: { take: 100 } })
      const pairs = body['pairs'] as SeedPair[]
      expect(verifySeedChain({ receipts, pairs }, sha256OfBytes)).toMatchObject({ faults: [] })
    },
  )

  test('an account that the exclusion follows ends its pair too', async () => {
    const person = { phone: '01077771234', bankOwner: '한결', birth: '1988-04-04' }
    const [one, other] = [await restrictable(person), await restrictable(person)]
    const excluded = await app.member('exclude-me', { token: one.token, body: { lasts: 'ever', pw: one.password } })
    expect(excluded.body.status).toBe('success')
    for (const { token } of [one, other])
      expect((await evidenceOf(token)).pairs).toMatchObject([{ revealedAt: expect.any(String) }])
  })

  test('beside spins and steps: no round is drawn afterwards, and no pair stays hidden', async () => {
    for (const [, restrict] of restrictions) {
      const one = await restrictable()
      const calls = Array.from({ length: 12 }, async (_, at) => {
        if (at === 6) return restrict(one)
        if (at % 3 === 0) return one.play('set-client-seed', { clientSeed: `step-${at}` })
        return one.play('spin', { requestId: newRequestId(), stake: '1000' })
      })
      await Promise.all(calls)
      await app.ownerPool.query(
        `UPDATE wallet SET unseen_until = now() WHERE member_id = $1 AND last_spin_at IS NOT NULL`,
        [String(one.id)],
      )
      const { pairs, verdicts } = await evidenceOf(await signInAgain(one))
      expect(pairs.filter(({ serverSeed }) => serverSeed === null)).toEqual([])
      expect(verdicts.filter((verdict) => verdict !== 'proven')).toEqual([])
      expect(verifySeedChain({ receipts: [], pairs }, sha256OfBytes).faults).toEqual([])
    }
  })

  test('a step that waits for the restriction is refused, so that no pair begins that nobody reveals', async () => {
    for (const [change, status] of [
      [`status = 'blocked'`, 'blocked'],
      [`excluded_until = 'infinity'`, 'excluded'],
    ] as const) {
      const one = await restrictable()
      let step: Promise<TestResponse> | undefined
      await inSignedTransaction(app.ownerPool, testSecret, async (client) => {
        await client.query(`UPDATE member SET ${change} WHERE id = $1`, [String(one.id)])
        step = one.play('set-client-seed', { clientSeed: 'late' })
        await Promise.race([step, waitForLock()])
      })
      expect((await step)?.body).toEqual({ status })
      expect((await evidenceOf(one.token)).pairs).toMatchObject([{ pair: 1, revealedAt: expect.any(String) }])
      await inSignedTransaction(app.ownerPool, testSecret, async (client) => {
        await client.query(`UPDATE member SET status = 'active', excluded_until = NULL WHERE id = $1`, [String(one.id)])
      })
    }
  })
})

/** Until a statement waits for a lock. */
async function waitForLock(): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    const { rows } = await app.ownerPool.query('SELECT FROM pg_locks WHERE NOT granted')
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('no statement waits for a lock')
}
