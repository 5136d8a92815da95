import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyFunctions, findFunctionGap } from '#server/db/apply-functions.ts'
import { createWorld, type World } from '#test/world.ts'
import { root } from '../../run-tool.ts'
import { applyPatch, patchFile } from './caught.ts'
import { variants } from './list.ts'
import type { Variant } from './variant.ts'

/**
 * A variant that patches `db/functions` breaks what the database runs. A patch of text that something applied later
 * overrides would fit the tree and break nothing.
 */

let folder = ''
let world: World
let owner: pg.Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baize-in-force-'))
  await cp(join(root, 'db'), join(folder, 'db'), { recursive: true })
  world = await createWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const patched = await findPatchedFunctions()

test('most variants of the ledger patch function files', () => expect(patched.length).toBeGreaterThan(20))

test.each(patched)('$variant.name: the patched text is the text in force', async ({ variant, paths }) => {
  const functions = join(folder, 'db/functions')
  expect(await applyPatch(variant, folder)).toBeNull()
  const applied = await applyFunctions(owner, { folder: functions, appRole: 'baize_app' })
  expect(applied.map((path) => `db/functions/${path}`).toSorted()).toEqual(paths.toSorted())
  expect(await findFunctionGap(owner, functions)).toBeNull()
  expect(await findFunctionGap(owner, join(root, 'db/functions'))).not.toBeNull()
  expect(await applyPatch(variant, folder, '--reverse')).toBeNull()
  await applyFunctions(owner, { folder: functions, appRole: 'baize_app' })
  expect(await findFunctionGap(owner, join(root, 'db/functions'))).toBeNull()
})

/** The variants that patch nothing but function files, with the files each patches. */
async function findPatchedFunctions(): Promise<{ variant: Variant; paths: string[] }[]> {
  const found = await Promise.all(
    variants.map(async (variant) => {
      const text = await readFile(patchFile(variant), 'utf8')
      return { variant, paths: [...new Set([...text.matchAll(/^\+\+\+ b\/(.*)$/gm)].map((match) => match[1] ?? ''))] }
    }),
  )
  return found.filter(({ paths }) => paths.every((path) => path.startsWith('db/functions/')))
}

test('a function changed by hand and a disabled trigger are found and repaired', async () => {
  const functions = join(root, 'db/functions')
  await owner.query(
    `CREATE OR REPLACE FUNCTION scale_ppm_floor(amount bigint, ppm int) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 0::bigint'`,
  )
  expect(await findFunctionGap(owner, functions)).toBe(
    'The function scale_ppm_floor is not in force as ledger/comp.sql declares it.',
  )
  expect(await applyFunctions(owner, { folder: functions, appRole: 'baize_app' })).toEqual(['ledger/comp.sql'])
  await owner.query('ALTER TABLE journal DISABLE TRIGGER journal_is_final')
  expect(await findFunctionGap(owner, functions)).toBe(
    'The trigger journal_is_final on journal is not in force as final.sql declares it.',
  )
  await owner.query('ALTER TABLE journal ENABLE TRIGGER journal_is_final')
  expect(await findFunctionGap(owner, functions)).toBeNull()
})

test('a function that a migration created and no file declares is dropped', async () => {
  const functions = join(folder, 'db/functions')
  await owner.query('CREATE FUNCTION books_ask() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$')
  await applyFunctions(owner, { folder: functions, appRole: 'baize_app' })
  expect((await owner.query(`SELECT 1 FROM pg_proc WHERE proname = 'books_ask'`)).rows).toEqual([])
})

test('a function that a file declared earlier is dropped; one that the installation created stays', async () => {
  const functions = join(folder, 'db/functions')
  const extra = join(functions, 'extra.sql')
  const names = async (): Promise<unknown[]> =>
    (await owner.query(`SELECT proname FROM pg_proc WHERE proname LIKE 'extra\\_%' ORDER BY 1`)).rows.map(
      (row) => row.proname,
    )
  await owner.query('CREATE FUNCTION extra_report() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$')
  await writeFile(extra, 'CREATE OR REPLACE FUNCTION extra_old(a int) RETURNS int LANGUAGE sql AS $$ SELECT a $$;')
  await applyFunctions(owner, { folder: functions, appRole: 'baize_app' })
  expect(await names()).toEqual(['extra_old', 'extra_report'])
  // Another signature and another result: the old one goes.
  await writeFile(
    extra,
    'CREATE OR REPLACE FUNCTION extra_old(a bigint, b int) RETURNS bigint LANGUAGE sql AS $$ SELECT a + b $$;',
  )
  await applyFunctions(owner, { folder: functions, appRole: 'baize_app' })
  expect(await names()).toEqual(['extra_old', 'extra_report'])
  await rm(extra)
  await applyFunctions(owner, { folder: functions, appRole: 'baize_app' })
  expect(await names()).toEqual(['extra_report'])
  expect(await findFunctionGap(owner, functions)).toBeNull()
})
