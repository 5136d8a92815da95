import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Fairness } from '#contract/slot.ts'
import { english, press, renderForMember } from '#test/forms.tsx'
import type { PlayCall } from './calls.ts'
import { ForeignPair } from './foreign-pair.tsx'
import type { PlaySession } from './play-session.ts'
import { SeedAlert } from './seed-alert.tsx'
import { createSeedKeeper } from './seed-keeper.ts'

afterEach(cleanup)

const text = english.play.fairness
const hash = (pair: number): string => String(pair).repeat(64)
const fairnessOf = (pair: number, clientSeed: string, nonce = 0): Fairness => ({
  pair,
  scheme: 'chain',
  serverSeedHash: hash(pair),
  nextServerSeedHash: hash(pair + 1),
  clientSeed,
  nonce,
})

/** A window on a pair that the server began with a client seed of its own. */
function windowOn(answers: object[]) {
  const sent: unknown[] = []
  const call = ((name: string, body: unknown) => {
    sent.push([name, body])
    return Promise.resolve({ kind: 'answer', answer: answers.shift() })
  }) as PlayCall
  const game = { mathHash: '' }
  const session = { member: 'haneul', fairness: fairnessOf(1, 'of-the-house'), game } as PlaySession
  const seeds = createSeedKeeper({ call, session, storage: null, now: () => new Date(0), propose: () => 'proposed' })
  return { seeds, sent }
}

test('a pair of another client seed is asked about, and a new pair begins with an own one', async () => {
  const { seeds, sent } = windowOn([
    { status: 'open-round' },
    { status: 'success', revealed: null, fairness: fairnessOf(2, 'proposed') },
  ])
  renderForMember(<ForeignPair seeds={seeds} />)
  expect(screen.getByText(text.foreignText)).toBeTruthy()
  press(text.foreignBegin)
  await screen.findByText(text.openRound)
  press(text.foreignBegin)
  await waitFor(() => expect(screen.queryByText(text.foreignText)).toBeNull())
  const step = ['set-client-seed', { clientSeed: 'proposed', nextServerSeedHash: hash(2) }]
  expect(sent).toEqual([step, step])
  expect(seeds.state.get()).toMatchObject({ foreignPair: null, faults: [] })
})

test('the member may go on with it knowingly', async () => {
  const { seeds, sent } = windowOn([])
  renderForMember(<ForeignPair seeds={seeds} />)
  press(text.foreignGoOn)
  await waitFor(() => expect(screen.queryByText(text.foreignText)).toBeNull())
  expect(sent).toEqual([])
})

test.each([
  ['number-repeated', { round: { nonce: 5, roundId: 'b' }, pair: 1 }],
  ['round-moved', { round: { nonce: 6, roundId: 'b' }, pair: 0 }],
] as const)('the fault %s is named in its own words over the stage', async (kind, answer) => {
  const { seeds } = windowOn([
    { status: 'success', round: { nonce: 5, roundId: 'a' } },
    { status: 'success', ...answer },
  ])
  await seeds.call('spin', { requestId: 'one', stake: '200' })
  await seeds.call('spin', { requestId: 'two', stake: '200' })
  renderForMember(<SeedAlert seeds={seeds} onOpen={() => undefined} onHistory={() => undefined} />)
  expect(await screen.findByText(text.faultLine.replace('{fault}', text.fault[kind]))).toBeTruthy()
})

test('numbers that were passed over are named over the stage, with the way to the history', async () => {
  const { seeds } = windowOn([{ status: 'success', round: { nonce: 1000, roundId: 'a' } }])
  await seeds.call('spin', { requestId: 'one', stake: '200' })
  const onHistory = vi.fn<() => void>()
  renderForMember(<SeedAlert seeds={seeds} onOpen={() => undefined} onHistory={onHistory} />)
  const line = text.notSeenLine.replace('{rounds}', '0-999')
  expect(screen.getByText(line)).toBeTruthy()
  press(english.play.history.title)
  expect(onHistory).toHaveBeenCalledOnce()
  press(english.common.close)
  await waitFor(() => expect(screen.queryByText(line)).toBeNull())
})
