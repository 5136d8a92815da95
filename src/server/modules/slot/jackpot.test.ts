import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MemberAnswers } from '#contract/member-api.ts'
import type { PlayAnswers } from '#contract/play-api.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { jackpotOf } from '#domain/games/round.ts'
import { play } from '#domain/games/slot/play.ts'
import { amountFromWire, amountToWire, wholeUnits, type Amount } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { foundJackpot, jackpotTiers } from '#server/ledger/jackpots.ts'
import { createMetrics } from '#server/metrics.ts'
import { startRedrawing } from '#server/modules/books/redrawing.ts'
import { makeMember, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { linkedSlot } from '#test/linked-slot.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { until } from '#test/until.ts'
import { readDrawnGain, seedInUse } from './store.ts'
import { hideDrawn } from './drawn-number.ts'

vi.mock('#domain/games/catalogue.ts', async (load) => {
  const { withLinkedSlot } = await import('#test/linked-slot.ts')
  return withLinkedSlot(load)
})

/** Jackpots from the spin to the history, drawn by the engine. */

const stake = '20000'
let app: TestApp

beforeEach(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  const founding = { amount: wholeUnits(1_000_000), fromId, sharePpm: 4_000, reservePpm: 400_000 }
  for (const tier of jackpotTiers)
    await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, { ...founding, tier, key: randomUUID() }))
})
afterEach(() => closeClean())

async function closeClean(): Promise<void> {
  await app.ownerPool.query('SELECT audit_seal(100000)')
  // With the secret every round is drawn again from its seeds.
  const { faults, notRun } = await checkKnownBooks(app.ownerPool, { secret: testSecret })
  expect(faults).toEqual([])
  expect(notRun).toEqual([])
  await app.close()
}

async function makePlayer() {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(10_000_000) })
  const session = await makeSession(app.deps, member)
  const { token } = session
  const window = (await makePlaySession(app.deps, member, session, { gameCode: linkedSlot.game.code })).id
  const spin = async (requestId = newRequestId()): Promise<Taken> => {
    const { body } = await app.play('spin', { token, window, body: { requestId, stake } })
    expect(body.status).toBe('success')
    return body as unknown as Taken
  }
  const call = (name: string, body: object = {}) => app.play(name, { token, window, body })
  const page = (name: string, body: object = {}) => app.member(name, { token, body })
  return { ...member, spin, call, page }
}

type Taken = Extract<PlayAnswers['spin'], { status: 'success' }>
type Player = Awaited<ReturnType<typeof makePlayer>>

const amount = (wire: string | null): Amount => amountFromWire(wire ?? '0') ?? 0n

/** Spins until a round hits a jackpot; rounds before it are shown. */
async function spinToHit({ spin, call }: Player, requestId = newRequestId()): Promise<{ taken: Taken; key: string }> {
  for (let turn = 0, key = requestId; turn < 60; turn += 1, key = newRequestId()) {
    const taken = await spin(key)
    if (taken.round.jackpot !== null) return { taken, key }
    expect(jackpotOf(taken.round.events)).toBeNull()
    await call('ack', { roundId: taken.round.roundId, index: taken.round.events.length - 1 })
  }
  throw new Error('no round hit a jackpot')
}

test('a machine with a jackpot link feeds and hits the jackpots as its data say', async () => {
  const { rows } = await app.ownerPool.query(
    `SELECT g.jackpot_linked, v.jackpots FROM game g JOIN game_version v ON v.game_code = g.code WHERE g.code = $1`,
    [linkedSlot.game.code],
  )
  expect(rows).toEqual([{ jackpot_linked: true, jackpots: ['major', 'mega', 'minor'] }])
})

