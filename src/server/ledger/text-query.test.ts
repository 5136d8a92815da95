import { createPool } from '#server/db/pool.ts'
import { createWorld, type World } from '#test/world.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryTexts } from './text-query.ts'

let world: World
let pool: pg.Pool
beforeAll(async () => {
  world = await createWorld()
  pool = createPool(world.appUrl, { max: 1 })
})
afterAll(async () => {
  await pool.end()
  await world.close()
})

const echo = { name: 'echo', text: 'SELECT $1::text FROM generate_series(1, $2::int)' }

test('returns the text of each row, also beside the driver’s own queries', async () => {
  for (const value of ['plain', '', '한국어 "quoted" \\ 🎰']) {
    expect(await queryTexts(pool, echo, [value, 2])).toEqual([value, value])
    expect((await pool.query<[number]>({ text: 'SELECT $1::int', values: [7], rowMode: 'array' })).rows).toEqual([[7]])
  }
  expect(await queryTexts(pool, echo, ['none', 0])).toEqual([])
})

test('sends bigint, number and null', async () => {
  const typed = {
    name: 'typed',
    text: `SELECT concat_ws(' ', $1::bigint, $2::smallint, coalesce($3::uuid::text, 'null'))`,
  }
  expect(await queryTexts(pool, typed, [2n ** 63n - 1n, -5, null])).toEqual([`${2n ** 63n - 1n} -5 null`])
})

test('prepares a statement once on a connection', async () => {
  for (let repeat = 0; repeat < 3; repeat += 1) await queryTexts(pool, echo, ['again', 1])
  const { rows } =
    await pool.query(`SELECT count(*)::int AS prepared, sum(generic_plans + custom_plans)::int >= 3 AS used
    FROM pg_prepared_statements WHERE name = 'echo'`)
  expect(rows).toEqual([{ prepared: 1, used: true }])
})

test('rejects with PostgreSQL’s error, and the next query succeeds', async () => {
  const divided = { name: 'divided', text: 'SELECT (1 / $1::int)::text' }
  await expect(queryTexts(pool, divided, [0])).rejects.toMatchObject({ code: '22012' })
  await expect(queryTexts(pool, { name: 'unknown', text: 'SELECT no_such_column' }, [])).rejects.toMatchObject({
    code: '42703',
  })
  expect(await queryTexts(pool, divided, [1])).toEqual(['1'])
})

test('rejects when the connection is lost, and the next query succeeds', async () => {
  const ending = { name: 'ending', text: 'SELECT pg_terminate_backend(pg_backend_pid())::text' }
  await expect(queryTexts(pool, ending, [])).rejects.toThrow(/terminat/)
  expect(await queryTexts(pool, echo, ['back', 1])).toEqual(['back'])
})
