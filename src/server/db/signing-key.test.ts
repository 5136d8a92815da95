import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { migrate } from './migrate.ts'
import { createDb } from './pool.ts'
import { assertSigningKey } from './signing-key.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const randomKey = randomBytes(32).toString('base64')
function secretOf(text: string): AppSecret {
  const secret = parseSecret(text)
  if (secret === null) throw new Error('the secret of the test is malformed')
  return secret
}

test.each([
  ['the secret itself', testSecretText],
  ['a new key before it', `new:${randomKey},${testSecretText}`],
  ['its key declared lost', `new:${randomKey},test:lost`],
])('fits the database that it signed: %s', async (_name, text) => {
  await expect(assertSigningKey(world.pool, secretOf(text))).resolves.toBeUndefined()
})

test.each([
  ['another key of the same name', `test:${randomKey}`, 'The key test of APP_SECRET is not the one that signed'],
  ['a key of another name alone', `new:${randomKey}`, 'APP_SECRET lacks the key test'],
  ['another key beside a new one', `new:${randomKey},test:${randomKey}`, 'The key test of APP_SECRET is not the one'],
])('does not fit, and nothing is migrated with it: %s', async (_name, text, message) => {
  const secret = secretOf(text)
  await expect(assertSigningKey(world.pool, secret)).rejects.toThrow(message)
  await world.ownerPool.query('DELETE FROM function_file')
  await expect(migrate({ ownerUrl: world.ownerUrl, secret })).rejects.toThrow(message)
  const { rows } = await world.ownerPool.query('SELECT FROM function_file')
  expect(rows).toEqual([])
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
})

test('altered acts do not keep the secret from fitting', async () => {
  const thief = new pg.Client({ connectionString: world.superUrl })
  await thief.connect()
  try {
    await thief.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE audit SET subject = subject || '?' WHERE id = (SELECT max(id) FROM audit)`,
    )
    await expect(assertSigningKey(thief, testSecret)).resolves.toBeUndefined()
  } finally {
    await thief.end()
  }
})

test('a key that signed long ago is compared, too', async () => {
  const renamed = secretOf(`new:${randomKey}`)
  const newer = createDb(world.ownerPool, renamed)
  for (let index = 0; index < 60; index++)
    await newer
      .transaction()
      .execute((tx) => tx.insertInto('audit').values({ actor_kind: 'system', act: 'test' }).execute())
  const other = randomBytes(32).toString('base64')
  await expect(assertSigningKey(world.pool, secretOf(`new:${randomKey},${testSecretText}`))).resolves.toBeUndefined()
  await expect(assertSigningKey(world.pool, secretOf(`test:${other},new:${randomKey}`))).rejects.toThrow(
    'The key test of APP_SECRET is not the one that signed',
  )
  // An older key alone, which would take what the newer one signs for forged.
  await expect(assertSigningKey(world.pool, testSecret)).rejects.toThrow('APP_SECRET lacks the key new')
})
