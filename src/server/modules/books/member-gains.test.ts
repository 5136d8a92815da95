import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededDraw } from '#domain/games/draw.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import type { PlayAnswers } from '#contract/play-api.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { appHandlers } from '#server/handlers.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { createMetrics } from '#server/metrics.ts'
import { makeMember, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { anySlot } from '#test/any-slot.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { startRedrawing } from './redrawing.ts'

/** Somebody with `APP_SECRET` decrypts the server seed that waits, and chooses a client seed by what its round pays. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
afterAll(async () => {
  await expectCleanBooks(app.ownerPool)
  await app.close()
})

const stake = '20000'

async function makePlayer() {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000_000) })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const call = async (name: string, body: object = {}) =>
    (await app.play(name, { token: session.token, window, body })).body as unknown
  return { ...member, call }
}

type Player = Awaited<ReturnType<typeof makePlayer>>

/** The best of many client seeds for the pair to come and the number. */
async function bestSeed({ id }: Player, nonce: number): Promise<string> {
  const row = await app.ownerDb
    .selectFrom('member_seed')
    .select(['server_seed_sealed', 'key_id'])
    .where('member_id', '=', id)
    .where('client_seed', 'is', null)
    .executeTakeFirstOrThrow()
  const serverSeed = createEncryption(app.deps.config).decrypt(nobody, row.key_id, row.server_seed_sealed)
  const pays = Array.from({ length: 1_000 }, (_, index) => {
    const clientSeed = `seed-${nonce}-${index}`
    const draw = seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: anySlot.code, nonce: BigInt(nonce) })
    return { clientSeed, units: play(anySlot.game, draw, { stake: wholeUnits(Number(stake)) }).units }
  })
  return pays.reduce((best, one) => (one.units > best.units ? one : best)).clientSeed
}

async function playRounds(player: Player, count: number, seedOf: (nonce: number) => Promise<string>): Promise<void> {
  for (let times = 0; times < count; times += 1) {
    const session = (await player.call('get-session')) as PlayAnswers['get-session']
    if (session.status !== 'success') throw new Error(session.status)
    const { nonce, nextServerSeedHash } = session.fairness
    const clientSeed = await seedOf(nonce)
    expect(await player.call('set-client-seed', { clientSeed, nextServerSeedHash })).toMatchObject({
      status: 'success',
    })
    const spun = (await player.call('spin', { requestId: newRequestId(), stake })) as PlayAnswers['spin']
    if (spun.status !== 'success') throw new Error(spun.status)
    const { roundId, events } = spun.round
    await player.call('ack', { roundId, index: events.length - 1 })
  }
}

test('a member who knows results by the key is named, and one who does not is not', async () => {
  const [honest, thief] = [await makePlayer(), await makePlayer()]
  await playRounds(honest, 8, (nonce) => Promise.resolve(`honest-${nonce}`))
  await playRounds(thief, 8, (nonce) => bestSeed(thief, nonce))
  const metrics = createMetrics()
  const work = startRedrawing(app.deps, metrics, { everyMs: 20 })
  // A round counts once it is sealed.
  await sealAll(app.db, createSealKeys(app.deps.config.secret))
  await until(async () => /^baize_member_gains [1-9]/m.test(await metrics.text()))
  await work.stop()
  const lines = app.errors.splice(0)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    expect(line).toContain('the stakes of a member followed results')
    expect(line).toContain(thief.publicId)
  }
})
