import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WireSeatRound } from '#contract/seat-round.ts'
import { settlementOf } from '#domain/games/blackjack/round.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import { wholeUnits } from '#domain/money.ts'
import { endAllDue } from '#server/modules/seat-round/due.ts'
import { makeBrand, makeOperator } from '#server/seed/builders.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { putLossAndWager, usedLimits } from '#test/limits-in-use.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createSeatApp, faultsOfBooks, isOpenHand, isOpenPair, type SeatApp, type SeatPlayer } from '#test/seat-app.ts'
import { makeOperatorSession, newRequestId } from '#test/test-app.ts'

/** Rounds with decisions that two operators make void. */

type Staff = (name: string, body?: object) => Promise<Record<string, unknown>>

let app: SeatApp
let anna: Staff
let bora: Staff
const reason = '화면 오류로 카드를 확인할 수 없었습니다.'

beforeAll(async () => {
  app = await createSeatApp({ brand: { purpose: 'bench', turnoverPpm: 1_000_000 } })
  ;[anna, bora] = [await staff('cashier'), await staff('manager')]
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

async function staff(role: 'cashier' | 'manager', brandIds?: number[]): Promise<Staff> {
  const operator = await makeOperator(app.deps, { roles: [role], ...(brandIds && { brandIds }) })
  const token = await makeOperatorSession(app, operator)
  return async (name, body = {}) => (await app.office(name, { token, body })).body
}

const approve = (id: string, by = bora, requestId = newRequestId()) => by('approve-round-void', { id, requestId })

/** Proposes the void of a round, and returns the proposal's id. */
async function propose({ roundId: id }: WireSeatRound, by = anna): Promise<string> {
  const answer = await by('propose-round-void', { id, requestId: newRequestId(), reason })
  expect(answer).toMatchObject({ status: 'success', roundVoid: { round: id, proposal: { reason, mine: true } } })
  return (answer['roundVoid'] as { proposal: { id: string } }).proposal.id
}

async function voidRound(round: WireSeatRound): Promise<Record<string, unknown>> {
  expect(await approve(await propose(round))).toMatchObject({ status: 'success', roundVoid: { decision: { reason } } })
  return officeRound(round)
}

async function officeRound({ roundId: id }: WireSeatRound): Promise<Record<string, unknown>> {
  return (await anna('get-seat-round', { id }))['round'] as Record<string, unknown>
}

async function memberRound({ call }: SeatPlayer, { roundId }: WireSeatRound): Promise<WireSeatRound> {
  return (await call('get-seat-round', { roundId })).body['round'] as WireSeatRound
}

async function fileDeposit(player: SeatPlayer, balance: string): Promise<void> {
  const body = { requestId: newRequestId(), balance, depositor: '홍길동' }
  const filed = await app.member('apply-user-deposit', { token: player.token, body })
  const { id } = filed.body['request'] as { id: string }
  await anna('claim-request', { id })
  expect((await anna('approve-deposit', { id, requestId: newRequestId(), credited: balance }))['status']).toBe(
    'success',
  )
}

/** A member with limits and a turnover that is due, as a deposit left it. */
async function sitWithRules(wanted: (state: BlackjackState) => boolean): Promise<SeatPlayer> {
  const player = await app.sit(wanted)
  await fileDeposit(player, '50000')
  await putLossAndWager(app, player.member.id)
  return player
}

/** Everything that a stake takes and a void gives back. */
async function stateOf(player: SeatPlayer): Promise<object> {
  const { nonce: _, ...money } = await player.wallet()
  return { ...money, used: await usedLimits(app, player.member.id) }
}

async function eventsOf({ member }: SeatPlayer): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ name: string }>(
    'SELECT k.name FROM journal j JOIN journal_kind k ON k.id = j.kind WHERE member_id = $1 ORDER BY seq',
    [String(member.id)],
  )
  return rows.map(({ name }) => name)
}

