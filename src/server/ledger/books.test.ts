import { wholeUnits } from '#domain/money.ts'
import { bookChecks, BooksOverdue, checkBooks, createCheckScope, runCheck } from '#server/ledger/books.ts'
import type { ProgramCheck } from '#server/ledger/checks/check.ts'
import { createLedgerWorld, issueUnits, type LedgerWorld } from '#test/ledger-world.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let world: LedgerWorld
let memberId: bigint
beforeEach(async () => {
  world = await createLedgerWorld({ members: 2 })
  memberId = world.memberIds[0] ?? 0n
  await issueUnits(world, memberId, 100)
  const bet = {
    memberId,
    kind: 'bet',
    source: 'own',
    request: ['bet'],
    contraId: world.gamingId,
    gameKind: 'slot',
  } as const
  for (const units of [10, 20]) await world.ledger.post({ ...bet, key: randomUUID(), stake: wholeUnits(units) })
})
afterEach(() => world.close())

describe('the oracle', () => {
  test('finds no fault in correct books and counts the rows it read', async () => {
    const report = await checkBooks(world.pool)
    expect(report).toMatchObject({ faults: [], journalRows: 3n, checks: bookChecks.length })
  })
})

describe('a check that is a program', () => {
  const check: ProgramCheck = {
    name: 'steps',
    description: 'Reads the journal two rows at a time, with a key.',
    find: async (scope) => {
      if (scope.secret === null) return { notRun: 'no APP_SECRET was given' }
      const found: { subject: string; detail: string }[] = []
      const text = 'SELECT seq::text AS subject FROM journal WHERE seq > $1 ORDER BY seq'
      for await (const batch of scope.batches<{ subject: string }>(text, [0], 2)) {
        for (const { subject } of batch) found.push({ subject, detail: `${batch.length} in its batch` })
      }
      return found
    },
  }

  test('reads batch by batch, reports that it could not run without a secret, and ends at its time limit', async () => {
    const client = await world.pool.connect()
    try {
      await client.query('BEGIN TRANSACTION READ ONLY')
      const endsAt = performance.now() + 60_000
      const secret = { keyId: 'k', keys: new Map() }
      expect(await runCheck(check, createCheckScope(client, { endsAt, secret }))).toEqual([
        { subject: '1', detail: '2 in its batch' },
        { subject: '2', detail: '2 in its batch' },
        { subject: '3', detail: '1 in its batch' },
      ])
      expect(await runCheck(check, createCheckScope(client, { endsAt }))).toEqual({ notRun: 'no APP_SECRET was given' })
      const expired = createCheckScope(client, { endsAt: performance.now(), secret })
      await expect(runCheck(check, expired)).rejects.toThrow(BooksOverdue)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
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

  test('one key is one event, also for the owner of the database', async () => {
    const again = `INSERT INTO journal SELECT (jsonb_populate_record(j, '{"seq": 900}')).* FROM journal j WHERE seq = 2`
    await expect(world.ownerPool.query(again)).rejects.toThrow(/unique/)
  })

  test.each(['UPDATE journal SET cash = 0', 'DELETE FROM journal', 'TRUNCATE journal'])(
    'even its owner is refused: %s',
    async (sql) => {
      await expect(world.ownerPool.query(sql)).rejects.toThrow(/written once/)
    },
  )
})
