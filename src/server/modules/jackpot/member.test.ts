import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
afterAll(() => app.close())

test('lists no jackpots until their pools are founded, then the sum over all lanes', async () => {
  expect((await app.member('get-jackpots')).body).toEqual({ status: 'success', jackpots: [] })
  await app.ownerPool.query(`UPDATE jackpot_tier SET open = true WHERE tier IN ('minor', 'mega')`)
  await app.ownerPool.query(`UPDATE jackpot_shard SET pool = $1 WHERE tier = 'mega'`, [String(wholeUnits(1_000))])
  expect((await app.member('get-jackpots')).body).toEqual({
    status: 'success',
    jackpots: [
      { tier: 'mega', amount: '8000', ratePerSecond: '0', share: '0', hit: null },
      { tier: 'minor', amount: '0', ratePerSecond: '0', share: '0', hit: null },
    ],
  })
})
