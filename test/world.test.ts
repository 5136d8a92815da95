import { expect, test } from 'vitest'
import { createWorld } from '#test/world.ts'

test('a world is migrated, belongs to the owner, and the application uses its own role', async () => {
  const world = await createWorld()
  try {
    const { rows } = await world.pool.query<{ role: string; applied: bigint }>(
      'SELECT current_user AS role, count(*) AS applied FROM migration',
    )
    expect(rows[0]?.role).toBe('baize_app')
    expect(rows[0]?.applied).toBeGreaterThan(0n)
    await expect(world.pool.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/)
    await expect(world.pool.query('CREATE TEMP TABLE mine (id int)')).rejects.toThrow(/permission denied/)
  } finally {
    await world.close()
  }
})

test('a change in one world is not visible in another', async () => {
  const [one, other] = await Promise.all([createWorld(), createWorld()])
  await one.ownerPool.query('CREATE TABLE only_here (id int)')
  await expect(other.ownerPool.query('SELECT * FROM only_here')).rejects.toThrow(/does not exist/)
  await Promise.all([one.close(), other.close()])
})
