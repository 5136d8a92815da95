import { testSecret } from '#test/test-secret.ts'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { anySlot } from '#test/any-slot.ts'
import { expectCleanBooks } from '#test/books.ts'
import { makeLedgerPlayer } from '#test/ledger-player.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LedgerEvent, SpinEvent } from './events.ts'
import { foundJackpot } from './jackpots.ts'
import { createLedger, lockWallet, renewWallet } from './ledger.ts'
import { untilWaiting } from '#test/until.ts'

/** The functions for plain events, which have the owner's rights and no search path of their own. */

let app: TestApp
let contraId: number
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
})
afterAll(async () => {
  await expectCleanBooks(app.ownerPool)
  await app.close()
})

function bet(memberId: bigint, units: number): LedgerEvent {
  const common = { memberId, kind: 'bet', source: 'own', key: randomUUID(), request: ['bet', units] } as const
  return { ...common, stake: wholeUnits(units), contraId, gameKind: 'slot' }
}

/** A member with 100 units and a game window, and the next spin of theirs with a stake and a win in units. */
async function makePlayer(): Promise<{ memberId: bigint; spin: (stake: number, pay: number) => SpinEvent }> {
  const player = await makeLedgerPlayer(app, 100)
  let nonce = 0n
  return {
    memberId: player.memberId,
    spin: (stake, pay) =>
      player.spin({ stake: wholeUnits(stake), units: (pay * anySlot.game.unitsPerStake) / stake, nonce: nonce++ }),
  }
}

const wallet = (memberId: bigint) =>
  app.db.selectFrom('wallet').select(['cash', 'seq']).where('member_id', '=', memberId).executeTakeFirstOrThrow()

test('a spin that waits for an inquiry under its key is a conflict', async () => {
  const player = await makePlayer()
  const { memberId } = player
  expect(await app.deps.ledger.spin(player.spin(1, 0))).toMatchObject({ outcome: 'done' })
  const spin = player.spin(1, 0)
  const spun = await app.db.transaction().execute(async (tx) => {
    await lockWallet(tx, memberId)
    await renewWallet(tx, memberId)
    const inquiry = { id: randomUUID(), brand_id: app.brand.id, member_id: memberId, request_id: spin.key }
    await tx
      .insertInto('help_item')
      .values({ ...inquiry, kind: 'general', title: 'x', contents: 'x' })
      .execute()
    const pending = app.deps.ledger.spin(spin)
    expect(await Promise.race([pending.then(() => 'early'), untilWaiting(app.ownerPool, 1)])).toBeUndefined()
    return { pending }
  })
  expect(await spun.pending).toMatchObject({ outcome: 'conflict' })
  expect(await wallet(memberId)).toEqual({ cash: wholeUnits(99), seq: expect.any(BigInt) })
})

test('read no table of the caller under the name of one of the owner’s', async () => {
  const player = await makePlayer()
  await app.ownerPool.query(`UPDATE game SET jackpot_linked = true WHERE code = $1`, [anySlot.code])
  const founding = { amount: wholeUnits(1_000), key: randomUUID(), sharePpm: 5_000, reservePpm: 200_000 } as const
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, { ...founding, tier: 'mega', fromId }))
  // A session that was idle, so that every statement of the functions runs.
  await app.ownerPool.query(`UPDATE member_session SET last_act_at = now() - interval '5 minutes'`)
  const { rows } = await app.ownerPool.query<{ name: string }>('SELECT current_database() AS name')
  const database = `"${rows[0]?.name}"`
  await app.ownerPool.query(`GRANT TEMPORARY ON DATABASE ${database} TO baize_app`)
  const pool = createPool(app.appUrl, { max: 1 })
  try {
    const tables = await app.ownerPool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
         AND has_table_privilege('baize_app', oid, 'SELECT')`,
    )
    for (const { name } of tables.rows) await pool.query(`CREATE TEMPORARY TABLE "${name}" (LIKE public."${name}")`)
    await pool.query(`INSERT INTO pg_temp.wallet SELECT * FROM public.wallet`)
    await pool.query('UPDATE pg_temp.wallet SET cash = 1000000000000')
    await pool.query('SET search_path = pg_temp, public')
    const ledger = createLedger({ pool, secret: testSecret, lanes: 1 })
    const spin = player.spin(10, 5)
    expect(await ledger.spin(spin)).toMatchObject({ outcome: 'done', cash: wholeUnits(95) })
    expect(await ledger.spin(spin)).toMatchObject({ outcome: 'replay' })
    expect(await ledger.post(bet(player.memberId, 20))).toMatchObject({ outcome: 'done', cash: wholeUnits(75) })
    expect(await ledger.post(bet(player.memberId, 80))).toMatchObject({ outcome: 'short', cash: wholeUnits(75) })
    const planted = await pool.query(`SELECT (SELECT count(*)::int FROM pg_temp.journal) AS journal,
      (SELECT count(*)::int FROM pg_temp.round) AS round, (SELECT min(cash) FROM pg_temp.wallet) AS cash`)
    expect(planted.rows).toEqual([{ journal: 0, round: 0, cash: 1_000_000_000_000n }])
  } finally {
    await pool.end()
    await app.ownerPool.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM baize_app`)
  }
  expect(await wallet(player.memberId)).toMatchObject({ cash: wholeUnits(75) })
})

test('are the only functions with the owner’s rights and the caller’s search path', async () => {
  const { rows } = await app.ownerPool.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef
       AND NOT EXISTS (SELECT FROM unnest(proconfig) setting WHERE setting LIKE 'search_path=%') ORDER BY proname`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['ledger_post_bet', 'ledger_post_spin'])
})

test('a stake is covered by the balance before the win', async () => {
  const player = await makePlayer()
  const outcome = await app.deps.ledger.spin(player.spin(101, 505))
  expect(outcome).toMatchObject({ outcome: 'short', cash: wholeUnits(100) })
  expect(await app.deps.ledger.post(bet(player.memberId, 101))).toMatchObject({ outcome: 'short' })
})
