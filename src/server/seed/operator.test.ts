import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { unbindHash } from '#server/auth/bound-hash.ts'
import { verifySecret } from '#server/auth/hashing.ts'
import { readRoles, rolesOf, setUpBrand, setUpOperator } from './operator.ts'

let world: World
let setup: Parameters<typeof setUpOperator>[0]

beforeAll(async () => {
  world = await createWorld()
  setup = { db: world.ownerDb, config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } } }
})
afterAll(() => world.close())

const wanted = { login: ' Haneul ', name: '하늘', password: 'lantern-road-9', roles: ['manager', 'cashier'] } as const

test('creates an operator once, and renews one on request', async () => {
  expect(await setUpOperator(setup, wanted, false)).toEqual({
    status: 'made',
    login: 'haneul',
    roles: wanted.roles,
    brands: null,
  })
  expect(await setUpOperator(setup, { ...wanted, password: 'another-road-9' }, false)).toEqual({ status: 'exists' })
  const read = () => world.db.selectFrom('operator').selectAll().where('login', '=', 'haneul').executeTakeFirstOrThrow()
  const verify = async (plain: string): Promise<boolean> => {
    const { id, password_hash: stored } = await read()
    return verifySecret(unbindHash(setup.config.secret, { of: 'operator', id }, stored), plain)
  }
  expect(await verify(wanted.password)).toBe(true)
  const renewed = await setUpOperator(setup, { ...wanted, password: 'another-road-9', roles: ['auditor'] }, true)
  expect(renewed.status).toBe('renewed')
  expect(await verify('another-road-9')).toBe(true)
  expect((await read()).roles).toEqual(['auditor'])
  expect(await rolesOf(world.ownerDb, ' HANEUL ')).toEqual(['auditor'])
  expect(await rolesOf(world.ownerDb, 'nobody')).toBeNull()
  // A demo operator with an own password is no demo operator any more: it needs a second factor.
  await world.ownerPool.query(`UPDATE operator SET demo = true WHERE login = 'haneul'`)
  await setUpOperator(setup, { ...wanted, password: 'third-road-9' }, true)
  expect((await read()).demo).toBe(false)
})

test('an invalid login or password creates no operator', async () => {
  const before = await world.db.selectFrom('operator').select('id').execute()
  expect(await setUpOperator(setup, { ...wanted, login: 'x y' }, false)).toEqual({ status: 'login' })
  expect(await setUpOperator(setup, { ...wanted, login: 'new', password: '12345678' }, false)).toEqual({
    status: 'password',
    why: 'simple',
  })
  expect(await world.db.selectFrom('operator').select('id').execute()).toEqual(before)
})

test.each([
  ['manager', ['manager']],
  ['Cashier, manager', ['manager', 'cashier']],
  ['', null],
  ['boss', null],
  ['manager boss', null],
])('the roles %j are %j', (text, roles) => {
  expect(readRoles(text)).toEqual(roles)
})

test('creates the first brand', async () => {
  const codes = (): Promise<unknown> => world.db.selectFrom('brand').select('code').execute()
  expect(await codes()).toEqual([])
  await setUpBrand(setup, { code: 'first', name: 'First', domain: 'First.example' })
  expect(await codes()).toEqual([{ code: 'first' }])
})
