import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { linkEvents } from './event-link.ts'
import { createEvents, type AppEvent, type LinkedEvents } from './events.ts'
import { scaledMs } from '#test/machine.ts'

/** The events of two processes: each has its own, and a link to the same database. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function linked(gatherMs = 10) {
  const events: LinkedEvents = createEvents()
  const received: AppEvent[] = []
  events.listen((event) => received.push(event))
  const troubles: unknown[] = []
  const link = linkEvents(events, { url: world.appUrl, onFailure: (error) => troubles.push(error), gatherMs })
  await expect.poll(link.isUp, { timeout: scaledMs(5_000) }).toBe(true)
  return { events, received, link, troubles }
}

it('carries every kind both ways, and never returns an event to its sender', async () => {
  const [one, two] = [await linked(), await linked()]
  const all: AppEvent[] = [
    { kind: 'balance', memberId: 9_223_372_036_854_775_807n },
    { kind: 'note', memberId: 1n },
    { kind: 'help', memberId: 2n },
    { kind: 'request', memberId: 3n },
    { kind: 'session', memberId: 4n },
    { kind: 'notice', brandId: 1 },
    { kind: 'jackpot', brandId: null },
    { kind: 'maintenance', brandId: 2 },
  ]
  for (const event of all) one.events.publish(event)
  await expect.poll(() => two.received).toEqual(all)
  two.events.publish({ kind: 'note', memberId: 5n })
  await expect.poll(() => one.received).toEqual([...all, { kind: 'note', memberId: 5n }])
  await Promise.all([one.link.close(), two.link.close()])
  expect(two.received).toHaveLength(all.length + 1)
})

it('combines a thousand events of one member into one, and those of thousands of members into few payloads', async () => {
  const [one, two] = [await linked(60), await linked()]
  for (let many = 0; many < 1_000; many += 1) one.events.publish({ kind: 'balance', memberId: 7n })
  await expect.poll(() => two.received.length).toBe(1)
  for (let id = 1n; id <= 5_000n; id += 1n) one.events.publish({ kind: 'balance', memberId: 1_000_000_000n + id })
  await expect.poll(() => two.received.length, { timeout: scaledMs(5_000) }).toBe(5_001)
  await Promise.all([one.link.close(), two.link.close()])
})

it('reconnects, delivers the events of the interruption, and announces a gap', async () => {
  const [one, two] = [await linked(), await linked()]
  const cutConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'baize-events' AND datname = current_database()`
  await world.ownerPool.query('SELECT 1')
  await world.pool.query(cutConnections)
  await expect.poll(() => one.link.isUp() || two.link.isUp()).toBe(false)
  one.events.publish({ kind: 'help', memberId: 8n })
  await expect
    .poll(() => two.received.filter(({ kind }) => kind === 'gap').length, { timeout: scaledMs(8_000) })
    .toBe(1)
  await expect.poll(() => one.link.isUp(), { timeout: scaledMs(8_000) }).toBe(true)
  two.events.publish({ kind: 'note', memberId: 9n })
  await expect.poll(() => one.received.some(({ kind }) => kind === 'note'), { timeout: scaledMs(5_000) }).toBe(true)
  expect(one.troubles).toHaveLength(1)
  await Promise.all([one.link.close(), two.link.close()])
})

it('ignores unknown codes', async () => {
  const one = await linked()
  await world.pool.query(`SELECT pg_notify('baize', 'another b1 x9 Q* b b99999999999999999999999 n2')`)
  await expect
    .poll(() => one.received)
    .toEqual([
      { kind: 'balance', memberId: 1n },
      { kind: 'note', memberId: 2n },
    ])
  await one.link.close()
})

it('starts without a database, and can be closed', async () => {
  const events = createEvents()
  const link = linkEvents(events, { url: 'postgres://nobody:x@127.0.0.1:1/none', onFailure: () => {} })
  events.publish({ kind: 'note', memberId: 1n })
  expect(link.isUp()).toBe(false)
  await link.close()
})
