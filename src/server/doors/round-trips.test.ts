import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { createHouse, type House } from '#testing/house.ts'
import { houseHandlers } from '../features/house-handlers.ts'

/** How often the calls made most go to the database: a connection taken is a statement, or a transaction. */

let house: House
let token: string
let window: string
let taken = 0

beforeAll(async () => {
  house = await createHouse({ handlers: houseHandlers, brand: { purpose: 'bench' } })
  const member = await makeMember(house.deps, house.brand, { cash: someMoney })
  const session = await makeSession(house.deps, member)
  token = session.token
  window = (await makePlaySession(house.deps, member, session)).id
  house.pool.on('acquire', () => {
    taken += 1
  })
})
afterAll(() => house.close())

async function takenBy(call: () => Promise<{ body: { status: string } }>): Promise<number> {
  taken = 0
  const said = await call()
  expect(said.body.status).toBe('success')
  return taken
}

it('a health check is one statement', async () => {
  const check = () => house.member('user-health-check', { token })
  await check()
  expect(await takenBy(check)).toBe(1)
})

it('a spin goes to the ledger and nowhere else, once the window is known', async () => {
  const spin = () => house.play('spin', { token, window, body: { requestId: randomUUID(), stake: '1000' } })
  await spin()
  expect(await takenBy(spin)).toBe(0)
})

it('a guest’s call about somebody’s session asks nothing', async () => {
  taken = 0
  expect((await house.member('user-health-check')).code).toBe(401)
  expect((await house.member('get-member', { headers: { origin: 'https://evil.example' }, token })).code).toBe(403)
  expect((await house.member('get-member', { token, body: '{' })).code).toBe(400)
  expect(taken).toBe(0)
})

it('a session that was ended spins no more, though the window is remembered', async () => {
  const spin = () => house.play('spin', { token, window, body: { requestId: randomUUID(), stake: '1000' } })
  expect((await spin()).body.status).toBe('success')
  await house.ownerPool.query('UPDATE member_session SET ended_at = now()')
  expect((await spin()).code).toBe(401)
  expect((await house.member('user-health-check', { token })).code).toBe(401)
})
