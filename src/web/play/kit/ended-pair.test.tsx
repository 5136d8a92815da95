import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Fairness, SeedPair } from '#contract/slot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { recomputeRound } from '#domain/games/verify-round.ts'
import { english, press, renderForMember } from '#test/forms.tsx'
import type { PlayCall } from './calls.ts'
import { EndedPair } from './ended-pair.tsx'
import type { PlaySession } from './play-session.ts'
import { createSeedKeeper } from './seed-keeper.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const text = english.play.fairness
const { game } = catalogue[0]
const seedOf = (pair: number): string => sha256Hex(`server ${pair}`)
const hashOf = (pair: number): string => toHex(sha256(fromHex(seedOf(pair))))
const unitsOf = (pair: number, nonce: number): number =>
  recomputeRound(game, { serverSeed: seedOf(pair), clientSeed: `mine-${pair}`, nonce }).units

/** The first number of the pair whose round wins, or does not. */
function numberWith(pair: number, wins: boolean): number {
  for (let nonce = 1; ; nonce += 1) if (unitsOf(pair, nonce) > 0 === wins) return nonce
}

const fairnessOf = (pair: number, nonce: number, clientSeed: string | null = null): Fairness => ({
  pair,
  scheme: 'chain',
  serverSeedHash: clientSeed === null ? null : hashOf(pair),
  nextServerSeedHash: hashOf(pair + 1),
  clientSeed,
  nonce,
})

/** A pair that ended before the round `next`. */
const rowOf = (pair: number, next: number, more: Partial<SeedPair> = {}) => ({
  pair,
  serverSeedHash: hashOf(pair),
  clientSeed: `mine-${pair}`,
  serverSeed: seedOf(pair),
  firstNonce: 0,
  lastNonce: next - 1,
  ...more,
})

/** A window that opens after the server ended pair 1; `answers` by call. */
function windowAfter(next: number, rows: object[], answers: object[] = []) {
  const sent: string[] = []
  const call = ((name: string) => {
    sent.push(name)
    const answer = name === 'get-seeds' ? { status: 'success', pairs: rows, maxCount: rows.length } : answers.shift()
    return Promise.resolve(answer === undefined ? { kind: 'lost' } : { kind: 'answer', answer })
  }) as PlayCall
  const fairness = fairnessOf(rows.length, next)
  const session = { member: 'haneul', fairness } as PlaySession
  const receipts = rows.map((_row, index) => ({ ...fairnessOf(index + 1, next), at: '' }))
  let stored = JSON.stringify({ receipts, faults: [] })
  const storage = { getItem: () => stored, setItem: (_key: string, value: string) => void (stored = value) }
  const seeds = createSeedKeeper({ call, session, storage, now: () => new Date(0), propose: () => 'proposed' })
  renderForMember(<EndedPair seeds={seeds} game={game} />)
  return { seeds, sent }
}

const filled = (sentence: string, values: Record<string, number>): string =>
  Object.entries(values).reduce(
    (so, [name, value]) => so.replace(`{${name}}`, String(value)).replace(`{${name}, number}`, String(value)),
    sentence,
  )

test('a pair that ended before a winning round is named with what that round would have paid, and no step is taken', async () => {
  const next = numberWith(1, true)
  const { sent } = windowAfter(next, [rowOf(1, next)])
  const times = unitsOf(1, next) / game.unitsPerStake
  expect(await screen.findByText(filled(text.endedWin, { nonce: next, times }))).toBeTruthy()
  expect(screen.getByText(`after round ${next - 1}`, { exact: false })).toBeTruthy()
  expect(sent).toEqual(['get-seeds'])
  expect(document.activeElement).toBe(document.querySelector('dialog'))
})

test('a pattern of such pairs is counted', async () => {
  const [first, second, third] = [numberWith(1, true), numberWith(2, false), numberWith(3, false)]
  windowAfter(third, [rowOf(1, first), rowOf(2, second), rowOf(3, third)])
  expect(await screen.findByText(filled(text.endedNoWin, { nonce: third }))).toBeTruthy()
  expect(screen.getByText('2 pairs ended like this before; the next round would have won in 1 of them.')).toBeTruthy()
})

test.each([
  ['withheld', { serverSeed: null }, text.endedNotRevealed],
  ['exchanged', { serverSeed: seedOf(9) }, text.fault.swapped],
])('a seed that is %s is named', async (_what, more, sentence) => {
  windowAfter(4, [rowOf(1, 4, more)])
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('the member saves the evidence and begins the next pair', async () => {
  const { seeds, sent } = windowAfter(
    4,
    [rowOf(1, 4)],
    [{ status: 'open-round' }, { status: 'success', revealed: null, fairness: fairnessOf(2, 4, 'proposed') }],
  )
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  press(text.endedSave)
  await waitFor(() => expect(files).toHaveLength(1))
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject({
    receipts: [{ pair: 1, clientSeed: null }],
    pairs: [{ pair: 1 }],
  })
  press(text.endedBegin)
  await screen.findByText(text.openRound)
  press(text.endedBegin)
  await waitFor(() => expect(screen.queryByText(text.endedBegin)).toBeNull())
  expect(sent.filter((name) => name === 'set-client-seed')).toHaveLength(2)
  expect(seeds.state.get()).toMatchObject({ endedPair: null, foreignPair: null })
})
