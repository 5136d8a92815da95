import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { putLimit } from '#server/ledger/limits.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { changedBy } from '#test/changed-tables.ts'
import { putLossAndWager, usedLimits } from '#test/limits-in-use.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createTableApp, type Player, type TableApp } from '#test/table-app.ts'
import { makeOperatorSession, newRequestId } from '#test/test-app.ts'

/** Rounds of a table that two operators make void. */

type Staff = (name: string, body?: object) => Promise<Record<string, unknown>>

let app: TableApp
let anna: Staff
let bora: Staff
const reason = '영상 오류로 결과를 확인할 수 없습니다.'

beforeAll(async () => {
  app = await createTableApp({ brand: { purpose: 'bench', turnoverPpm: 1_000_000 } })
  ;[anna, bora] = [await staff('cashier'), await staff('manager')]
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

async function staff(role: 'cashier' | 'manager'): Promise<Staff> {
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: [role] }))
  return async (name, body = {}) => (await app.office(name, { token, body })).body
}

/** Proposes the void of a round, and returns the proposal's id. */
async function propose(id: string, by = anna): Promise<string> {
  const answer = await by('propose-round-void', { id, requestId: newRequestId(), reason })
  expect(answer).toMatchObject({ status: 'success', roundVoid: { round: id, proposal: { reason, mine: true } } })
  return (answer['roundVoid'] as { proposal: { id: string } }).proposal.id
}
const approve = (id: string, by = bora, requestId = newRequestId()) => by('approve-round-void', { id, requestId })

async function voidRound(id: string): Promise<Record<string, unknown>> {
  expect(await approve(await propose(id))).toMatchObject({
    status: 'success',
    roundVoid: { round: id, proposal: null, decision: { reason } },
  })
  const { round } = await anna('get-shared-round', { id })
  expect(round).toMatchObject({ state: 'void', voidReason: 'office', proposal: null })
  return round as Record<string, unknown>
}

/** What an operator reads that a member owes, in the queue and in the detail of a withdrawal, before and after it is decided. */
async function expectOwedAtWithdrawal(player: Player, owed: { round: string; amount: string }[]): Promise<void> {
  const body = { requestId: newRequestId(), balance: '50000', pass: player.member.pin }
  const filed = (await app.member('apply-user-withdraw', { token: player.token, body })).body
  expect(filed.status).toBe('success')
  const { id } = filed['request'] as { id: string }
  const { requests } = (await anna('get-requests', { type: 'withdraw' })) as { requests?: unknown[] }
  expect(requests).toMatchObject([{ id, owed }])
  expect(await anna('get-request', { id })).toMatchObject({ request: { owed } })
  await anna('claim-request', { id })
  expect(await anna('reject-request', { id, requestId: newRequestId(), reason: '계좌 확인' })).toMatchObject({
    status: 'success',
    request: { owed: [] },
  })
}

/** A member with limits and a turnover that is due, as a deposit left it. */
async function sitWithRules(): Promise<Player> {
  const player = await app.sit(100_000)
  const body = { requestId: newRequestId(), balance: '50000', depositor: '홍길동' }
  const filed = await app.member('apply-user-deposit', { token: player.token, body })
  const { id } = filed.body['request'] as { id: string }
  await anna('claim-request', { id })
  const paid = await anna('approve-deposit', { id, requestId: newRequestId(), credited: '50000' })
  expect(paid['status']).toBe('success')
  await putLossAndWager(app, player.member.id)
  return player
}

/** Everything that a stake takes and a void gives back. */
async function stateOf(player: Player): Promise<object> {
  return { ...(await player.wallet()), used: await usedLimits(app, player.member.id) }
}

async function eventsOf({ member }: Player): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ name: string }>(
    'SELECT k.name FROM journal j JOIN journal_kind k ON k.id = j.kind WHERE member_id = $1 ORDER BY seq',
    [String(member.id)],
  )
  return rows.map(({ name }) => name)
}

/** Plays rounds with a stake of a member on the banker until one wins. */
async function playUntilWon(player: Player, stake: number): Promise<string> {
  for (let rounds = 0; rounds < 40; rounds += 1) {
    await app.dealUntil('open')
    await player.bet({ banker: stake })
    await app.endBetting()
    const { id, outcome } = await app.dealUntil('settled')
    const { player: other, banker } = outcome as { player: number[]; banker: number[] }
    if (pointsOf(banker) > pointsOf(other)) return id
  }
  throw new Error('the banker never won')
}

