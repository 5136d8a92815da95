import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { ageSettings } from '#test/age-settings.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCheckScope, runCheck } from './books.ts'
import { jackpotChecks } from './checks/jackpots.ts'
import { rateChecks } from './checks/rates.ts'
import { rateCorruptions } from './corruptions/rates.ts'
import { foundJackpot } from './jackpots.ts'

let app: TestApp
let client: pg.Client
let memberId: bigint
let spin: () => Promise<void>

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench', turnoverPpm: 300_000 } })
  client = new pg.Client({ connectionString: app.superUrl })
  await client.connect()
  await app.ownerPool.query(
    `INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from)
     SELECT brand_id, game_kind, level, 1_000, effective_from - interval '1 year' FROM comp_rate`,
  )
  await app.ownerPool.query('UPDATE game SET jackpot_linked = true')
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  const founding = { amount: wholeUnits(1_000), fromId, sharePpm: 5_000, reservePpm: 200_000 }
  for (const tier of ['mega', 'minor'] as const) {
    await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, { ...founding, tier, key: randomUUID() }))
  }
  await ageSettings(client)
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  memberId = member.id
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  spin = async () => {
    const body = { requestId: newRequestId(), stake: '1000' }
    const { status } = (await app.play('spin', { token: session.token, window, body })).body
    if (status !== 'success') throw new Error(`the spin was answered ${String(status)}`)
  }
  await app.deps.ledger.post({
    memberId,
    kind: 'deposit_paid',
    source: 'office',
    key: randomUUID(),
    request: ['deposit'],
    cash: wholeUnits(10_000),
    turnover: wholeUnits(3_000),
    contraId: await app.deps.ledger.accountId(app.brand.id, 'cashier_clearing'),
  })
  for (let round = 0; round < 4; round += 1) await spin()
})
afterAll(async () => {
  await client.end()
  await app.close()
})

/** The names of the checks of rates and jackpots that report faults after a change, which is undone. */
async function faultsAfter(sql: string): Promise<string[]> {
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}`)
  try {
    const scope = createCheckScope(client, { endsAt: performance.now() + 60_000 })
    const found: string[] = []
    for (const check of [...rateChecks, ...jackpotChecks]) {
      const faults = await runCheck(check, scope)
      if ('notRun' in faults || faults.length > 0) found.push(check.name)
    }
    return found
  } finally {
    await client.query('ROLLBACK')
  }
}

describe('rates', () => {
  test('of everything booked are those in force', async () => {
    expect(await faultsAfter('SELECT 1')).toEqual([])
    const { rows } = await client.query(
      'SELECT kind, stake, d_turnover, share_mega FROM journal WHERE member_id = $1 AND kind <> 12 ORDER BY seq',
      [String(memberId)],
    )
    expect(rows.map((row) => row.d_turnover / 10_000)).toEqual([3_000, -1_000, -1_000, -1_000, 0])
    expect(rows.map((row) => row.share_mega)).toEqual([null, '50000', '50000', '50000', '50000'])
  })

  test.each(rateCorruptions)('show $name', async ({ sql, seenBy }) => {
    expect(await faultsAfter(sql)).toEqual(expect.arrayContaining([...seenBy]))
  })

  test('may change: while they do, either value is right, and each change is audited', async () => {
    const change = `UPDATE jackpot_tier SET share_ppm = 9_000, reserve_ppm = 100_000 WHERE tier = 'mega';
      UPDATE brand SET turnover_ppm = 500_000; UPDATE member SET level = 4 WHERE id = ${memberId};
      INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from)
        SELECT id, 'slot', 4, 9_000, date_trunc('minute', now()) - interval '1 minute' FROM brand`
    await app.ownerPool.query(change)
    await spin()
    expect(await faultsAfter('SELECT 1')).toEqual([])
    const { rows } = await client.query(
      `SELECT subject FROM audit WHERE act = 'setting.dated' ORDER BY id DESC LIMIT 4`,
    )
    expect(rows.map(({ subject }) => subject)).toEqual([
      `level ${memberId}`,
      `turnover ${app.brand.id}`,
      'jackpot_reserve mega',
      'jackpot_share mega',
    ])
  })
})