describe('a void gives back what the stakes of a round took', () => {
  test('of an open round: stake, comp, turnover and limits', async () => {
    const player = await sitWithRules(isOpenPair)
    const before = await stateOf(player)
    const { round } = await player.begin(10_000)
    const { round: split } = await player.decide(round, 'split')
    expect(split.state).toBe('open')
    const seen = await officeRound(split)
    expect(seen).toMatchObject({ state: 'open', view: split.view, decisions: split.decisions, staked: '20000' })
    const voided = await voidRound(split)
    expect(voided).toMatchObject({ state: 'void', voidReason: 'office', returned: '20000', takenBack: null })
    // What the member saw, and no card more.
    expect(voided['view']).toEqual(split.view)
    expect(await stateOf(player)).toEqual(before)
    expect((await eventsOf(player)).slice(3)).toEqual(['bet', 'bet', 'rollback', 'rollback'])
    expect(await memberRound(player, round)).toMatchObject({ state: 'void', voidReason: 'office', view: null })
    expect(await player.decide(split, 'stand')).toMatchObject({ status: 'late', round: { state: 'void' } })
    await auditLimits(app.ownerPool)
    expect((await player.begin(10_000)).status).toBe('success')
  })

  test('of a settled round: the result with them, and the round keeps what it showed', async () => {
    const player = await sitWithRules(isOpenPair)
    const before = await stateOf(player)
    const { round } = await player.begin(10_000)
    const { round: ended } = await player.decide(round, 'double')
    expect(ended.state).toBe('settled')
    const voided = await voidRound(ended)
    expect(voided).toMatchObject({
      state: 'void',
      staked: '20000',
      returned: '20000',
      view: ended.view,
      takenBack: { returned: ended.returned, owed: '0' },
      decision: { reason },
    })
    expect(await stateOf(player)).toEqual(before)
    expect((await eventsOf(player)).slice(3)).toEqual([
      'bet',
      'bet',
      'table_result',
      'rollback',
      'rollback',
      'table_void',
    ])
    await auditLimits(app.ownerPool)
    const { token } = player
    const bet = await app.member('get-bet', { token, body: { roundId: round.roundId } })
    expect(bet.body).toMatchObject({ bet: { status: 'refunded', balanceBet: '20000', balanceWin: '20000' } })
    const notes = await app.member('get-user-note', { token, headers: { 'x-locale': 'en' }, body: {} })
    expect(notes.body['note']).toMatchObject([{ title: `Blackjack: round ${round.nonce} was made void` }])
    // The game stays open.
    expect((await player.begin(10_000)).status).toBe('success')
  })

  test('and takes a win back from the cash; what is missing is owed, and shown with a withdrawal', async () => {
    const isBlackjack = (state: BlackjackState): boolean => settlementOf(state)?.hands[0]?.outcome === 'blackjack'
    const player = await app.sit(isBlackjack, { cash: wholeUnits(10_000) })
    const { round: won } = await player.begin(10_000)
    expect(won.returned).toBe('25000')
    const body = { requestId: newRequestId(), balance: '20000', pass: player.member.pin }
    expect((await app.member('apply-user-withdraw', { token: player.token, body })).body.status).toBe('success')
    // 5 000 is left, and the stake of 10 000 comes back first.
    expect(await voidRound(won)).toMatchObject({ takenBack: { returned: '25000', owed: '10000' } })
    expect(await player.wallet()).toMatchObject({ cash: 0n, in_play: 0n })
    expect(await anna('get-requests', { type: 'withdraw' })).toMatchObject({
      requests: [{ owed: [{ round: won.roundId, kind: 'seat', amount: '10000' }] }],
    })
  })
})

