import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededDraw } from '#domain/games/draw.ts'
import { play } from '#domain/games/slot/play.ts'
import { amountToWire, wholeUnits, type Amount } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { redrawAll } from '#server/ledger/redraws.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { acceptAllStates } from '#test/accept-states.ts'
import { anySlot } from '#test/any-slot.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

/** A superuser without `APP_SECRET` and a member whose server seed was revealed (docs/decisions/028-signed-acts.md and 031-proofs-of-play.md). */

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

type Player = { memberId: bigint; token: string; call: (name: string, body: object) => Promise<TestResponse> }

/** A member with a game window. */
async function openWindow(): Promise<Player> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const { id, token } = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, { id })).id
  return { memberId: member.id, token, call: (name, body) => app.play(name, { token, window, body }) }
}

const spinOf = (stake: string) => ({ requestId: newRequestId(), stake })

type Played = { memberId: bigint; serverSeed: Buffer }

type Revelation = { revealed: { serverSeed: string } }

type Spun = { roundId: string; pay: string; events: unknown[] }

/** Spins of one pair, which then ends; resolves with its server seed. */
async function playPair(spins: number): Promise<Played> {
  const { memberId, call } = await openWindow()
  for (let spin = 0; spin < spins; spin += 1) {
    const { round } = (await call('spin', spinOf('1000'))).body as unknown as {
      round: { roundId: string; events: unknown[] }
    }
    await call('ack', { roundId: round.roundId, index: round.events.length - 1 })
  }
  const { revealed } = (await call('set-client-seed', { clientSeed: `after-${memberId}` }))
    .body as unknown as Revelation
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

/** Gives two pairs of a member each other's server seeds, which the superuser cannot decrypt. */
async function exchangeSeeds(
  memberId: bigint,
  { revealed, waiting }: Record<'revealed' | 'waiting', number>,
): Promise<void> {
  const ofPair = async (ordinal: number) => {
    const { rows } = await thief.query<{ id: string; sealed: Buffer; key: string; hash: Buffer }>(
      `SELECT id::text, server_seed_sealed AS sealed, key_id AS key, server_seed_hash AS hash FROM member_seed WHERE member_id = $1 AND ordinal = $2`,
      [String(memberId), ordinal],
    )
    return rows[0]
  }
  const [one, other] = [await ofPair(revealed), await ofPair(waiting)]
  const put = (id = '', seed = one): Promise<unknown> =>
    thief.query('UPDATE member_seed SET server_seed_sealed = $2, key_id = $3, server_seed_hash = $4 WHERE id = $1', [
      id,
      seed?.sealed,
      seed?.key,
      seed?.hash,
    ])
  await thief.query('SET session_replication_role = replica')
  await thief.query(`UPDATE member_seed SET server_seed_hash = '' WHERE id = $1`, [one?.id])
  await put(other?.id, one)
  await put(one?.id, other)
  await thief.query('SET session_replication_role = origin')
}

/** The subjects of the faults by check, and how many rounds are not what their seeds give. */
async function judge(): Promise<{ faults: Record<string, number>; different: number }> {
  const { secret } = app.deps.config
  const { faults, notRun } = await checkKnownBooks(app.ownerPool, { secret })
  expect(notRun).toEqual([])
  const tally = await redrawAll({ db: app.db, pool: app.pool, secret })
  const counts: Record<string, number> = {}
  for (const { check } of faults) counts[check] = (counts[check] ?? 0) + 1
  return { faults: counts, different: tally.different.length }
}

test('a seed that was revealed without rounds, given to the pair to come, and rounds that its member knows before the stake contradict the record of the pairs', async () => {
  const { memberId, call } = await openWindow()
  const first = (await call('set-client-seed', { clientSeed: 'unplayed' })).body as unknown as Revelation
  const serverSeed = Buffer.from(first.revealed.serverSeed, 'hex')
  expect(await judge()).toEqual({ faults: {}, different: 0 })
  await exchangeSeeds(memberId, { revealed: 1, waiting: 3 })
  expect((await call('set-client-seed', { clientSeed: 'known' })).body).toMatchObject({ fairness: { pair: 3 } })
  const payOf = (nonce: bigint, stake: Amount): Amount => {
    const draw = seededDraw(hmacSha256, { serverSeed, clientSeed: 'known', gameCode: anySlot.code, nonce })
    return play(anySlot.game, draw, { stake }).pay
  }
  let won = false
  for (let nonce = 0n; !won; nonce += 1n) {
    const greatest = wholeUnits(20_000)
    won = payOf(nonce, greatest) > greatest
    const stake = won ? greatest : wholeUnits(200)
    const { round } = (await call('spin', spinOf(amountToWire(stake)))).body as unknown as { round: Spun }
    expect(round.pay).toBe(amountToWire(payOf(nonce, stake)))
    await call('ack', { roundId: round.roundId, index: round.events.length - 1 })
  }
  // The program drew these rounds: they have proofs, and are what their seeds give.
  expect(await judge()).toEqual({ faults: { states: 2 }, different: 0 })
  const { faults } = await checkKnownBooks(app.ownerPool, { secret: app.deps.config.secret })
  const { rows } = await app.ownerPool.query<{ subject: string }>(
    `SELECT 'member_seed ' || id AS subject FROM member_seed WHERE member_id = $1 AND ordinal IN (1, 3) ORDER BY id`,
    [String(memberId)],
  )
  expect(faults.map(({ subject }) => subject).toSorted()).toEqual(rows.map(({ subject }) => subject).toSorted())
  await acceptAllStates(app.ownerPool)
})

test('a client seed that is chosen after the server seed was revealed, with all that follows from it, contradicts the proofs of its rounds', async () => {
  const single = await playPair(1)
  const several = await playPair(3)
  expect(await judge()).toEqual({ faults: {}, different: 0 })
  // Besides the record of the pair only the proofs contradict it: the rounds are what their seeds give, so redrawing sees only that they have none.
  expect(await exchangeClientSeed(single)).toBeGreaterThan(0n)
  expect(await judge()).toEqual({ faults: { 'play-proofs': 1, redraw: 1, states: 1 }, different: 1 })
  expect(await exchangeClientSeed(several)).toBeGreaterThan(0n)
  expect(await judge()).toEqual({ faults: { 'play-proofs': 4, redraw: 4, states: 2 }, different: 4 })
  await acceptAllStates(app.ownerPool)
})

test('a server seed that waits is not shown to another member who got a copy of its row', async () => {
  const { memberId } = await openWindow()
  const accomplice = await openWindow()
  const waiting = `FROM member_seed WHERE member_id = ${memberId} AND client_seed IS NULL`
  const copyWith = (hash: string): Promise<unknown> =>
    thief.query(`INSERT INTO member_seed (id, member_id, ordinal, scheme, server_seed_sealed, key_id, server_seed_hash, client_seed, begun_at, first_nonce,
        revealed_at, created_at) OVERRIDING SYSTEM VALUE
      SELECT -7, ${accomplice.memberId}, 1000, 'chain', server_seed_sealed, key_id, ${hash}, 'copied', now(), 0, now(), created_at ${waiting}`)
  const remove = (): Promise<unknown> => thief.query('DELETE FROM member_seed WHERE id = -7')
  await thief.query('SET session_replication_role = replica')
  // Also under another hash, where it is not what its pair commits to.
  for (const hash of ['server_seed_hash', `sha256('another')`]) {
    await copyWith(hash)
    const { pairs } = (await accomplice.call('get-seeds', { skip: 0, take: 10 })).body as unknown as {
      pairs: { pair: number; serverSeed: string | null }[]
    }
    expect(pairs.find(({ pair }) => pair === 1_000)).toMatchObject({ serverSeed: null })
    await remove()
  }
  await thief.query('SET session_replication_role = origin')
})

/** Removes the last round of a member with its event, and sets the wallet back to where it was before. */
async function removeLastRound(member: string): Promise<void> {
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
}

type Forgetting = (player: Player) => Promise<unknown>

// What makes the process read the pair again, at the member's will or for a moment in which the wallet names no pair.
const forgettings: [string, Forgetting][] = [
  ['at once', () => Promise.resolve()],
  [
    'after a limit was set',
    async ({ token }) => {
      const body = { kind: 'deposit', period: 'month', most: '900000' }
      expect((await app.member('set-limit', { token, body })).body).toMatchObject({ status: 'success' })
    },
  ],
  [
    'after a spin without a pair',
    async ({ memberId, call }) => {
      const { rows } = await thief.query<{ seed_id: bigint }>('SELECT seed_id FROM wallet WHERE member_id = $1', [
        String(memberId),
      ])
      const name = async (seedId: bigint | null): Promise<void> => {
        await thief.query('SET session_replication_role = replica')
        await thief.query('UPDATE wallet SET seed_id = $2 WHERE member_id = $1', [String(memberId), seedId])
        await thief.query('SET session_replication_role = origin')
      }
      await name(null)
      expect((await call('spin', spinOf('1000'))).body).toMatchObject({ status: 'seed' })
      await name(rows[0]?.seed_id ?? null)
    },
  ],
]

test.each(forgettings)(
  'a round that was removed before it was sealed is not drawn once more for a stake that is chosen knowing its result (%s)',
  async (_, forget) => {
    const player = await openWindow()
    const { memberId, call } = player
    const member = String(memberId)
    await call('spin', spinOf('1000'))
    await call('spin', spinOf('1000'))
    await removeLastRound(member)
    await forget(player)
    app.deps.moneyOut = noHold()
    expect(await call('spin', spinOf('20000'))).toMatchObject({ code: 500 })
    expect(app.errors.splice(0)).toEqual([expect.stringContaining('went back from 2 to 1')])
    const { rows } = await app.ownerPool.query('SELECT nonce FROM round WHERE member_id = $1', [member])
    expect(rows).toEqual([{ nonce: 0n }])
    expect(app.deps.moneyOut.suspected).not.toBeNull()
  },
)
