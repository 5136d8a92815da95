import { afterAll, beforeAll, expect, test } from 'vitest'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { createDb } from '#server/db/pool.ts'
import { readRecorded } from '#server/db/recorded-row.ts'
import { appHandlers } from '#server/handlers.ts'
import { readAnchor, writeAnchor, type AnchorStore } from '#server/ledger/anchor.ts'
import { acceptChain, countOverlap } from '#server/ledger/anchored-chain.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'

/** Acts under a key that is lost: each test plays somebody with all rights on the database, to whom every key of that name is equal. */

let app: TestApp
let thief: pg.Client
let store: AnchorStore
let secret: AppSecret
/** An operator whose row is recorded under the key that is lost. */
let operator: bigint

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  thief = new pg.Client(app.superUrl)
  await thief.connect()
  const parsed = parseSecret(`new:${Buffer.alloc(32, 8).toString('base64')},test:lost`)
  if (parsed === null) throw new Error('not a secret')
  secret = parsed
  store = { dir: app.deps.config.anchorDir, secret }
  operator = (await makeOperator(app.deps, { roles: ['support'] })).id
  await chainAudit(app.db, 1_000)
  await sealAll(app.db, createSealKeys(app.deps.config.secret))
})
afterAll(async () => {
  await thief.end()
  await app.close()
})

async function faultsWith(anchor: AnchorStore | undefined = store): Promise<string[]> {
  const { faults } = await checkKnownBooks(app.pool, { secret, ...(anchor && { anchor }) })
  return faults.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`)
}

/** Whether the operator's row is one that the program acts on. */
const isRecorded = async () => (await readRecorded(app.db, secret, 'operator', operator)) !== null

/** The faults after a theft, which is undone. */
async function faultsAfter(sql: string, back: string, anchor: AnchorStore | null = store): Promise<string[]> {
  await commitPastTriggers(thief, sql)
  const { faults } = await checkKnownBooks(app.pool, { secret, ...(anchor && { anchor }) })
  await commitPastTriggers(thief, back)
  return faults.flatMap(({ check, subject, detail }) => (check === 'acts-signed' ? [`${subject}: ${detail}`] : []))
}

const forged = `'00000000-0000-4000-8000-000000000001'`
/** An act of staff that never was, under the name of the lost key. */
const forge = `INSERT INTO audit (act_group, actor_kind, act, subject) VALUES (${forged}, 'system', 'hand.change', 'x');
  INSERT INTO act_signature (act_group, at, acts, changes, key_id, hash) VALUES (${forged}, now(), 1, 0, 'test', '\\x00')`
const unforge = `DELETE FROM audit WHERE act_group = ${forged}; DELETE FROM act_signature WHERE act_group = ${forged}`

test('what a lost key signed is a fault until it is accepted, and then any other, altered or missing group is', async () => {
  await acceptChain(app.db, { ...store, secret: app.deps.config.secret })
  await rm(store.dir, { recursive: true })
  const { rows } = await app.pool.query<{ groups: number }>('SELECT count(*)::int AS groups FROM act_signature')
  const groups = rows[0]?.groups ?? 0
  expect(groups).toBeGreaterThan(1)
  expect((await faultsWith()).join('\n')).toContain(
    `acts-signed: lost key test: signed ${groups} groups of acts and changes, none of which is accepted`,
  )
  // Nor does it open anything before.
  expect(await isRecorded()).toBe(false)
  await acceptChain(createDb(app.pool, secret), store)
  expect(await faultsWith()).toEqual([])
  expect(await isRecorded()).toBe(true)

  const then = `lost key test: what it signed is not what was accepted: ${groups} groups of acts and changes then`
  expect(await faultsAfter(forge, unforge)).toEqual([`${then}, ${groups + 1} now`])
  // The name of the lost key for every group, so that no group of a known key comes before a forged one.
  const newest = `(SELECT act_group FROM audit WHERE act = 'books.accept-heads' ORDER BY id DESC LIMIT 1)`
  const rename = `UPDATE act_signature SET key_id = 'test'`
  const back = `UPDATE act_signature SET key_id = 'new' WHERE act_group = ${newest}`
  expect(await faultsAfter(`${rename}; ${forge}`, `${unforge}; ${back}`)).toEqual([`${then}, ${groups + 2} now`])
  // A change that is altered together with everything that follows from it; its signature cannot be verified.
  const change = `id = (SELECT min(id) FROM state_change WHERE relation = 'brand')`
  expect(
    await faultsAfter(
      `CREATE TABLE kept AS SELECT id, digest FROM state_change WHERE ${change}; UPDATE state_change SET digest = sha256(digest) WHERE ${change}`,
      `UPDATE state_change c SET digest = k.digest FROM kept k WHERE k.id = c.id; DROP TABLE kept`,
    ),
  ).toEqual([`${then}, ${groups} now`])
  expect(await faultsWith()).toEqual([])

  // The signed act of the acceptance says the same where nothing is kept outside the database.
  expect(await faultsAfter('SELECT 1', 'SELECT 1', null)).toEqual([])
  expect(await faultsAfter(forge, unforge, null)).toEqual([`${then}, ${groups + 1} now`])
})

test('a kept file from before acts were accepted accepts none', async () => {
  const state = await readAnchor(store)
  if (state.status !== 'present') throw new Error(state.status)
  const lost = [...state.anchor.lost].map(([keyId, limits]) => [keyId, { ...limits, acts: null }] as const)
  await writeAnchor(store, { ...state.anchor, lost: new Map(lost) })
  expect(await readAnchor(store)).toMatchObject({ status: 'present' })
  expect((await faultsWith()).join('\n')).toContain('none of which is accepted')
  await writeAnchor(store, state.anchor)
  expect(await faultsWith()).toEqual([])
})

test('an acceptance counts groups of known keys that are older than the newest of the lost key', async () => {
  const state = await readAnchor(store)
  if (state.status !== 'present') throw new Error(state.status)
  expect(await countOverlap(app.db, state.anchor)).toMatchObject({ acts: 0 })
  await commitPastTriggers(thief, forge)
  expect(await countOverlap(app.db, state.anchor)).toMatchObject({ acts: 1 })
})

test('a row that was altered with a record under the name of the lost key decides nothing', async () => {
  await commitPastTriggers(thief, unforge)
  expect(await isRecorded()).toBe(true)
  const alter = (role: string): string => `UPDATE operator SET roles = '{${role}}' WHERE id = ${operator}`
  const record = `INSERT INTO state_change (act_group, relation, row_key, form, digest, before, row_xid) SELECT ${forged}, 'operator', d.row_key,
    cardinality(d.digests), d.digests[cardinality(d.digests)], d.digests, o.xmin FROM operator o, operator_state(o) d WHERE o.id = ${operator}`
  await commitPastTriggers(thief, `${alter('manager')}; ${record}; ${forge}`)
  expect(await isRecorded()).toBe(false)
  await commitPastTriggers(thief, `DELETE FROM state_change WHERE act_group = ${forged}; ${unforge}`)
})
