import { createActKeys, signActs } from '#server/db/act-signing.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { createPool } from '#server/db/pool.ts'
import { acceptChain, followChain } from '#server/ledger/anchored-chain.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { makeMember, makeOperator, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { changedBy } from '#test/changed-tables.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp } from '#test/test-app.ts'
import {
  endRestored,
  listLostActs,
  markRestored,
  readRecentActs,
  readRestoreMarker,
  verifyOriginal,
} from './after-restore.ts'

let app: TestApp
let thieves: pg.Pool
let dataDir: string
let member: MadeMember
let token: string
let support: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  thieves = createPool(app.superUrl, { max: 1 })
  dataDir = await mkdtemp(join(tmpdir(), 'baize-restored-'))
  member = await makeMember(app.deps, app.brand, { phone: '01055501234' })
  token = (await makeSession(app.deps, member)).token
  support = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
})
afterAll(async () => {
  await thieves.end()
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const restored = { at: '2026-11-21T00:00:00Z', backup: '2026-11-20', restoredAt: '2026-11-22T00:00:00.000Z' }
const codes = async (): Promise<number[]> => [
  (await app.member('user-health-check', { token })).code,
  (await app.office('me', { token: support })).code,
]

const endCopy = () => endRestored({ ...app.deps.config, dataDir }, app, (line) => lines.push(line))
const lines: string[] = []

test('a folder that was not restored keeps its sessions', async () => {
  expect(await changedBy(app.ownerPool, () => endCopy())).toEqual([])
  expect(await codes()).toEqual([200, 200])
})

test('the first start on a restored folder ends every session and code once, in a signed act', async () => {
  await app.member('ask-password-reset', { body: { id: member.loginId, phone: '01055501234' } })
  const { body } = await app.office('get-password-resets', { token: support })
  const id = (body['resets'] as { id: string }[])[0]?.id
  await app.office('open-password-reset', { token: support, body: { id } })
  const issued = await app.office('issue-reset-code', { token: support, body: { id } })
  expect(issued.body.status).toBe('success')
  await markRestored(dataDir, restored)
  const ended = await endCopy()
  expect(ended).toEqual({ members: 1, operators: 1, codes: 1, pairs: 0, tables: 0 })
  expect(lines.splice(0)).toEqual([expect.stringContaining('ending'), expect.stringContaining('ended 1 sessions')])
  expect(await codes()).toEqual([401, 401])
  const code = { id: member.loginId, code: String(issued.body['code']), newPw: 'another!moon8' }
  expect((await app.member('reset-password', { body: code })).body).toEqual({ status: 'fail' })
  const acts = await app.db
    .selectFrom('audit')
    .select(['actor_kind', 'detail', 'act_group'])
    .where('act', '=', 'restore.begin')
    .execute()
  expect(acts).toEqual([{ actor_kind: 'system', detail: { ...restored, ...ended }, act_group: expect.any(String) }])
  await expectCleanBooks(app.ownerPool)

  token = (await makeSession(app.deps, member)).token
  expect(await readRestoreMarker(dataDir)).toBeNull()
  expect(await endCopy()).toBeNull()
  expect((await codes())[0]).toBe(200)
})

test('lists what the original has after the moment, first what must be entered again', async () => {
  const { rows } = await app.ownerPool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const moment = rows[0]?.at ?? new Date()
  const asked = { requestId: newRequestId(), title: '문의', contents: '내용' }
  await app.member('user-write-help', { token, body: asked })
  await app.ownerPool.query(
    `INSERT INTO audit (actor_kind, act, subject) SELECT 'system', act, 'n' FROM unnest($1::text[]) AS act`,
    [['state.changed', 'request.pay', 'act.new', 'factor.remove', 'brand.deposit-account', 'hand.change']],
  )
  await app.member('exclude-me', { token, body: { lasts: '6m', pw: member.password } })
  const lost = await listLostActs(app.ownerUrl, moment)
  expect(lost.map(({ act, protects }) => [act, protects])).toEqual([
    ['factor.remove', true],
    ['brand.deposit-account', true],
    ['hand.change', true],
    ['limit.exclusion', true],
    ['request.pay', false],
    ['act.new', false],
  ])
  expect(lost[3]).toEqual({
    at: expect.any(Date),
    act: 'limit.exclusion',
    subject: member.publicId,
    detail: expect.stringContaining('"lasts": "6m"'),
    protects: true,
  })
})

test('lists an act whose transaction was open at the moment, which the copy lacks, and none that the copy has', async () => {
  const insert = (act: string): string =>
    `INSERT INTO audit (actor_kind, act, subject) VALUES ('system', '${act}', 'n')`
  const late = await app.ownerPool.connect()
  await late.query('BEGIN')
  await late.query(insert('limit.late'))
  await app.ownerPool.query(insert('limit.early'))
  const { rows } = await app.ownerPool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const moment = rows[0]?.at ?? new Date()
  // What a copy restored to the moment has: it goes by the time of the commit.
  const recent = await readRecentActs(app.ownerPool, moment)
  await signActs((text, values) => late.query(text, [...values]), createActKeys(app.deps.config.secret))
  await late.query('COMMIT')
  late.release()
  expect((await listLostActs(app.ownerUrl, moment, recent)).map(({ act }) => act)).toEqual(['limit.late'])
})

const checksOf = async (anchorDir: string | null): Promise<string[]> => {
  const { faults } = await verifyOriginal(app.ownerUrl, { secret: app.deps.config.secret, anchorDir })
  return [...new Set(faults.map(({ check }) => check))]
}

async function sealActs(): Promise<void> {
  const { secret, anchorDir } = app.deps.config
  await chainAudit(app.db, 10_000)
  await sealAll(app.db, createSealKeys(secret))
  await followChain(app.db, { dir: anchorDir, secret }).look()
}

test('an original whose newest acts were removed with their seals is not proven: its anchor names it', async () => {
  const { secret, anchorDir } = app.deps.config
  await sealActs()
  const { rows } = await app.ownerPool.query<{ at: string }>('SELECT clock_timestamp()::text AS at')
  const moment = rows[0]?.at ?? ''
  await app.db
    .transaction()
    .execute((tx) => tx.insertInto('audit').values({ actor_kind: 'system', act: 'limit.test' }).execute())
  await sealActs()
  expect(await listLostActs(app.ownerUrl, moment)).toHaveLength(1)
  expect(await verifyOriginal(app.ownerUrl, { secret, anchorDir })).toEqual({ faults: [], unproven: null })
  await commitPastTriggers(
    thieves,
    `CREATE TEMP TABLE cut ON COMMIT DROP AS SELECT DISTINCT act_group FROM audit WHERE at > '${moment}';
    DELETE FROM audit WHERE act_group IN (SELECT act_group FROM cut);
    DELETE FROM act_signature WHERE act_group IN (SELECT act_group FROM cut);
    UPDATE audit_head SET (seq, hash) = (SELECT seq, hash FROM audit ORDER BY seq DESC NULLS LAST LIMIT 1);
    DELETE FROM journal_seal WHERE head_id IN (SELECT id FROM journal_head WHERE at > '${moment}');
    DELETE FROM journal_head WHERE at > '${moment}'`,
  )
  expect(await listLostActs(app.ownerUrl, moment)).toEqual([])
  expect(await verifyOriginal(app.ownerUrl, { secret, anchorDir: null })).toEqual({
    faults: [],
    unproven: expect.stringContaining('without --original-anchor'),
  })
  expect(await checksOf(anchorDir)).toEqual(['journal-seals'])
  expect(await checksOf(join(dataDir, 'none'))).toEqual(['journal-seals'])
  expect(await verifyOriginal(app.ownerUrl, { secret: null, anchorDir })).toEqual({
    faults: [],
    unproven: expect.stringContaining('without the key'),
  })
  await acceptChain(app.db, { dir: anchorDir, secret })
})

test('acts of the original that were altered or removed are faults of its record, and so is a row without them', async () => {
  const { anchorDir } = app.deps.config
  await sealActs()
  expect(await checksOf(anchorDir)).toEqual([])
  await commitPastTriggers(thieves, `UPDATE member SET nick = 'other' WHERE id = ${member.id}`)
  expect(await checksOf(anchorDir)).toEqual(['states'])
  await commitPastTriggers(thieves, `UPDATE audit SET detail = '{}' WHERE act = 'limit.exclusion'`)
  expect(await checksOf(anchorDir)).toEqual(['audit-chain', 'acts-signed', 'states'])
})
