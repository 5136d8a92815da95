import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BookCheckName } from '#domain/book-check.ts'
import type { JackpotTier } from '#domain/games/game.ts'
import { scaleByPpmFloor, wholeUnits, type Amount } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { createPool } from '#server/db/pool.ts'
import { anySlot } from '#test/any-slot.ts'
import { expectCleanBooks } from '#test/books.ts'
import { makeLedgerPlayer, type LedgerPlayer } from '#test/ledger-player.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { checkBooks } from './books.ts'
import { jackpotChecks } from './checks/jackpots.ts'
import type { LedgerOutcome } from './events.ts'
import { closeJackpot, foundJackpot, jackpotTiers } from './jackpots.ts'
import { createLedger, type Ledger } from './ledger.ts'

/** Jackpots that are paid by the statement that books the round, with rounds that no engine drew. */

let app: TestApp
/** The checks that a test's own events do not obey. */
let without: BookCheckName[] = []

beforeEach(async () => {
  // The machine of the catalogue has no jackpots.
  without = ['version-bounds']
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  await app.ownerPool.query(`UPDATE game SET jackpot_linked = true WHERE code = $1`, [anySlot.code])
  await app.ownerPool.query(`UPDATE game_version SET jackpots = '{major,mega,minor}' WHERE game_code = $1`, [
    anySlot.code,
  ])
})
afterEach(async () => {
  await expectCleanBooks(app.ownerPool, [], without)
  await app.close()
})

const first = wholeUnits(1_000_000)
const stake = wholeUnits(1_000)

async function found(tiers: readonly JackpotTier[] = jackpotTiers, reservePpm = 200_000): Promise<number> {
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  for (const tier of tiers) {
    const founding = { tier, amount: first, key: randomUUID(), fromId, sharePpm: 5_000, reservePpm }
    await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, founding))
  }
  return fromId
}

type Spinner = LedgerPlayer & {
  play: (jackpot?: JackpotTier | null, units?: number, ledger?: Ledger) => Promise<LedgerOutcome>
}

async function spinner(): Promise<Spinner> {
  const player = await makeLedgerPlayer(app, 1_000_000)
  let nonce = 0n
  const play: Spinner['play'] = (jackpot = null, units = 0, ledger = app.deps.ledger) =>
    ledger.spin(player.spin({ stake, units, jackpot, nonce: nonce++ }))
  return { ...player, play }
}

async function poolOf(tier: JackpotTier): Promise<{ pool: Amount; reserve: Amount }> {
  const { rows } = await app.ownerPool.query<{ pool: string; reserve: string }>(
    `SELECT sum(pool) AS pool, sum(reserve) AS reserve FROM jackpot_shard WHERE tier = $1`,
    [tier],
  )
  return { pool: BigInt(rows[0]?.pool ?? 0), reserve: BigInt(rows[0]?.reserve ?? 0) }
}

const hits = async () =>
  (
    await app.ownerPool.query<{ tier: string; ordinal: number; amount: bigint; reserve: bigint; reseed: bigint }>(
      `SELECT tier, ordinal, amount, kept, reserve, reseed, reseed_from FROM jackpot_hit ORDER BY tier, ordinal`,
    )
  ).rows

