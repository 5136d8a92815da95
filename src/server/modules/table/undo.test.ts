import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { journalKinds } from '#server/ledger/events.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { createTableApp, startUnits, type Player, type TableApp } from '#test/table-app.ts'
import { makeOperatorSession, newRequestId } from '#test/test-app.ts'

/** What a stake gives before its round is over can be used, and then the stake stays. */

let app: TableApp
beforeAll(async () => {
  app = await createTableApp({ brand: { purpose: 'bench', turnoverPpm: 1_000_000 } })
})
afterAll(() => app.close())

describe('an honest undo', () => {
  afterEach(() => expectNoErrorsAndCleanBooks(app))

  test('comp of a stake is converted once its round has ended, and an undone stake keeps none', async () => {
    const player = await app.sit()
    const { id: roundId } = await app.dealUntil('open')
    await player.bet({ banker: 500_000 })
    const played = (await app.member('get-time-played', { token: player.token })).body['days']
    expect((played as { minutes: number }[]).reduce((sum, { minutes }) => sum + minutes, 0)).toBe(1)
    const { comp } = await player.wallet()
    expect(comp).toBeGreaterThanOrEqual(wholeUnits(100))
    const convert = async (): Promise<unknown> =>
      (await app.member('roll-to-balance', { token: player.token })).body.status
    expect(await convert()).toBe('low_point')
    expect((await player.call('undo-bets', { roundId })).body.status).toBe('success')
    expect(await player.wallet()).toMatchObject({ cash: wholeUnits(startUnits), in_play: 0n, comp: 0n })
    await player.bet({ player: 500_000 })
    await app.endBetting()
    await app.dealUntil('settled')
    expect(await convert()).toBe('success')
    // Comp of earlier stakes is converted while another round is open.
    await app.dealUntil('open')
    await player.bet({ banker: 10_000 })
    expect((await player.wallet()).comp).toBeGreaterThan(0n)
    await app.endBetting()
    await app.dealUntil('settled')
  })

  test('a stake counts for a withdrawal once its round has ended', async () => {
    const player = await app.sit()
    const call = async (name: string, body: object) =>
      (await app.member(name, { token: player.token, body: { requestId: newRequestId(), ...body } })).body
    const filed = await call('apply-user-deposit', { balance: '50000', depositor: '홍길동' })
    const { id } = filed['request'] as { id: string }
    const cashier = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['cashier'] }))
    for (const [name, more] of [
      ['claim-request', {}],
      ['approve-deposit', { requestId: newRequestId(), credited: '50000' }],
    ] as const)
      await app.office(name, { token: cashier, body: { id, ...more } })
    const withdraw = () => call('apply-user-withdraw', { balance: '10000', pass: player.member.pin })
    const due = { status: 'turnover', remaining: '50000' }
    expect(await withdraw()).toEqual(due)
    await app.dealUntil('open')
    await player.bet({ banker: 50_000 })
    expect(await player.wallet()).toMatchObject({ turnover_due: 0n })
    expect(await withdraw()).toEqual(due)
    await app.endBetting()
    await app.dealUntil('settled')
    const withdrawal = await withdraw()
    expect(withdrawal.status).toBe('success')
    const { id: next } = await app.dealUntil('open')
    await player.bet({ banker: 10_000 })
    await pay(withdrawal['request'])
    expect((await player.call('undo-bets', { roundId: next })).body).toEqual({ status: 'spent' })
    await app.endBetting()
    await app.dealUntil('settled')
  })

  test('a stake stays when a withdrawal from before was paid since: the payment counted it', async () => {
    const player = await app.sit()
    const filed = await app.member('apply-user-withdraw', {
      token: player.token,
      body: { requestId: newRequestId(), balance: '10000', pass: player.member.pin },
    })
    expect(filed.body.status).toBe('success')
    const { id: roundId } = await app.dealUntil('open')
    await player.bet({ banker: 50_000 })
    await pay(filed.body['request'])
    expect((await player.call('undo-bets', { roundId })).body).toEqual({ status: 'spent' })
    // What is staked after the payment is no part of it.
    const later = (await player.bet({ player: 10_000 })).body['own'] as { placements: { requestId: string }[] }
    const placement = later.placements.at(-1)?.requestId
    expect((await player.call('undo-bets', { roundId, placement })).body.status).toBe('success')
    await app.endBetting()
    await app.dealUntil('settled')
  })
})

