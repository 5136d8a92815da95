import { hashSync } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppSecret } from '#server/config.ts'
import { bindHashes } from '#server/db/bind-hashes.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator, type MadeMember } from '#server/seed/builders.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { bindHash, unbindHash } from './bound-hash.ts'
import { checkPin } from './pin.ts'

/** Hashes that somebody with the database copies, plants or keeps from before. */

let app: TestApp
let victim: MadeMember
let thief: MadeMember

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  victim = await makeMember(app.deps, app.brand, { pin: '1928' })
  thief = await makeMember(app.deps, app.brand, { password: 'harbour-lamp-4', pin: '3746' })
})
afterAll(() => app.close())

const signIn = async (pw: string): Promise<unknown> =>
  (await app.member('user-do-login', { body: { id: victim.loginId, pw } })).body.status

test('a password and a PIN that are copied from another member open nothing, and the own ones work when put back', async () => {
  const read = () =>
    app.db
      .selectFrom('member')
      .select(['password_hash', 'pin_hash'])
      .where('id', '=', victim.id)
      .executeTakeFirstOrThrow()
  const own = await read()
  await app.ownerPool.query(
    `UPDATE member v SET password_hash = t.password_hash, pin_hash = t.pin_hash FROM member t WHERE v.id = $1 AND t.id = $2`,
    [victim.id, thief.id],
  )
  expect(await signIn(thief.password)).toBe('fail')
  expect(await checkPin(app.deps, victim.id, thief.pin)).toBe('pass')
  await app.db.updateTable('member').set(own).where('id', '=', victim.id).execute()
  expect(await signIn(victim.password)).toBe('success')
  expect(await checkPin(app.deps, victim.id, victim.pin)).toBe('right')
})

test('the password of an operator that is copied to another one opens nothing', async () => {
  const cashier = await makeOperator(app.deps, { roles: ['cashier'], password: 'office-road-3' })
  const manager = await makeOperator(app.deps)
  const open = async (pw: string): Promise<unknown> =>
    (await app.office('sign-in', { body: { login: manager.login, pw } })).body.status
  await app.ownerPool.query(
    'UPDATE operator o SET password_hash = c.password_hash FROM operator c WHERE o.id = $1 AND c.id = $2',
    [manager.id, cashier.id],
  )
  expect(await open(cashier.password)).toBe('fail')
})

const plain = (text: string): string => hashSync(text, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })

async function bindAt(secret: AppSecret): Promise<void> {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  await bindHashes(client, secret).finally(() => client.end())
}

const setPin = (stored: string): Promise<unknown> =>
  app.db.updateTable('member').set({ pin_hash: stored }).where('id', '=', victim.id).execute()

test('a hash that is not bound is refused, and no later start binds it', async () => {
  await setPin(plain('5050'))
  expect(await checkPin(app.deps, victim.id, '5050')).toBe('pass')
  await bindAt(testSecret)
  expect(await checkPin(app.deps, victim.id, '5050')).toBe('pass')
})

test('hashes from before they were bound are bound by the first start', async () => {
  await setPin(plain('6161'))
  const superuser = new pg.Client({ connectionString: app.superUrl })
  await superuser.connect()
  await commitPastTriggers(superuser, `DELETE FROM audit WHERE act = 'hashes.bind'`)
  await superuser.end()
  await bindAt(testSecret)
  expect(await checkPin(app.deps, victim.id, '6161')).toBe('right')
})

test('hashes follow the newest key, and those of a lost key are taken once', async () => {
  const key = randomBytes(32)
  const before: AppSecret = { keyId: 'k1', keys: new Map([['k1', key]]) }
  const after: AppSecret = { keyId: 'test', keys: new Map([...testSecret.keys, ['k1', key]]) }
  const owner = { of: 'pin', id: victim.id } as const
  const read = async (): Promise<string> =>
    (await app.db.selectFrom('member').select('pin_hash').where('id', '=', victim.id).executeTakeFirstOrThrow())
      .pin_hash
  await setPin(bindHash(before, owner, plain('7272')))
  expect(unbindHash(testSecret, owner, await read())).toBeNull()
  await bindAt(after)
  expect(unbindHash(testSecret, owner, await read())).not.toBeNull()

  const lost: AppSecret = { ...testSecret, lost: new Set(['k1']) }
  for (const [pin, isTaken] of [
    ['8383', true],
    ['9494', false],
  ] as const) {
    await setPin(bindHash(before, owner, plain(pin)))
    await bindAt(lost)
    expect(unbindHash(testSecret, owner, await read()) !== null).toBe(isTaken)
  }
})
