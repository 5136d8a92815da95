import { wholeUnits } from '#domain/money.ts'
import { lockWallet, postProvenIn, type Tx } from '#server/ledger/ledger.ts'
import { putLimit } from '#server/ledger/limits.ts'
import { eventRow, requestColumns, type LedgerEvent } from '#server/ledger/events.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createLedgerWorld, takeMember, type LedgerWorld } from '#test/ledger-world.ts'
import { testSecret } from '#test/test-secret.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { untilWaiting } from '#test/until.ts'

/** Deterministic races: one transaction is held open while another needs the same wallet. */

let world: LedgerWorld
beforeAll(async () => {
  world = await createLedgerWorld({ members: 10 })
})
afterEach(async () => {
  await auditLimits(world.ownerPool)
  await expectCleanBooks(world.pool)
})
afterAll(() => world.close())

function bet(memberId: bigint, units: number, key: string = randomUUID()): LedgerEvent {
  const common = { memberId, kind: 'bet', source: 'own', key, request: ['bet', units] } as const
  return { ...common, stake: wholeUnits(units), contraId: world.gamingId, gameKind: 'slot' }
}

const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  world.db.transaction().execute(work)

/**
 * Runs `second` while the transaction of `first` is open; expects that it waits for the commit, and returns its result.
 */
async function whileHeld<Result>(first: (tx: Tx) => Promise<unknown>, second: () => Promise<Result>): Promise<Result> {
  const waiting = await inTransaction(async (tx) => {
    await first(tx)
    const pending = second()
    expect(await Promise.race([pending.then(() => 'early'), untilWaiting(world.ownerPool, 1)])).toBeUndefined()
    return { pending }
  })
  return waiting.pending
}

async function asBatch(...events: LedgerEvent[]): Promise<{ outcome: string; cash: bigint }[]> {
  const types = requestColumns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
  const rows = events.map(eventRow)
  const columns = requestColumns.map((_, column) => rows.map((row) => row[column] ?? null))
  const answer = await world.pool.query<{ outcome: string; cash: bigint }>(
    `SELECT outcome, cash FROM ledger_post_batch(${types})`,
    columns,
  )
  return answer.rows
}

describe('while a wallet is locked', () => {
  test('no other transaction decides by its balances', async () => {
    const member = await takeMember(world, 100)
    const read = await whileHeld(
      async (tx) => {
        await lockWallet(tx, member)
        await postProvenIn(tx, testSecret, bet(member, 30))
      },
      () => inTransaction((tx) => lockWallet(tx, member)),
    )
    expect(read?.cash).toBe(wholeUnits(70))
  })

  test('an event waits, and is decided by the remaining balance', async () => {
    const member = await takeMember(world, 100)
    const first = bet(member, 60)
    const held = (tx: Tx): Promise<unknown> => postProvenIn(tx, testSecret, first)
    expect(await whileHeld(held, () => world.ledger.post(bet(member, 60)))).toMatchObject({ outcome: 'short' })
    const small = await whileHeld(
      (tx) => postProvenIn(tx, testSecret, bet(member, 10)),
      () => world.ledger.post(bet(member, 20)),
    )
    expect(small).toMatchObject({ outcome: 'done', cash: wholeUnits(10) })
  })

  test('a batch waits, and continues from the remaining balance', async () => {
    const member = await takeMember(world, 100)
    const outcomes = await whileHeld(
      (tx) => postProvenIn(tx, testSecret, bet(member, 30)),
      () => asBatch(bet(member, 20), bet(member, 10)),
    )
    expect(outcomes).toEqual([
      { outcome: 'done', cash: wholeUnits(50) },
      { outcome: 'done', cash: wholeUnits(40) },
    ])
  })

  test('a concurrent second request finds the key of the first', async () => {
    const member = await takeMember(world, 100)
    const event = bet(member, 30)
    expect(
      await whileHeld(
        (tx) => postProvenIn(tx, testSecret, event),
        () => world.ledger.post(event),
      ),
    ).toMatchObject({ outcome: 'replay', cash: wholeUnits(70) })
  })

  test('a bet finds the rollback, the limit and the exclusion of the other transaction', async () => {
    const member = await takeMember(world, 100)
    const late = bet(member, 30)
    const rollback: LedgerEvent = { ...late, kind: 'rollback', request: ['rollback'] }
    const post = (event: LedgerEvent) => () => world.ledger.post(event)
    const refused = await whileHeld((tx) => postProvenIn(tx, testSecret, rollback), post(late))
    expect(refused).toMatchObject({ outcome: 'rolled_back', cash: wholeUnits(100) })
    const limit = { kind: 'wager', period: 'day', most: wholeUnits(50) } as const
    const limited = await whileHeld((tx) => putLimit(tx, member, limit), post(bet(member, 60)))
    expect(limited).toMatchObject({ outcome: 'limit', cash: wholeUnits(100) })
    const other = await takeMember(world, 100)
    const exclude = (tx: Tx) => sql`SELECT ledger_exclude(${other}, 'break', interval '1 day')`.execute(tx)
    expect(await whileHeld(exclude, post(bet(other, 10)))).toMatchObject({ outcome: 'excluded' })
  })

  test('a limit is checked with the stake of the other transaction counted', async () => {
    const member = await takeMember(world, 100)
    await inTransaction((tx) => putLimit(tx, member, { kind: 'wager', period: 'day', most: wholeUnits(50) }))
    const held = (tx: Tx): Promise<unknown> => postProvenIn(tx, testSecret, bet(member, 30))
    expect(await whileHeld(held, () => world.ledger.post(bet(member, 30)))).toMatchObject({
      outcome: 'limit',
      limit: { left: wholeUnits(20) },
    })
  })
})
