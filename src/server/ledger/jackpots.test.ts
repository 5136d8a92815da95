import { testSecret } from '#test/test-secret.ts'
import { scaleByPpmFloor, wholeUnits, type Amount } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { seedInUse } from '#server/modules/slot/store.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LedgerOutcome, SpinEvent } from './events.ts'
import { foundJackpot, type Founding } from './jackpots.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { anySlot } from '#test/any-slot.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
afterEach(() => closeClean())

async function closeClean(): Promise<void> {
  await auditLimits(app.ownerPool)
  await expectCleanBooks(app.ownerPool)
  await app.close()
}

async function found(founding: Partial<Founding> & Pick<Founding, 'tier'>): Promise<'done' | 'replay' | 'conflict'> {
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  const whole = {
    amount: wholeUnits(1_000_000),
    key: randomUUID(),
    fromId,
    sharePpm: 5_000,
    reservePpm: 200_000,
    ...founding,
  }
  return app.ownerDb.transaction().execute((tx) => foundJackpot(tx, whole))
}
const link = (linked: boolean): Promise<unknown> =>
  app.ownerPool.query(`UPDATE game SET jackpot_linked = $1 WHERE code = $2`, [linked, anySlot.code])

type Spinner = (stake: Amount, pay?: Amount, ledger?: Ledger) => Promise<LedgerOutcome>

/** A member in a game window who spins given rounds: the ledger takes any round that is drawn. */
async function spinner(): Promise<Spinner> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = await makePlaySession(app.deps, member, session)
  const seed = await seedInUse(app.deps, member.id)
  if (!seed) throw new Error('expected a seed pair')
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const version = await app.db
    .selectFrom('play_session')
    .select('game_version_id')
    .where('id', '=', window.id)
    .executeTakeFirstOrThrow()
  let nonce = 0n
  return async (stake, pay = 0n, ledger = app.deps.ledger) => {
    const units = Number((pay * BigInt(anySlot.game.unitsPerStake)) / stake)
    const event: SpinEvent = {
      memberId: member.id,
      key: randomUUID(),
      request: ['spin', stake],
      stake,
      pay,
      contraId,
      roundId: randomUUID(),
      gameKind: 'slot',
      sessionId: session.id,
      playSessionId: window.id,
      gameVersionId: version.game_version_id,
      nonce,
      seedId: seed.seedId,
      serverSeedHash: seed.serverSeedHash,
      clientSeed: seed.clientSeed,
      units,
      events: JSON.stringify([{ type: 'totalWin', pay: units }]),
      jackpot: null,
    }
    nonce += 1n
    return ledger.spin(event)
  }
}

async function shards(): Promise<Record<string, { pool: Amount; reserve: Amount }>> {
  const { rows } = await app.ownerPool.query<{ tier: string; pool: string; reserve: string }>(
    `SELECT tier, sum(pool) AS pool, sum(reserve) AS reserve FROM jackpot_shard GROUP BY tier ORDER BY tier`,
  )
  return Object.fromEntries(rows.map((row) => [row.tier, { pool: BigInt(row.pool), reserve: BigInt(row.reserve) }]))
}

describe('a founded tier', () => {
  test('holds its first money, once per key', async () => {
    const key = randomUUID()
    expect(await found({ tier: 'mega', key })).toBe('done')
    expect(await found({ tier: 'mega', key })).toBe('replay')
    expect(await found({ tier: 'major', key })).toBe('conflict')
    expect(await found({ tier: 'mega', key, amount: 1n })).toBe('conflict')
    expect(await found({ tier: 'mega' })).toBe('conflict')
    expect(await shards()).toMatchObject({ mega: { pool: wholeUnits(1_000_000), reserve: 0n }, major: { pool: 0n } })
    const shown = await app.member('get-jackpots')
    expect(shown.body['jackpots']).toMatchObject([{ tier: 'mega', amount: '1000000' }])
  })

  test('is founded once by concurrent calls', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => found({ tier: 'minor' })))
    expect(outcomes.sort()).toEqual(['conflict', 'conflict', 'conflict', 'done'])
  })
})

