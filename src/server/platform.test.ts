import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { loadConfig } from './config.ts'
import { createDatabase } from './db/embedded.ts'
import { groupsSince } from './db/signed-groups.ts'
import { readAnchor } from './ledger/anchor.ts'
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

test('a start on an empty database begins the anchor before its first migration; no later start makes it again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'baize-platform-'))
  const store = { dir: join(dir, 'anchor'), secret: testSecret }
  const root = new pg.Client({ connectionString: world.superUrl })
  await root.connect()
  const name = `platform_${process.pid}`
  await createDatabase(root, name)
  const [appUrl, ownerUrl] = [world.appUrl, world.ownerUrl].map((url) => url.replace(/[^/]*$/, name)) as [
    string,
    string,
  ]
  const config = await loadConfig({
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    APP_SECRET: testSecretText,
    ANCHOR_DIR: store.dir,
    LOG_LEVEL: 'error',
  })
  const start = async (): Promise<void> => (await openPlatform(config, { appUrl, ownerUrl })).close()
  try {
    await start()
    expect(await readAnchor(store)).toMatchObject({ status: 'present', anchor: { id: 0n, began: '' } })
    await rm(store.dir, { recursive: true })
    await start()
    expect(await readAnchor(store)).toEqual({ status: 'absent' })
    // Neither does one that finds no record of its migrations, and fails.
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    await owner.query('ALTER TABLE migration RENAME TO kept_migration')
    await owner.end()
    await expect(start()).rejects.toThrow('001_house.sql failed')
    expect(await readAnchor(store)).toEqual({ status: 'absent' })
  } finally {
    await root.query(`DROP DATABASE "${name}" WITH (FORCE)`)
    await root.end()
    await rm(dir, { recursive: true, force: true })
  }
})
