import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import type { Jackpot } from '#contract/jackpot.ts'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { foundJackpot } from '#server/ledger/jackpots.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { scaledMs } from '#test/machine.ts'
import { anySlot } from '#test/any-slot.ts'

/** A pool that is founded and fed by real stakes, as a guest's page receives it. */

const jackpotMs = 300
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' }, live: { jackpotMs } })
})
afterAll(() => app.close())

it('is announced as it grows, with its real growth rate', async () => {
  await app.listeners.member.listen({ port: 0, host: '127.0.0.1' })
  const address = app.listeners.member.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const received: (readonly Jackpot[])[] = []
  const beganAt = Date.now()
  const page = new WebSocket(`ws://localhost:${port}/api/live`, { headers: { origin: `http://localhost:${port}` } })
  page.on('message', (text: Buffer) => {
    const message = JSON.parse(text.toString()) as { kind: string; jackpots?: Jackpot[] }
    if (message.kind === 'jackpot') received.push(message.jackpots ?? [])
  })
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  const founding = { tier: 'mega', amount: wholeUnits(1_000_000), key: randomUUID(), fromId } as const
  await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, { ...founding, sharePpm: 10_000, reservePpm: 0 }))
  await expect
    .poll(() => received.at(-1), { timeout: scaledMs(5_000) })
    .toEqual([{ tier: 'mega', amount: '1000000', ratePerSecond: '0', share: '1', hit: null }])

  await app.ownerPool.query(`UPDATE game SET jackpot_linked = true WHERE code = $1`, [anySlot.code])
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const passTime = takeOverClock()
  const spins = 30
  for (let spin = 0; spin < spins; spin += 1) {
    const body = { requestId: newRequestId(), stake: '1000' }
    expect((await app.play('spin', { token: session.token, window, body })).body.status).toBe('success')
    passTime(200)
  }
  // A pool that was read is fresh for two seconds.
  passTime(2_000)
  // The pool grows by a hundredth of the stakes.
  const pool = 1_000_000 + spins * 10
  await expect.poll(() => Number(received.at(-1)?.[0]?.amount), { timeout: scaledMs(5_000) }).toBe(pool)
  const amounts = received.map(([mega]) => Number(mega?.amount))
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  const rate = Number(received.at(-1)?.[0]?.ratePerSecond)
  expect(rate).toBeGreaterThan(1)
  expect(rate).toBeLessThanOrEqual((spins * 10) / 5)
  // One for each time that the pools are read, and one for their founding.
  expect(received.length).toBeLessThanOrEqual((Date.now() - beganAt) / jackpotMs + 2)
  page.terminate()
  await expectCleanBooks(app.ownerPool)
})

/** Returns a function that moves the clock of the growth rate forward, which is averaged over at least 5 s. */
function takeOverClock(): (ms: number) => void {
  const now = performance.now.bind(performance)
  let aheadMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
  return (ms) => void (aheadMs += ms)
}
