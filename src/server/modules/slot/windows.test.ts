import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PlayAnswers } from '#contract/play-api.ts'
import { amountFromWire, amountToWire, wholeUnits, type Amount } from '#domain/money.ts'
import { inSignedTransaction } from '#server/db/act-signing.ts'
import { appHandlers } from '#server/handlers.ts'
import { foundJackpot, jackpotTiers } from '#server/ledger/jackpots.ts'
import { redeemLaunch } from '#server/modules/launch/member.ts'
import { setOneSlotWindow } from '#server/seed/brand-settings.ts'
import { beginFirstPair, makeMember, makeSession } from '#server/seed/builders.ts'
import { anySlot } from '#test/any-slot.ts'
import { expectCleanBooks } from '#test/books.ts'
import { linkedSlot } from '#test/linked-slot.ts'
import { testSecret } from '#test/test-secret.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

vi.mock('#domain/games/catalogue.ts', async (load) => {
  const { withLinkedSlot } = await import('#test/linked-slot.ts')
  return withLinkedSlot(load)
})

/** Windows of two games of one member: which of them plays, and what the one knows of the round that the other shows. */

const tiger = anySlot.game.code
const chest = linkedSlot.game.code
const stake = '20000'
const begun = wholeUnits(50_000_000)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  const founding = { amount: wholeUnits(1_000_000), fromId, sharePpm: 4_000, reservePpm: 400_000 }
  for (const tier of jackpotTiers)
    await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, { ...founding, tier, key: randomUUID() }))
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(() => app.close())

async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

type Taken = Extract<PlayAnswers['spin'], { status: 'success' }>
type Window = {
  id: string
  call: (name: string, body?: object) => Promise<TestResponse>
  spin: (requestId?: string) => Promise<Taken>
  /** Spins until a round fits; the rounds before it are shown. */
  spinUntil: (fits: (round: Taken['round']) => boolean) => Promise<Taken>
  show: (taken: Taken) => Promise<unknown>
  session: () => Promise<PlayAnswers['get-session'] & { status: 'success' }>
}

async function makePlayer() {
  const member = await makeMember(app.deps, app.brand, { cash: begun })
  const session = await makeSession(app.deps, member)
  await beginFirstPair(app.deps, member)
  const { token } = session
  const page = (name: string, body: object = {}) => app.member(name, { token, body })
  const displayed = async (): Promise<Amount> => amount(String((await page('get-in-game-balance')).body['balance']))
  const open = async (code: string): Promise<Window> => {
    // A launch within a second of the last one is refused.
    await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 second'`)
    const { gameUrl } = (await page('open-game', { code, company: 'baize', timeStemp: 0 })).body
    const redeemed = await redeemLaunch(app.deps, String(gameUrl).replace('/play/launch/', ''), session.id)
    if (redeemed.outcome !== 'open') throw new Error('the window did not open')
    return windowOf(token, redeemed.playSessionId)
  }
  return { id: member.id, page, displayed, open }
}

function windowOf(token: string, id: string): Window {
  const call = (name: string, body: object = {}) => app.play(name, { token, window: id, body })
  const spin = async (requestId = newRequestId()): Promise<Taken> => {
    const { body } = await call('spin', { requestId, stake })
    expect(body.status).toBe('success')
    return body as unknown as Taken
  }
  const show = ({ round }: Taken) => call('ack', { roundId: round.roundId, index: round.events.length - 1 })
  const spinUntil = async (fits: (round: Taken['round']) => boolean): Promise<Taken> => {
    for (let turn = 0; turn < 200; turn += 1) {
      const taken = await spin()
      if (fits(taken.round)) return taken
      await show(taken)
    }
    throw new Error('no round fits')
  }
  const session = async () => {
    const { body } = await call('get-session')
    expect(body.status).toBe('success')
    return body as unknown as PlayAnswers['get-session'] & { status: 'success' }
  }
  return { id, call, spin, spinUntil, show, session }
}

const amount = (wire: string | null): Amount => amountFromWire(wire ?? '0') ?? 0n
const paid = ({ round }: Taken): Amount => amount(round.pay) + amount(round.jackpot)
const wins = (round: Taken['round']): boolean => round.pay !== '0'
const hits = (round: Taken['round']): boolean => round.jackpot !== null
const setOne = (isOne: boolean): Promise<boolean> => setOneSlotWindow(app.ownerDb, app.brand.code, isOne)
const ended = { status: 'elsewhere' }
const spinBody = () => ({ requestId: newRequestId(), stake })

async function cashOf(memberId: bigint): Promise<Amount> {
  const wallet = app.db.selectFrom('wallet').select('cash').where('member_id', '=', memberId)
  return (await wallet.executeTakeFirstOrThrow()).cash
}