const pointsOf = (cards: readonly number[]): number =>
  cards.reduce((sum, card) => sum + ((card % 13) + 1 >= 10 ? 0 : (card % 13) + 1), 0) % 10

describe('a void gives back what the stakes of a round took', () => {
  test.each(['open', 'closed', 'dealt', 'settled'] as const)(
    'of a round that was %s: stake, comp, turnover and limits, and the results with them',
    async (state) => {
      const player = await sitWithRules()
      await app.dealUntil('open')
      const before = await stateOf(player)
      expect(before).toMatchObject({ turnover_due: wholeUnits(50_000), used: { loss: 0n, wager: 0n } })
      const undone = randomUUID()
      await player.bet({ tie: 3_000 }, { requestId: undone })
      await player.bet({ banker: 10_000 })
      await player.bet({ player: 4_000, tie: 2_000 })
      await player.call('undo-bets', { roundId: (await app.round()).id, placement: undone })
      expect(await stateOf(player)).toMatchObject({
        turnover_due: wholeUnits(34_000),
        in_play: wholeUnits(16_000),
        used: { loss: wholeUnits(16_000), wager: wholeUnits(16_000) },
      })
      if (state !== 'open') await app.endBetting()
      const { id, outcome } = await app.dealUntil(state)
      const round = await voidRound(id)
      expect(round).toMatchObject({ outcome, decision: { reason } })
      expect(await stateOf(player)).toEqual(before)
      const took =
        state === 'settled' ? ['table_result', 'rollback', 'rollback', 'table_void'] : ['rollback', 'rollback']
      expect(await eventsOf(player)).toEqual([
        'issue',
        'deposit_filed',
        'deposit_paid',
        'bet',
        'bet',
        'bet',
        'rollback',
        ...took,
      ])
      // A limit that begins after the void counts none of the round.
      const month = { kind: 'loss', period: 'month', most: wholeUnits(1_000) } as const
      await app.db.transaction().execute((tx) => putLimit(tx, player.member.id, month))
      expect((await player.bet({ banker: 1_000 })).body.status).not.toBe('limit')
      await auditLimits(app.ownerPool)
      await app.dealUntil('void')
    },
  )

  test('takes a win back from the cash, and what is missing is owed', async () => {
    const player = await app.sit(1_000_000)
    const id = await playUntilWon(player, 20_000)
    const { cash } = await player.wallet()
    // All but 5 000 is staked in the next round.
    const { id: next } = await app.dealUntil('open')
    const rest = Number(cash / 10_000n) - 5_000
    await player.bet({ player: rest - (rest % 1_000) })
    const left = (await player.wallet()).cash
    const round = await voidRound(id)
    // 39 000 were returned of 20 000, which come back first.
    const owed = wholeUnits(39_000) - (left + wholeUnits(20_000))
    expect(owed).toBeGreaterThan(0n)
    expect(await player.wallet()).toMatchObject({ cash: 0n })
    expect(round).toMatchObject({
      bets: [
        { staked: '20000', returned: '20000', takenBack: { returned: '39000', owed: String(Number(owed) / 10_000) } },
      ],
    })
    const { rows } = await app.ownerPool.query(
      `SELECT d.amount, a.class, c.class AS to, c.reference FROM receivable d JOIN house_entry h ON h.id = d.house_entry_id
       JOIN account a ON a.id = h.from_id JOIN account c ON c.id = h.to_id WHERE d.member_id = $1 AND h.amount = d.amount`,
      [String(player.member.id)],
    )
    expect(rows).toEqual([{ amount: owed, class: 'receivable', to: 'gaming', reference: 'baize-live' }])
    await voidRound(next)
    expect((await player.wallet()).cash).toBe(wholeUnits(rest - (rest % 1_000)))
    await expectOwedAtWithdrawal(player, [{ round: id, amount: String(Number(owed) / 10_000) }])
  })

  test('keeps the round’s place in its series, with what it showed, and leaves the roads', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    await app.endBetting()
    const settled = await app.dealUntil('settled')
    await voidRound(settled.id)
    const next = await app.dealUntil('open')
    expect(next.place).toBe(settled.place + 1)
    const series = ((await player.call('get-table-session')).body['rounds'] as { roundId: string }[]).find(
      ({ roundId }) => roundId === settled.id,
    )
    expect(series).toMatchObject({ state: 'void', voidReason: 'office', outcome: settled.outcome })
    const tile = await app.member('get-tables', { token: player.token, body: { codes: ['baccarat'] } })
    const [{ outcomes } = { outcomes: [] }] = tile.body['tables'] as { outcomes: unknown[] }[]
    expect(outcomes).not.toContainEqual(settled.outcome)
    await voidRound(next.id)
  })

  test('is read by the member in the history, the statement and a note', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    await player.bet({ banker: 1_000 })
    await app.endBetting()
    const { id, number } = await app.dealUntil('settled')
    await voidRound(id)
    const history = await player.call('get-table-rounds', { own: true })
    expect(history.body['rounds']).toMatchObject([
      { round: { roundId: id, state: 'void', voidReason: 'office' }, own: { staked: '1000', returned: '1000' } },
    ])
    const days = [-1, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10))
    const statement = await app.member('get-statement', {
      token: player.token,
      headers: { 'x-locale': 'en' },
      body: { from: days[0], to: days[1] },
    })
    expect((statement.body['entries'] as object[]).slice(0, 2)).toMatchObject([
      { kind: 'voided', gameName: 'Baccarat', reason },
      { kind: 'refund', gameName: 'Baccarat', in: '1000', reason },
    ])
    for (const [locale, title] of Object.entries({
      ko: `바카라 ${number}번 라운드가 무효 처리되었습니다.`,
      en: `Baccarat: round ${number} was made void`,
    })) {
      const notes = await app.member('get-user-note', {
        token: player.token,
        headers: { 'x-locale': locale },
        body: {},
      })
      expect(notes.body['note']).toMatchObject([{ title }])
    }
  })
})

