import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { amountFromWire, wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { scaledMs } from '#test/machine.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { throttleRules } from './http/rate-limits.ts'

/** What three processes on one database share, seen through their APIs in turn, as through a balancer. */

const processes: TestApp[] = []

beforeAll(async () => {
  const options = { handlers: appHandlers, throttles: throttleRules, linked: true }
  const first = await createTestApp({ ...options, brand: { purpose: 'bench' } })
  processes.push(first, await createTestApp({ ...options, beside: first }))
  processes.push(await createTestApp({ ...options, beside: first }))
  await vi.waitUntil(() => processes.every((app) => app.deps.processes() === 3), { timeout: scaledMs(10_000) })
})
afterAll(async () => {
  for (const app of processes.toReversed()) await app.close()
})

function inTurn(turn: number): TestApp {
  const app = processes[turn % processes.length]
  if (app === undefined) throw new Error('there is no process')
  return app
}

test('three processes together let through no more calls than one alone', async () => {
  const { most, perSecond } = throttleRules['check-name'].address
  const begun = performance.now()
  const codes: number[] = []
  for (let turn = 0; turn < 3 * most; turn += 1)
    codes.push((await inTurn(turn).member('check-user-nick', { body: { nick: '바람' } })).code)
  const refilled = ((performance.now() - begun) / 1_000) * perSecond
  const passed = codes.filter((code) => code === 200).length
  expect(passed).toBeGreaterThan(most / 2)
  // Each of the three may round its refill up to a whole call.
  expect(passed).toBeLessThanOrEqual(most + refilled + 3)
})

test('a jackpot polled at one process after another never falls while it grows', async () => {
  const { ownerPool } = inTurn(0)
  await ownerPool.query(`UPDATE jackpot_tier SET open = true WHERE tier = 'mega'`)
  const seen: bigint[] = []
  for (let turn = 0; turn < 60; turn += 1) {
    await ownerPool.query(`UPDATE jackpot_shard SET pool = pool + $1 WHERE tier = 'mega' AND lane = 0`, [
      String(wholeUnits(10)),
    ])
    const { body } = await inTurn(turn).member('get-jackpots')
    const [mega] = body['jackpots'] as { amount: string }[]
    seen.push(amountFromWire(mega?.amount ?? '0') ?? 0n)
  }
  // The books know nothing of this growth.
  await ownerPool.query(`UPDATE jackpot_tier SET open = false`)
  await ownerPool.query(`UPDATE jackpot_shard SET pool = 0`)
  // Each answer has the growth from before its request.
  expect(seen).toEqual(seen.map((_, turn) => wholeUnits(10 * (turn + 1))))
})
