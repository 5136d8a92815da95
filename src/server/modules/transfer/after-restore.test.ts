import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { endKnown, listLostActs } from '#server/backup/after-restore.ts'
import { appHandlers } from '#server/handlers.ts'
import { createMetrics } from '#server/metrics.ts'
import { makeMember, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { expectCleanBooks } from '#test/books.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { until } from '#test/until.ts'
import { openFakeProvider, type FakeProvider } from '../../../../scripts/fake-transfer-provider.ts'
import { resolveDue, startTransferResolver } from './resolver.ts'
import { acceptBalances, countUnderway } from './store.ts'

/** After a restore a provider knows transfers that the copy has lost, and reports balances that are not the result of play. */

let app: TestApp
let lotus: FakeProvider
let member: MadeMember
let token: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  lotus = await openFakeProvider()
  const { baseUrl, key } = lotus
  const provider = { code: 'lotus', names: { ko: '로터스' }, baseUrl, key, brandIds: [app.brand.id] }
  await enterTransferProvider({ ...app.deps, db: app.ownerDb }, provider)
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand, { cash: wholeUnits(500_000) })
  token = (await makeSession(app.deps, member)).token
})
afterAll(async () => {
  await app.close()
  await lotus.close()
})

const move = (call: 'user-transfer-in' | 'user-withdraw', balance?: string): Promise<TestResponse> =>
  app.member(call, { token, body: { requestId: newRequestId(), company: 'lotus', ...(balance && { balance }) } })
const wallets = async () => (await app.member('get-transfer-wallets', { token })).body['wallets']
const results = async () =>
  (await app.ownerPool.query('SELECT d_in_play FROM journal WHERE member_id = $1 AND kind = 18', [member.id])).rows

/** Restores in the eyes of the program; sessions end, so the member signs in again. */
async function restore(): Promise<void> {
  const at = new Date().toISOString()
  await endKnown(app.ownerDb, { secret: testSecret }, { at, backup: 'base-1', restoredAt: at })
  token = (await makeSession(app.deps, member)).token
}

test('nothing is booked as play, called or moved until the lost transfers were entered', async () => {
  expect((await move('user-transfer-in', '100000')).body.status).toBe('success')
  lotus.next('hang-after')
  const open = move('user-transfer-in', '7000')
  await until(async () => (await countUnderway(app.db, 0)).underway === 1)
  // What the copy does not have: another 200 000 moved there.
  lotus.play(member.publicId, wholeUnits(200_000))
  await restore()
  await open
  await app.ownerPool.query(`UPDATE transfer SET next_try_at = now() WHERE state NOT IN ('done', 'refused')`)
  lotus.calls.length = 0

  const metrics = createMetrics()
  const resolver = startTransferResolver(app.deps, metrics)
  await until(async () => (await metrics.text()).includes('baize_providers_held 1'))
  expect(await resolveDue(app.deps)).toBe(0)
  await resolver.stop()
  metrics.stop()
  const refused = await changedBy(app.ownerPool, async () => {
    expect((await move('user-transfer-in', '1000')).body).toEqual({ status: 'fail' })
    expect((await move('user-withdraw')).body).toEqual({ status: 'fail' })
  })
  expect(refused).toEqual([])
  expect(lotus.calls).toEqual([])
  expect(await wallets()).toMatchObject([{ amount: '107000', isHeld: true, underway: { direction: 'in' } }])
  await expectCleanBooks(app.ownerPool)

  expect(await acceptBalances(app.ownerDb, 'rose')).toBe('none')
  expect(await acceptBalances(app.ownerDb, 'lotus')).toBe('accepted')
  expect(await acceptBalances(app.ownerDb, 'lotus')).toBe('free')
  expect(await resolveDue(app.deps)).toBe(1)
  expect(await results()).toEqual([{ d_in_play: wholeUnits(200_000) }])
  expect((await move('user-withdraw')).body).toMatchObject({ status: 'success', moved: '307000' })
  expect(await wallets()).toMatchObject([{ amount: '0', isHeld: false }])
  // What a later restore lists of it has the amount, which the act could not know.
  const acts = await listLostActs(app.ownerUrl, new Date(0))
  const details = acts.filter(({ act }) => act === 'cash.transfer-out').map((act) => JSON.parse(act.detail) as unknown)
  expect(details).toMatchObject([{ company: 'lotus', amount: 'all', state: 'done', moved: '307000' }])
  await expectCleanBooks(app.ownerPool)
})

test('each restore holds the providers anew', async () => {
  expect((await countUnderway(app.db, 0)).held).toEqual([])
  await restore()
  expect((await countUnderway(app.db, 0)).held).toEqual(['lotus'])
  expect((await move('user-transfer-in', '1000')).body).toEqual({ status: 'fail' })
  await acceptBalances(app.ownerDb, 'lotus')
  await restore()
  expect((await move('user-transfer-in', '1000')).body).toEqual({ status: 'fail' })
  await acceptBalances(app.ownerDb, 'lotus')
  expect((await move('user-transfer-in', '1000')).body.status).toBe('success')
})