describe('operators', () => {
  test('find a round by its member, its day and its state, and those whose void waits', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin(10_000)
    const { publicId, loginId } = player.member
    const listed = {
      id: round.roundId,
      game: 'blackjack',
      number: 0,
      stake: '10000',
      returned: null,
      member: { id: publicId },
    }
    const find = async (body: object): Promise<unknown> => (await anna('get-seat-rounds', body))['rounds']
    expect(await find({ member: loginId })).toMatchObject([listed])
    expect(await find({ member: loginId, state: 'settled' })).toEqual([])
    expect(await find({ member: loginId, day: '2020-01-01' })).toEqual([])
    expect(await find({})).toContainEqual(expect.objectContaining({ id: round.roundId }))
    const before = (await bora('me'))['waiting']
    await propose(round)
    expect(await find({ waits: true })).toMatchObject([{ ...listed, proposal: { reason, mine: true } }])
    expect(await bora('me')).toMatchObject({ waiting: { ...(before as object), seatVoids: 1, voids: 0 } })
    expect(await anna('me')).toMatchObject({ waiting: { seatVoids: 0 } })
    await player.decide(round, 'stand')
  })

  test('of another brand neither read nor decide it', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin(10_000)
    const id = await propose(round)
    const elsewhere = await makeBrand(app.deps, { purpose: 'bench', domains: ['elsewhere.example'] })
    const other = await staff('manager', [elsewhere.id])
    expect(await other('get-seat-round', { id: round.roundId })).toEqual({ status: 'none' })
    expect(await other('get-seat-rounds', { member: player.member.loginId })).toMatchObject({ rounds: [], maxCount: 0 })
    const requestId = newRequestId()
    expect(await other('propose-round-void', { id: round.roundId, requestId, reason })).toEqual({ status: 'none' })
    expect(await other('approve-round-void', { id, requestId })).toEqual({ status: 'none' })
    expect(await other('refuse-round-void', { id, requestId, reason })).toEqual({ status: 'none' })
    expect((await officeRound(round))['state']).toBe('open')
    await player.decide(round, 'stand')
  })

  test('decide a void once, also at the same time and when a call is repeated; its proposer does not', async () => {
    const player = await app.sit(isOpenHand)
    const before = await player.wallet()
    const { round } = await player.begin(10_000)
    await player.decide(round, 'stand')
    const id = await propose(round)
    expect(await approve(id, anna)).toEqual({ status: 'self' })
    const [chief, key] = [await staff('manager'), newRequestId()]
    const answers = await Promise.all([approve(id, bora, key), approve(id, chief), approve(id, bora, key)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(
      answers[0]?.['status'] === 'success' ? ['late', 'success', 'success'] : ['late', 'late', 'success'],
    )
    expect(await player.wallet()).toEqual({ ...before, nonce: 1n })
    expect((await eventsOf(player)).filter((name) => name === 'table_void')).toHaveLength(1)
    const again = { id: round.roundId, requestId: newRequestId(), reason }
    expect(await anna('propose-round-void', again)).toEqual({ status: 'void' })
  })

  test.each(['late', 'in time'])(
    'race a decision that is %s, and the round is void with every stake back',
    async (when) => {
      const player = await app.sit(isOpenPair)
      const before = await player.wallet()
      const { round } = await player.begin(10_000)
      const id = await propose(round)
      if (when === 'late') await app.endTime()
      const [answer, decided] = await Promise.all([
        approve(id),
        player.decide(round, 'double'),
        endAllDue(app.deps),
        endAllDue(app.deps),
      ])
      expect(answer).toMatchObject({ status: 'success' })
      expect(when === 'late' ? ['late'] : ['success', 'late']).toContain(decided.status)
      expect((await officeRound(round))['state']).toBe('void')
      expect(await player.wallet()).toEqual({ ...before, nonce: 1n })
    },
  )
})

test('the database makes no round void without the approval of two operators', async () => {
  const player = await app.sit(isOpenHand)
  const { round } = await player.begin(10_000)
  const id = await propose(round)
  const requests = Array.from({ length: 23 }, () => `'{}'`).join(', ')
  const call = (approval: string): Promise<unknown> =>
    app.pool.query(`SELECT seat_void_by_office($1::uuid, $2::uuid, 0, ${requests})`, [approval, round.roundId])
  await expect(call(randomUUID())).rejects.toThrow('needs its approval by two operators')
  await expect(call(id)).rejects.toThrow('needs its approval by two operators')
  await expect(
    app.pool.query(`SELECT seat_void($1::uuid, 0, false, 'office', '', ${requests})`, [round.roundId]),
  ).rejects.toThrow('needs its approval by two operators')
  const { round: ended } = await player.decide(round, 'stand')
  const alter = (set: string): Promise<unknown> =>
    app.ownerPool.query(`UPDATE seat_round SET state = 'void', void_reason = 'office', ${set} WHERE id = $1`, [
      ended.roundId,
    ])
  await expect(alter('voided_at = NULL, returned = NULL')).rejects.toThrow('written once')
  await expect(alter('voided_at = now(), staked = staked + 1')).rejects.toThrow('written once')
})

test('all rounds of these tests follow from their seeds and have their proofs', async () => {
  expect(await faultsOfBooks(app)).toEqual([])
})
