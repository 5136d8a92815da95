import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { auditSystem } from '#server/modules/audit/store.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnRoundFigures } from './drawn-rounds.ts'
import { notAsDrawnAct } from './store.ts'
import { hideDrawn } from './drawn-number.ts'

/**
 * A superuser without `APP_SECRET` who lets an accomplice's spins be drawn from a member's seed pair, reads the results in the statements
 * that book them, and ends these: the member would know each result before the stake (docs/decisions/039-drawn-rounds.md).
 */

let app: TestApp
let pool: pg.Pool
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  pool = createPool(app.superUrl, { max: 3, name: 'thief' })
})
afterAll(async () => {
  await pool.end()
  await app.close()
})

type Player = Awaited<ReturnType<typeof makePlayer>>

/** A member with a game window who has played a round, so that this process knows the pair. */
async function makePlayer() {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const call = (name: string, body: object): Promise<TestResponse> =>
    app.play(name, { token: session.token, window, body })
  const spin = (): Promise<TestResponse> => call('spin', { requestId: newRequestId(), stake: '200' })
  expect((await spin()).body.status).toBe('success')
  return { ...member, call, spin }
}

const walletOf = async ({ id }: Player): Promise<{ seed: bigint; nonce: bigint }> => {
  const { rows } = await pool.query<{ seed: bigint; nonce: bigint }>(
    'SELECT seed_id AS seed, nonce FROM wallet WHERE member_id = $1',
    [String(id)],
  )
  if (rows[0] === undefined) throw new Error('no wallet')
  return rows[0]
}

/**
 * Spins of the accomplice beside a wallet that `plant` altered; a drawn round is ended before it is booked, and `unplant` undoes what was
 * planted. Resolves with the pairs that rounds were drawn from, without the accomplice's own one.
 */
async function drawInVain(accomplice: Player, plant: string, unplant = ''): Promise<string[]> {
  const drawnFrom: string[] = []
  let own = await walletOf(accomplice)
  const put = (): Promise<void> =>
    commitPastTriggers(
      pool,
      `${unplant} UPDATE wallet SET seed_id = ${own.seed}, nonce = ${own.nonce} WHERE member_id = ${accomplice.id}`,
    )
  const { ledger } = app.deps
  let isEnded = false
  app.deps.ledger = {
    ...ledger,
    spin: async (event) => {
      if (event.events === '[]' || isEnded) return ledger.spin(event)
      drawnFrom.push(String(event.seedId))
      isEnded = true
      await put()
      throw new Error('Connection terminated unexpectedly')
    },
  }
  // The first round is drawn from the pair that the process knows.
  for (let times = 0; times < 3; times += 1) {
    isEnded = false
    own = await walletOf(accomplice)
    await commitPastTriggers(pool, plant)
    await accomplice.spin()
    if (!isEnded) await put()
    await until(() => drawnRoundFigures(app.deps).undecided === 0)
  }
  app.deps.ledger = ledger
  return drawnFrom.filter((pair) => pair !== String(own.seed))
}

/** As if the player's window had shown every round to its end. */
async function showAll({ id }: Player): Promise<void> {
  const shown = 'UPDATE round SET shown = json_array_length(events::json) WHERE member_id = $1'
  await app.ownerPool.query(shown, [String(id)])
}

const named = /the seed pair .* is not as the program recorded it/

test('no round is drawn from a copy of another member’s pair that was planted as the own', async () => {
  const [victim, accomplice] = [await makePlayer(), await makePlayer()]
  const { seed, nonce } = await walletOf(victim)
  const columns = 'scheme, server_seed_sealed, key_id, server_seed_hash, client_seed, begun_at, first_nonce, created_at'
  const drawn = await drawInVain(
    accomplice,
    `INSERT INTO member_seed (id, member_id, ordinal, ${columns}) OVERRIDING SYSTEM VALUE
       SELECT -7, ${accomplice.id}, 1000, ${columns} FROM member_seed WHERE id = ${seed};
     UPDATE wallet SET seed_id = -7, nonce = ${nonce} WHERE member_id = ${accomplice.id}`,
    'DELETE FROM member_seed WHERE id = -7;',
  )
  expect(drawn).toEqual([])
  expect(app.errors.splice(0).filter((line) => named.test(line)).length).toBeGreaterThan(0)
})

test('no round is drawn from another member’s pair that the wallet names, nor from an own one that is revealed', async () => {
  const [victim, accomplice] = [await makePlayer(), await makePlayer()]
  const { seed, nonce } = await walletOf(victim)
  const own = await walletOf(accomplice)
  const other = `UPDATE wallet SET seed_id = ${seed}, nonce = ${nonce} WHERE member_id = ${accomplice.id}`
  expect(await drawInVain(accomplice, other)).toEqual([])
  // A pair of the accomplice whose seed was shown to them.
  await showAll(accomplice)
  const step = await accomplice.call('set-client-seed', { clientSeed: 'another' })
  expect(step.body).toMatchObject({ status: 'success' })
  expect((await accomplice.spin()).body.status).toBe('success')
  const earlier = `UPDATE wallet SET seed_id = ${own.seed} WHERE member_id = ${accomplice.id}`
  expect(await drawInVain(accomplice, earlier)).toEqual([])
  const errors = app.errors.splice(0)
  expect(errors.length).toBeGreaterThan(0)
  expect(errors.filter((line) => !named.test(line))).toEqual([])
  // Afterwards the own pair plays on.
  expect((await accomplice.spin()).body.status).toBe('success')
})

test('an act of a drawn round that names a pair which is not the member’s is a fault', async () => {
  const [victim, accomplice] = [await makePlayer(), await makePlayer()]
  const { seed, nonce } = await walletOf(victim)
  const drawn = hideDrawn(app.deps.config, { publicId: accomplice.publicId, nonce }, { units: 40, jackpot: null })
  const record = async (pair: bigint, subject: string) => {
    const detail = { seed: String(pair), number: String(nonce), version: '1', stake: '1', outcome: 'short', drawn }
    await app.db
      .transaction()
      .execute((tx) => auditSystem(tx, { brandId: app.brand.id, act: notAsDrawnAct, subject, detail }))
  }
  const faults = async () => (await checkKnownBooks(app.ownerPool)).faults
  await record(seed, victim.publicId)
  expect(await faults()).toEqual([])
  await record(seed, accomplice.publicId)
  await record(-7n, accomplice.publicId)
  const other = {
    check: 'rounds',
    subject: expect.stringMatching(/^audit \d+$/) as unknown,
    detail: 'its drawn round is from a seed pair that is not the member’s',
  }
  expect(await faults()).toEqual([other, other])
})