describe('one slot window at a time', () => {
  test.each([
    [tiger, chest],
    [chest, tiger],
  ])('a window of %s ends when %s opens, and can be taken back', async (one, other) => {
    const player = await makePlayer()
    const first = await player.open(one)
    await first.show(await first.spin())
    const second = await player.open(other)
    expect((await first.call('spin', spinBody())).body).toEqual(ended)
    expect((await first.call('set-client-seed', { clientSeed: 'late' })).body).toEqual(ended)
    expect((await first.call('get-session')).body).toEqual({ ...ended, code: one, company: 'baize' })
    await second.show(await second.spin())
    const back = await player.open(one)
    expect((await second.call('spin', spinBody())).body).toEqual(ended)
    await back.spin()
  })

  test('a round that the ended window shows is revealed by nothing, and finished there', async () => {
    const player = await makePlayer()
    const first = await player.open(chest)
    const shown = await first.spinUntil(wins)
    const second = await player.open(tiger)
    const before = amount(shown.balanceAfterStake)
    expect(await second.session()).toMatchObject({ openRound: null, balance: amountToWire(before) })
    const next = await second.spin()
    expect(amount(next.balanceAfterStake)).toBe(before - amount(stake))
    expect(amount(next.balance)).toBe(before - amount(stake) + paid(next))
    // When the newer round has been shown, the older one is still hidden, and its seed secret.
    await second.show(next)
    expect(await player.displayed()).toBe(amount(next.balance))
    expect((await second.session()).balance).toBe(next.balance)
    expect((await player.page('get-round', { roundId: shown.round.roundId })).body.status).toBe('open-round')
    expect((await second.call('set-client-seed', { clientSeed: 'soon' })).body).toEqual({ status: 'open-round' })
    const third = await second.spin()
    expect(amount(third.balance)).toBe(amount(next.balance) - amount(stake) + paid(third))
    await second.show(third)

    await first.show(shown)
    expect(await player.displayed()).toBe(await cashOf(player.id))
    expect((await second.session()).balance).toBe(amountToWire(await cashOf(player.id)))
    expect((await player.page('get-round', { roundId: shown.round.roundId })).body.status).toBe('success')
    expect((await second.call('set-client-seed', { clientSeed: 'now' })).body.status).toBe('success')
    const last = await second.spin()
    expect(amount(last.balance)).toBe(await cashOf(player.id))
    await expect((await player.open(chest)).session()).resolves.toMatchObject({ openRound: null })
  })

  test('a jackpot that the ended window shows is hidden from the other one', async () => {
    const player = await makePlayer()
    const first = await player.open(chest)
    const shown = await first.spinUntil(hits)
    const second = await player.open(tiger)
    const next = await second.spin()
    expect(amount(next.balance)).toBe(amount(shown.balanceAfterStake) - amount(stake) + paid(next))
    await second.show(next)
    expect(await player.displayed()).toBe(amount(next.balance))
    expect((await player.page('get-bet', { roundId: shown.round.roundId })).body).toMatchObject({
      bet: { jackpot: null, balanceWin: '0' },
    })
    await first.show(shown)
    expect(await player.displayed()).toBe(await cashOf(player.id))
  })

  test('a repeated request is answered by its window also after another game was opened and played', async () => {
    const player = await makePlayer()
    const first = await player.open(chest)
    const lost = newRequestId()
    const taken = await first.spin(lost)
    const second = await player.open(tiger)
    const other = newRequestId()
    const next = await second.spin(other)
    expect(await second.spin(other)).toEqual(next)
    expect(await first.spin(lost)).toEqual(taken)
    const { rows } = await app.ownerPool.query('SELECT count(*)::int AS many FROM round WHERE member_id = $1', [
      String(player.id),
    ])
    expect(rows).toEqual([{ many: 2 }])
  })

  test('the win of a window that closes is displayed, and its round is resumed when its game opens again', async () => {
    const player = await makePlayer()
    const first = await player.open(chest)
    const shown = await first.spinUntil(wins)
    const second = await player.open(tiger)
    await first.call('close-window')
    expect(await player.displayed()).toBe(await cashOf(player.id))
    const next = await second.spin()
    expect(amount(next.balance)).toBe(await cashOf(player.id))
    await second.show(next)
    // A block ends the pair, also while a round of it is being shown.
    for (const status of ['blocked', 'active']) {
      await inSignedTransaction(app.ownerPool, testSecret, async (client) => {
        await client.query('UPDATE member SET status = $2 WHERE id = $1', [String(player.id), status])
      })
    }
    expect((await second.call('set-client-seed', { clientSeed: 'next' })).body.status).toBe('success')
    const back = await player.open(chest)
    const resumed = await back.session()
    expect(resumed).toMatchObject({
      openRound: { roundId: shown.round.roundId, pair: 1, shown: -1 },
      fairness: { pair: 2 },
    })
    expect(amount(resumed.balance)).toBe((await cashOf(player.id)) - paid(shown))
    await back.show(shown)
    expect(await back.session()).toMatchObject({ openRound: null, balance: amountToWire(await cashOf(player.id)) })
  })

  test('the win of a window that closes stays hidden while the other one shows a win', async () => {
    const player = await makePlayer()
    const first = await player.open(chest)
    const older = await first.spinUntil(wins)
    const second = await player.open(tiger)
    const newer = await second.spinUntil(wins)
    await first.call('close-window')
    expect(await player.displayed()).toBe((await cashOf(player.id)) - paid(older) - paid(newer))
    await second.show(newer)
    expect(await player.displayed()).toBe((await cashOf(player.id)) - paid(older))
    // After a minute it counts as shown.
    await app.ownerPool.query('UPDATE wallet SET unseen_until = now() WHERE unseen > 0')
    expect(await player.displayed()).toBe(await cashOf(player.id))
  })

  test('a window that resumes a round keeps its win hidden when the one before closes', async () => {
    const player = await makePlayer()
    const first = await player.open(chest)
    const shown = await first.spinUntil(wins)
    const second = await player.open(chest)
    await first.call('close-window')
    expect(await player.displayed()).toBe((await cashOf(player.id)) - paid(shown))
    expect((await second.session()).openRound).toMatchObject({ roundId: shown.round.roundId })
  })

  test('an opening that is refused ends no window, and a member on a break sees the round to its end', async () => {
    const player = await makePlayer()
    const first = await player.open(chest)
    const shown = await first.spinUntil(wins)
    const body = { code: tiger, company: 'baize', timeStemp: 0 }
    expect((await player.page('open-game', body)).body).toEqual({ status: 'time' })
    // Opened before the clock was set back.
    await app.ownerPool.query(`UPDATE play_session SET created_at = created_at + interval '1 hour'`)
    expect((await player.page('open-game', body)).body).toMatchObject({ status: 'success' })
    await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 hour'`)
    expect((await first.call('get-session')).body.status).toBe('success')
    expect((await player.page('take-a-break', { lasts: '24h' })).body.status).toBe('success')
    await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 second'`)
    expect((await player.page('open-game', body)).body).toEqual({ status: 'excluded' })
    expect((await first.call('spin', spinBody())).body).toEqual({ status: 'excluded' })
    expect(await player.displayed()).toBe((await cashOf(player.id)) - paid(shown))
    await first.show(shown)
    expect(await player.displayed()).toBe(await cashOf(player.id))
    const { rows } = await app.ownerPool.query(
      'SELECT id FROM play_session WHERE member_id = $1 AND ended_at IS NOT NULL',
      [String(player.id)],
    )
    expect(rows).toEqual([])
  })
})

