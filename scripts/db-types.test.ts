import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { catalogueFile, generateCatalogue } from '#server/db/catalogue.ts'
import { createDb } from '#server/db/pool.ts'
import { createWorld } from '#test/world.ts'
import { generateSchema, schemaFile } from './db-types.ts'

test('the types of the tables match the migrations', async () => {
  const world = await createWorld()
  try {
    const fresh = await generateSchema(createDb(world.ownerPool, null))
    const committed = await readFile(schemaFile, 'utf8')
    expect(committed === fresh ? 'fresh' : 'stale: run npm run db:types').toBe('fresh')
  } finally {
    await world.close()
  }
})

test('the catalogue of constraints, triggers and rights matches the migrations', async () => {
  const world = await createWorld()
  const client = await world.ownerPool.connect()
  try {
    const fresh = await generateCatalogue(client, 'baize_app')
    expect(fresh === (await readFile(catalogueFile, 'utf8')) ? 'fresh' : 'stale: run npm run db:types').toBe('fresh')
  } finally {
    client.release()
    await world.close()
  }
})
