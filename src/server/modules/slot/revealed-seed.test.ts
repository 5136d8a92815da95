import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededDraw } from '#domain/games/draw.ts'
import { play } from '#domain/games/slot/play.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { redrawAll } from '#server/ledger/redraws.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { anySlot } from '#test/any-slot.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

/** A superuser without `APP_SECRET` and a member whose server seed was revealed (docs/decisions/031-proofs-of-play.md). */

let app: TestApp
let pool: pg.Pool
let thief: pg.PoolClient

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  pool = createPool(app.superUrl, { max: 1 })
  thief = await pool.connect()
})
afterAll(async () => {
  thief.release()
  await pool.end()
  await app.close()
})

type Player = { memberId: bigint; call: (name: string, body: object) => Promise<TestResponse> }

/** A member with a game window. */
async function openWindow(): Promise<Player> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const { id, token } = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, { id })).id
  return { memberId: member.id, call: (name, body) => app.play(name, { token, window, body }) }
}

const spinOf = (stake: string) => ({ requestId: newRequestId(), stake })

type Played = { memberId: bigint; serverSeed: Buffer }

/** Spins of one pair, which then ends; resolves with its server seed. */
async function playPair(spins: number): Promise<Played> {
  const { memberId, call } = await openWindow()
  for (let spin = 0; spin < spins; spin += 1) {
    const { round } = (await call('spin', spinOf('1000'))).body as unknown as {
      round: { roundId: string; events: unknown[] }
    }
    await call('ack', { roundId: round.roundId, index: round.events.length - 1 })
  }
  const { revealed } = (await call('set-client-seed', { clientSeed: `after-${memberId}` })).body as unknown as {
    revealed: { serverSeed: string }
  }
  return { memberId, serverSeed: Buffer.from(revealed.serverSeed, 'hex') }
}

/** Writes another client seed into the revealed pair, and what its rounds would be by it into every row that has something of them. */
async function exchangeClientSeed({ memberId, serverSeed }: Played): Promise<bigint> {
  const { rows } = await thief.query<{ id: string; nonce: bigint; stake: bigint; pay: bigint; seed_id: bigint }>(
    'SELECT id, nonce, stake, pay, seed_id FROM round WHERE member_id = $1 ORDER BY nonce',
    [String(memberId)],
  )
  const drawnBy = (clientSeed: string) =>
    rows.map((round) => ({
      ...round,
      due: play(
        anySlot.game,
        seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: anySlot.code, nonce: round.nonce }),
        round,
      ),
    }))
  const before = rows.reduce((sum, { pay }) => sum + pay, 0n)
  let tried = 0
  let better = drawnBy('try-0')
  while (better.reduce((sum, { due }) => sum + due.pay, 0n) <= before) better = drawnBy(`try-${(tried += 1)}`)
  await thief.query('SET session_replication_role = replica')
  await thief.query('UPDATE member_seed SET client_seed = $1 WHERE id = $2', [`try-${tried}`, String(rows[0]?.seed_id)])
  for (const { id, pay, due } of better) {
    const text = JSON.stringify(due.events)
    await thief.query(
      'UPDATE round SET events = $2::text, units = $3, pay = $4, shown = json_array_length($2::text::json) WHERE id = $1',
      [id, text, String(due.units), String(due.pay)],
    )
    await thief.query('UPDATE journal SET pay = $3, d_cash = $3 - stake WHERE member_id = $1 AND ref = $2', [
      String(memberId),
      id,
      String(due.pay),
    ])
    const more = String(due.pay - pay)
    await thief.query(
      `UPDATE journal SET cash = cash + $3 WHERE member_id = $1 AND seq >= (SELECT seq FROM journal WHERE member_id = $1 AND ref = $2)`,
      [String(memberId), id, more],
    )
    await thief.query('UPDATE wallet SET cash = cash + $2 WHERE member_id = $1', [String(memberId), more])
  }
  await thief.query('SET session_replication_role = origin')
  return better.reduce((sum, { due }) => sum + due.pay, 0n) - before
}

/** The subjects of the faults by check, and how many rounds are not what their seeds give. */
async function judge(): Promise<{ faults: Record<string, number>; different: number }> {
  const { secret } = app.deps.config
  const { faults, notRun } = await checkBooks(app.ownerPool, { secret })
  expect(notRun).toEqual([])
  const tally = await redrawAll({ db: app.db, pool: app.pool, secret })
  const counts: Record<string, number> = {}
  for (const { check } of faults) counts[check] = (counts[check] ?? 0) + 1
  return { faults: counts, different: tally.different.length }
}

test('a client seed that is chosen after the server seed was revealed, with all that follows from it, contradicts the proofs of its rounds', async () => {
  const single = await playPair(1)
  const several = await playPair(3)
  expect(await judge()).toEqual({ faults: {}, different: 0 })
  // Nothing else contradicts it: the rounds are what their seeds give.
  expect(await exchangeClientSeed(single)).toBeGreaterThan(0n)
  expect(await judge()).toEqual({ faults: { 'play-proofs': 1 }, different: 0 })
  expect(await exchangeClientSeed(several)).toBeGreaterThan(0n)
  expect(await judge()).toEqual({ faults: { 'play-proofs': 4 }, different: 0 })
})

test('a round that was removed before it was sealed is not drawn once more for a stake that is chosen knowing its result', async () => {
  const { memberId, call } = await openWindow()
  const member = String(memberId)
  await call('spin', spinOf('1000'))
  await call('spin', spinOf('1000'))
  await thief.query('SET session_replication_role = replica')
  await thief.query(
    `UPDATE wallet w SET cash = k.cash, comp = k.comp, seq = k.seq, nonce = w.nonce - 1, last_spin_at = k.at, unseen = 0
     FROM journal k WHERE w.member_id = $1 AND k.member_id = w.member_id AND k.seq = w.seq - 1`,
    [member],
  )
  await thief.query(
    'DELETE FROM round r USING wallet w WHERE w.member_id = $1 AND r.member_id = $1 AND r.nonce = w.nonce',
    [member],
  )
  await thief.query(
    'DELETE FROM journal j USING wallet w WHERE w.member_id = $1 AND j.member_id = $1 AND j.seq > w.seq',
    [member],
  )
  await thief.query('SET session_replication_role = origin')
  expect(await call('spin', spinOf('20000'))).toMatchObject({ code: 500 })
  expect(app.errors.splice(0)).toEqual([expect.stringContaining('went back from 2 to 1')])
  const { rows } = await app.ownerPool.query('SELECT nonce FROM round WHERE member_id = $1', [member])
  expect(rows).toEqual([{ nonce: 0n }])
})