describe('a slot window of each game', () => {
  beforeAll(() => setOne(false))

  test('windows of two games play beside each other, and a second one of a game ends the first', async () => {
    const player = await makePlayer()
    const first = await player.open(chest)
    const second = await player.open(tiger)
    for (const window of [first, second, first, second]) await window.show(await window.spin())
    const again = await player.open(chest)
    expect((await first.call('spin', spinBody())).body).toEqual(ended)
    await again.show(await again.spin())
    const last = await second.spin()
    expect(last.round.nonce).toBe(5)
    await setOne(true)
    await player.open(chest)
    expect((await second.call('spin', spinBody())).body).toEqual(ended)
    await setOne(false)
  })

  test('each window reveals its own win alone, whichever was staked first', async () => {
    for (const [one, other] of [
      [chest, tiger],
      [tiger, chest],
    ] as const) {
      const player = await makePlayer()
      const [first, second] = [await player.open(one), await player.open(other)]
      const older = await first.spinUntil(wins)
      const newer = await second.spinUntil(wins)
      expect(amount(newer.balance)).toBe((await cashOf(player.id)) - paid(older))
      expect(await player.displayed()).toBe((await cashOf(player.id)) - paid(older) - paid(newer))
      await second.show(newer)
      expect(await player.displayed()).toBe((await cashOf(player.id)) - paid(older))
      const newest = await second.spinUntil(wins)
      await first.show(older)
      expect(await player.displayed()).toBe((await cashOf(player.id)) - paid(newest))
      const lists = await player.page('get-slot-bets-list', { skip: 0, take: 1 })
      expect(lists.body).toMatchObject({ bets: [{ roundId: newest.round.roundId, balanceWin: '0', status: 'open' }] })
      await second.call('close-window')
      expect(await player.displayed()).toBe(await cashOf(player.id))
    }
  })

  test('a window that closes does not reveal the round that another one shows', async () => {
    const player = await makePlayer()
    const [first, second] = [await player.open(chest), await player.open(tiger)]
    const shown = await first.spinUntil(wins)
    await second.call('close-window')
    expect(await player.displayed()).toBe((await cashOf(player.id)) - paid(shown))
    await first.call('close-window')
    expect(await player.displayed()).toBe(await cashOf(player.id))
  })

  test('the pace holds over all windows', async () => {
    await app.ownerPool.query('UPDATE brand SET min_spin_ms = 10000')
    await app.listeners.brands.refresh()
    const player = await makePlayer()
    const [first, second] = [await player.open(chest), await player.open(tiger)]
    await first.spin()
    expect((await second.call('spin', spinBody())).body).toMatchObject({ status: 'pace' })
  })
})