test('the answer of a round that hit has the amount, and a repetition the same', async () => {
  const player = await makePlayer()
  const { taken, key } = await spinToHit(player)
  const tier = jackpotOf(taken.round.events)
  const won = amount(taken.round.jackpot)
  expect(won).toBeGreaterThanOrEqual(wholeUnits(1_000_000))
  expect(amount(taken.balance)).toBe(amount(taken.balanceAfterStake) + amount(taken.round.pay) + won)
  expect(await player.spin(key)).toEqual(taken)
  const { rows } = await app.ownerPool.query(`SELECT tier, amount, round_id FROM jackpot_hit WHERE tier = $1`, [tier])
  expect(rows).toEqual([{ tier, amount: won, round_id: taken.round.roundId }])
})

test('a hit stays hidden until its round was shown, then history, replay and statement have it', async () => {
  const player = await makePlayer()
  const { taken } = await spinToHit(player)
  const { roundId, events, jackpot, pay } = taken.round
  const before = amount(taken.balanceAfterStake)
  const balance = async () => (await player.page('get-in-game-balance')).body
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const entries = async () => {
    const body = { from: dayFrom(-1), to: dayFrom(1), skip: 0, take: 2 }
    return (await player.page('get-statement', body)).body['entries'] as { kind: string; balance: string }[]
  }
  expect(JSON.stringify(await balance())).toContain(`"${amountToWire(before)}"`)
  expect((await entries())[0]).toMatchObject({ kind: 'round', in: '0', balance: amountToWire(before) })
  expect((await player.page('get-round', { roundId })).body.status).toBe('open-round')
  expect((await player.page('get-bet', { roundId })).body).toMatchObject({ bet: { jackpot: null, balanceWin: '0' } })
  // A window that opens again resumes the round with its amount.
  const session = (await player.call('get-session')).body
  expect(session['openRound']).toMatchObject({ jackpot })
  expect(session['balance']).toBe(amountToWire(before))

  await player.call('ack', { roundId, index: events.length - 1 })
  expect(JSON.stringify(await balance())).toContain(`"${taken.balance}"`)
  expect(await entries()).toMatchObject([{ kind: 'jackpot', in: jackpot, balance: taken.balance }, { kind: 'round' }])
  expect((await player.page('get-round', { roundId })).body).toMatchObject({ round: { jackpot, pay } })
  expect((await player.call('get-rounds', { skip: 0, take: 1 })).body).toMatchObject({ rounds: [{ jackpot }] })
  expect((await player.page('get-bet', { roundId })).body).toMatchObject({
    bet: {
      balanceWin: amountToWire(amount(pay) + amount(jackpot)),
      jackpot: { tier: jackpotOf(events), amount: jackpot },
    },
  })
})

test('a hit is announced without a name once its round was shown, or after a minute, and to the second minute', async () => {
  const announced = async () => {
    const { jackpots } = (await app.member('get-jackpots')).body as unknown as MemberAnswers['get-jackpots']
    return jackpots.filter(({ hit }) => hit !== null)
  }
  const superuser = new pg.Client({ connectionString: app.superUrl })
  await superuser.connect()
  const passTime = (seconds: number) =>
    commitPastTriggers(superuser, `UPDATE jackpot_hit SET at = at - make_interval(secs => ${seconds})`)
  const player = await makePlayer()
  const { roundId, events, jackpot } = (await spinToHit(player)).taken.round
  const hit = { tier: jackpotOf(events), hit: jackpot, share: '0.4' }
  expect(await announced()).toEqual([])
  await player.call('ack', { roundId, index: 0 })
  expect(await announced()).toEqual([])
  await player.call('ack', { roundId, index: events.length - 1 })
  expect(await announced()).toMatchObject([hit])
  expect(Object.keys((await announced())[0] ?? {})).toEqual(['tier', 'amount', 'ratePerSecond', 'share', 'hit'])
  await passTime(119)
  expect(await announced()).toMatchObject([hit])
  await passTime(1)
  expect(await announced()).toEqual([])
  await passTime(-120)

  const other = (await spinToHit(player)).taken.round
  const ofOther = async () => (await announced()).filter((one) => one.hit === other.jackpot)
  expect(await ofOther()).toEqual([])
  await passTime(60)
  expect(await ofOther()).toHaveLength(1)
  await passTime(-60)
  await superuser.end()
})