describe('two operators', () => {
  test('decide a void once, also at the same time and when a call is repeated', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    await player.bet({ tie: 1_000 })
    await app.endBetting()
    const { id } = await app.dealUntil('settled')
    const requestId = newRequestId()
    const first = await anna('propose-round-void', { id, requestId, reason })
    expect(await anna('propose-round-void', { id, requestId, reason })).toEqual(first)
    expect(await anna('propose-round-void', { id, requestId, reason: 'another' })).toEqual({ status: 'conflict' })
    expect(await bora('propose-round-void', { id, requestId: newRequestId(), reason })).toEqual({ status: 'open' })
    const proposal = (first['roundVoid'] as { proposal: { id: string } }).proposal.id
    expect(await approve(proposal, anna)).toEqual({ status: 'self' })
    const chief = await staff('manager')
    const key = newRequestId()
    const answers = await Promise.all([
      approve(proposal, bora, key),
      approve(proposal, chief),
      approve(proposal, bora, key),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(
      answers[0]?.['status'] === 'success' ? ['late', 'success', 'success'] : ['late', 'late', 'success'],
    )
    expect((await player.wallet()).cash).toBe(wholeUnits(10_000_000))
    expect(await anna('propose-round-void', { id, requestId: newRequestId(), reason })).toEqual({ status: 'void' })
    expect((await eventsOf(player)).filter((name) => name === 'table_void')).toHaveLength(1)
  })

  test('refuse one, and nothing changes', async () => {
    const { id } = await app.dealUntil('open')
    const proposal = await propose(id)
    const list = await anna('get-shared-rounds', { waits: true })
    expect(list).toMatchObject({ maxCount: 1, rounds: [{ id }] })
    expect(await bora('me')).toMatchObject({ waiting: { voids: 1 } })
    expect(await anna('me')).toMatchObject({ waiting: { voids: 0 } })
    const changed = await changedBy(app.ownerPool, async () => {
      const body = { id: proposal, requestId: newRequestId(), reason: '확인 완료' }
      expect(await bora('refuse-round-void', body)).toMatchObject({ status: 'success', roundVoid: { proposal: null } })
      expect(await bora('refuse-round-void', body)).toMatchObject({ status: 'success' })
      expect(await bora('refuse-round-void', { ...body, reason: 'another' })).toEqual({ status: 'conflict' })
    })
    expect(changed.filter((name) => !['approval', 'audit', 'act_signature', 'state_change'].includes(name))).toEqual([])
    expect(await approve(proposal)).toMatchObject({ status: 'late' })
    expect((await app.round()).state).toBe('open')
    await app.endBetting()
    await app.dealUntil('settled')
  })

  test('and a settlement at the same time end in one void round', async () => {
    const player = await app.sit()
    for (let turn = 0; turn < 3; turn += 1) {
      const before = await player.wallet()
      await app.dealUntil('open')
      await player.bet({ banker: 2_000, tie: 1_000 })
      await app.endBetting()
      const { id } = await app.dealUntil('dealt')
      const proposal = await propose(id)
      app.pace.dealMs = 0
      const [answer] = await Promise.all([approve(proposal), app.dealer.look()])
      expect(answer).toMatchObject({ status: 'success', roundVoid: { decision: { reason } } })
      expect(await player.wallet()).toEqual(before)
    }
  })

  test('decide on a round as it was dealt, not on one that somebody opened again', async () => {
    const player = await app.sit()
    const start = await player.wallet()
    await app.dealUntil('open')
    await player.bet({ banker: 2_000 })
    await app.endBetting()
    const { id, outcome } = await app.dealUntil('dealt')
    await app.asSuper(`CREATE TABLE kept AS SELECT id, closed_at, dealt_at, outcome FROM table_round;
      UPDATE table_round SET state = 'open', closed_at = NULL, dealt_at = NULL, outcome = NULL WHERE id = '${id}'`)
    const proposal = await propose(id)
    expect(await approve(proposal)).not.toMatchObject({ status: 'success' })
    expect((await player.wallet()).in_play).toBe(wholeUnits(2_000))
    expect(app.deps.moneyOut.heldSince).not.toBeNull()
    expect(app.errors.splice(0).join()).toContain('the rows of a table were altered')
    await app.asSuper(`UPDATE table_round r SET state = 'dealt', closed_at = k.closed_at, dealt_at = k.dealt_at, outcome = k.outcome FROM kept k
      WHERE k.id = r.id AND r.id = '${id}'; DROP TABLE kept`)
    expect(await approve(proposal)).toMatchObject({ status: 'success' })
    expect(await anna('get-shared-round', { id })).toMatchObject({ round: { state: 'void', outcome } })
    expect(await player.wallet()).toEqual(start)
    Object.assign(app.deps.moneyOut, noHold())
  })

  test('decide on all placements of a dealt round, not without one that somebody hid', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    await player.bet({ banker: 2_000 })
    await player.bet({ tie: 1_000 })
    await app.endBetting()
    const { id } = await app.dealUntil('settled')
    const before = await player.wallet()
    await app.asSuper(`CREATE TABLE kept AS SELECT * FROM table_bet WHERE round_id = '${id}' AND spots LIKE '%tie%';
      DELETE FROM table_bet b USING kept k WHERE k.request_id = b.request_id`)
    const proposal = await propose(id)
    expect(await approve(proposal)).not.toMatchObject({ status: 'success' })
    expect(await player.wallet()).toEqual(before)
    expect(app.errors.splice(0).join()).toContain('are not those of its proof')
    await app.asSuper('INSERT INTO table_bet SELECT * FROM kept; DROP TABLE kept')
    expect(await approve(proposal)).toMatchObject({ status: 'success' })
  })

  test('and placements at the same time leave no stake in a void round', async () => {
    const player = await app.sit()
    const { id } = await app.dealUntil('open')
    const proposal = await propose(id)
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => player.bet({ banker: 1_000 })),
      approve(proposal),
    ])
    expect(answers.at(-1)).toMatchObject({ status: 'success' })
    expect(await player.wallet()).toMatchObject({ cash: wholeUnits(10_000_000), in_play: 0n })
  })
})

