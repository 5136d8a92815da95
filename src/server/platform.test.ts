import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSecretText } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { loadConfig } from './config.ts'
import { groupsSince } from './db/signed-groups.ts'
import { openPlatform } from './platform.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('acts that the office commits are remembered with those of the site, so that the process looks for all of them', async () => {
  const { appUrl, ownerUrl } = world
  const settings = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: testSecretText, LOG_LEVEL: 'warn' }
  const { deps, close } = await openPlatform(await loadConfig(settings), { appUrl, ownerUrl })
  try {
    const known = groupsSince(deps.db, { ageMs: 0, most: 1_000 }).length
    for (const db of [deps.db, deps.office.db])
      await db
        .transaction()
        .execute((tx) => tx.insertInto('audit').values({ actor_kind: 'system', act: 'test' }).execute())
    expect(groupsSince(deps.db, { ageMs: 0, most: 1_000 })).toHaveLength(known + 2)
  } finally {
    await close()
  }
})