const walletOf = (memberId: bigint) =>
  app.db
    .selectFrom('wallet')
    .select(['cash', 'seq', 'nonce', 'unseen'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()

describe('a hit', () => {
  test('pays the pool with the share of its own round, and the next pool begins with the first money', async () => {
    const reseedFrom = await found()
    const player = await spinner()
    await player.play()
    const share = scaleByPpmFloor(stake, 5_000)
    const reserved = scaleByPpmFloor(share, 200_000)
    const outcome = await player.play('mega', 40)
    const pool = first + 2n * (share - reserved)
    const pay = (stake / BigInt(anySlot.game.unitsPerStake)) * 40n
    expect(outcome).toMatchObject({
      outcome: 'done',
      jackpot: pool,
      cash: wholeUnits(1_000_000) - 2n * stake + pay + pool,
    })
    expect(await walletOf(player.memberId)).toEqual({ cash: outcome.cash, seq: 4n, nonce: 2n, unseen: pay + pool })
    const reserve = 2n * reserved
    expect(await hits()).toEqual([
      { tier: 'mega', ordinal: 1, amount: pool, kept: 0n, reserve, reseed: first - reserve, reseed_from: reseedFrom },
    ])
    expect(await poolOf('mega')).toEqual({ pool: first, reserve: 0n })
    expect((await poolOf('minor')).pool).toBe(pool)
  })

  test('pays whole units, and the rest stays in the next pool', async () => {
    await found(['mega', 'major', 'minor'], 0)
    await app.ownerPool.query(`UPDATE jackpot_tier SET share_ppm = 3333 WHERE tier = 'mega'`)
    const outcome = await (await spinner()).play('mega')
    expect(outcome.jackpot).toBe(first + wholeUnits(3))
    expect((await poolOf('mega')).pool).toBe(first + 3_330n)
  })

  test('repeated under its key pays once', async () => {
    await found()
    const player = await makeLedgerPlayer(app, 1_000_000)
    const event = player.spin({ stake, units: 0, jackpot: 'minor', nonce: 0n })
    expect((await app.deps.ledger.spin(event)).jackpot).toBeGreaterThan(0n)
    const again = await app.deps.ledger.spin({ ...event, roundId: randomUUID() })
    expect(again).toMatchObject({ outcome: 'replay', jackpot: null, ref: event.roundId })
    expect(await hits()).toHaveLength(1)
  })

  test('of a tier that the game does not have is not booked', async () => {
    await found()
    await app.ownerPool.query(`UPDATE game_version SET jackpots = '{major,minor}' WHERE game_code = $1`, [anySlot.code])
    const player = await spinner()
    const before = await walletOf(player.memberId)
    expect((await player.play('mega')).outcome).toBe('unfit')
    expect(await walletOf(player.memberId)).toEqual(before)
    expect(await hits()).toEqual([])
  })

  test('of a member at a limit is paid, and counts for no limit', async () => {
    await found()
    const player = await spinner()
    // Set past the audit.
    without.push('limits-set')
    await app.ownerPool.query(`SELECT ledger_limit($1, 'loss', 'day', $2)`, [player.memberId, stake])
    expect((await player.play('mega')).outcome).toBe('done')
    expect((await player.play()).outcome).toBe('limit')
  })
})

describe('hits at the same moment', () => {
  test('at two processes pay each pool once, and the next ones what came after', async () => {
    await found()
    const pool = createPool(app.appUrl, { max: 2 })
    const second = createLedger({ pool, secret: testSecret })
    const spinners = await Promise.all(Array.from({ length: 12 }, () => spinner()))
    const outcomes = await Promise.all(
      spinners.map(async (player, index) => {
        const ledger = index % 2 === 0 ? app.deps.ledger : second
        const own: LedgerOutcome[] = []
        for (let turn = 0; turn < 10; turn += 1)
          own.push(await player.play(turn % 3 === 1 ? (jackpotTiers[index % 3] ?? null) : null, 0, ledger))
        return own
      }),
    )
    await second.drain()
    await pool.end()
    const paid = outcomes.flat().flatMap(({ jackpot }) => jackpot ?? [])
    expect(outcomes.flat().every(({ outcome }) => outcome === 'done')).toBe(true)
    expect(paid).toHaveLength(36)
    const booked = await hits()
    expect(booked.reduce((sum, hit) => sum + hit.amount, 0n)).toBe(paid.reduce((sum, amount) => sum + amount, 0n))
    for (const tier of jackpotTiers)
      expect(booked.filter((hit) => hit.tier === tier).map((hit) => hit.ordinal)).toEqual(
        Array.from({ length: 12 }, (_, index) => index + 1),
      )
  })
})

describe('a closed tier', () => {
  const close = (closed: boolean) =>
    app.ownerDb.transaction().execute((tx) => closeJackpot(tx, { tier: 'major', closed }))

  test('stops new rounds that can hit it, keeps its pool, and opens again', async () => {
    expect(await close(true)).toBe('unknown')
    await found()
    const player = await spinner()
    expect((await player.play()).outcome).toBe('done')
    const before = await poolOf('major')
    expect(await close(true)).toBe('done')
    expect(await close(true)).toBe('same')
    expect((await app.deps.ledger.spin(player.spin({ stake, units: 0, nonce: 1n }))).outcome).toBe('used')
    expect((await app.member('get-jackpots')).body['jackpots']).toMatchObject([{ tier: 'mega' }, { tier: 'minor' }])
    expect(await poolOf('major')).toEqual(before)
    expect(await close(false)).toBe('done')
    expect((await player.play('major')).jackpot).toBeGreaterThan(before.pool)
  })

  test('a machine takes no rounds before all its tiers are founded', async () => {
    await found(['mega', 'minor'])
    expect((await (await spinner()).play()).outcome).toBe('used')
  })
})

describe('the books', () => {
  /** The names of the checks that find faults after a change, which is undone. */
  async function foundBy(change: string): Promise<string[]> {
    const pool = createPool(app.superUrl, { max: 1 })
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(`SET LOCAL session_replication_role = replica`)
      await client.query(change)
      const names: string[] = []
      for (const check of jackpotChecks) {
        const { rows } = await client.query(check.sql)
        if (rows.length > 0) names.push(check.name)
      }
      return names
    } finally {
      await client.query('ROLLBACK')
      client.release()
      await pool.end()
    }
  }

  test('see a hit that was altered, removed or invented', async () => {
    await found()
    const player = await spinner()
    await player.play('minor')
    await app.ownerPool.query(`UPDATE jackpot_tier SET share_ppm = 5000`)
    await player.play('minor')
    expect((await checkBooks(app.ownerPool, { without: ['version-bounds'] })).faults).toEqual([])
    expect(await foundBy(`DELETE FROM jackpot_hit WHERE ordinal = 2`)).toContain('jackpot-hits')
    expect(await foundBy(`DELETE FROM journal WHERE kind = 14`)).toContain('jackpot-hits')
    expect(await foundBy(`UPDATE jackpot_hit SET tier = 'major' WHERE ordinal = 1`)).toContain('jackpot-hits')
    expect(await foundBy(`UPDATE jackpot_hit SET ordinal = 3 WHERE ordinal = 2`)).toContain('jackpot-hits')
    expect(await foundBy(`UPDATE jackpot_hit SET reseed = reseed + 10000`)).toEqual(
      expect.arrayContaining(['jackpots', 'jackpot-hits']),
    )
    expect(
      await foundBy(`UPDATE jackpot_hit SET amount = amount + 10000000; UPDATE journal SET d_cash = d_cash + 10000000 WHERE kind = 14;
        UPDATE jackpot_shard SET pool = pool + 1`),
    ).toEqual(['jackpots', 'jackpot-amounts'])
  })
})