test('a second founding of its pool, planted for a moment, does not keep a jackpot from being paid', async () => {
  const superuser = new pg.Client({ connectionString: app.superUrl })
  await superuser.connect()
  await commitPastTriggers(
    superuser,
    `INSERT INTO house_entry (id, key, from_id, to_id, amount, reason) OVERRIDING SYSTEM VALUE
     SELECT -id, gen_random_uuid(), from_id, to_id, 1, 'planted' FROM house_entry`,
  )
  const { taken } = await spinToHit(await makePlayer())
  expect(amount(taken.round.jackpot)).toBeGreaterThanOrEqual(wholeUnits(1_000_000))
  await commitPastTriggers(superuser, 'DELETE FROM house_entry WHERE id < 0')
  await superuser.end()
})

test('a jackpot that a drawn round hit is named with its tier once another round has its number, and not before', async () => {
  const player = await makePlayer()
  const { ledger } = app.deps
  const hits: { number: bigint; tier: string }[] = []
  const small = wholeUnits(Math.min(...linkedSlot.game.stakes))
  /** What the number hits at the smallest stake. */
  const hitOfSmall = async (nonce: bigint): Promise<string | null> => {
    const seed = await seedInUse(app.deps, player.id)
    if (seed === null) throw new Error('no pair is in use')
    const draw = seededDraw(hmacSha256, { ...seed, gameCode: linkedSlot.game.code, nonce })
    return jackpotOf(play(linkedSlot.game, draw, { stake: small }).events)
  }
  // As if somebody refused the round once its result was known.
  app.deps.ledger = {
    ...ledger,
    spin: async (event) => {
      const { jackpot: tier, nonce: number } = event
      if (tier === null || (await hitOfSmall(number)) !== null) return ledger.spin(event)
      hits.push({ number, tier })
      return { ...(await ledger.spin({ ...event, nonce: -1n })), outcome: 'used' }
    },
  }
  for (let turn = 0; turn < 60 && hits.length === 0; turn += 1) {
    const { body } = await player.call('spin', { requestId: newRequestId(), stake })
    const { round } = body as unknown as Taken
    if (body.status === 'success') await player.call('ack', { roundId: round.roundId, index: round.events.length - 1 })
  }
  const [hit] = hits
  app.deps.ledger = ledger
  const { rows } = await app.ownerPool.query<{ detail: Record<string, string> }>(
    `SELECT detail FROM audit WHERE act = 'round.not-as-drawn'`,
  )
  expect(rows).toEqual([
    { detail: expect.objectContaining({ number: String(hit?.number), outcome: 'used' }) as unknown },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/mega|major|minor/)
  expect((await readDrawnGain(app.deps)).jackpots).toEqual([])
  expect((await player.call('spin', { requestId: newRequestId(), stake: amountToWire(small) })).body).toMatchObject({
    round: { nonce: Number(hit?.number), jackpot: null },
  })
  expect((await readDrawnGain(app.deps)).jackpots).toEqual([{ member: player.publicId, ...hit }])
  const work = startRedrawing(app.deps, createMetrics(), { everyMs: 20 })
  await until(() => app.errors.length > 0)
  await pause(200)
  await work.stop()
  expect(app.errors.splice(0)).toEqual([expect.stringContaining('hit a jackpot that was not paid')])
})

test('the encrypted result of a drawn round tells by its length neither what it pays nor a jackpot', () => {
  const of = { publicId: randomUUID(), nonce: 7n }
  const results = [
    { units: 0, jackpot: null },
    { units: 5_000_000, jackpot: 'mega' },
    { units: 12, jackpot: 'minor' },
  ] as const
  const lengths = results.map((result) => hideDrawn(app.deps.config, of, result).length)
  expect(new Set(lengths).size).toBe(1)
})
