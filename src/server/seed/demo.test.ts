import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteLanguages } from '#domain/site-language.ts'
import { wholeUnits } from '#domain/money.ts'
import { createWorld, type World } from '#test/world.ts'
import { unbindHash } from '#server/auth/bound-hash.ts'
import { verifySecret } from '#server/auth/hashing.ts'
import { safeHtml } from '../safe-html.ts'
import * as texts from './demo-texts.ts'
import { demoAccounts, seedDemo } from './demo.ts'
import { findEdgeFaults } from './edges.ts'

let world: World
const secret = { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) }

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('fills an empty database with the demo data once, however many programs start at once', async () => {
  const app = { db: world.ownerDb, config: { secret } }
  const made = await Promise.all([seedDemo(app), seedDemo(app), seedDemo(app)])
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await seedDemo(app)).toBe(false)
  const members = await world.db
    .selectFrom('member as m')
    .innerJoin('wallet as w', 'w.member_id', 'm.id')
    .select(['m.id', 'm.login_id', 'm.password_hash', 'm.pin_hash', 'm.status', 'w.cash'])
    .orderBy('m.login_id')
    .execute()
  expect(members).toMatchObject([
    { login_id: 'demo', status: 'active', cash: wholeUnits(1_000_000) },
    { login_id: 'haneul', status: 'active', cash: wholeUnits(1_000_000) },
  ])
  const [demo] = demoAccounts.members
  const [id, other] = members.map((member) => member.id)
  for (const [of, column, plain] of [
    ['password', 'password_hash', demo.password],
    ['pin', 'pin_hash', demo.pin],
  ] as const) {
    const stored = members[0]?.[column] ?? ''
    expect(await verifySecret(unbindHash(secret, { of, id: id ?? 0n }, stored), plain)).toBe(true)
    expect(unbindHash(secret, { of, id: other ?? 0n }, stored)).toBeNull()
  }
  expect(members[0]?.pin_hash).not.toBe(members[1]?.pin_hash)
  const operators = await world.db.selectFrom('operator').select(['login', 'roles']).orderBy('id').execute()
  expect(operators.map(({ login, roles }) => [login, roles])).toEqual(
    ['manager', 'cashier', 'support', 'editor', 'auditor'].map((role) => [role, [role]]),
  )
  // Its comp leaves something of every game's edge, at every level.
  expect(await findEdgeFaults(world.db)).toEqual([])
})

test('its texts pass the HTML sanitiser unchanged, in every language', () => {
  for (const text of [...texts.notices, texts.popup, texts.note]) {
    for (const language of siteLanguages) expect(safeHtml(text[language].contents)).toBe(text[language].contents)
  }
})
