import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { valueOf } from '#domain/games/blackjack/cards.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import { wholeUnits } from '#domain/money.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { makeMember, makeOperator, makePlaySession, makeSession } from '#server/seed/builders.ts'
import {
  createSeatApp,
  faultsOfBooks,
  isOpenHand,
  sitWith,
  startUnits,
  type SeatApp,
  type SeatPlayer,
} from '#test/seat-app.ts'
import { makeOperatorSession, type TestResponse } from '#test/test-app.ts'
import { endAllDue } from './due.ts'

/** A superuser without `APP_SECRET` who alters rows around an open round for a moment (docs/decisions/046-seat-rounds.md). */

let app: SeatApp
let staff: (name: string, body: object) => Promise<TestResponse>

beforeAll(async () => {
  app = await createSeatApp()
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { login: 'sora', roles: ['support'] }))
  staff = (name, body) => app.office(name, { token, body })
})
afterEach(() => expectNoErrors())
afterAll(() => app.close())

function expectNoErrors(): void {
  expect(app.errors.splice(0)).toEqual([])
}

/** The commitment that the member chooses the next client seed for. */
async function commitmentOf({ call }: SeatPlayer): Promise<string> {
  const { fairness } = (await call('get-seat-session')).body as unknown as { fairness: { nextServerSeedHash: string } }
  return fairness.nextServerSeedHash
}

/** The server seed of the member's newest pair that has begun, as the process shows it. */
async function shownSeed(call: SeatPlayer['call']): Promise<unknown> {
  const { pairs } = (await call('get-seeds', { skip: 0, take: 1 })).body as unknown as {
    pairs: { serverSeed: unknown }[]
  }
  return pairs[0]?.serverSeed
}

/** A call of a member who has signed in again. */
async function signInAgain({ member }: SeatPlayer): Promise<SeatPlayer['call']> {
  const { id, token } = await makeSession(app.deps, member)
  const { id: window } = await makePlaySession(app.deps, member, { id }, { gameCode: 'blackjack', seedPair: false })
  return (name, body = {}) => app.play(name, { token, window, body })
}

describe('the pair of an open round', () => {
  test('is not revealed while the row says that the round has ended, and its events do not', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const nextServerSeedHash = await commitmentOf(player)
    const stepped = async (): Promise<unknown> =>
      (await player.call('set-client-seed', { clientSeed: randomUUID(), nextServerSeedHash })).body.status
    for (const ended of [`state = 'settled', returned = 0`, `state = 'void', void_reason = 'wrong-result'`]) {
      await app.asSuper(`UPDATE seat_round SET ${ended}, ended_at = now() WHERE id = $1`, [round.roundId])
      expect(await stepped()).toBe('open-round')
      await app.asSuper(
        `UPDATE seat_round SET state = 'open', returned = NULL, void_reason = NULL, ended_at = NULL WHERE id = $1`,
        [round.roundId],
      )
    }
    expect((await player.decide(round, 'stand')).round.state).toBe('settled')
    expect(await stepped()).toBe('success')
    expect(await faultsOfBooks(app)).toEqual([])
  })

  test('is not revealed while an earlier round takes its place as the newest one', async () => {
    const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(startUnits) })
    const player = await sitWith(app, member, (hand, next) => isOpenHand(hand) && isOpenHand(next()))
    const first = (await player.decide((await player.begin()).round, 'stand')).round
    const { round } = await player.begin()
    const nextServerSeedHash = await commitmentOf(player)
    const stepped = async (): Promise<unknown> =>
      (await player.call('set-client-seed', { clientSeed: randomUUID(), nextServerSeedHash })).body.status
    const alter = async (nonce: number, columns: string): Promise<void> => {
      await app.asSuper('UPDATE seat_round SET nonce = $2 WHERE id = $1', [first.roundId, nonce])
      await app.asSuper(`UPDATE seat_round SET ${columns} WHERE id = $1`, [round.roundId])
    }
    await alter(100, `state = 'settled', returned = 0, ended_at = now()`)
    expect(await stepped()).toBe('open-round')
    await alter(0, `state = 'open', returned = NULL, ended_at = NULL`)
    expect((await player.decide(round, 'stand')).round.state).toBe('settled')
    expect(await stepped()).toBe('success')
    expect(await faultsOfBooks(app)).toEqual([])
  })

  test.each([
    ['by its record', false],
    ['by what the process showed', true],
  ])('leaves nothing to decide once a restriction has revealed it, whatever the row says (%s)', async (_, isShown) => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const id = player.member.publicId
    expect((await staff('block-member', { id, reason: 'x' })).body.status).toBe('success')
    expect((await staff('unblock-member', { id, reason: 'y' })).body.status).toBe('success')
    const call = await signInAgain(player)
    const seed = isShown ? await shownSeed(call) : 'not asked'
    expect(seed).toMatch(isShown ? /^[0-9a-f]{64}$/ : /^not asked$/)
    await app.asSuper(`UPDATE seat_round SET defaulted = false WHERE id = $1`, [round.roundId])
    const body = { requestId: randomUUID(), roundId: round.roundId, number: 1, action: 'hit' }
    expect((await call('decide-seat-round', body)).code).toBe(500)
    expect(app.errors.splice(0).join(' ')).toContain('is decided with a pair that was revealed')
    const times = await faultsOfBooks(app, ['seat-times'])
    expect(times).toEqual([expect.stringContaining(`seat-times: ${round.roundId}: `)])
    await app.asSuper(`UPDATE seat_round SET defaulted = true WHERE id = $1`, [round.roundId])
    expect((await call('get-seat-session')).body['round']).toMatchObject({ state: 'settled' })
    expect(await faultsOfBooks(app)).toEqual([])
  })
})

