import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createWorld, type World } from '#test/world.ts'
import {
  readContact,
  readDepositAccount,
  readOneSlotWindow,
  readResetSecond,
  readSecondApproval,
  setContact,
  setDepositAccount,
  setOneSlotWindow,
  setResetSecond,
  setSecondApproval,
} from './brand-settings.ts'
import { makeBrand, makeOperator, type Site } from './builders.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('sets the amounts from which two operators are needed, reports how many there are, and is audited', async () => {
  const site: Site = {
    db: world.ownerDb,
    config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } },
  }
  const brand = await makeBrand(site, { code: 'eyes' })
  const other = await makeBrand(site)
  await makeOperator(site, { login: 'one', roles: ['cashier'], brandIds: [brand.id] })
  await makeOperator(site, { login: 'two', roles: ['manager'] })
  await makeOperator(site, { login: 'three', roles: ['support', 'auditor'] })
  await makeOperator(site, { login: 'four', roles: ['cashier'], brandIds: [other.id] })
  const read = async (): Promise<unknown[]> =>
    (
      await world.pool.query(
        'SELECT code, second_approval_from AS "withdraw", deposit_second_from AS "deposit" FROM brand ORDER BY id',
      )
    ).rows
  const usual = wholeUnits(1_000_000)
  const untouched = { code: other.code, withdraw: null, deposit: usual }
  const from = { withdraw: wholeUnits(3_000_000), deposit: usual }
  const set = { status: 'success', from, operators: 2 }
  expect(await setSecondApproval(world.ownerDb, 'eyes', { withdraw: wholeUnits(3_000_000) })).toEqual(set)
  expect(await readSecondApproval(world.db, 'eyes')).toEqual(set)
  expect(await read()).toEqual([{ code: 'eyes', ...from }, untouched])
  const brands = ['eyes', other.code]
  expect(await setSecondApproval(world.ownerDb, 'nobody', { withdraw: null })).toEqual({ status: 'unknown', brands })
  for (const wanted of [{ withdraw: wholeUnits(1_500) }, { deposit: wholeUnits(1_500) }]) {
    const step = { status: 'step', step: wholeUnits(1_000) }
    expect(await setSecondApproval(world.ownerDb, 'eyes', wanted)).toEqual(step)
  }
  expect(await readSecondApproval(world.db, 'eyes')).toEqual(set)
  expect(await setSecondApproval(world.ownerDb, 'eyes', { withdraw: null, deposit: null })).toEqual({
    status: 'success',
    from: { withdraw: null, deposit: null },
    operators: 2,
  })
  expect(await read()).toEqual([{ code: 'eyes', withdraw: null, deposit: null }, untouched])
  const { rows } = await world.pool.query(
    `SELECT act, brand_id, subject, detail FROM audit WHERE act NOT IN ('comp-rate.set', 'state.begin', 'state.begin-xids', 'state.changed', 'hashes.bind', 'factors.bind', 'values.bind', 'game.publish') AND subject NOT LIKE 'jackpot_link %' ORDER BY id`,
  )
  expect(rows).toEqual(
    [
      ['brand.second-approval', '3000000'],
      ['brand.deposit-second', null],
      ['brand.second-approval', null],
    ].map(([act, amount]) => ({ act, brand_id: brand.id, subject: 'eyes', detail: { from: amount } })),
  )
})

test('sets the contact of a brand, and is audited', async () => {
  const site: Site = {
    db: world.ownerDb,
    config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } },
  }
  const brand = await makeBrand(site, { code: 'desk' })
  expect(await readContact(world.db, 'desk')).toBe('')
  expect(await setContact(world.ownerDb, 'desk', '02-123-4567')).toBe(true)
  expect(await readContact(world.db, 'desk')).toBe('02-123-4567')
  expect(await setContact(world.ownerDb, 'nobody', 'x')).toBe(false)
  expect(await readContact(world.db, 'nobody')).toBe(null)
  const { rows } = await world.pool.query(
    `SELECT subject, detail FROM audit WHERE act = 'brand.contact' AND brand_id = $1`,
    [brand.id],
  )
  expect(rows).toEqual([{ subject: 'desk', detail: { contact: '02-123-4567' } }])
})

