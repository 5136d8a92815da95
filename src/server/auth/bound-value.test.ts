import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { findProvider } from '#server/modules/transfer/store.ts'
import { makeMember, makeOperator, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

/** Encrypted values that somebody with the database puts into another owner's row, for a moment. */

let app: TestApp
let victim: MadeMember
let thief: MadeMember
let cashier: string
let support: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  cashier = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['cashier'] }))
  support = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
})
beforeEach(async () => {
  const cash = wholeUnits(100_000)
  victim = await makeMember(app.deps, app.brand, {
    cash,
    phone: '01055501234',
    bankNumber: '110111222333',
    bankOwner: '김하늘',
  })
  thief = await makeMember(app.deps, app.brand, {
    cash,
    phone: '01055509999',
    bankNumber: '110999888777',
    bankOwner: '박도적',
  })
})
afterAll(() => app.close())

async function file(member: MadeMember, type: 'deposit' | 'withdraw'): Promise<string> {
  const { token } = await makeSession(app.deps, member)
  const body = { requestId: newRequestId(), balance: '20000', ...(type === 'withdraw' ? { pass: member.pin } : {}) }
  const answer = await app.member(`apply-user-${type}`, { token, body })
  expect(answer.body.status).toBe('success')
  return (answer.body['request'] as { id: string }).id
}

const office = async (call: string, body: object, token = cashier): Promise<TestResponse['body']> =>
  (await app.office(call, { token, body })).body

/** The shown request. */
async function shown(id: string): Promise<Record<string, unknown>> {
  return (await office('get-request', { id }))['request'] as Record<string, unknown>
}

const columnsOf = {
  money_request: [
    'id',
    'bank_number_sealed',
    'bank_owner',
    'depositor',
    'key_id',
    'amount',
    'bank_name',
    'bank_number_last4',
  ],
  member_person: ['member_id', 'phone_sealed', 'bank_number_sealed', 'birth_sealed', 'bank_owner', 'key_id'],
} as const

