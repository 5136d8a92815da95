import type { PlayAnswers } from '#contract/play-api.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { holdBooking } from '#test/held-booking.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { scaledMs } from '#test/machine.ts'
import { until, untilWaiting } from '#test/until.ts'
import { wholeUnits } from '#domain/money.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drawnRoundFigures } from './drawn-rounds.ts'
import { forgetSeed, notAsDrawnAct, readDrawnGain, seedInUse } from './store.ts'
import { hideDrawn } from './drawn-number.ts'
import { anySlot } from '#test/any-slot.ts'
import { auditSystem } from '#server/modules/audit/store.ts'

/**
 * Somebody with all rights on the database reads the statement that books a round, holds it by a lock, and ends it once the result is
 * known: the number must not be drawn again for another stake.
 */

let app: TestApp
let other: TestApp
let superPool: pg.Pool
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  other = await createTestApp({ handlers: appHandlers, beside: app })
  superPool = createPool(app.superUrl, { max: 2, name: 'thief' })
})
afterAll(async () => {
  await superPool.end()
  await other.close()
  await app.close()
})

let actsBefore = 0
let figureBefore = 0
beforeEach(async () => {
  actsBefore = (await acts()).length
  figureBefore = drawnRoundFigures(app.deps).notAsDrawn
})
afterEach(() => expectDecidedAndCleanBooks())

/** After each test: every drawn round has an outcome, no handler failed, and the books balance. */
async function expectDecidedAndCleanBooks(): Promise<void> {
  for (const one of [app, other]) {
    await until(() => drawnRoundFigures(one.deps).undecided === 0)
    expect(one.errors.splice(0)).toEqual([])
  }
  await expectCleanBooks(app.ownerPool)
}

type Player = Awaited<ReturnType<typeof makePlayer>>

async function makePlayer(cash = someMoney) {
  const member = await makeMember(app.deps, app.brand, { cash })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const call = (name: string, body: object = {}, by = app): Promise<TestResponse> =>
    by.play(name, { token: session.token, window, body })
  const spin = (stake: string, requestId = newRequestId(), by = app): Promise<TestResponse> =>
    call('spin', { requestId, stake }, by)
  return { ...member, session, call, spin }
}

/** Every stored round of the player: its number and the stake in units. */
async function roundsOf({ id }: Player): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ nonce: bigint; stake: bigint }>(
    'SELECT nonce, stake / 10000 AS stake FROM round WHERE member_id = $1 ORDER BY nonce',
    [id],
  )
  return rows.map(({ nonce, stake }) => `${nonce}: ${stake}`)
}

async function acts(): Promise<{ subject: string; detail: Record<string, string> }[]> {
  const { rows } = await app.ownerPool.query<{ subject: string; detail: Record<string, string> }>(
    `SELECT subject, detail FROM audit WHERE act = 'round.not-as-drawn' ORDER BY seq`,
  )
  return rows
}
const newActs = async () => (await acts()).slice(actsBefore)

/** Repeats a spin while the API asks for a retry. */
async function spinOnce(player: Player, stake: string, by = app): Promise<PlayAnswers['spin']> {
  const requestId = newRequestId()
  for (;;) {
    const { code, body } = await player.spin(stake, requestId, by)
    if (code !== 503) return body as unknown as PlayAnswers['spin']
  }
}