describe('the database', () => {
  const requests = (count: number): string => Array.from({ length: count }, () => `'{}'`).join(', ')

  test('makes no round void without the approval of two operators', async () => {
    const { id } = await app.dealUntil('open')
    await propose(id)
    const call = (approval: string): Promise<unknown> =>
      app.pool.query(`SELECT table_void_by_office($1::uuid, $2::uuid, 0, '', now(), 1, '', '', ${requests(23)})`, [
        approval,
        id,
      ])
    await expect(call(randomUUID())).rejects.toThrow('needs its approval by two operators')
    const { rows } = await app.ownerPool.query<{ id: string }>('SELECT id FROM approval WHERE subject = $1', [id])
    await expect(call(rows[0]?.id ?? '')).rejects.toThrow('needs its approval by two operators')
    const dealer = `(SELECT dealer FROM table_state WHERE table_id = ${app.tableId})`
    await expect(
      app.pool.query(
        `SELECT table_void(${app.tableId}::smallint, ${dealer}, $1::uuid, 'office', '', now(), 1, '', '', ${requests(23)})`,
        [id],
      ),
    ).rejects.toThrow('interrupted rounds void only')
    await expect(app.ownerPool.query(`DELETE FROM receivable`)).rejects.toThrow('written once')
    await app.endBetting()
    const settled = await app.dealUntil('settled')
    await expect(
      app.ownerPool.query(`UPDATE table_round SET state = 'void', void_reason = 'office' WHERE id = $1`, [settled.id]),
    ).rejects.toThrow('written once')
  })
})
