import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MemberAnswers } from '#contract/member-api.ts'
import type { PlayAnswers } from '#contract/play-api.ts'
import { jackpotOf } from '#domain/games/round.ts'
import { amountFromWire, amountToWire, wholeUnits, type Amount } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { foundJackpot, jackpotTiers } from '#server/ledger/jackpots.ts'
import { makeMember, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { linkedSlot } from '#test/linked-slot.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'

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
  const { faults, notRun } = await checkBooks(app.ownerPool, { secret: testSecret })
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
  return { id: member.id, spin, call, page }
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