describe('the time for a decision', () => {
  test.each([
    ['a default before its time', 'defaulted = true', 'defaulted = false', 'takes the default before its time is over'],
    [
      'a time that is over at once',
      'decide_by = clock_timestamp()',
      "decide_by = at + 60 * interval '1 s'",
      'which no table gives',
    ],
  ])('is not cut by %s', async (_, alter, undo, message) => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    await app.asSuper(`UPDATE seat_round SET ${alter} WHERE id = $1`, [round.roundId])
    await endAllDue(app.deps)
    expect(app.errors.splice(0).join(' ')).toContain(message)
    expect(await faultsOfBooks(app, ['seat-times'])).toEqual([expect.stringContaining(round.roundId)])
    await app.asSuper(`UPDATE seat_round SET ${undo} WHERE id = $1`, [round.roundId])
    expect((await player.decide(round, 'stand')).round).toMatchObject({
      state: 'settled',
      decisions: [{ action: 'stand', isDefault: false }],
    })
    expect(await faultsOfBooks(app, ['seat-times', 'seat-bets'])).toEqual([])
  })

  test('is not made longer', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const lengthen = (by: string): Promise<unknown> =>
      app.asSuper('UPDATE seat_round SET decide_by = decide_by + $2::interval WHERE id = $1', [round.roundId, by])
    await lengthen('200 s')
    expect((await player.decide(round, 'stand')).status).toBe('error')
    expect(app.errors.splice(0).join(' ')).toContain('which no table gives')
    await lengthen('-200 s')
    expect((await player.decide(round, 'stand')).round.state).toBe('settled')
  })
})

describe('what a process answered', () => {
  type Before = { wallet: object; round: object; decisions: object[]; events: object[] }

  /** The rows of a round with its member's wallet and events. */
  async function rowsOf({ member }: SeatPlayer, roundId: string): Promise<Before> {
    const read = async (from: string, value: string): Promise<object[]> =>
      (await app.ownerPool.query(`SELECT to_jsonb(r) AS row FROM ${from}`, [value])).rows.map(
        ({ row }: { row: object }) => row,
      )
    const [wallet = {}] = await read('wallet r WHERE member_id = $1', String(member.id))
    const [round = {}] = await read('seat_round r WHERE id = $1', roundId)
    const decisions = await read('seat_decision r WHERE round_id = $1', roundId)
    return { wallet, round, decisions, events: await read('journal r WHERE member_id = $1', String(member.id)) }
  }

  /** Makes all of that what it was before, so that its events and balances agree. */
  async function takeBack({ member }: SeatPlayer, { wallet, round, decisions, events }: Before): Promise<void> {
    const last = Math.max(...events.map((event) => (event as { seq: number }).seq))
    await app.asSuper('DELETE FROM journal WHERE member_id = $1 AND seq > $2', [String(member.id), last])
    const { id } = round as { id: string }
    await app.asSuper('DELETE FROM seat_decision WHERE round_id = $1 AND number > $2', [id, decisions.length])
    const columns = ['state', 'decisions', 'staked', 'decide_by', 'defaulted', 'returned', 'ended_at']
    await app.asSuper(
      `UPDATE seat_round q SET (${columns.join(', ')}) = (SELECT ${columns.join(', ')} FROM jsonb_populate_record(NULL::seat_round, $2)) WHERE id = $1`,
      [id, JSON.stringify(round)],
    )
    await app.asSuper(
      `UPDATE wallet w SET (cash, in_play, comp, seq, turnover_due) = (SELECT cash, in_play, comp, seq, turnover_due FROM jsonb_populate_record(NULL::wallet, $2))
        WHERE member_id = $1`,
      [String(member.id), JSON.stringify(wallet)],
    )
  }

  test.each([
    ['a decision', 'hit', 'open'],
    ['a decision that ended the round', 'stand', 'settled'],
  ] as const)('is not taken back and decided otherwise: %s', async (_, action, state) => {
    const isLow = (hand: BlackjackState): boolean =>
      isOpenHand(hand) && hand.hands[0]?.cards.every((card) => valueOf(card) > 1 && valueOf(card) < 5) === true
    const player = await app.sit(isLow)
    const { round } = await player.begin()
    const before = await rowsOf(player, round.roundId)
    expect((await player.decide(round, action)).round.state).toBe(state)
    await takeBack(player, before)
    app.deps.moneyOut = noHold()
    expect((await player.decide(round, 'double')).status).toBe('error')
    expect(app.errors.splice(0).join(' ')).toContain('went back behind what was answered')
    expect(app.deps.moneyOut.suspected).not.toBeNull()
    expect(await rowsOf(player, round.roundId)).toEqual(before)
  })
})
