import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEncryption } from '#server/auth/encryption.ts'
import { createWorld, type World } from '#test/world.ts'
import { makeBrand, type MadeBrand, type Site } from './builders.ts'
import { enterTransferProvider, type ProviderInput } from './transfer-provider.ts'

let world: World
let site: Site
let brand: MadeBrand

beforeAll(async () => {
  world = await createWorld()
  site = { db: world.ownerDb, config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } } }
  brand = await makeBrand(site, { code: 'lanterns' })
})
afterAll(() => world.close())

const enter = (changed: Partial<ProviderInput> = {}) =>
  enterTransferProvider(site, {
    code: 'lotus',
    names: { ko: '로터스' },
    baseUrl: 'https://wallet.lotus.example/v1',
    brandIds: [brand.id],
    ...changed,
  })

test('leaves an existing provider suspended, and its names, where nothing is said of them', async () => {
  const read = async () =>
    (await world.db.selectFrom('provider').select(['names', 'active']).where('code', '=', 'plum').execute())[0]
  const plum = { code: 'plum', names: {} }
  expect(await enter(plum)).toMatchObject({ status: 'made', active: true })
  expect(await read()).toEqual({ names: { ko: 'plum' }, active: true })
  const names = { ko: '매화', en: 'Plum' }
  expect(await enter({ ...plum, names, active: false })).toMatchObject({ status: 'changed', active: false })
  expect(await enter({ ...plum, renewKey: true })).toMatchObject({ status: 'changed', active: false })
  expect(await read()).toEqual({ names, active: false })
  expect(await enter({ ...plum, names: { en: 'Plum House' }, active: true })).toMatchObject({ active: true })
  expect(await read()).toEqual({ names: { ...names, en: 'Plum House' }, active: true })
})

async function stored(): Promise<{ key: string; base: string | null; active: boolean }> {
  const row = await world.db
    .selectFrom('provider')
    .select(['id', 'key_id', 'key_sealed', 'base_url', 'active'])
    .where('code', '=', 'lotus')
    .executeTakeFirstOrThrow()
  const key = createEncryption(site.config).decrypt(
    { of: 'provider', id: row.id, code: 'lotus', address: row.base_url ?? '' },
    row.key_id ?? '',
    row.key_sealed ?? Buffer.alloc(0),
  )
  return { key: key.toString('hex'), base: row.base_url, active: row.active }
}

test('draws a key for a new provider, and replaces the key of an existing one on request only', async () => {
  const made = await enter()
  if (made.status !== 'made') throw new Error(`a new provider was ${made.status}`)
  const first = await stored()
  expect(first.key).toBe(made.drawnKey?.toString('hex'))
  expect(await enter({ baseUrl: 'https://other.example', active: false })).toMatchObject({
    status: 'changed',
    drawnKey: null,
  })
  expect(await stored()).toEqual({ key: first.key, base: 'https://other.example', active: false })
  const own = randomBytes(32)
  expect(await enter({ key: own })).toEqual({ status: 'renew' })
  expect(await stored()).toEqual({ key: first.key, base: 'https://other.example', active: false })
  expect(await enter({ key: own, renewKey: true })).toMatchObject({ status: 'changed', drawnKey: null })
  expect((await stored()).key).toBe(own.toString('hex'))
  const drawn = await enter({ renewKey: true })
  if (drawn.status !== 'changed') throw new Error(`a renewed provider was ${drawn.status}`)
  expect((await stored()).key).toBe(drawn.drawnKey?.toString('hex'))
  expect((await stored()).key).not.toBe(own.toString('hex'))
})

test('moves the key to another address, and refuses one whose key cannot be read', async () => {
  await enter({ renewKey: true })
  const { key } = await stored()
  expect(await enter({ baseUrl: 'https://moved.example' })).toMatchObject({ status: 'changed', drawnKey: null })
  expect(await stored()).toMatchObject({ key, base: 'https://moved.example' })
  await world.ownerPool.query(`UPDATE provider SET base_url = 'https://thief.example' WHERE code = 'lotus'`)
  expect(await enter()).toEqual({ status: 'unreadable' })
  expect(await enter({ renewKey: true })).toMatchObject({ status: 'changed' })
  expect((await stored()).base).toBe('https://wallet.lotus.example/v1')
})
