import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Fairness, PastRound } from '#contract/slot.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { recomputeRound } from '#domain/games/verify-round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { anySlot } from '#test/any-slot.ts'
import { english, expectText, press, renderForMember } from '#test/forms.tsx'
import type { PlayCall } from './calls.ts'
import type { PlaySession } from './play-session.ts'
import { loadSlotRound } from './load-round.ts'
import { createSeedKeeper } from './seed-keeper.ts'
import { VerifyPanel } from './verify-panel.tsx'

afterEach(cleanup)

const text = english.play.verify
const verdict = english.fairness.verdict
const { game } = anySlot
const serverSeed = 'ab'.repeat(32)
const serverSeedHash = toHex(sha256(fromHex(serverSeed)))

/** A round that wins, so that its stake is proven too. */
function roundOf(): PastRound {
  for (let nonce = 1; ; nonce += 1) {
    const { units, events } = recomputeRound(game, { serverSeed, clientSeed: 'mine', nonce })
    if (units === 0) continue
    return {
      roundId: '01997e6e-0000-7000-8000-000000000001',
      nonce,
      stake: '200',
      pay: amountToWire(amountOfUnits(units, wholeUnits(200), game.unitsPerStake)),
      jackpot: null,
      events,
      game: game.code,
      betTime: '2026-11-20T01:00:00.000Z',
      shown: 0,
      mathHash: mathHashOf(game, sha256Hex),
      pair: 1,
      scheme: 'chain',
      serverSeedHash,
      clientSeed: 'mine',
      serverSeed,
    }
  }
}

const round = roundOf()
const fairnessOf = (pair: number, clientSeed: string): Fairness => ({
  pair,
  scheme: 'chain',
  serverSeedHash: pair === 1 ? serverSeedHash : String(pair).repeat(64),
  nextServerSeedHash: String(pair + 1).repeat(64),
  clientSeed,
  nonce: round.nonce + 1,
})

/** The panel in a window on pair 1, whose server gives these answers in turn. */
function verifyWith(...answers: (object | null)[]) {
  const sent: string[] = []
  const call = ((name: string) => {
    sent.push(name)
    const answer = answers.shift()
    return Promise.resolve(answer ? { kind: 'answer', answer } : { kind: 'lost' })
  }) as PlayCall
  const session = { member: 'haneul', fairness: fairnessOf(1, 'mine'), game: { mathHash: '' } } as PlaySession
  const seeds = createSeedKeeper({ call, session, storage: null, now: () => new Date(0), propose: () => 'proposed' })
  const loadParts = async () => ({ code: await import('./verification-code.tsx'), messages: english })
  renderForMember(
    <VerifyPanel
      {...{ seeds, loadParts }}
      loadRound={loadSlotRound}
      roundId={round.roundId}
      onClose={() => undefined}
    />,
  )
  return sent
}

test('a round of an ended pair is recomputed in the window', async () => {
  verifyWith({ status: 'success', round })
  await expectText(verdict.proven)
  expect(screen.getByText(english.fairness.checks.commitment)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.reveal })).toBeNull()
})

test('a round that was booked otherwise than drawn does not match', async () => {
  verifyWith({ status: 'success', round: { ...round, pay: '1' } })
  await expectText(verdict.false)
  expect(screen.queryByText(verdict.proven)).toBeNull()
})

test('a round of the pair in use is verified with the button that ends the pair', async () => {
  const sealed = { ...round, serverSeed: null }
  const begun = { status: 'success', revealed: null, fairness: fairnessOf(2, 'proposed') }
  const sent = verifyWith({ status: 'success', round: sealed }, { status: 'open-round' }, begun, {
    status: 'success',
    round,
  })
  await expectText(text.sealed.replace('{pair, number}', '1'))
  press(text.reveal)
  await expectText(english.play.fairness.openRound)
  press(text.reveal)
  await expectText(verdict.proven)
  expect(sent).toEqual(['get-round', 'set-client-seed', 'set-client-seed', 'get-round'])
})

test('a lost answer is asked for again', async () => {
  const sent = verifyWith(null, { status: 'success', round })
  await expectText(text.failed)
  press(english.common.retry)
  await waitFor(() => expect(screen.getByText(verdict.proven)).toBeTruthy())
  expect(sent).toEqual(['get-round', 'get-round'])
})
