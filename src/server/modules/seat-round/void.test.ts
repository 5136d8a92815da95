import { expect, test, vi } from 'vitest'
import type { settlementOf } from '#domain/games/blackjack/round.ts'
import { wholeUnits } from '#domain/money.ts'
import { readClosedGames, readClosings } from '#server/modules/slot/store.ts'
import { expectCleanBooks } from '#test/books.ts'
import type { BookCheckName } from '#domain/book-check.ts'
import { createSeatApp, faultsOfBooks, isOpenHand, startUnits, type SeatApp } from '#test/seat-app.ts'
import { endAllDue } from './due.ts'

/** Rounds whose result fails its check, and those whose seed cannot be decrypted any more. */

type Result = NonNullable<ReturnType<typeof settlementOf>>

/** What the engine answers wrongly of a round that is over; null: nothing. */
const broken = vi.hoisted(() => ({ by: null as ((result: Result) => Result) | null }))

vi.mock('#domain/games/blackjack/round.ts', async (load) => {
  const real = await load<{ settlementOf: typeof settlementOf }>()
  const failing: typeof settlementOf = (state) => {
    const result = real.settlementOf(state)
    return broken.by !== null && result !== null ? broken.by(result) : result
  }
  return { ...real, settlementOf: failing }
})

const start = wholeUnits(startUnits)
const checks: readonly BookCheckName[] = ['redraw', 'void-rounds', 'seat-bets', 'play-proofs', 'rollbacks']

async function withApp(run: (app: SeatApp) => Promise<void>): Promise<void> {
  const app = await createSeatApp()
  try {
    await run(app)
    expect(app.errors.splice(0)).toEqual([])
    await expectCleanBooks(app.ownerPool)
  } finally {
    broken.by = null
    await app.close()
  }
}

test.each([
  ['wrong-result', 'is more than the game can pay', (result: Result): Result => ({ ...result, returned: 33 })],
  [
    'no-result',
    'cannot be computed',
    (): Result => {
      throw new Error('there is no result')
    },
  ],
])(
  'a round is void for the reason %s whose result %s: every stake is back, and the version is closed',
  (reason, _why, by) =>
    withApp(async (app) => {
      const [player, other] = [await app.sit(isOpenHand), await app.sit(isOpenHand)]
      const { round } = await player.begin(10_000)
      const { round: second } = await other.begin(10_000)
      broken.by = by
      const ended = await player.decide(round, 'double')
      const wanted = {
        state: 'void',
        voidReason: reason,
        staked: '20000',
        returned: '20000',
        view: null,
        decision: null,
      }
      expect(ended).toMatchObject({ status: 'success', round: wanted })
      expect(await player.wallet()).toMatchObject({ cash: start, in_play: 0n, comp: 0n })
      expect(app.errors.splice(0).join(' ')).toContain('a round with decisions is void')
      expect(await player.begin()).toEqual({ status: 'closed' })
      expect((await player.call('get-seat-session')).body).toMatchObject({ closed: true, round: wanted })
      expect(await readClosedGames(app.db)).toMatchObject([{ code: 'blackjack' }])
      expect(await readClosings(app.db)).toMatchObject([
        { code: 'blackjack', roundId: round.roundId, nonce: 0n, isCurrent: true },
      ])
      // One that was open when the version was closed is ended as well.
      expect((await other.decide(second, 'stand')).round.state).toBe('void')
      expect(await other.wallet()).toMatchObject({ cash: start, in_play: 0n })
      expect(app.errors.splice(0)).toHaveLength(1)
      // While the engine fails it again the books agree; with another result somebody hid what the round returned.
      expect(await faultsOfBooks(app, checks)).toEqual([])
      broken.by = null
      expect((await faultsOfBooks(app, checks)).join(' ')).toContain(
        'is void, and its seeds and decisions do not make it so',
      )
    }),
)

test('a round whose key is lost is void, and its version stays open', () =>
  withApp(async (app) => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin(10_000)
    const { config } = app.deps
    const lost = { ...config, secret: { ...config.secret, lost: new Set([config.secret.keyId]) } }
    await endAllDue({ ...app.deps, config: lost })
    expect((await player.call('get-seat-round', { roundId: round.roundId })).body['round']).toMatchObject({
      state: 'open',
    })
    await app.endTime()
    await endAllDue({ ...app.deps, config: lost })
    expect(app.errors.splice(0)).toHaveLength(1)
    expect(await player.wallet()).toMatchObject({ cash: start, in_play: 0n })
    const voided = await player.call('get-seat-round', { roundId: round.roundId })
    expect(voided.body['round']).toMatchObject({ state: 'void', voidReason: 'lost-key' })
    expect((await player.begin()).status).toBe('success')
  }))
