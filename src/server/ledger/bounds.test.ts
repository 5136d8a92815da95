import { afterAll, beforeAll, expect, test } from 'vitest'
import { capOf } from '#domain/games/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { anySlot } from '#test/any-slot.ts'
import { expectCleanBooks } from '#test/books.ts'
import { makeLedgerPlayer } from '#test/ledger-player.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import type { LedgerOutcome, SpinEvent } from './events.ts'
import { provenSpinRow } from './proofs.ts'
import { postBatch, postRow } from './statements.ts'

/** The statement of a spin holds each round to what its version of the game can pay. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
afterAll(async () => {
  await expectCleanBooks(app.ownerPool)
  await app.close()
})

const { unitsPerStake } = anySlot.game
const most = capOf(anySlot.game)
const stake = wholeUnits(1_000)
const unit = stake / BigInt(unitsPerStake)

const makePlayer = async () => {
  const { memberId, spin } = await makeLedgerPlayer(app, 10_000)
  return { memberId, spin: (units: number, change?: Partial<SpinEvent>) => spin({ stake, units, ...change }) }
}
type Player = Awaited<ReturnType<typeof makePlayer>>

/** Posts alone and, with another member's spin, as a batch. */
const ways: Record<string, (player: Player, spin: SpinEvent) => Promise<LedgerOutcome | undefined>> = {
  alone: (_, spin) => postRow(app.pool, provenSpinRow(spin, testSecret)),
  'in a batch': async (_, spin) => {
    const other = (await makePlayer()).spin(0)
    const rows = [other, spin].map((one) => provenSpinRow(one, testSecret))
    const [first, second] = await postBatch(app.pool, rows)
    expect(first).toMatchObject({ outcome: 'done' })
    return second
  },
}

const walletOf = (memberId: bigint) =>
  app.db
    .selectFrom('wallet')
    .select(['cash', 'seq', 'nonce'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()

const unfit: Record<string, (player: Player) => SpinEvent> = {
  'more units than the largest pay': ({ spin }) => spin(most + 1),
  'a pay that is more than its units': ({ spin }) => spin(4, { pay: unit * 4n + 1n }),
  'a pay that is less than its units': ({ spin }) => spin(4, { pay: unit * 3n }),
  'a pay without units': ({ spin }) => spin(0, { pay: unit }),
  'a stake that does not divide into units': ({ spin }) => spin(0, { stake: stake + 1n }),
}

for (const [way, post] of Object.entries(ways)) {
  test.each(Object.keys(unfit))(
    `a spin with %s is refused ${way}: nothing moves, the number is unused`,
    async (what) => {
      const player = await makePlayer()
      const before = await walletOf(player.memberId)
      const spin = unfit[what]?.(player)
      if (spin === undefined) throw new Error('expected a spin')
      expect(await post(player, spin)).toMatchObject({ outcome: 'unfit', seq: null })
      expect(await walletOf(player.memberId)).toEqual(before)
      expect(await post(player, player.spin(0))).toMatchObject({ outcome: 'done' })
    },
  )

  test(`a spin of the largest pay is booked ${way}`, async () => {
    const player = await makePlayer()
    expect(await post(player, player.spin(most))).toMatchObject({ outcome: 'done' })
    const { cash } = await walletOf(player.memberId)
    expect(cash).toBe(wholeUnits(10_000) - stake + stake * BigInt(anySlot.game.maxWinTimesStake))
  })
}

test('units below zero are refused', async () => {
  const player = await makePlayer()
  const spin = player.spin(-1, { pay: 0n })
  expect(await postRow(app.pool, provenSpinRow(spin, testSecret))).toMatchObject({ outcome: 'unfit' })
})

test.each([
  ['most_units = NULL', 'used'],
  [`closed_at = now(), closed_reason = 'test'`, 'closed'],
])('a version with %s takes no rounds: %s', async (change, outcome) => {
  const row = provenSpinRow((await makePlayer()).spin(0), testSecret)
  const client = await app.ownerPool.connect()
  try {
    await client.query(
      `BEGIN; ALTER TABLE game_version DROP CONSTRAINT game_version_bounded; UPDATE game_version SET ${change}`,
    )
    const places = row.map((_, index) => `$${index + 1}`).join(', ')
    const { rows } = await client.query(`SELECT (ledger_post(ROW(${places})::ledger_request)).outcome`, [...row])
    expect(rows).toEqual([{ outcome }])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