describe('shares', () => {
  test('are not taken when no tier is open or the game is not linked', async () => {
    const spin = await spinner()
    await link(true)
    expect((await spin(wholeUnits(1_000))).outcome).toBe('done')
    await link(false)
    await found({ tier: 'mega' })
    expect((await spin(wholeUnits(1_000))).outcome).toBe('done')
    const { rows } = await app.ownerPool.query(`SELECT 1 FROM journal WHERE share_mega IS NOT NULL`)
    expect(rows).toEqual([])
    expect((await shards())['mega']).toEqual({ pool: wholeUnits(1_000_000), reserve: 0n })
  })

  test('are floored parts of the stake, on its own row; the reserve’s part goes to the reserve', async () => {
    await link(true)
    await found({ tier: 'mega', sharePpm: 5_000, reservePpm: 200_000 })
    await found({ tier: 'minor', sharePpm: 3_333, reservePpm: 0 })
    const spin = await spinner()
    const stake = wholeUnits(1_000) + 7n * BigInt(anySlot.game.unitsPerStake)
    const pay = (stake / BigInt(anySlot.game.unitsPerStake)) * 6n
    // The platform pays the share: the member's balance is that of the round.
    expect((await spin(stake, pay)).cash).toBe(someMoney - stake + pay)
    const [mega, minor] = [scaleByPpmFloor(stake, 5_000), scaleByPpmFloor(stake, 3_333)]
    const { rows } = await app.ownerPool.query(
      `SELECT share_mega, share_major, share_minor FROM journal WHERE kind = 3`,
    )
    expect(rows).toEqual([{ share_mega: mega, share_major: null, share_minor: minor }])
    const reserved = scaleByPpmFloor(mega, 200_000)
    expect(await shards()).toEqual({
      mega: { pool: wholeUnits(1_000_000) + mega - reserved, reserve: reserved },
      major: { pool: 0n, reserve: 0n },
      minor: { pool: wholeUnits(1_000_000) + minor, reserve: 0n },
    })
  })

  test('are zero for a stake too small for a unit', async () => {
    await link(true)
    await found({ tier: 'mega', sharePpm: 1 })
    const spin = await spinner()
    expect((await spin(wholeUnits(1))).outcome).toBe('done')
    expect((await shards())['mega']?.pool).toBe(wholeUnits(1_000_000))
  })

  test('of many concurrent spins at two processes, limited members included, all arrive', async () => {
    await link(true)
    await found({ tier: 'mega', sharePpm: 5_000 })
    await found({ tier: 'major', sharePpm: 2_000 })
    await found({ tier: 'minor', sharePpm: 1_000 })
    const pool = createPool(app.appUrl, { max: 2 })
    const second = createLedger({ pool, secret: testSecret })
    const spinners = await Promise.all(Array.from({ length: 12 }, () => spinner()))
    // A third of the members have a limit: their spins are posted one by one, the others in batches.
    await app.ownerPool.query(
      `SELECT ledger_limit(member_id, 'wager', 'day', 1000000000000) FROM wallet WHERE member_id % 3 = 0`,
    )
    const stake = wholeUnits(2_000)
    let done = 0
    await Promise.all(
      spinners.map(async (spin, index) => {
        const ledger = index % 2 === 0 ? app.deps.ledger : second
        for (let step = 0; step < 25; step += 1) {
          const outcome = await spin(stake, 0n, ledger)
          expect(outcome.outcome).toBe('done')
          done += 1
        }
      }),
    )
    await second.drain()
    await pool.end()
    expect(done).toBe(300)
    const after = await shards()
    const gained = (tier: string): Amount =>
      (after[tier]?.pool ?? 0n) + (after[tier]?.reserve ?? 0n) - wholeUnits(1_000_000)
    expect([gained('mega'), gained('major'), gained('minor')]).toEqual(
      [5_000, 2_000, 1_000].map((ppm) => scaleByPpmFloor(stake, ppm) * 300n),
    )
  })
})
