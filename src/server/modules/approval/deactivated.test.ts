import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { inSignedTransaction } from '#server/db/act-signing.ts'
import { momentChecks } from '#server/ledger/checks/moments.ts'
import { changeByHand } from '#server/seed/hand-change.ts'
import { createFactorApp, type Enrolled, type FactorApp } from '#test/factor-app.ts'
import { expectNoErrorsAndCleanBooks, requestOf } from '#test/office-test-app.ts'
import { proveSessions } from '#test/proven-session.ts'
import { newRequestId } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { untilWaiting } from '#test/until.ts'

/** What a deactivated operator leaves behind: sessions, claims and proposals of every kind. */

let app: FactorApp
let anna: Enrolled
let bora: Enrolled
let chief: Enrolled
beforeAll(async () => {
  app = await createFactorApp()
  await app.ownerPool.query('UPDATE brand SET reset_second = true')
})
beforeEach(async () => {
  const roles = ['manager', 'cashier', 'support'] as const
  ;[anna, bora, chief] = [await app.enrolled({ roles }), await app.enrolled({ roles }), await app.enrolled({ roles })]
  for (const { id } of [anna, bora, chief]) await proveSessions(app.ownerPool, testSecret, id)
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

/** The documented way to change an operator (docs/operations.md, Changes by hand). */
const setActive = ({ login }: Enrolled, active: boolean): Promise<object[][]> =>
  changeByHand(app.ownerPool, testSecret, {
    text: `UPDATE operator SET active = ${active} WHERE login = '${login}'`,
    reason: 'left the company',
  })

async function approvalsOf(subject: string): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ state: string }>(
    'SELECT state FROM approval WHERE subject = $1 ORDER BY proposed_at, id',
    [subject],
  )
  return rows.map(({ state }) => state)
}

/** A withdrawal that takes two operators, approved first by this one. */
async function firstApproved(by: Enrolled): Promise<{ id: string; member: { wallet: () => Promise<unknown> } }> {
  const member = await app.createFundedMember()
  const id = await member.withdraw(600_000)
  await by.call('claim-request', { id })
  expect((await by.call('approve-withdrawal', { id, requestId: newRequestId() })).body.status).toBe('success')
  return { id, member }
}
const pay = (by: Enrolled, id: string) => by.call('pay-withdrawal', { id, requestId: newRequestId() })

async function proposeCorrection(by: Enrolled): Promise<{ id: string; member: string }> {
  const member = await app.createFundedMember({ cash: wholeUnits(10_000) })
  const body = { id: member.publicId, requestId: newRequestId(), account: 'cash', amount: '50000', reason: 'x' }
  const answer = await by.call('propose-correction', body)
  return { id: (answer.body['correction'] as { id: string }).id, member: member.publicId }
}
const approveCorrection = (by: Enrolled, id: string) => by.call('approve-correction', { id, requestId: newRequestId() })

