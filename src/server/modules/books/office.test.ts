import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { isRunDue, unread } from './run-schedule.ts'
import { createPool } from '#server/db/pool.ts'
import { beginRun, endRun, moneyOutStoppedSince, type BooksState } from '#server/ledger/book-runs.ts'
import { bookChecks, checkBooks } from '#server/ledger/books.ts'
import { keepBooks, type KeptBooks } from '#test/kept-books.ts'
import { until, untilWaiting } from '#test/until.ts'
import { newRequestId } from '#test/test-app.ts'
import {
  createOfficeTestApp,
  expectNoErrorsAndCleanBooks,
  type OfficeTestApp,
  type Operator,
} from '#test/office-test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import type pg from 'pg'

let app: OfficeTestApp
let books: KeptBooks
let thieves: pg.Pool
let manager: Operator
let cashier: Operator
let auditor: Operator

beforeAll(async () => {
  app = await createOfficeTestApp()
  books = keepBooks(app)
  thieves = createPool(app.superUrl, { max: 1 })
  manager = await app.createOperator('mina', ['manager'])
  cashier = await app.createOperator('carl', ['cashier'])
  auditor = await app.createOperator('ada', ['auditor'])
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(async () => {
  await books.close()
  await thieves.end()
  await app.close()
})

/** Adds to a member's wallet without the ledger. */
async function spoil(by: bigint): Promise<void> {
  await app.ownerPool.query(
    `UPDATE wallet SET cash = cash + $1 WHERE member_id = (SELECT min(member_id) FROM wallet)`,
    [String(by)],
  )
}

async function stoppedSince(by: Operator = cashier): Promise<unknown> {
  return (await by.call('me')).body['moneyOutStoppedSince']
}

async function claimedWithdrawal(): Promise<{ id: string; wallet: () => Promise<{ cash: bigint; held: bigint }> }> {
  const member = await app.createFundedMember({ cash: wholeUnits(100_000) })
  const id = await member.withdraw(30_000)
  await cashier.call('claim-request', { id })
  return { id, wallet: member.wallet }
}

const pay = (id: string, requestId = newRequestId()) => cashier.call('pay-withdrawal', { id, requestId })
const expectAlarm = (message: RegExp): void => {
  expect(app.errors.splice(0)).toEqual([expect.stringMatching(message)])
}

describe('a run of the books check', () => {
  test('does not exist at first; two concurrent requests start one run, and both are audited', async () => {
    const empty = await auditor.call('get-books')
    expect(empty.body).toMatchObject({
      status: 'success',
      stoppedSince: null,
      last: null,
      open: null,
      runs: [],
      maxCount: 0,
    })
    const changed = await changedBy(app.ownerPool, async () => {
      const requested = await Promise.all([manager, manager, auditor].map((one) => one.call('check-books')))
      expect(requested.map((response) => response.body.status).toSorted()).toEqual(['running', 'running', 'success'])
      const ids = requested.map((response) => (response.body['run'] as { id: string }).id)
      expect(new Set(ids).size).toBe(1)
    })
    expect(changed).toEqual(['audit', 'book_run'])
    const open = (await auditor.call('get-books')).body['open']
    expect(open).toMatchObject({ why: 'operator', beganAt: null, endedAt: null, outcome: null })
    expect((await cashier.call('check-books')).code).toBe(403)
  })

  test('is started by the running program, reports its progress and ends; the metrics show the result', async () => {
    const metrics = app.listeners.metrics
    const keeper = books.startKeeper({ metrics })
    await until(async () => (await manager.call('get-books')).body['last'] !== null)
    await keeper.stop()
    const { body } = await manager.call('get-books')
    expect(body).toMatchObject({ stoppedSince: null, open: null, maxCount: 1, checks: bookChecks.length })
    const last = body['last'] as { id: string; rows: number; done: number }
    expect(last).toMatchObject({ outcome: 'clean', why: 'operator', done: bookChecks.length, faultCount: 0 })
    const opened = await auditor.call('get-book-run', { id: last.id })
    expect(opened.body).toMatchObject({ status: 'success', problem: '', faults: [] })
    expect((opened.body['checks'] as { name: string }[]).map((check) => check.name)).toEqual(
      bookChecks.map((check) => check.name),
    )
    expect((await auditor.call('get-book-run', { id: newRequestId() })).body).toEqual({ status: 'none' })
    const figures = await metrics.text()
    for (const line of ['baize_books_faults 0', 'baize_money_out_stopped 0']) expect(figures).toContain(line)
  })

  test('is recorded as interrupted after a shutdown, which does not stop money-out', async () => {
    const stuckAt = bookChecks.findIndex((check) => check.name === 'in-play')
    const blocker = await app.ownerPool.connect()
    await blocker.query('BEGIN; LOCK TABLE transfer_balance IN ACCESS EXCLUSIVE MODE')
    await manager.call('check-books')
    const keeper = books.startKeeper()
    const readOpen = async () => (await manager.call('get-books')).body['open'] as { id: string; done: number }
    let open = await readOpen()
    try {
      await until(async () => {
        open = await readOpen()
        return open.done >= stuckAt
      })
    } finally {
      await keeper.stop()
      await blocker.query('ROLLBACK')
      blocker.release()
    }
    expect(open.done).toBe(stuckAt)
    const { body } = await manager.call('get-book-run', { id: open.id })
    expect(body).toMatchObject({ problem: '', run: { outcome: 'interrupted', endedAt: expect.any(String) } })
    expect(await stoppedSince()).toBe(null)
  })

  test.each<[string, Partial<BooksState>, number, boolean]>([
    ['never ran', {}, 60, true],
    ['never ran, without a schedule', {}, 0, false],
    ['requested', { isRequested: true, ageSeconds: 1, restSeconds: 1 }, 0, true],
    ['a redrawn round differs', { hasNewDifference: true, ageSeconds: 60, restSeconds: 50 }, 0, true],
    ['one that began was not ended', { isOpen: true, ageSeconds: 60, restSeconds: 50 }, 0, true],
    ['one that began was interrupted a moment ago', { isOpen: true, ageSeconds: 60, restSeconds: 9 }, 0, false],
    ['just ran', { ageSeconds: 3_599, restSeconds: 3_590 }, 60, false],
    ['an hour ago', { ageSeconds: 3_600, restSeconds: 3_590 }, 60, true],
    ['an hour ago, by a clock that was ahead', { ageSeconds: -86_400, restSeconds: -86_390 }, 60, true],
    ['interrupted a moment ago', { ageSeconds: 3_600, restSeconds: 9 }, 60, false],
    ['stopped', { stoppedAt: new Date(), ageSeconds: 299, restSeconds: 299 }, 60, false],
    ['stopped for five minutes', { stoppedAt: new Date(), ageSeconds: 300, restSeconds: 299 }, 60, true],
    ['stopped, without a schedule', { stoppedAt: new Date(), ageSeconds: 300, restSeconds: 299 }, 0, true],
  ])('is due or not: %s', (_when, facts, everyMinutes, isDue) => {
    expect(isRunDue({ ...unread, ...facts }, everyMinutes)).toBe(isDue)
  })
})

describe('money-out', () => {
  test('stops on a fault: nothing is paid out, everything else continues, and only a clean run lifts the stop', async () => {
    const [first, second, third] = [await claimedWithdrawal(), await claimedWithdrawal(), await claimedWithdrawal()]
    const paidBefore = newRequestId()
    expect((await pay(third.id, paidBefore)).body.status).toBe('success')
    await spoil(1n)
    expect((await books.run())?.faults.map((fault) => fault.check)).toEqual(['wallet', 'whole-house'])
    expectAlarm(/found faults: money-out is stopped/)
    const since = await stoppedSince()
    expect(since).toEqual(expect.any(String))
    for (const one of [manager, auditor]) expect(await stoppedSince(one)).toBe(since)

    const changed = await changedBy(app.ownerPool, async () => {
      expect((await pay(first.id)).body).toEqual({ status: 'stopped', since })
    })
    // A session notes when it was last used, where that is a minute ago.
    expect(changed.filter((table) => table !== 'operator_session')).toEqual([])
    // A payment made before the stop gets the same answer again.
    expect((await pay(third.id, paidBefore)).body.status).toBe('success')
    // A rejection, deposits and new withdrawals still work: the money stays on the platform.
    expect(
      (await cashier.call('reject-request', { id: second.id, requestId: newRequestId(), reason: '보류' })).body.status,
    ).toBe('success')
    const member = await app.createFundedMember()
    const deposit = await member.deposit(10_000)
    await cashier.call('claim-request', { id: deposit })
    const credited = { id: deposit, requestId: newRequestId(), credited: '10000' }
    expect((await cashier.call('approve-deposit', credited)).body.status).toBe('success')
    await member.withdraw(10_000)

    await books.run()
    expectAlarm(/found faults: money-out is stopped/)
    expect(await stoppedSince()).toBe(since)
    await spoil(-1n)
    expect((await pay(first.id)).body.status).toBe('stopped')
    expect((await books.run())?.faults).toEqual([])
    expect(await stoppedSince()).toBe(null)
    expect((await pay(first.id)).body.status).toBe('success')
    expect(await first.wallet()).toMatchObject({ held: 0n })
    const { rows } = await app.ownerPool.query(`SELECT act FROM audit WHERE act LIKE 'money-out.%' ORDER BY id`)
    expect(rows.map((row: { act: string }) => row.act)).toEqual(['money-out.stop', 'money-out.lift'])
  })

  test('stops on an altered audit row as well, until it is restored', async () => {
    await app.pool.query('SELECT audit_seal(1000)')
    const alter = (from: string, to: string): Promise<unknown> =>
      thieves.query(`BEGIN; SET LOCAL session_replication_role = replica;
        UPDATE audit SET act = '${to}' WHERE act = '${from}' AND seq = (SELECT min(seq) FROM audit WHERE act = '${from}');
        COMMIT`)
    await alter('money-out.stop', 'money-out.nothing')
    expect((await books.run())?.faults).toMatchObject([
      { check: 'audit-chain', detail: 'is not what was chained' },
      { check: 'acts-signed', detail: expect.stringMatching(/not what was signed/) },
    ])
    expectAlarm(/found faults: money-out is stopped/)
    expect(await stoppedSince()).toEqual(expect.any(String))
    await alter('money-out.nothing', 'money-out.stop')
    await books.run()
    expect(await stoppedSince()).toBe(null)
  })

  test('faults are shown to operators of every brand only', async () => {
    await spoil(1n)
    await books.run()
    expectAlarm(/found faults: money-out is stopped/)
    await spoil(-1n)
    await books.run()
    const guest = await app.createOperator('bran', ['manager'], [app.brand.id])
    const { body } = await manager.call('get-books')
    const wrong = (body['runs'] as { id: string; outcome: string }[]).find((one) => one.outcome === 'faults')
    const all = (await manager.call('get-book-run', { id: wrong?.id })).body
    expect(all['faults']).toEqual([
      { check: 'wallet', subject: expect.any(String), detail: expect.stringContaining('wallet') },
      { check: 'whole-house', subject: 'house', detail: expect.any(String) },
    ])
    const part = (await guest.call('get-book-run', { id: wrong?.id })).body
    expect(part).toMatchObject({ status: 'success', faults: null, run: { faultCount: 2 } })
  })

  test('stops when a run cannot finish; an interrupted run is started again a limited number of times', async () => {
    expect(await books.run({ limitMs: 0 })).toBe(null)
    expectAlarm(/books check failed to finish/)
    expect(await stoppedSince()).toEqual(expect.any(String))
    await books.run()
    expect(await stoppedSince()).toBe(null)

    const ended = AbortSignal.abort()
    expect(await books.run({ signal: ended })).toBe(null)
    expect(await stoppedSince()).toBe(null)
    const stops: boolean[] = []
    for (let time = 0; time < 3; time += 1) {
      const id = await beginRun(app.db, 'schedule')
      stops.push(await endRun(app.db, id, { outcome: 'interrupted', problem: 'Connection terminated unexpectedly' }))
    }
    expect(stops).toEqual([false, false, true])
    await books.run()
    expect(await stoppedSince()).toBe(null)
  })

  test('is not lifted by a run that began before the stop, and a run of an ended process is closed', async () => {
    const early = await beginRun(app.db, 'tool')
    const clean = await checkBooks(app.pool)
    const wrong = await beginRun(app.db, 'tool')
    expect(await endRun(app.db, wrong, { outcome: 'failed', problem: 'no' })).toBe(true)
    expect(await endRun(app.db, early, { report: clean })).toBe(true)
    const left = await beginRun(app.db, 'schedule')
    await books.run()
    expect(await stoppedSince()).toBe(null)
    // The stop does not persist either when its clock ran ahead and was corrected since.
    const ahead = await beginRun(app.db, 'tool')
    await endRun(app.db, ahead, { outcome: 'failed', problem: 'no' })
    await app.ownerPool.query(`UPDATE money_out SET stopped_at = stopped_at + interval '1 day'`)
    await books.run()
    expect(await stoppedSince()).toBe(null)
    const closed = await auditor.call('get-book-run', { id: left })
    expect(closed.body).toMatchObject({ run: { outcome: 'interrupted' } })
    expect(await endRun(app.db, left, { outcome: 'failed', problem: 'too late to say' })).toBe(false)
  })

  test('a payment either ends before the stop or is refused by it', async () => {
    let isStopped = false
    const wrong = await beginRun(app.db, 'tool')
    let ending: Promise<boolean> = Promise.resolve(false)
    await app.db.transaction().execute(async (tx) => {
      expect(await moneyOutStoppedSince(tx, app.deps.moneyOut)).toBe(null)
      ending = endRun(app.db, wrong, { outcome: 'failed', problem: 'no' }).then((stopped) => (isStopped = stopped))
      await untilWaiting(app.pool, 1)
      expect(isStopped).toBe(false)
    })
    expect(await ending).toBe(true)
    await books.run()

    // A series of payments does not delay the stop, because it queues for the same lock.
    const third = await beginRun(app.db, 'tool')
    let seen: Promise<Date | null> = Promise.resolve(null)
    await app.db.transaction().execute(async (tx) => {
      expect(await moneyOutStoppedSince(tx, app.deps.moneyOut)).toBe(null)
      ending = endRun(app.db, third, { outcome: 'failed', problem: 'no' })
      await untilWaiting(app.pool, 1)
      seen = app.db.transaction().execute((later) => moneyOutStoppedSince(later, app.deps.moneyOut))
      await untilWaiting(app.pool, 2)
    })
    expect(await ending).toBe(true)
    expect(await seen).not.toBe(null)
    await books.run()

    const open = await Promise.all(Array.from({ length: 8 }, claimedWithdrawal))
    const next = await beginRun(app.db, 'tool')
    const [response] = await Promise.all([
      Promise.all(open.map((one) => pay(one.id))),
      endRun(app.db, next, { outcome: 'failed', problem: 'no' }),
    ])
    const paid = open.filter((_, index) => response[index]?.body.status === 'success').map((one) => one.id)
    expect(response.every((one) => ['success', 'stopped'].includes(one.body.status))).toBe(true)
    const { rows } = await app.ownerPool.query<{ late: number; booked: number }>(
      `SELECT count(*)::int AS booked, (count(*) FILTER (WHERE j.at > m.stopped_at))::int AS late
       FROM journal j, money_out m WHERE j.kind = 9 AND j.ref = ANY ($1::uuid[])`,
      [open.map((one) => one.id)],
    )
    expect(rows).toEqual([{ booked: paid.length, late: 0 }])
    await books.run()
  })

  test('the journal itself refuses payments that did not check the stop, and no other events of the batch', async () => {
    const member = await app.createFundedMember({ cash: wholeUnits(100_000) })
    await member.withdraw(30_000)
    const wrong = await beginRun(app.db, 'tool')
    await endRun(app.db, wrong, { outcome: 'failed', problem: 'no' })
    const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
    const event = { memberId: member.id, source: 'own', contraId } as const
    const bet = () =>
      app.deps.ledger.post({ ...event, kind: 'bet', key: newRequestId(), request: ['bet'], stake: 10_000n })
    const out = () =>
      app.deps.ledger.post({ ...event, kind: 'withdraw_paid', key: newRequestId(), request: ['x'], held: -10_000n })
    const responses = await Promise.allSettled([bet(), out(), bet(), out(), bet()])
    expect(responses.map((one) => (one.status === 'fulfilled' ? one.value.outcome : String(one.reason)))).toEqual([
      'done',
      expect.stringContaining('money-out is stopped'),
      'done',
      expect.stringContaining('money-out is stopped'),
      'done',
    ])
    await books.run()
    expect(await stoppedSince()).toBe(null)
  })
})

describe('a run that is due', () => {
  test('is also one that a process has not made for a day, whatever runs are recorded', async () => {
    const count = async (): Promise<number> =>
      (await app.ownerPool.query<{ n: number }>('SELECT count(*)::int AS n FROM book_run WHERE ended_at IS NOT NULL'))
        .rows[0]?.n ?? 0
    await books.run()
    const before = await count()
    await books.keepOnce()
    expect(await count()).toBe(before)
    const keeper = books.startKeeper({ ownEveryMs: 500 })
    await until(async () => (await count()) > before)
    await keeper.stop()
  })

  test('is left to another release for a limited time only: who alters the recorded release delays it, and is named', async () => {
    const record = (change: string): Promise<unknown> =>
      app.ownerPool.query(`UPDATE function_file SET checksum = ${change} WHERE path = 'ledger/post.sql'`)
    const ended = async (): Promise<{ faults: { check: string; subject: string }[] }[]> => {
      const { rows } = await app.ownerPool.query<{ outcome: string; faults: { check: string; subject: string }[] }>(
        'SELECT outcome, faults FROM book_run WHERE ended_at IS NOT NULL ORDER BY ended_at',
      )
      return rows
    }
    const before = (await ended()).length
    await record(`'x' || checksum`)
    await manager.call('check-books')
    await books.keepOnce()
    expect((await ended()).length).toBe(before)

    const keeper = books.startKeeper({ leaveMs: 1_500 })
    await until(async () => (await ended()).length > before)
    await keeper.stop()
    expect((await ended()).at(-1)).toMatchObject({
      outcome: 'faults',
      faults: [{ check: 'guards', subject: 'function_file ledger/post.sql' }],
    })
    expect(app.errors.splice(0)).toEqual([
      expect.stringMatching(/no process of the release that has updated the database checks the books/),
      expect.stringMatching(/found faults: money-out is stopped/),
    ])
    expect(await stoppedSince()).toEqual(expect.any(String))
    await record('substr(checksum, 2)')
    await books.run()
    // The process that found faults sees that a newer run is clean.
    await books.keepOnce()
    expect(await stoppedSince()).toBe(null)
  })
})
