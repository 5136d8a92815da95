import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createLedgerWorld, takeMember, type LedgerWorld } from '#test/ledger-world.ts'
import { testSecret } from '#test/test-secret.ts'
import type { LedgerEvent } from './events.ts'
import { longestProviderTransaction, postForProvider } from './ledger.ts'

/** Providers have transaction ids of their own; the journal's keys stay UUIDs and its rows do not grow. */

const providerId = 150
let world: LedgerWorld

beforeAll(async () => {
  world = await createLedgerWorld({ members: 20 })
  await world.ownerPool.query(`INSERT INTO journal_source VALUES ($1, 'seamless-test')`, [providerId])
  await world.ownerPool.query(`INSERT INTO provider (id, code, wallet) VALUES ($1, 'seamless-test', 'seamless')`, [
    providerId,
  ])
})
afterEach(() => expectCleanBooks(world.pool))
afterAll(() => world.close())

type Call = { memberId: bigint; transaction: string; kind: 'bet' | 'rollback'; units?: number }

/** What the handler of a provider's call does, in one transaction. */
async function post({ memberId, transaction, kind, units = 0 }: Call): Promise<string> {
  const base = { memberId, contraId: await world.ledger.accountId(world.brandId, 'gaming', 'seamless-test') }
  const event: Omit<LedgerEvent, 'key' | 'source'> =
    kind === 'bet'
      ? { ...base, kind, request: ['bet', units], stake: wholeUnits(units), gameKind: 'slot' }
      : { ...base, kind, request: ['rollback'] }
  const posted = await world.db
    .transaction()
    .execute((tx) => postForProvider(tx, testSecret, { providerId, transaction }, event))
  return posted === 'other-member' ? posted : posted.outcome
}

test('a transaction id takes effect once, also concurrently; with another amount it is a conflict', async () => {
  const memberId = await takeMember(world, 1_000)
  const bet = { memberId, transaction: 'TX/2026-11/0001', kind: 'bet', units: 100 } as const
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => post(bet)))
  expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 7 }, () => 'replay')])
  expect(await post({ ...bet, units: 101 })).toBe('conflict')
  expect(await post({ ...bet, transaction: 'TX/2026-11/0002' })).toBe('done')
})

test('a rollback finds its bet by the bet’s transaction id; before its bet it refuses it for ever', async () => {
  const memberId = await takeMember(world, 1_000)
  expect(await post({ memberId, transaction: 'a', kind: 'bet', units: 10 })).toBe('done')
  expect(await post({ memberId, transaction: 'a', kind: 'rollback' })).toBe('done')
  expect(await post({ memberId, transaction: 'a', kind: 'rollback' })).toBe('replay')
  expect(await post({ memberId, transaction: 'b', kind: 'rollback' })).toBe('tombstone')
  expect(await post({ memberId, transaction: 'b', kind: 'bet', units: 10 })).toBe('rolled_back')
})

test('an id whose event is refused is not kept: it is the first member’s whose event is booked', async () => {
  const [anna, bora] = [await takeMember(world, 0), await takeMember(world, 100)]
  const kept = async (): Promise<number> =>
    (await world.ownerPool.query(`SELECT FROM provider_transaction WHERE transaction = 'refused'`)).rows.length
  expect(await post({ memberId: anna, transaction: 'refused', kind: 'bet', units: 1 })).toBe('short')
  expect(await kept()).toBe(0)
  expect(await post({ memberId: bora, transaction: 'refused', kind: 'bet', units: 1 })).toBe('done')
  expect(await kept()).toBe(1)
})

test('an id cannot be reserved by the application: its key without an event is another one for each caller', async () => {
  const [anna, bora] = [await takeMember(world, 100), await takeMember(world, 100)]
  const reserve = (memberId: bigint) =>
    world.pool.query(`SELECT ledger_provider_key($1, 'next', $2) AS key`, [providerId, String(memberId)])
  expect((await reserve(anna)).rows).not.toEqual((await reserve(anna)).rows)
  expect(await post({ memberId: bora, transaction: 'next', kind: 'bet', units: 1 })).toBe('done')
  expect((await reserve(anna)).rows).toEqual([{ key: null }])
})

test('a new id of two members at once takes effect for one of them', async () => {
  const members = [await takeMember(world, 100), await takeMember(world, 100)]
  const calls = members.flatMap((memberId) => [memberId, memberId, memberId])
  const outcomes = await Promise.all(
    calls.map((memberId) => post({ memberId, transaction: 'both', kind: 'bet', units: 1 })),
  )
  expect(outcomes.toSorted()).toEqual(['done', 'other-member', 'other-member', 'other-member', 'replay', 'replay'])
})

test('a transaction id of another member is refused, and upper and lower case are two ids', async () => {
  const [anna, bora] = [await takeMember(world, 100), await takeMember(world, 100)]
  expect(await post({ memberId: anna, transaction: 'Shared', kind: 'bet', units: 1 })).toBe('done')
  expect(await post({ memberId: bora, transaction: 'Shared', kind: 'bet', units: 1 })).toBe('other-member')
  expect(await post({ memberId: bora, transaction: 'shared', kind: 'bet', units: 1 })).toBe('done')
})

test('accepts 1 to 64 characters of any script, and refuses none and 65', async () => {
  const memberId = await takeMember(world, 100)
  const longest = '거래'.repeat(longestProviderTransaction / 2)
  expect(await post({ memberId, transaction: longest, kind: 'bet', units: 1 })).toBe('done')
  expect(await post({ memberId, transaction: longest, kind: 'bet', units: 1 })).toBe('replay')
  for (const transaction of ['', `${longest}x`]) {
    await expect(post({ memberId, transaction, kind: 'bet', units: 1 })).rejects.toThrow(/provider_transaction_length/)
  }
})

test('the mapping is final, and the application writes it through the function only', async () => {
  const memberId = await takeMember(world, 100)
  await post({ memberId, transaction: 'final', kind: 'bet', units: 1 })
  await expect(world.ownerPool.query(`UPDATE provider_transaction SET member_id = member_id`)).rejects.toThrow(
    /written once/,
  )
  await expect(world.ownerPool.query('DELETE FROM provider_transaction')).rejects.toThrow(/written once/)
  await expect(
    world.pool.query(
      `INSERT INTO provider_transaction (provider_id, transaction, member_id, journal_key) VALUES ($1, 'x', $2, $3)`,
      [providerId, memberId, randomUUID()],
    ),
  ).rejects.toThrow(/permission denied/)
})