describe('a deactivated operator’s proposal lapses for good, and needs another', () => {
  test('of a withdrawal', async () => {
    const { id, member } = await firstApproved(anna)
    await bora.call('claim-request', { id })
    await setActive(anna, false)
    const before = await member.wallet()
    expect((await pay(bora, id)).body).toEqual({ status: 'second' })
    await setActive(anna, true)
    expect((await pay(bora, id)).body).toEqual({ status: 'second' })
    expect(await member.wallet()).toEqual(before)
    expect(await approvalsOf(id)).toEqual(['expired'])
    expect((await bora.call('approve-withdrawal', { id, requestId: newRequestId() })).body.status).toBe('success')
    await chief.call('claim-request', { id })
    expect((await pay(chief, id)).body.status).toBe('success')
    expect(await approvalsOf(id)).toEqual(['expired', 'approved'])
  })

  test('of a withdrawal that nobody has claimed: it is in the queue again', async () => {
    const { id } = await firstApproved(anna)
    await setActive(anna, false)
    await expectNoErrorsAndCleanBooks(app)
    expect(requestOf(await bora.call('get-request', { id }))).toMatchObject({ state: 'held', proposal: null })
    await bora.call('claim-request', { id })
    expect((await pay(bora, id)).body).toEqual({ status: 'second' })
    await bora.call('reject-request', { id, requestId: newRequestId(), reason: 'x' })
  })

  test('of a deposit', async () => {
    const member = await app.createFundedMember({ cash: 0n })
    const id = await member.deposit(10_000)
    await anna.call('claim-request', { id })
    const more = { id, credited: amountToWire(wholeUnits(20_000)), reason: '초과 입금' }
    await anna.call('propose-deposit', { ...more, requestId: newRequestId() })
    await bora.call('claim-request', { id })
    await setActive(anna, false)
    const approve = () => bora.call('approve-deposit', { ...more, requestId: newRequestId() })
    expect((await approve()).body).toEqual({ status: 'second' })
    expect((await member.wallet()).cash).toBe(0n)
    await bora.call('reject-request', { id, requestId: newRequestId(), reason: 'x' })
  })

  test('of a correction', async () => {
    const { id, member } = await proposeCorrection(anna)
    const again = await proposeCorrection(anna)
    await setActive(anna, false)
    expect((await approveCorrection(bora, id)).body).toEqual({ status: 'late', by: '' })
    const refuse = { id: again.id, requestId: newRequestId(), reason: 'x' }
    expect((await bora.call('refuse-correction', refuse)).body).toEqual({ status: 'late', by: '' })
    expect(await approvalsOf(member)).toEqual(['expired'])
    const { body } = await bora.call('get-corrections', { show: 'decided', memberId: member })
    expect(body['corrections']).toMatchObject([{ id, state: 'expired', decidedBy: null }])
  })

  test('of an operator’s reset', async () => {
    const lost = await app.enrolled({ roles: ['cashier'] })
    const id = await app.proposeReset(anna, bora, lost)
    await setActive(anna, false)
    await bora.prove()
    const approved = await bora.call('approve-operator-reset', { id, requestId: newRequestId() })
    expect(approved.body).toEqual({ status: 'late', by: '' })
    expect((await lost.call('me')).code).toBe(200)
  })

  test('of a member’s reset code', async () => {
    const member = await app.createFundedMember()
    const { rows } = await app.ownerPool.query<{ id: string }>(
      `INSERT INTO password_reset (id, brand_id, member_id, opened_by) VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`,
      [app.brand.id, String(member.id), `{${anna.id},${bora.id}}`],
    )
    const id = { id: rows[0]?.id }
    expect((await anna.call('propose-reset-code', id)).body.status).toBe('success')
    await setActive(anna, false)
    expect((await bora.call('issue-reset-code', id)).body).toEqual({ status: 'second' })
    await bora.call('refuse-password-reset', { ...id, reason: 'x' })
  })

  test('that was open before the release which ends them, too', async () => {
    const { id } = await proposeCorrection(anna)
    await app.ownerPool.query(`ALTER TABLE operator DISABLE TRIGGER operator_is_deactivated`)
    await setActive(anna, false)
    await app.ownerPool.query(`ALTER TABLE operator ENABLE TRIGGER operator_is_deactivated`)
    expect((await approveCorrection(bora, id)).body).toEqual({ status: 'late', by: '' })
    // The books expect the act of the deactivation with it.
    await app.ownerPool.query(
      `INSERT INTO audit (actor_kind, act, subject, detail) VALUES ('system', 'operator.deactivate', $1, jsonb_build_object('proposals', ARRAY[$2::text]))`,
      [anna.publicId, id],
    )
  })
})

test('the database refuses an approval of a deactivated operator’s proposal, and a proposal of theirs', async () => {
  const { id } = await proposeCorrection(anna)
  await app.ownerPool.query(`ALTER TABLE operator DISABLE TRIGGER operator_is_deactivated`)
  await setActive(anna, false)
  await app.ownerPool.query(`ALTER TABLE operator ENABLE TRIGGER operator_is_deactivated`)
  for (const state of ['approved', 'refused'])
    await expect(
      app.pool.query(
        `UPDATE approval SET state = $2, decided_by = $3, decision_key = gen_random_uuid() WHERE id = $1`,
        [id, state, String(bora.id)],
      ),
    ).rejects.toThrow('with an active proposer')
  await expect(
    app.pool.query(
      `INSERT INTO approval (id, brand_id, kind, subject, member_id, command, proposed_by, proposal_key)
       SELECT gen_random_uuid(), brand_id, kind, gen_random_uuid(), member_id, command, proposed_by, gen_random_uuid() FROM approval WHERE id = $1`,
      [id],
    ),
  ).rejects.toThrow('by an active operator')
  await setActive(anna, true)
  await expect(app.pool.query(`UPDATE approval SET state = 'expired' WHERE id = $1`, [id])).rejects.toThrow(
    'expire otherwise',
  )
  await bora.call('refuse-correction', { id, requestId: newRequestId(), reason: 'x' })
})

