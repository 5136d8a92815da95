import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, someMoney } from '#server/seed/builders.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { beginAnchor } from './anchor.ts'
import { followChain } from './anchored-chain.ts'
import { sealAll } from './sealer.ts'
import { createSealKeys } from './seals.ts'

let app: TestApp
let dir = ''
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  dir = await mkdtemp(join(tmpdir(), 'baize-chain-'))
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true })
})

test('a head that a pass seals while a look reads is not taken for a missing one', async () => {
  const { secret } = app.deps.config
  const store = { dir, secret }
  await beginAnchor(store)
  let wait = Promise.resolve()
  // The look has read the heads, and waits before it compares them.
  const slow = {
    getExecutor: () => app.db.getExecutor(),
    executeQuery: async (query: Parameters<Database['executeQuery']>[0]) => {
      await wait
      return app.db.executeQuery(query)
    },
  } as unknown as Database
  const chain = followChain(slow, store)
  const seal = async (): Promise<void> => {
    await makeMember(app.deps, app.brand, { cash: someMoney })
    await sealAll(app.db, createSealKeys(secret), { known: chain.known, onHead: chain.keep })
  }
  await chain.look()
  await seal()
  const before = chain.known()?.id ?? 0n
  const { promise, resolve } = Promise.withResolvers<void>()
  wait = promise
  const look = chain.look()
  const sealed = seal()
  // The pass commits its head, and keeps it once the look is over.
  await expect
    .poll(async () => (await app.ownerPool.query('SELECT max(id) AS id FROM journal_head')).rows)
    .toEqual([{ id: before + 1n }])
  resolve()
  await Promise.all([look, sealed])
  expect(chain.known()?.id).toBe(before + 1n)
  expect(chain.problem()).toBeNull()
})
