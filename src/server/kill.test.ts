import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, toldOf, usualOperation, type Operation } from '../../scripts/faults/callers.ts'
import { openFaultHouse, type FaultHouse } from '../../scripts/faults/house.ts'
import { serverKill } from '../../scripts/faults/server-kill.ts'
import { expectCleanBooks } from '#testing/books.ts'
import { createWorld, type World } from '#testing/world.ts'

/** The short forms of what ends the real program: killed, and asked to end. */

let world: World
let second: World
let house: FaultHouse

beforeAll(async () => {
  world = await createWorld()
  second = await createWorld()
  house = await openFaultHouse({ players: 16, on: second })
})

afterAll(async () => {
  await house.close()
  await Promise.all([world.close(), second.close()])
})

test(
  'killed five times under load, it loses nothing it acknowledged and does nothing twice',
  { timeout: 150_000 },
  async () => {
    const { faults, figures } = await serverKill.run({ size: 'short', seed: 20_261_120, say: () => {}, on: world })
    expect(faults).toEqual([])
    expect(figures['spins']).toBeGreaterThan(300)
    expect(figures['kindsOfCall']).toBeGreaterThan(7)
  },
)

test('asked to end, it answers what it has begun', { timeout: 60_000 }, async () => {
  await house.start()
  const asked = house.players.map(async (player): Promise<Operation> => {
    const operation = usualOperation(player, () => 0)
    return { ...operation, answer: await ask(house.port, operation, { patienceMs: 20_000 }) }
  })
  // What came too late for this process is answered by the next one, under the same id.
  await house.server().stop()
  await house.start()
  const answered = await Promise.all(asked)
  expect(answered.map(({ answer }) => answer.status)).toEqual(house.players.map(() => 'success'))
  await expectCleanBooks(second.pool, toldOf(answered))
})
