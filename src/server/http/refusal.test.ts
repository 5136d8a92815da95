import type pg from 'pg'
import { expect, test } from 'vitest'
import { createWorld } from '#test/world.ts'
import { isDatabaseUnavailable } from './refusal.ts'

test('a lock time-out is answered with a time to retry, and a violated constraint stays an error', async () => {
  const world = await createWorld({ pool: { statementTimeoutMs: 200 } })
  const holder = await world.ownerPool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE installation')
    const waited = await world.pool.query('SELECT * FROM installation').catch((error: unknown) => error)
    expect(waited).toMatchObject({ code: '57014' })
    expect(isDatabaseUnavailable(waited)).toBe(true)
    const broken = await world.pool.query('SELECT 1 / 0').catch((error: unknown) => error)
    expect(isDatabaseUnavailable(broken)).toBe(false)
    const ended = await world.pool.connect()
    await (ended as pg.Client).end()
    const closed = await ended.query('ROLLBACK').catch((error: unknown) => error)
    ended.release(true)
    expect(isDatabaseUnavailable(closed)).toBe(true)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
    await world.close()
  }
})
