import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { expectCleanBooks } from '#test/books.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { makeBrand } from './builders.ts'
import { changeByHand } from './hand-change.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await expectCleanBooks(world.ownerPool)
  await world.close()
})

test('a change by hand is one signed act with its reason and the digest of its text', async () => {
  const text = `INSERT INTO journal_source VALUES (140, 'hand'); INSERT INTO provider (id, code, wallet) VALUES (140, 'hand', 'seamless'); SELECT code FROM provider WHERE id = 140`
  const rows = await changeByHand(world.ownerPool, testSecret, { text, reason: 'the form lacks it' })
  expect(rows).toEqual([[], [], [{ code: 'hand' }]])
  const { rows: acts } = await world.ownerPool.query(`SELECT act, detail FROM audit ORDER BY id DESC LIMIT 1`)
  const sha256 = createHash('sha256').update(text).digest('hex')
  expect(acts).toEqual([{ act: 'hand.change', detail: { reason: 'the form lacks it', sha256 } }])
  expect((await checkBooks(world.ownerPool, { secret: testSecret })).faults).toEqual([])
})

test('a text that ends the transaction, or fails, changes nothing', async () => {
  const update = 'UPDATE provider SET active = true'
  const fails = async (text: string, why: string): Promise<void> =>
    expect(changeByHand(world.ownerPool, testSecret, { text, reason: 'x' })).rejects.toThrow(why)
  await fails(`${update}; COMMIT`, 'change_signed_by_program')
  await fails(`${update}; SELECT 1 / 0`, 'division by zero')
  await fails('COMMIT', 'may not end')
  const { rows } = await world.ownerPool.query('SELECT active FROM provider')
  expect(rows).toEqual([{ active: false }])
})

test('a setting that a command dates is refused', async () => {
  const env = { DATABASE_URL: world.appUrl, DATABASE_OWNER_URL: world.ownerUrl, APP_SECRET: testSecretText }
  const brand = await makeBrand({ db: world.ownerDb, config: await loadConfig(env) })
  const refused = (text: string, command: string): Promise<void> =>
    expect(changeByHand(world.ownerPool, testSecret, { text, reason: 'x' })).rejects.toThrow(command)
  const update = (value: string) => `UPDATE brand SET ${value} WHERE code = '${brand.code}'`
  await refused(update('deposit_second_from = 7777770000'), 'npm run brand')
  await refused(update('second_approval_from = 7777770000'), 'npm run brand')
  await refused(update(`second_approval_from = 7777770000, code = 'other'`), 'npm run brand')
  await changeByHand(world.ownerPool, testSecret, { text: update(`contact = 'desk'`), reason: 'x' })
  const { rows } = await world.ownerPool.query('SELECT contact, deposit_second_from <> 7777770000 AS kept FROM brand')
  expect(rows).toEqual([{ contact: 'desk', kept: true }])
})
