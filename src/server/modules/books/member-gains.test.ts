import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededDraw } from '#domain/games/draw.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { beginRound, settlementOf } from '#domain/games/blackjack/round.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import type { PlayAnswers } from '#contract/play-api.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { createMetrics } from '#server/metrics.ts'
import { makeMember, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { anySlot } from '#test/any-slot.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createSeatApp, type SeatApp } from '#test/seat-app.ts'
import { newRequestId } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { startRedrawing } from './redrawing.ts'

/** Somebody with `APP_SECRET` decrypts the server seed that waits, and chooses a client seed by what its round pays. */

let app: SeatApp
beforeAll(async () => {
  app = await createSeatApp()
})
afterAll(() => app.close())

const stake = '20000'

async function makePlayer(gameCode = anySlot.code) {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000_000) })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session, { gameCode })).id
  const call = async (name: string, body: object = {}) =>
    (await app.play(name, { token: session.token, window, body })).body as unknown
  return { ...member, call }
}

type Player = Awaited<ReturnType<typeof makePlayer>>

/** The server seed of the pair to come, as somebody with the key reads it. */
async function seedToCome({ id }: Player): Promise<Uint8Array> {
  const row = await app.ownerDb
    .selectFrom('member_seed')
    .select(['server_seed_sealed', 'key_id'])
    .where('member_id', '=', id)
    .where('client_seed', 'is', null)
    .executeTakeFirstOrThrow()
  return createEncryption(app.deps.config).decrypt(nobody, row.key_id, row.server_seed_sealed)
}

/** The best of many client seeds for the pair to come and the number. */
async function bestSeed(player: Player, nonce: number): Promise<string> {
  const serverSeed = await seedToCome(player)
  const pays = Array.from({ length: 1_000 }, (_, index) => {
    const clientSeed = `seed-${nonce}-${index}`
    const draw = seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: anySlot.code, nonce: BigInt(nonce) })
    return { clientSeed, units: play(anySlot.game, draw, { stake: wholeUnits(Number(stake)) }).units }
  })
  return pays.reduce((best, one) => (one.units > best.units ? one : best)).clientSeed
}

/** A client seed by which the round of the number is a blackjack that wins. */
async function blackjackSeed(player: Player, nonce: number): Promise<string> {
  const serverSeed = await seedToCome(player)
  for (let index = 0; ; index += 1) {
    const clientSeed = `cards-${nonce}-${index}`
    const draw = seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: blackjack.code, nonce: BigInt(nonce) })
    if (settlementOf(beginRound(blackjack, draw))?.returned === blackjack.blackjackReturns) return clientSeed
  }
}

type Play = (player: Player) => Promise<void>

const spin: Play = async (player) => {
  const spun = (await player.call('spin', { requestId: newRequestId(), stake })) as PlayAnswers['spin']
  if (spun.status !== 'success') throw new Error(spun.status)
  const { roundId, events } = spun.round
  await player.call('ack', { roundId, index: events.length - 1 })
}

/** A round of blackjack, in which the member stands. */
const playSeat: Play = async (player) => {
  const begun = (await player.call('begin-seat-round', {
    requestId: newRequestId(),
    stake,
  })) as PlayAnswers['begin-seat-round']
  if (begun.status !== 'success') throw new Error(begun.status)
  let { round } = begun
  while (round.decision !== null) {
    const { roundId, decision, view } = round
    const action = view?.actions.some(({ action: legal }) => legal === 'decline') ? 'decline' : 'stand'
    const body = { requestId: newRequestId(), roundId, number: decision?.number, action }
    const decided = (await player.call('decide-seat-round', body)) as PlayAnswers['decide-seat-round']
    if (decided.status !== 'success') throw new Error(decided.status)
    ;({ round } = decided)
  }
}

async function playRounds(
  player: Player,
  { count, seedOf, play: playOne }: { count: number; seedOf: (nonce: number) => Promise<string>; play: Play },
): Promise<void> {
  for (let times = 0; times < count; times += 1) {
    const session = (await player.call(
      playOne === spin ? 'get-session' : 'get-seat-session',
    )) as PlayAnswers['get-session']
    if (session.status !== 'success') throw new Error(session.status)
    const { nonce, nextServerSeedHash } = session.fairness
    const clientSeed = await seedOf(nonce)
    expect(await player.call('set-client-seed', { clientSeed, nextServerSeedHash })).toMatchObject({
      status: 'success',
    })
    await playOne(player)
  }
}

/** Seals what was booked and weighs it until a member is named; which of the two are. */
async function namedOf({ thief, honest }: Record<'thief' | 'honest', Player>): Promise<string[]> {
  const metrics = createMetrics()
  // A round counts once it is sealed.
  await sealAll(app.db, createSealKeys(app.deps.config.secret))
  const work = startRedrawing(app.deps, metrics, { everyMs: 20 })
  await until(() => app.errors.some((line) => line.includes(thief.publicId)))
  expect(await metrics.text()).toMatch(/^baize_member_gains [1-9]/m)
  await work.stop()
  const lines = app.errors.splice(0)
  for (const line of lines) expect(line).toContain('the stakes of a member followed results')
  return Object.entries({ thief, honest }).flatMap(([name, { publicId }]) =>
    lines.some((line) => line.includes(publicId)) ? [name] : [],
  )
}

test('a member who knows results by the key is named, and one who does not is not', async () => {
  const [honest, thief] = [await makePlayer(), await makePlayer()]
  await playRounds(honest, { count: 8, seedOf: (nonce) => Promise.resolve(`honest-${nonce}`), play: spin })
  await playRounds(thief, { count: 8, seedOf: (nonce) => bestSeed(thief, nonce), play: spin })
  expect(await namedOf({ thief, honest })).toEqual(['thief'])
})

test('so is one who knows the cards of rounds with decisions', async () => {
  const [honest, thief] = [await makePlayer(blackjack.code), await makePlayer(blackjack.code)]
  await playRounds(honest, { count: 8, seedOf: (nonce) => Promise.resolve(`honest-${nonce}`), play: playSeat })
  await playRounds(thief, { count: 36, seedOf: (nonce) => blackjackSeed(thief, nonce), play: playSeat })
  expect(await namedOf({ thief, honest })).toEqual(['thief'])
  await expectCleanBooks(app.ownerPool)
})

test('so is one who knows the results of tables', async () => {
  const [honest, thief] = [await makePlayer(), await makePlayer()]
  // What eight rounds of roulette with a single number returned, as the ledger books it.
  for (const { id, most } of [
    { ...honest, most: 1 },
    { ...thief, most: 8 },
  ])
    await app.asSuper(
      `INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, pay, request_hash, key, ref, contra_id, kind, source)
         SELECT member_id, seq + n, now(), CASE WHEN n <= ${most} THEN 360000000 ELSE 0 END, 0, -10000000, 0, cash, 0, 0, 0, CASE WHEN n <= ${most} THEN 360000000 ELSE 0 END, 0,
           gen_random_uuid(), gen_random_uuid(), 1, 19, 2 FROM wallet, generate_series(1, 8) n WHERE member_id = $1`,
      [String(id)],
    )
  await app.asSuper('UPDATE wallet SET seq = seq + 8 WHERE member_id = ANY ($1)', [
    [String(honest.id), String(thief.id)],
  ])
  expect(await namedOf({ thief, honest })).toEqual(['thief'])
})