// Before the rounds of the other tests, whose results are by chance.
test('gains by rounds that were not booked as drawn are weighed: more than luck brings is an alarm, and nothing hides it', async () => {
  expect((await readDrawnGain(app.deps)).isOff).toBe(false)
  const player = await makePlayer()
  const { unitsPerStake } = anySlot.game
  for (let number = 0; number < 6; number += 1) {
    await spinOnce(player, '20000')
    // As if the number had been drawn for little before, and refused because it pays twenty times the stake.
    await drawnInVain(player, { number, stake: '200', units: 20 * unitsPerStake })
  }
  const found = await readDrawnGain(app.deps)
  expect(found).toMatchObject({ member: player.publicId, count: 6, isOff: true })
  // Further acts of the same numbers do not hide it, however many.
  for (let times = 0; times < 510; times += 1)
    await drawnInVain(player, { number: times % 6, stake: '20000', units: 20 * unitsPerStake })
  expect(await readDrawnGain(app.deps)).toEqual(found)
  // Acts of a number that no round has say nothing yet.
  await drawnInVain(player, { number: 99, stake: '20000', units: 0 })
  expect(await readDrawnGain(app.deps)).toEqual(found)
  // Harmless acts of another member do not either: forgone wins.
  const other = await makePlayer()
  for (let number = 0; number < 20; number += 1) {
    await spinOnce(other, '200')
    await drawnInVain(other, { number, stake: '20000', units: 20 * unitsPerStake })
  }
  expect(await readDrawnGain(app.deps)).toMatchObject({ isOff: true })
})

describe('a round whose statement was ended once its result was known', () => {
  test.each(['terminate', 'cancel'] as const)('is booked as it was drawn before any other (%s)', async (how) => {
    const player = await makePlayer()
    await spinOnce(player, '1000')
    const held = await holdBooking(superPool, 'round')
    const lost = player.spin('400')
    await held.end(how)
    expect((await lost).code).toBe(503)
    // Neither another stake nor another pair gets the number while it is undecided.
    expect((await player.spin('2000')).code).toBe(503)
    expect((await player.call('set-client-seed', { clientSeed: 'another' })).code).toBe(503)
    expect(drawnRoundFigures(app.deps).undecided).toBe(1)
    await held.release()
    expect((await spinOnce(player, '2000')).status).toBe('success')
    expect(await roundsOf(player)).toEqual(['0: 1000', '1: 400', '2: 2000'])
    expect(await newActs()).toEqual([])
  })
})

test('a round that was booked although its answer was lost is not recorded, and its number is used', async () => {
  const player = await makePlayer()
  const { ledger } = app.deps
  app.deps.ledger = {
    ...ledger,
    spin: async (event) => {
      await ledger.spin(event)
      throw new Error('Connection terminated unexpectedly')
    },
  }
  // A dry run comes first and loses its answer too: nothing was drawn.
  expect((await player.spin('1000')).code).toBe(503)
  expect(drawnRoundFigures(app.deps).undecided).toBe(0)
  app.deps.ledger = ledger
  await spinOnce(player, '1000')
  app.deps.ledger = {
    ...ledger,
    spin: async (event) => {
      app.deps.ledger = ledger
      await ledger.spin(event)
      throw new Error('Connection terminated unexpectedly')
    },
  }
  expect((await player.spin('400')).code).toBe(503)
  expect((await spinOnce(player, '2000')).status).toBe('success')
  expect(await roundsOf(player)).toEqual(['0: 1000', '1: 400', '2: 2000'])
  expect(await newActs()).toEqual([])
})

describe('a round that was drawn and is not booked as drawn leaves a signed act', () => {
  test('when it is refused once its result was known', async () => {
    const player = await makePlayer()
    await spinOnce(player, '1000')
    const held = await holdBooking(superPool, 'round')
    const lost = player.spin('400')
    await held.end('terminate')
    expect((await lost).code).toBe(503)
    await app.ownerPool.query('UPDATE member_session SET ended_at = now() WHERE id = $1', [player.session.id])
    await held.release()
    await until(() => drawnRoundFigures(app.deps).undecided === 0)
    expect(await newActs()).toEqual([
      {
        subject: player.publicId,
        detail: expect.objectContaining({ number: '1', stake: '4000000', outcome: 'unauthenticated' }) as unknown,
      },
    ])
    expect(await roundsOf(player)).toEqual(['0: 1000'])
    expect(drawnRoundFigures(app.deps).notAsDrawn).toBe(figureBefore + 1)
  })

  test('when another process booked the number for another stake; a number used before it was drawn leaves none', async () => {
    const player = await makePlayer()
    await spinOnce(player, '1000')
    await spinOnce(player, '1000', other)
    // This process still expects the number that the other one has used.
    await spinOnce(player, '1000')
    expect(await newActs()).toEqual([])
    const held = await holdBooking(superPool, 'round')
    const lost = player.spin('2000')
    await held.untilHeld()
    // The other process books the number before this one can: no attempt of it after the first reaches the database.
    const { ledger } = app.deps
    app.deps.ledger = { ...ledger, spin: async () => Promise.reject(new Error('Connection terminated')) }
    await held.end('terminate')
    expect((await lost).code).toBe(503)
    await held.release()
    await until(() => drawnRoundFigures(app.deps).undecided <= 1)
    const bookedHere = (await roundsOf(player)).length === 4
    if (!bookedHere) await spinOnce(player, '400', other)
    app.deps.ledger = ledger
    await until(() => drawnRoundFigures(app.deps).undecided === 0)
    expect(bookedHere).toBe(false)
    expect(await roundsOf(player)).toEqual(['0: 1000', '1: 1000', '2: 1000', '3: 400'])
    expect(await newActs()).toEqual([
      { subject: player.publicId, detail: expect.objectContaining({ number: '3', outcome: 'nonce' }) as unknown },
    ])
  })
})

