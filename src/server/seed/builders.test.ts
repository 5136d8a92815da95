import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { issueMoney, makeBrand, makeMember, makeOperator, makePlaySession, makeSession, type Site } from './builders.ts'
import { publishGames } from './lobby.ts'
import { anySlot } from '#test/any-slot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { openSeatGames } from '#domain/games/seat-games.ts'
import { openTables } from '#domain/games/table/tables.ts'

let world: World
let site: Site

beforeAll(async () => {
  world = await createWorld()
  site = { db: world.ownerDb, config: { secret: { keyId: 'k1', keys: new Map([['k1', randomBytes(32)]]) } } }
})
afterAll(() => world.close())

test('makes brands, members, sessions and operators', async () => {
  const brand = await makeBrand(site)
  const member = await makeMember(site, brand, { cash: 50_000n })
  await issueMoney(site, member, 7n)
  const session = await makeSession(site, member)
  const play = await makePlaySession(site, member, session)
  await makeOperator(site, { roles: ['cashier', 'support'] })
  const wallet = await world.ownerDb
    .selectFrom('wallet')
    .selectAll()
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(wallet).toMatchObject({ cash: 50_007n, seq: 2n })
  expect(play.gameVersionId).toBeGreaterThan(0)
  const used = await world.ownerDb.selectFrom('brand_game').selectAll().where('brand_id', '=', brand.id).execute()
  const codes = [...catalogue.map(({ game }) => game.code), ...openTables, ...openSeatGames]
  expect(used.flatMap((game) => (game.used ? game.game_code : [])).toSorted()).toEqual(codes.toSorted())
  expect(used.length).toBeGreaterThan(5)
})

test('creates all in one transaction, or nothing', async () => {
  const before = await world.ownerDb.selectFrom('brand').select('id').execute()
  const abandoned = world.ownerDb.transaction().execute(async (tx) => {
    await makeMember({ ...site, db: tx }, await makeBrand({ ...site, db: tx }), { cash: 1n })
    throw new Error('abandoned')
  })
  await expect(abandoned).rejects.toThrow('abandoned')
  expect(await world.ownerDb.selectFrom('brand').select('id').execute()).toEqual(before)
})

test('publishing again changes nothing, not even a brand’s own switches', async () => {
  const brand = await makeBrand(site)
  await world.ownerDb
    .updateTable('brand_game')
    .set({ used: false })
    .where('brand_id', '=', brand.id)
    .where('game_code', '=', anySlot.code)
    .execute()
  const versions = await world.ownerDb.selectFrom('game_version').selectAll().execute()
  const lastNumber = () => sql`SELECT last_value FROM game_version_id_seq`.execute(world.ownerDb)
  const { rows: number } = await lastNumber()
  await publishGames(world.ownerDb)
  expect(await world.ownerDb.selectFrom('game_version').selectAll().execute()).toEqual(versions)
  // Its numbers are of 15 bits: a start that took some for nothing would be the last one after 1 500.
  expect((await lastNumber()).rows).toEqual(number)
  const open = await world.ownerDb
    .selectFrom('brand_game')
    .select('game_code')
    .where('brand_id', '=', brand.id)
    .where('used', '=', true)
    .execute()
  const others = [...catalogue.map(({ game }) => game.code), ...openTables, ...openSeatGames].filter(
    (code) => code !== anySlot.code,
  )
  expect(open.map((game) => game.game_code).toSorted()).toEqual(others.toSorted())
})

test('publishing gives a version the bounds of its mathematics where it has other ones', async () => {
  const { code } = anySlot
  const ofSlot = () =>
    world.ownerDb
      .selectFrom('game_version')
      .select(['most_units', 'units_per_stake', 'jackpots'])
      .where('game_code', '=', code)
      .execute()
  const before = await ofSlot()
  await world.ownerDb.updateTable('game_version').set({ most_units: 1n }).where('game_code', '=', code).execute()
  await publishGames(world.ownerDb)
  expect(await ofSlot()).toEqual(before)
})