/** Gives a row the encrypted values of another one while `during` runs, and puts its own back. */
async function exchanged(
  table: keyof typeof columnsOf,
  [to, from]: readonly [bigint | string, bigint | string],
  during: () => Promise<void>,
): Promise<void> {
  const [key, ...columns] = columnsOf[table]
  const read = async (id: bigint | string): Promise<unknown[]> => {
    const { rows } = await app.ownerPool.query(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} = $1`, [id])
    return columns.map((column) => rows[0][column])
  }
  const write = (values: unknown[]): Promise<unknown> =>
    app.ownerPool.query(
      `UPDATE ${table} SET ${columns.map((column, at) => `${column} = $${at + 2}`).join(', ')} WHERE ${key} = $1`,
      [to, ...values],
    )
  const own = await read(to)
  await write(await read(from))
  await during().finally(() => write(own))
}

/** Each of the rows was named in the log, and nothing else. */
function expectLogged(...rows: string[]): void {
  const lines = app.errors.splice(0).map((line) => JSON.parse(line) as { row?: string; msg: string })
  expect(new Set(lines.map(({ row }) => row))).toEqual(new Set(rows))
  expect(lines[0]?.msg).toContain('an encrypted value cannot be read')
}

test('another member’s account number in a withdrawal is neither shown nor paid, and the own one is when it is back', async () => {
  const [id, theirs] = [await file(victim, 'withdraw'), await file(thief, 'withdraw')]
  expect((await office('claim-request', { id })).status).toBe('success')
  expect(await office('show-account-number', { id })).toEqual({ status: 'success', banknum: '110111222333' })
  await exchanged('money_request', [id, theirs], async () => {
    expect(await shown(id)).toMatchObject({ bank: { bankOwner: null, unreadable: true } })
    const listed = await office('get-requests', { show: 'mine' })
    expect(listed['requests']).toMatchObject([{ id, bank: { bankOwner: null, unreadable: true } }])
    expect(await office('show-account-number', { id })).toEqual({ status: 'unreadable' })
    for (const call of ['pay-withdrawal', 'approve-withdrawal'])
      expect(await office(call, { id, requestId: newRequestId() })).toEqual({ status: 'unreadable' })
    expectLogged(`money_request ${id}`)
  })
  expect(await shown(id)).toMatchObject({ bank: { bankOwner: '김하늘', unreadable: false } })
  expect(await office('show-account-number', { id })).toEqual({ status: 'success', banknum: '110111222333' })
  expect((await office('pay-withdrawal', { id, requestId: newRequestId() })).status).toBe('success')
  expect(app.errors).toEqual([])
})

type EndedRegistration = { id: bigint; publicId: string; values: unknown[] }

/** The account number and its owner's name of a registration that was ended before its commit, and the number that it had. */
async function endedRegistration(): Promise<EndedRegistration> {
  const ended = new Error('ended')
  let found: EndedRegistration | undefined
  const registering = app.ownerDb.transaction().execute(async (tx) => {
    const { id, publicId } = await makeMember({ ...app.deps, db: tx }, app.brand, {
      bankNumber: '110999888777',
      bankOwner: '박도적',
    })
    const row = await tx.selectFrom('member_person').selectAll().where('member_id', '=', id).executeTakeFirstOrThrow()
    found = { id, publicId, values: [row.key_id, row.bank_number_sealed, row.bank_owner] }
    throw ended
  })
  await expect(registering).rejects.toBe(ended)
  if (found === undefined) throw new Error('nothing was registered')
  return found
}

const setPublicId = (id: bigint, publicId: string): Promise<unknown> =>
  app.ownerPool.query('UPDATE member SET public_id = $2 WHERE id = $1', [id, publicId])

test('an account of a registration that never was is not the account of the next member with its number', async () => {
  const { id: number, publicId, values } = await endedRegistration()
  await app.ownerPool.query(`SELECT setval(pg_get_serial_sequence('member', 'id'), $1, false)`, [number])
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  expect(member.id).toBe(number)
  await exchanged('member_person', [member.id, member.id], async () => {
    await app.ownerPool.query(
      `UPDATE member_person SET key_id = $2, bank_number_sealed = $3, bank_owner = $4 WHERE member_id = $1`,
      [member.id, ...values],
    )
    expect(await office('get-member', { id: member.publicId }, support)).toMatchObject({ bank: { bankOwner: null } })
    expectLogged(`member_person ${member.id}`)
  })
  const id = await file(member, 'withdraw')
  await office('claim-request', { id })
  await exchanged('money_request', [id, id], async () => {
    await app.ownerPool.query(
      `UPDATE money_request SET key_id = $2, bank_number_sealed = $3, bank_owner = $4 WHERE id = $1`,
      [id, ...values],
    )
    expect(await office('show-account-number', { id })).toEqual({ status: 'unreadable' })
    // Nor with its random id: the request was filed for another.
    await setPublicId(member.id, publicId)
    expect(await office('show-account-number', { id })).toEqual({ status: 'unreadable' })
    await setPublicId(member.id, member.publicId)
    expectLogged(`money_request ${id}`)
  })
  expect(await office('show-account-number', { id })).toMatchObject({ status: 'success' })
})

test('the values of a member whose random id was altered cannot be read', async () => {
  const id = await file(victim, 'withdraw')
  await office('claim-request', { id })
  await setPublicId(victim.id, randomUUID())
  expect(await office('show-account-number', { id })).toEqual({ status: 'unreadable' })
  await setPublicId(victim.id, victim.publicId)
  expectLogged(`money_request ${id}`)
  expect(await office('show-account-number', { id })).toMatchObject({ status: 'success' })
})

test('a withdrawal that names the member of another account is not shown or paid to it', async () => {
  const [id, theirs] = [await file(victim, 'withdraw'), await file(thief, 'withdraw')]
  await office('claim-request', { id })
  await office('claim-request', { id: theirs })
  await office('reject-request', { id: theirs, requestId: newRequestId(), reason: 'x' })
  await exchanged('money_request', [id, theirs], async () => {
    await setMember(id, thief)
    expect(await office('show-account-number', { id })).toEqual({ status: 'unreadable' })
    expect(await shown(id)).toMatchObject({ bank: { unreadable: true } })
    await setMember(id, victim)
    expectLogged(`money_request ${id}`)
  })
  expect(await office('show-account-number', { id })).toEqual({ status: 'success', banknum: '110111222333' })
})

/** Past the trigger that refuses it. */
async function setMember(request: string, { id }: MadeMember): Promise<void> {
  await app.ownerPool.query(`ALTER TABLE money_request DISABLE TRIGGER money_request_four_eyes`)
  await app.ownerPool.query(`UPDATE money_request SET member_id = $2 WHERE id = $1`, [request, id])
  await app.ownerPool.query(`ALTER TABLE money_request ENABLE TRIGGER money_request_four_eyes`)
}

test('the number alone, the owner’s name alone, a plain or no name, another amount and another bank are refused, too', async () => {
  const earlier = await file(victim, 'withdraw')
  await office('claim-request', { id: earlier })
  expect((await office('reject-request', { id: earlier, requestId: newRequestId(), reason: 'x' })).status).toBe(
    'success',
  )
  const [id, theirs] = [await file(victim, 'withdraw'), await file(thief, 'withdraw')]
  await office('claim-request', { id })
  await app.ownerPool.query(`ALTER TABLE money_request DISABLE TRIGGER money_request_four_eyes`)
  for (const change of [
    `bank_number_sealed = (SELECT bank_number_sealed FROM money_request WHERE id = '${theirs}')`,
    `bank_owner = (SELECT bank_owner FROM money_request WHERE id = '${theirs}')`,
    `bank_owner = '박도적'`,
    `bank_owner = ''`,
    `bank_owner = (SELECT bank_owner FROM money_request WHERE id = '${earlier}')`,
    `bank_owner = (SELECT bank_owner FROM member_person WHERE member_id = ${victim.id})`,
    `amount = amount * 100`,
    `bank_name = '도적은행'`,
    `bank_number_last4 = '8777'`,
    `bank_number_sealed = NULL`,
  ]) {
    await exchanged('money_request', [id, id], async () => {
      await app.ownerPool.query(`UPDATE money_request SET ${change} WHERE id = $1`, [id])
      expect(await office('show-account-number', { id })).toEqual({ status: 'unreadable' })
      expect(await office('pay-withdrawal', { id, requestId: newRequestId() })).toEqual({ status: 'unreadable' })
      expect(await shown(id)).toMatchObject({ bank: { unreadable: true } })
    })
    expectLogged(`money_request ${id}`)
  }
  await app.ownerPool.query(`ALTER TABLE money_request ENABLE TRIGGER money_request_four_eyes`)
  // What cannot be paid can be given back.
  await app.ownerPool.query(`UPDATE money_request SET bank_owner = 'x' WHERE id = $1`, [id])
  expect((await office('reject-request', { id, requestId: newRequestId(), reason: 'x' })).status).toBe('success')
  app.errors.splice(0)
})

test('another member’s, another deposit’s or the account owner’s name is no depositor', async () => {
  const earlier = await file(victim, 'deposit')
  await office('claim-request', { id: earlier })
  await office('reject-request', { id: earlier, requestId: newRequestId(), reason: 'x' })
  const [id, theirs] = [await file(victim, 'deposit'), await file(thief, 'deposit')]
  expect(await shown(id)).toMatchObject({ depositor: '김하늘' })
  await exchanged('money_request', [id, earlier], async () => {
    expect(await shown(id)).toMatchObject({ depositor: null })
    expectLogged(`money_request ${id}`)
  })
  await exchanged('money_request', [id, theirs], async () => {
    expect(await shown(id)).toMatchObject({ depositor: null })
    expectLogged(`money_request ${id}`)
    await app.ownerPool.query(
      'UPDATE money_request SET depositor = (SELECT bank_owner FROM member_person WHERE member_id = $2) WHERE id = $1',
      [id, victim.id],
    )
    expect(await shown(id)).toMatchObject({ depositor: null })
    expectLogged(`money_request ${id}`)
  })
})

test('another member’s telephone requests no password reset, and is shown to nobody who verifies the caller', async () => {
  const waiting = async (): Promise<{ id: string; member: { userId: string } }[]> => {
    const { resets } = await office('get-password-resets', {}, support)
    return (resets as { id: string; member: { userId: string } }[]).filter(
      ({ member }) => member.userId === victim.loginId,
    )
  }
  const request = (phone: string): Promise<TestResponse> =>
    app.member('ask-password-reset', { body: { id: victim.loginId, phone } })
  await exchanged('member_person', [victim.id, thief.id], async () => {
    expect((await request('01055509999')).body).toEqual({ status: 'success' })
    expect(await waiting()).toEqual([])
    expectLogged(`member_person ${victim.id}`)
  })
  await request('01055501234')
  const [reset] = await waiting()
  expect(reset).toBeDefined()
  await exchanged('member_person', [victim.id, thief.id], async () => {
    expect(await office('open-password-reset', { id: reset?.id }, support)).toMatchObject({
      phone: null,
      birth: null,
      bank: { bankOwner: null },
    })
    expect(await office('get-member', { id: victim.publicId }, support)).toMatchObject({ bank: { bankOwner: null } })
    expectLogged(`member_person ${victim.id}`)
  })
  expect(await office('open-password-reset', { id: reset?.id }, support)).toMatchObject({ phone: '01055501234' })
})

test('the key of another provider, and the own one at another address, call none', async () => {
  const site = { db: app.ownerDb, config: app.deps.config }
  for (const code of ['lotus', 'orchid'])
    await enterTransferProvider(site, {
      code,
      names: { ko: code },
      baseUrl: `https://wallet.${code}.example/v1`,
      brandIds: [app.brand.id],
    })
  const found = () => findProvider(app.deps, app.brand.id, 'lotus')
  expect(await found()).toMatchObject({ provider: { code: 'lotus' } })
  const move = (address: string): Promise<unknown> =>
    app.ownerPool.query(`UPDATE provider SET base_url = $1 WHERE code = 'lotus'`, [address])
  await move('https://wallet.thief.example/v1')
  expect(await found()).toBeNull()
  expect(app.errors.splice(0).join('')).toContain('provider cannot be called')
  await move('https://wallet.lotus.example/v1')
  expect(await found()).toMatchObject({ provider: { baseUrl: 'https://wallet.lotus.example/v1' } })
  await app.ownerPool.query(
    `UPDATE provider p SET key_sealed = o.key_sealed, key_id = o.key_id FROM provider o WHERE p.code = 'lotus' AND o.code = 'orchid'`,
  )
  expect(await found()).toBeNull()
  expect(app.errors.splice(0).join('')).toContain('provider cannot be called')
})
