import { wholeUnits } from '#domain/money.ts'
import { bookChecks, checkBooks } from '#server/ledger/books.ts'
import { createLedgerWorld, type LedgerWorld } from '#testing/ledger-world.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let world: LedgerWorld
let memberId: bigint
beforeEach(async () => {
  world = await createLedgerWorld({ members: 2 })
  memberId = world.memberIds[0] ?? 0n
  const contraId = await world.ledger.accountId(world.brandId, 'play_money_issue')
  const issue = { memberId, kind: 'issue', source: 'system', key: randomUUID(), ask: ['issue'] } as const
  await world.ledger.post({ ...issue, cash: wholeUnits(100), contraId })
  const bet = {
    memberId,
    kind: 'bet',
    source: 'own',
    ask: ['bet'],
    contraId: world.gamingId,
    gameKind: 'slot',
  } as const
  for (const units of [10, 20]) await world.ledger.post({ ...bet, key: randomUUID(), stake: wholeUnits(units) })
})
afterEach(() => world.close())

/** Meddles as nobody can in the running house: as the owner, with the guards taken off. */
async function meddle(sql: string): Promise<string[]> {
  await world.ownerPool.query('ALTER TABLE journal DISABLE TRIGGER USER')
  await world.ownerPool.query(sql)
  const report = await checkBooks(world.pool)
  return [...new Set(report.faults.map((fault) => fault.check))]
}

describe('the oracle', () => {
  test('is silent over honest books and counts what it read', async () => {
    const report = await checkBooks(world.pool)
    expect(report).toMatchObject({ faults: [], journalRows: 3n, checks: bookChecks.length })
  })

  test.each([
    ['a wallet that was written to', 'UPDATE wallet SET cash = cash + 1 WHERE cash > 0', ['wallet', 'whole-house']],
    ['an event that vanished', 'DELETE FROM journal WHERE seq = 2', ['steps', 'whole-house']],
    [
      'a delta that was changed',
      'UPDATE journal SET d_cash = d_cash + 5 WHERE seq = 2',
      ['steps', 'money-of-kind', 'whole-house'],
    ],
    ['a stake that was changed', 'UPDATE journal SET stake = stake + 5 WHERE seq = 2', ['money-of-kind']],
    ['a row beyond the wallet', 'UPDATE wallet SET seq = seq - 1 WHERE seq > 0', ['wallet', 'tail']],
    ['held money nobody asked for', 'UPDATE wallet SET held = 7 WHERE seq = 0', ['wallet', 'requests', 'whole-house']],
    ['a round that was never booked', 'UPDATE wallet SET nonce = 1 WHERE seq > 0', ['rounds']],
    [
      'a jackpot filled from nowhere',
      `UPDATE jackpot_shard SET pool = 9 WHERE tier = 'mega' AND lane = 0`,
      ['jackpots'],
    ],
  ])('finds %s', async (_what, sql, checks) => {
    expect(await meddle(sql)).toEqual(checks)
  })
})

describe('the journal', () => {
  test.each([
    'UPDATE journal SET cash = 0',
    'DELETE FROM journal',
    'TRUNCATE journal',
    'UPDATE wallet SET cash = 1',
    'DELETE FROM round',
  ])('the application may not: %s', async (sql) => {
    await expect(world.pool.query(sql)).rejects.toThrow(/permission denied/)
  })

  test.each(['UPDATE journal SET cash = 0', 'DELETE FROM journal', 'TRUNCATE journal'])(
    'even its owner is refused: %s',
    async (sql) => {
      await expect(world.ownerPool.query(sql)).rejects.toThrow(/written once/)
    },
  )
})
