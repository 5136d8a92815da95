import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createDb } from '#server/db/pool.ts'
import { createWorld } from '#test/world.ts'
import { generateSchema, schemaFile } from './db-types.ts'

test('the types of the tables match the migrations', async () => {
  const world = await createWorld()
  try {
    const fresh = await generateSchema(createDb(world.ownerPool))
    const committed = await readFile(schemaFile, 'utf8')
    expect(committed === fresh ? 'fresh' : 'stale: run npm run db:types').toBe('fresh')
  } finally {
    await world.close()
  }
})