describe('an alteration that is put back', () => {
  /** The newest event of a kind of a member, while `altered` holds. */
  async function whileAltered(
    { member }: Player,
    kind: string,
    altered: string,
    act: () => Promise<void>,
  ): Promise<void> {
    const event = `j.member_id = ${member.id} AND j.kind = ${kind}`
    await app.asSuper(
      `CREATE TABLE kept AS SELECT * FROM journal j WHERE ${event}; UPDATE journal j SET ${altered} WHERE ${event}`,
    )
    await act()
    await app.asSuper(`UPDATE journal j SET kind = k.kind, d_comp = k.d_comp FROM kept k WHERE (j.member_id, j.seq) = (k.member_id, k.seq);
      DROP TABLE kept`)
  }
  /** The events of a member that a check names. */
  async function named(check: string, { member }: Player): Promise<string[]> {
    const { faults } = await checkBooks(app.ownerPool, { secret: app.deps.config.secret })
    return faults.flatMap((fault) =>
      fault.check === check && fault.subject.startsWith(`${member.id}/`) ? [fault.subject] : [],
    )
  }
  const undo = async ({ call }: Player, roundId: string): Promise<unknown> =>
    (await call('undo-bets', { roundId })).body.status

  test('is named where it let the comp of an undone stake stay', async () => {
    const player = await app.sit()
    const { id } = await app.dealUntil('open')
    await player.bet({ banker: 500_000 })
    await whileAltered(player, String(journalKinds.bet), 'd_comp = 0', async () =>
      expect(await undo(player, id)).toBe('success'),
    )
    expect(await named('rollbacks', player)).toHaveLength(1)
  })

  test('is named where it let a stake be undone for which a withdrawal was filed', async () => {
    const player = await app.sit()
    const { id } = await app.dealUntil('open')
    await player.bet({ banker: 50_000 })
    const body = { requestId: newRequestId(), balance: '10000', pass: player.member.pin }
    expect((await app.member('apply-user-withdraw', { token: player.token, body })).body.status).toBe('success')
    expect(await undo(player, id)).toBe('spent')
    await whileAltered(player, String(journalKinds.withdraw_filed), `kind = ${journalKinds.deposit_paid}`, async () =>
      expect(await undo(player, id)).toBe('success'),
    )
    expect(await named('rollbacks', player)).toHaveLength(1)
  })

  test('is named where comp of an open round was converted, or its stake counted for a withdrawal', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    await player.bet({ banker: 500_000 })
    const hide = (at: string): Promise<unknown> =>
      app.asSuper(`UPDATE table_bet SET undone_at = ${at} WHERE member_id = ${player.member.id}`)
    await app.asSuper(`WITH due AS (UPDATE journal SET d_turnover = -50000 WHERE member_id = ${player.member.id} AND kind = ${journalKinds.bet} RETURNING 1),
      deposit AS (UPDATE journal SET d_turnover = 50000 WHERE member_id = ${player.member.id} AND seq = 1) SELECT FROM due`)
    await hide('at')
    expect((await app.member('roll-to-balance', { token: player.token })).body.status).toBe('success')
    const body = { requestId: newRequestId(), balance: '10000', pass: player.member.pin }
    expect((await app.member('apply-user-withdraw', { token: player.token, body })).body.status).toBe('success')
    await hide('NULL')
    expect(await named('comp-converted', player)).toEqual([`${player.member.id}/3`])
    expect(await named('turnover-rates', player)).toContain(`${player.member.id}/4`)
  })

  test('is named where a placement has the comp rate of another kind of game', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    await player.bet({ banker: 50_000 })
    await app.asSuper(`WITH more AS (UPDATE journal j SET rate_id = o.id, d_comp = scale_ppm_floor(j.stake, o.rate_ppm),
          comp = j.comp - j.d_comp + scale_ppm_floor(j.stake, o.rate_ppm)
        FROM comp_rate c JOIN comp_rate o ON (o.brand_id, o.level, o.game_kind) = (c.brand_id, c.level, 'slot')
        WHERE c.id = j.rate_id AND j.member_id = ${player.member.id} AND j.kind = ${journalKinds.bet} RETURNING j.member_id, j.comp)
      UPDATE wallet w SET comp = m.comp FROM more m WHERE w.member_id = m.member_id`)
    expect(await named('comp-rates', player)).toHaveLength(1)
  })
})

/** Pays a withdrawal, by one operator alone. */
async function pay(request: unknown): Promise<void> {
  const { id } = request as { id: string }
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['cashier'] }))
  await app.office('claim-request', { token, body: { id } })
  const paid = await app.office('pay-withdrawal', { token, body: { id, requestId: newRequestId() } })
  expect(paid.body.status).toBe('success')
}