test('a planted row under the number excuses no round: it has no proof', async () => {
  const player = await makePlayer()
  await spinOnce(player, '1000')
  const client = await superPool.connect()
  await client.query('SET session_replication_role = replica')
  await client.query('BEGIN')
  await client.query(
    `INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, shown, events)
     SELECT member_id, nonce + 1, gen_random_uuid(), now() - interval '1 hour', seed_id, 1, 0, 0, game_version_id, 0, '[]'
       FROM round WHERE member_id = $1`,
    [String(player.id)],
  )
  const lost = player.spin('400')
  await untilWaiting(superPool, 1)
  await client.query('COMMIT')
  expect((await lost).code).toBe(500)
  await until(() => drawnRoundFigures(app.deps).undecided === 0)
  await client.query('DELETE FROM round WHERE member_id = $1 AND nonce = 1', [String(player.id)])
  await client.query('RESET session_replication_role')
  client.release()
  expect(await newActs()).toEqual([
    { subject: player.publicId, detail: expect.objectContaining({ number: '1', outcome: 'error' }) as unknown },
  ])
  expect(app.errors.splice(0)).toEqual([expect.stringContaining('call failed')])
  expect((await spinOnce(player, '400')).status).toBe('success')
  expect(await roundsOf(player)).toEqual(['0: 1000', '1: 400'])
})

test('a refusal by the pace does not give the number another stake: the round is booked when the pace allows it', async () => {
  const player = await makePlayer()
  await app.ownerPool.query('UPDATE brand SET min_spin_ms = 400')
  await app.listeners.brands.refresh()
  await spinOnce(player, '1000')
  await pause(500)
  const client = await superPool.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM wallet WHERE member_id = $1 FOR UPDATE', [String(player.id)])
  const drawn = player.spin('400')
  await untilWaiting(superPool, 1)
  await client.query('SET LOCAL session_replication_role = replica')
  await client.query('UPDATE wallet SET last_spin_at = clock_timestamp() WHERE member_id = $1', [String(player.id)])
  await client.query('COMMIT')
  client.release()
  expect((await drawn).body).toMatchObject({ status: 'success', round: { nonce: 1, stake: '400' } })
  expect(await newActs()).toEqual([])
  await app.ownerPool.query('UPDATE brand SET min_spin_ms = 0')
  await app.listeners.brands.refresh()
})

