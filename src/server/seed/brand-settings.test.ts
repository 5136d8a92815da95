import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createWorld, type World } from '#test/world.ts'
import { readContact, readSecondApproval, setContact, setSecondApproval } from './brand-settings.ts'
import { makeBrand, makeOperator, type Site } from './builders.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('sets the amount from which two operators are needed, reports how many there are, and is audited', async () => {
  const site: Site = { db: world.db, config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } } }
  const brand = await makeBrand(site, { code: 'eyes' })
  const other = await makeBrand(site)
  await makeOperator(site, { login: 'one', roles: ['cashier'], brandIds: [brand.id] })
  await makeOperator(site, { login: 'two', roles: ['manager'] })
  await makeOperator(site, { login: 'three', roles: ['support', 'auditor'] })
  await makeOperator(site, { login: 'four', roles: ['cashier'], brandIds: [other.id] })
  const read = async (): Promise<unknown[]> =>
    (await world.pool.query('SELECT code, second_approval_from AS "from" FROM brand ORDER BY id')).rows
  const set = { status: 'success', from: wholeUnits(3_000_000), operators: 2 }
  expect(await setSecondApproval(world.db, 'eyes', wholeUnits(3_000_000))).toEqual(set)
  expect(await readSecondApproval(world.db, 'eyes')).toEqual(set)
  expect(await read()).toEqual([
    { code: 'eyes', from: wholeUnits(3_000_000) },
    { code: other.code, from: null },
  ])
  const brands = ['eyes', other.code]
  expect(await setSecondApproval(world.db, 'nobody', wholeUnits(1_000))).toEqual({ status: 'unknown', brands })
  expect(await setSecondApproval(world.db, 'eyes', wholeUnits(1_500))).toEqual({
    status: 'step',
    step: wholeUnits(1_000),
  })
  expect(await readSecondApproval(world.db, 'eyes')).toEqual(set)
  expect(await setSecondApproval(world.db, 'eyes', null)).toEqual({ status: 'success', from: null, operators: 2 })
  expect(await read()).toEqual([
    { code: 'eyes', from: null },
    { code: other.code, from: null },
  ])
  const { rows } = await world.pool.query(`SELECT act, brand_id, subject, detail FROM audit ORDER BY id`)
  expect(rows).toEqual(
    ['3000000', null].map((from) => ({
      act: 'brand.second-approval',
      brand_id: brand.id,
      subject: 'eyes',
      detail: { from },
    })),
  )
})

test('sets the contact of a brand, and is audited', async () => {
  const site: Site = { db: world.db, config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } } }
  const brand = await makeBrand(site, { code: 'desk' })
  expect(await readContact(world.db, 'desk')).toBe('')
  expect(await setContact(world.db, 'desk', '02-123-4567')).toBe(true)
  expect(await readContact(world.db, 'desk')).toBe('02-123-4567')
  expect(await setContact(world.db, 'nobody', 'x')).toBe(false)
  expect(await readContact(world.db, 'nobody')).toBe(null)
  const { rows } = await world.pool.query(
    `SELECT subject, detail FROM audit WHERE act = 'brand.contact' AND brand_id = $1`,
    [brand.id],
  )
  expect(rows).toEqual([{ subject: 'desk', detail: { contact: '02-123-4567' } }])
})