test('the books name an approval of a proposal whose proposer was not active', async () => {
  const { id } = await proposeCorrection(anna)
  expect((await approveCorrection(bora, id)).body.status).toBe('success')
  await setActive(anna, false)
  const { sql } = momentChecks.find(({ name }) => name === 'as-recorded') ?? { sql: '' }
  const client = await app.ownerPool.connect()
  try {
    await client.query('BEGIN; ALTER TABLE approval DISABLE TRIGGER USER')
    const { rows: before } = await client.query(sql)
    await client.query(`UPDATE approval SET decided_at = now() + interval '2 minutes' WHERE id = $1`, [id])
    const { rows: after } = await client.query(sql)
    expect([before, after]).toMatchObject([[], [{ subject: `approval ${id}` }]])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})

test.each([
  ['role', `roles = '{editor}'`],
  ['brand', `brand_ids = '{}'`],
])('a proposal lapses when its operator loses a %s, and the session stays', async (_what, loss) => {
  const { roles, brand_ids: brandIds } = await app.ownerDb
    .selectFrom('operator')
    .select(['roles', 'brand_ids'])
    .where('public_id', '=', anna.publicId)
    .executeTakeFirstOrThrow()
  const { id } = await firstApproved(anna)
  await app.ownerPool.query(`UPDATE operator SET ${loss} WHERE public_id = $1`, [anna.publicId])
  await app.ownerPool.query('UPDATE operator SET roles = $2, brand_ids = $3 WHERE public_id = $1', [
    anna.publicId,
    roles,
    brandIds,
  ])
  await bora.call('claim-request', { id })
  expect((await pay(bora, id)).body).toEqual({ status: 'second' })
  expect(await approvalsOf(id)).toEqual(['expired'])
  expect((await anna.call('me')).code).toBe(200)
  await bora.call('reject-request', { id, requestId: newRequestId(), reason: 'x' })
})

test('an enrolment code ends with the deactivation of its operator, and the password that it ended stays so', async () => {
  await app.ownerPool.query(
    `INSERT INTO operator_enrolment (operator_id, code_hash, expires_at) SELECT id, '\\x00', now() + interval '1 day' FROM operator WHERE public_id = $1`,
    [anna.publicId],
  )
  await setActive(anna, false)
  await setActive(anna, true)
  const { rows } = await app.ownerPool.query(
    'SELECT expires_at <= now() AS has_ended FROM operator_enrolment e JOIN operator o ON o.id = e.operator_id WHERE o.public_id = $1',
    [anna.publicId],
  )
  expect(rows).toEqual([{ has_ended: true }])
})

test('sessions end for good with the deactivation, which is audited with what it ended', async () => {
  const { id } = await proposeCorrection(anna)
  const second = await anna.signIn()
  expect((await anna.call('me')).code).toBe(200)
  await setActive(anna, false)
  await setActive(anna, true)
  expect((await anna.call('me')).code).toBe(401)
  expect((await second('get-factors')).code).toBe(401)
  const { rows } = await app.ownerPool.query(
    `SELECT detail FROM audit WHERE act = 'operator.deactivate' AND subject = $1`,
    [anna.publicId],
  )
  expect(rows).toEqual([{ detail: { sessions: 2, proposals: [id] } }])
})

test('a request that a deactivated operator claimed is free for the next', async () => {
  const member = await app.createFundedMember()
  const id = await member.withdraw(10_000)
  await anna.call('claim-request', { id })
  const cashier = await app.enrolled({ roles: ['cashier'] })
  await proveSessions(app.ownerPool, testSecret, cashier.id)
  expect((await cashier.call('claim-request', { id })).body).toMatchObject({ status: 'taken' })
  await setActive(anna, false)
  expect(requestOf(await cashier.call('get-request', { id }))).toMatchObject({ state: 'held', claimedBy: null })
  expect((await pay(cashier, id)).body).toEqual({ status: 'unclaimed' })
  expect((await cashier.call('claim-request', { id })).body.status).toBe('success')
  const paid = await pay(cashier, id)
  expect(paid.body.status).toBe('success')
  // Who decided is shown whether they are active or not.
  await setActive(cashier, false)
  expect(requestOf(await bora.call('get-request', { id }))).toMatchObject({ state: 'paid', claimedBy: cashier.login })
})

describe('two processes', () => {
  test('approve while the proposer is deactivated: it took effect before, or never', async () => {
    const other = await app.openProcess({ factors: 'on' })
    try {
      for (let turn = 0; turn < 12; turn += 1) {
        const { id } = await proposeCorrection(anna)
        const withdrawal = await firstApproved(anna)
        await bora.call('claim-request', { id: withdrawal.id })
        const deactivated = pause(turn % 2 === 0 ? 0 : turn).then(() => setActive(anna, false))
        if (turn % 2 === 0) await pause(turn)
        const [here, there, paid] = await Promise.all([
          approveCorrection(chief, id),
          other.call(bora, 'approve-correction', { id, requestId: newRequestId() }),
          other.call(bora, 'pay-withdrawal', { id: withdrawal.id, requestId: newRequestId() }),
        ])
        await deactivated
        await setActive(anna, true)
        await proveSessions(app.ownerPool, testSecret, anna.id)
        anna = { ...anna, call: await anna.signIn() }
        await proveSessions(app.ownerPool, testSecret, anna.id)
        const took = [here, there].filter(({ body }) => body.status === 'success').length
        expect(took).toBeLessThanOrEqual(1)
        expect((await approveCorrection(chief, id)).body.status).toBe('late')
        const { rows } = await app.ownerPool.query(
          `SELECT a.state, (SELECT count(*)::int FROM journal j WHERE j.ref = a.id) AS booked,
             (SELECT max(id) FROM audit WHERE act = 'correction.approve' AND detail ->> 'approval' = a.id::text)
               < (SELECT max(id) FROM audit WHERE act = 'operator.deactivate') AS before
           FROM approval a WHERE a.id = $1`,
          [id],
        )
        expect(rows).toEqual([
          took === 1 ? { state: 'approved', booked: 1, before: true } : { state: 'expired', booked: 0, before: null },
        ])
        expect(await approvalsOf(withdrawal.id)).toEqual([paid.body.status === 'success' ? 'approved' : 'expired'])
        expect(['success', 'second']).toContain(paid.body.status)
        if (paid.body.status !== 'success')
          await bora.call('reject-request', { id: withdrawal.id, requestId: newRequestId(), reason: 'x' })
      }
    } finally {
      await other.close()
    }
  })

  test('wait for each other: a decision under way takes effect, a deactivation under way is seen', async () => {
    const [decided, lapsed] = [await proposeCorrection(anna), await proposeCorrection(anna)]
    const withdrawal = await firstApproved(anna)
    await bora.call('claim-request', { id: withdrawal.id })
    const other = await app.openProcess({ factors: 'on' })
    try {
      const deciding = await app.programPool.connect()
      await deciding.query('BEGIN')
      await deciding.query('SELECT operator_stays_active($1)', [String(anna.id)])
      const deactivated = setActive(anna, false)
      await untilWaiting(app.ownerPool, 1)
      await deciding.query('COMMIT')
      deciding.release()
      await deactivated
      await setActive(anna, true)
      expect(await approvalsOf(decided.member)).toEqual(['expired'])

      const call = await anna.signIn()
      await proveSessions(app.ownerPool, testSecret, anna.id)
      const again = await proposeCorrection({ ...anna, call })
      const open = await firstApproved({ ...anna, call })
      await bora.call('claim-request', { id: open.id })
      const answers = await inSignedTransaction(app.ownerPool, testSecret, async (client) => {
        await client.query('UPDATE operator SET active = false WHERE id = $1', [String(anna.id)])
        const calls = [
          approveCorrection(chief, again.id),
          other.call(bora, 'pay-withdrawal', { id: open.id, requestId: newRequestId() }),
        ]
        await untilWaiting(app.ownerPool, 2)
        return { calls }
      })
      const [correction, paid] = await Promise.all(answers.calls)
      expect(correction?.body).toEqual({ status: 'late', by: '' })
      expect(paid?.body).toEqual({ status: 'second' })
      for (const { id } of [withdrawal, open])
        await chief
          .call('claim-request', { id, takeOver: true })
          .then(() => chief.call('reject-request', { id, requestId: newRequestId(), reason: 'x' }))
    } finally {
      await other.close()
    }
    expect(await approvalsOf(lapsed.member)).toEqual(['expired'])
  })
})