describe('where the last round of the wallet lies hours ahead, as when the clock of the database was set back', () => {
  test('a drawn round waits no longer than an honest pace asks for, and the next spins are refused before they are drawn', async () => {
    const player = await makePlayer()
    await spinOnce(player, '1000')
    await moveLastSpin(player, '3 hours')
    const begunAtMs = performance.now()
    const { body } = await player.spin('400')
    expect(body).toMatchObject({ status: 'pace' })
    expect(Number(body['retryAfterMs'])).toBeGreaterThan(10_000_000)
    expect(performance.now() - begunAtMs).toBeLessThan(scaledMs(4_000))
    expect((await newActs()).map(({ detail }) => detail['outcome'])).toEqual(['pace'])
    const again = await Promise.all(['1000', '2000'].map((stake) => player.spin(stake)))
    expect(again.map((answer) => answer.body['status'])).toEqual(['pace', 'pace'])
    expect(await newActs()).toHaveLength(1)
    await moveLastSpin(player, '0')
    expect((await spinOnce(player, '400')).status).toBe('success')
  })

  test('a spin is refused before it is drawn, as soon as the process has read the clock', async () => {
    const player = await makePlayer()
    await spinOnce(player, '1000')
    await spinOnce(player, '1000')
    await moveLastSpin(player, '3 hours')
    const seed = await seedInUse(app.deps, player.id)
    if (seed) seed.spunAtMs += 3 * 3_600_000
    expect((await player.spin('400')).body).toMatchObject({ status: 'pace' })
    expect(await newActs()).toEqual([])
    await moveLastSpin(player, '0')
    expect((await spinOnce(player, '400')).status).toBe('success')
  })
})

/** Writes into the wallet that the player's last spin was booked this long from now. */
async function moveLastSpin({ id }: Player, ahead: string): Promise<void> {
  const client = await superPool.connect()
  await client.query('SET session_replication_role = replica')
  await client.query('UPDATE wallet SET last_spin_at = clock_timestamp() + $2::interval WHERE member_id = $1', [
    String(id),
    ahead,
  ])
  await client.query('SET session_replication_role = origin')
  client.release()
}

/** Leaves the act of a number of the player's pair that was drawn in vain. */
async function drawnInVain(
  { id, publicId }: Player,
  { number, stake, units }: { number: number; stake: string; units: number },
): Promise<void> {
  const { rows } = await app.ownerPool.query<{ seed: bigint; version: number }>(
    'SELECT seed_id AS seed, max(game_version_id) AS version FROM round WHERE member_id = $1 GROUP BY seed_id',
    [String(id)],
  )
  const facts = {
    ...rows[0],
    number,
    stake: wholeUnits(Number(stake)),
    outcome: 'short',
    drawn: hideDrawn(app.deps.config, { publicId, nonce: BigInt(number) }, { units, jackpot: null }),
  }
  const detail = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]))
  const act = { brandId: app.brand.id, act: notAsDrawnAct, subject: publicId, detail }
  await app.db.transaction().execute((tx) => auditSystem(tx, act))
}

test('a call that makes the program read the seed again does not end the dry runs after a vain draw', async () => {
  const player = await makePlayer()
  const inquiry = newRequestId()
  const { body } = await app.member('user-write-help', {
    token: player.session.token,
    body: { requestId: inquiry, title: 'A question', contents: 'About a game' },
  })
  expect(body.status).toBe('success')
  await spinOnce(player, '1000')
  // The key of an inquiry is a conflict, which is seen when the round is booked.
  const drawInVain = async (): Promise<void> => {
    expect((await player.spin('200', inquiry)).body.status).toBe('conflict')
    forgetSeed(app.deps, player.id)
  }
  await drawInVain()
  expect(await newActs()).toHaveLength(1)
  for (let times = 0; times < 3; times += 1) {
    await spinOnce(player, '1000')
    await drawInVain()
  }
  expect(await newActs()).toHaveLength(1)
})

test('repeating the request of the last round draws nothing', async () => {
  const player = await makePlayer()
  const sent: string[] = []
  const { ledger } = app.deps
  app.deps.ledger = {
    ...ledger,
    spin: (event) => {
      sent.push(event.events)
      return ledger.spin(event)
    },
  }
  const requestId = newRequestId()
  const first = await player.spin('1000', requestId)
  sent.length = 0
  expect((await player.spin('1000', requestId.toUpperCase())).body).toEqual(first.body)
  app.deps.ledger = ledger
  expect(sent).toEqual(['[]'])
  expect(await newActs()).toEqual([])
})
