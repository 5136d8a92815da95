import { createHash, randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRecoveryCode, normalRecoveryCode } from '#domain/factor.ts'
import type { AppSecret } from '#server/config.ts'
import { bindFactors } from '#server/db/bind-factors.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { isBoundPasskey, passkeyMac, recoveryHashes, type BoundPasskey } from './bound-factor.ts'

/** What a start of the owner binds: passkeys and recovery codes from before they were bound, of older keys and of lost ones. */

let app: TestApp
let operatorId: bigint

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  operatorId = (await makeOperator(app.deps)).id
})
afterAll(() => app.close())

async function bindAt(secret: AppSecret): Promise<void> {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  await bindFactors(client, secret).finally(() => client.end())
}

/** Stores a passkey with a keyed hash of `secret`, null for none, and returns it. */
async function store(secret: AppSecret | null): Promise<BoundPasskey> {
  const passkey = { operatorId, credentialId: randomBytes(16).toString('base64url'), publicKey: randomBytes(77) }
  await app.db
    .insertInto('operator_factor')
    .values({
      id: uuidv7(),
      operator_id: operatorId,
      kind: 'passkey',
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      passkey_mac: secret === null ? null : passkeyMac(secret, passkey),
      counter: 0n,
    })
    .execute()
  return passkey
}

async function isBound(passkey: BoundPasskey): Promise<boolean> {
  const row = await app.db
    .selectFrom('operator_factor')
    .select('passkey_mac')
    .where('credential_id', '=', passkey.credentialId)
    .executeTakeFirstOrThrow()
  return isBoundPasskey(testSecret, passkey, row.passkey_mac)
}

async function hashes(): Promise<Buffer[]> {
  const rows = await app.db
    .selectFrom('operator_recovery_code')
    .select('code_hash')
    .where('operator_id', '=', operatorId)
    .execute()
  return rows.map((row) => row.code_hash)
}

test('those from before they were bound are bound by the first start, and by no later one', async () => {
  const passkey = await store(null)
  const code = makeRecoveryCode(randomInt)
  const plain = createHash('sha256').update(normalRecoveryCode(code)).digest()
  await app.db.insertInto('operator_recovery_code').values({ operator_id: operatorId, code_hash: plain }).execute()
  await bindAt(testSecret)
  expect(await isBound(passkey)).toBe(false)
  expect(await hashes()).toEqual([plain])

  const superuser = new pg.Client({ connectionString: app.superUrl })
  await superuser.connect()
  await commitPastTriggers(superuser, `DELETE FROM audit WHERE act = 'factors.bind'`)
  await superuser.end()
  await bindAt(testSecret)
  expect(await isBound(passkey)).toBe(true)
  expect(await hashes()).toEqual([recoveryHashes(testSecret, operatorId, code)[0]])
  expect(await isBound({ ...passkey, operatorId: operatorId + 1n })).toBe(false)
  expect(await isBound({ ...passkey, publicKey: randomBytes(77) })).toBe(false)
})

test('passkeys follow the newest key, and those of a lost key are taken once', async () => {
  const key = randomBytes(32)
  const before: AppSecret = { keyId: 'k1', keys: new Map([['k1', key]]) }
  const rotated = await store(before)
  expect(await isBound(rotated)).toBe(false)
  await bindAt({ keyId: 'test', keys: new Map([...testSecret.keys, ['k1', key]]) })
  expect(await isBound(rotated)).toBe(true)

  const lost: AppSecret = { ...testSecret, lost: new Set(['k1']) }
  for (const isTaken of [true, false]) {
    const passkey = await store(before)
    await bindAt(lost)
    expect(await isBound(passkey)).toBe(isTaken)
  }
})

test('a recovery code counts under an older key, and under none for another operator', () => {
  const key = randomBytes(32)
  const before: AppSecret = { keyId: 'k1', keys: new Map([['k1', key]]) }
  const after: AppSecret = { keyId: 'test', keys: new Map([...testSecret.keys, ['k1', key]]) }
  const code = makeRecoveryCode(randomInt)
  const [stored] = recoveryHashes(before, operatorId, code)
  const counts = (secret: AppSecret, operator: bigint): boolean =>
    recoveryHashes(secret, operator, code).some((hash) => hash.equals(stored))
  expect(counts(after, operatorId)).toBe(true)
  expect(counts(after, operatorId + 1n)).toBe(false)
  expect(counts(testSecret, operatorId)).toBe(false)
})
