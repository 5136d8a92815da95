import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { readRoundRecord, verifyRound } from '#domain/games/verify-round.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
afterEach(() => expectCleanBooks(app.ownerPool))
afterAll(() => app.close())

type Player = { token: string; window: string; play: (name: string, body?: object) => Promise<TestResponse> }

async function player(): Promise<Player> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const { token } = session
  return { token, window, play: (name, body = {}) => app.play(name, { token, window, body }) }
}

type SpunRound = { roundId: string; pay: string; events: unknown[] }

async function spin({ play }: Player): Promise<SpunRound> {
  const spun = await play('spin', { requestId: newRequestId(), stake: '1000' })
  return spun.body['round'] as SpunRound
}

const show = ({ play }: Player, { roundId, events }: SpunRound) => play('ack', { roundId, index: events.length - 1 })
const readRound = ({ token }: Player, roundId: string) => app.member('get-round', { token, body: { roundId } })
const games = catalogue.map(({ game }) => game)

test('a round is proven by its published record once its seed is revealed, and not before', async () => {
  const mina = await player()
  const round = await spin(mina)
  await show(mina, round)
  const before = await readRound(mina, round.roundId)
  expect(before.body).toMatchObject({ status: 'success', round: { roundId: round.roundId, serverSeed: null } })
  const ended = await mina.play('set-client-seed', { clientSeed: 'another' })
  expect(ended.body.status).toBe('success')
  const after = await readRound(mina, round.roundId)
  const read = readRoundRecord(JSON.stringify(after.body['round']))
  if (read.kind !== 'record') throw new Error(JSON.stringify(read))
  expect(verifyRound(read.record, games).verdict).toBe('proven')
  expect(verifyRound({ ...read.record, nonce: read.record.nonce + 1 }, games).verdict).toBe('false')
})

test('a win that the window has not shown yet stays hidden', async () => {
  const mina = await player()
  let round = await spin(mina)
  for (let spins = 0; round.pay === '0' && spins < 100; spins++) round = await spin(mina)
  expect(round.pay).not.toBe('0')
  expect((await readRound(mina, round.roundId)).body).toEqual({ status: 'open-round' })
  await show(mina, round)
  expect((await readRound(mina, round.roundId)).body).toMatchObject({ status: 'success', round: { pay: round.pay } })
})

test('the round of another member and an unknown one are answered alike', async () => {
  const [mina, juno] = [await player(), await player()]
  const round = await spin(mina)
  await show(mina, round)
  expect((await readRound(juno, round.roundId)).body).toEqual({ status: 'none' })
  expect((await readRound(juno, newRequestId())).body).toEqual({ status: 'none' })
})