test('sets whether members have one slot window at a time, and is audited', async () => {
  const site: Site = {
    db: world.ownerDb,
    config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } },
  }
  const brand = await makeBrand(site, { code: 'windows' })
  const other = await makeBrand(site)
  expect(await readOneSlotWindow(world.db, 'windows')).toBe(true)
  expect(await setOneSlotWindow(world.ownerDb, 'windows', false)).toBe(true)
  expect(await readOneSlotWindow(world.db, 'windows')).toBe(false)
  expect(await readOneSlotWindow(world.db, other.code)).toBe(true)
  expect(await setOneSlotWindow(world.ownerDb, 'windows', true)).toBe(true)
  expect(await readOneSlotWindow(world.db, 'windows')).toBe(true)
  expect(await setOneSlotWindow(world.ownerDb, 'nobody', false)).toBe(false)
  expect(await readOneSlotWindow(world.db, 'nobody')).toBe(null)
  const { rows } = await world.pool.query(
    `SELECT brand_id, subject, detail FROM audit WHERE act = 'brand.one-slot-window' ORDER BY id`,
  )
  expect(rows).toEqual([false, true].map((isOne) => ({ brand_id: brand.id, subject: 'windows', detail: { isOne } })))
})

test('sets the deposit account as data or as free text, one instead of the other, and is audited', async () => {
  const site: Site = {
    db: world.ownerDb,
    config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } },
  }
  const brand = await makeBrand(site, { code: 'till', depositAccount: '국민 1-2' })
  expect(await readDepositAccount(world.db, 'till')).toEqual({ text: '국민 1-2' })
  const account = { bank: '신한은행', number: '110-123-456789', owner: 'Nocturne' }
  for (const wanted of [account, { text: '다른 계좌' }, account]) {
    expect(await setDepositAccount(world.ownerDb, 'till', wanted)).toBe(true)
    expect(await readDepositAccount(world.db, 'till')).toEqual(wanted)
  }
  expect(await setDepositAccount(world.ownerDb, 'nobody', account)).toBe(false)
  expect(await readDepositAccount(world.db, 'nobody')).toBe(null)
  for (const change of ['deposit_owner = NULL', `deposit_account = '국민 1-2'`]) {
    const forced = world.ownerPool.query(`UPDATE brand SET ${change} WHERE id = $1`, [brand.id])
    await expect(forced).rejects.toThrow(/brand_deposit_bank/)
  }
  const { rows } = await world.pool.query(
    `SELECT detail FROM audit WHERE act = 'brand.deposit-account' AND brand_id = $1 ORDER BY id`,
    [brand.id],
  )
  expect(rows.map((row) => row.detail)).toEqual([account, { text: '다른 계좌' }, account])
})

test('deposits do without an amount in play-money mode only', async () => {
  const site: Site = {
    db: world.ownerDb,
    config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } },
  }
  const brand = await makeBrand(site, { code: 'real', resetSecond: true })
  const setMode = (mode: string): Promise<unknown> =>
    world.ownerPool.query('UPDATE brand SET mode = $2 WHERE id = $1', [brand.id, mode])
  await setMode('real')
  expect(await setSecondApproval(world.ownerDb, 'real', { deposit: null })).toEqual({ status: 'mode' })
  const forced = world.ownerPool.query('UPDATE brand SET deposit_second_from = NULL WHERE id = $1', [brand.id])
  await expect(forced).rejects.toThrow(/brand_deposit_second/)
  // Codes for a new password take two operators likewise.
  expect(await setResetSecond(world.ownerDb, 'real', false)).toBe('mode')
  await expect(
    world.ownerPool.query('UPDATE brand SET reset_second = false WHERE id = $1', [brand.id]),
  ).rejects.toThrow(/brand_reset_second/)
  await setMode('play')
  expect(await setResetSecond(world.ownerDb, 'real', false)).toBe('success')
  expect(await readResetSecond(world.ownerDb, 'real')).toBe(false)
  expect(await setResetSecond(world.ownerDb, 'real', true)).toBe('success')
  expect(await setSecondApproval(world.ownerDb, 'real', { deposit: null })).toMatchObject({ status: 'success' })
  await expect(setMode('real')).rejects.toThrow(/brand_deposit_second/)
})
