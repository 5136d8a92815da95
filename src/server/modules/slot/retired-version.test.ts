import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PlayAnswers } from '#contract/play-api.ts'
import type * as Catalogue from '#domain/games/catalogue.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'

const program = vi.hoisted(() => ({ hasNewVersion: false }))

vi.mock('#domain/games/catalogue.ts', async (load) => {
  const own = await load<typeof Catalogue>()
  const newer = own.catalogue.map((entry) => ({ ...entry, game: { ...entry.game, version: entry.game.version + 1 } }))
  return {
    ...own,
    gameByCode: (code: string) =>
      program.hasNewVersion ? newer.find(({ game }) => game.code === code) : own.gameByCode(code),
  }
})

/** A release with another version of the game starts while a window of the version before is open. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
afterEach(() => {
  program.hasNewVersion = false
  return expectNoErrorsAndCleanBooks()
})
afterAll(() => app.close())

async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

type Taken = Extract<PlayAnswers['spin'], { status: 'success' }>

async function makePlayer() {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const { token } = session
  const window = (await makePlaySession(app.deps, member, session)).id
  const call = (name: string, body: object = {}) => app.play(name, { token, window, body })
  const rounds = async () => Number((await call('get-rounds', { skip: 0, take: 20 })).body['maxCount'])
  return { call, rounds }
}

test('the window begins no round, and a request whose answer was lost gets its round, once', async () => {
  const { call, rounds } = await makePlayer()
  const lost = { requestId: newRequestId(), stake: '1000' }
  const before = (await call('spin', lost)).body as unknown as Taken
  program.hasNewVersion = true
  expect((await call('spin', lost)).body).toEqual(before)
  expect((await call('spin', { ...lost, stake: '2000' })).body).toEqual({ status: 'conflict' })
  expect((await call('spin', { requestId: newRequestId(), stake: '1000' })).body).toEqual({ status: 'used' })
  expect(await rounds()).toBe(1)
})

test('the round on its reels is shown to the end, from where it stood', async () => {
  const { call } = await makePlayer()
  const { round } = (await call('spin', { requestId: newRequestId(), stake: '1000' })).body as unknown as Taken
  const last = round.events.length - 1
  await call('ack', { roundId: round.roundId, index: 0 })
  program.hasNewVersion = true
  expect((await call('get-session')).body).toMatchObject({ openRound: { ...round, shown: 0 } })
  expect((await call('ack', { roundId: round.roundId, index: last })).body).toEqual({ status: 'success' })
  expect((await call('get-session')).body).toMatchObject({ openRound: null })
})
