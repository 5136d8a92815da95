import { wholeUnits } from '#domain/money.ts'
import { bookChecks, BooksOverdue, checkBooks, createCheckScope, runCheck } from '#server/ledger/books.ts'
import type { ProgramCheck } from '#server/ledger/checks/check.ts'
import { createPool } from '#server/db/pool.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'
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

test.each(['audit_head', 'installation', 'money_out', 'redraw_state'])(
  'the one row of %s that is gone is a fault by name, also where nothing has happened yet',
  async (table) => {
    const superPool = createPool(world.superUrl, { max: 1 })
    const client = await superPool.connect()
    try {
      await client.query('BEGIN; SET LOCAL session_replication_role = replica')
      const scope = createCheckScope(client, { endsAt: performance.now() + scaledMs(60_000) })
      const [check] = bookChecks.filter(({ name }) => name === 'constraints')
      if (check === undefined) throw new Error('there is no such check')
      expect(await runCheck(check, scope)).toEqual([])
      await client.query(`DELETE FROM ${table}`)
      expect(await runCheck(check, scope)).toContainEqual({ subject: table, detail: 'its one row is gone' })
    } finally {
      await client.query('ROLLBACK')
      client.release()
      await superPool.end()
    }
  },
)

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

describe('rows that a check cannot read', () => {
  test.each([
    ['steps', 'a sum beyond the largest number', 'UPDATE journal SET d_cash = 9223372036854775807 WHERE seq = 2'],
    ['journal-seals', 'an event in journal and archive', 'INSERT INTO journal_archive SELECT * FROM ONLY journal'],
    ['journal-seals', 'a time that the program cannot read', `UPDATE journal_head SET at = 'infinity' WHERE id = 0`],
  ])('are a fault of %s, and the others run: %s', async (name, _what, statement) => {
    const thief = createPool(world.superUrl, { max: 1 })
    try {
      expect(await sealAll(world.db, createSealKeys(testSecret))).toBeGreaterThan(0)
      await commitPastTriggers(thief, statement)
    } finally {
      await thief.end()
    }
    const report = await checkBooks(world.pool, { secret: testSecret })
    expect(report.faults).toContainEqual({
      check: name,
      subject: 'the whole check',
      detail: expect.stringMatching(/^could not finish: ./),
    })
    expect(report.each).toHaveLength(bookChecks.length)
    expect(report.each.find((each) => each.name === 'guards')?.faults).toBe(0)
  })

  test('are those that a policy hides, too', async () => {
    const thief = createPool(world.superUrl, { max: 1 })
    await thief.query('ALTER TABLE journal ENABLE ROW LEVEL SECURITY; CREATE POLICY hiding ON journal USING (seq < 3)')
    await thief.end()
    const { faults } = await checkBooks(world.pool, { secret: testSecret })
    expect(faults).toContainEqual({
      check: 'steps',
      subject: 'the whole check',
      detail: 'could not finish: query would be affected by row-level security policy for table "journal"',
    })
  })

  test('fail the run where the cause is not in the rows', async () => {
    const stopping = new AbortController()
    const options = { signal: stopping.signal, onProgress: () => stopping.abort() }
    await expect(checkBooks(world.ownerPool, options)).rejects.toThrow(/abort/)
    await expect(checkBooks(world.pool, { limitMs: 0 })).rejects.toThrow(BooksOverdue)
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
