import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { countListed, mostListed, pageOfListed, takeListed } from './bounded-list.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('counts rows exactly, up to the bound', async () => {
  const all = world.db.selectFrom('migration').where('name', '<>', '')
  const { rows } = await world.pool.query<{ count: bigint }>('SELECT count(*) FROM migration')
  const count = Number(rows[0]?.count ?? 0n)
  expect(count).toBeGreaterThan(5)
  expect(await countListed(world.db, all)).toBe(count)
  expect(await countListed(world.db, all, 3)).toBe(3)
  expect(await countListed(world.db, all.where('name', '=', 'none of them'))).toBe(0)
})

test('pages end where the counting does', () => {
  expect(takeListed({ skip: 0, take: 20 })).toEqual({ skip: 0, take: 20 })
  expect(takeListed({ skip: mostListed - 5, take: 20 })).toEqual({ skip: mostListed - 5, take: 5 })
  expect(takeListed({ skip: 1_000_000, take: 100 })).toEqual({ skip: mostListed, take: 0 })
})

test('the ids of a page come in the order of the list, with the number of all rows', async () => {
  const names = world.db.selectFrom('migration').select('name as id').orderBy('name', 'desc')
  const all = (await names.execute()).map(({ id }) => id)
  expect(await pageOfListed(world.db, names, { skip: 1, take: 3 })).toEqual({ ids: all.slice(1, 4), count: all.length })
  expect(await pageOfListed(world.db, names.limit(2), { skip: 1, take: 3 })).toEqual({ ids: all.slice(1, 2), count: 2 })
  expect(await pageOfListed(world.db, names, { skip: all.length, take: 3 })).toEqual({ ids: [], count: all.length })
  const none = names.where('name', '=', 'none of them')
  expect(await pageOfListed(world.db, none, { skip: 0, take: 3 })).toEqual({ ids: [], count: 0 })
})
