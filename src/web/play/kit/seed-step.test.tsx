import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Fairness } from '#contract/slot.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { english, press, renderForMember } from '#test/forms.tsx'
import type { CallEnd, PlayCall } from './calls.ts'
import { FairnessPanel } from './fairness-panel.tsx'
import type { PlaySession } from './play-session.ts'
import { SeedAlert } from './seed-alert.tsx'
import { createSeedKeeper, type SeedKeeper } from './seed-keeper.ts'

afterEach(cleanup)

const text = english.play.fairness
const hashOf = (pair: number): string => sha256Hex(`pair ${pair}`)

function fairnessOf(pair: number, clientSeed: string | null, fields: Partial<Fairness> = {}): Fairness {
  return {
    pair,
    scheme: 'chain',
    serverSeedHash: clientSeed === null ? null : hashOf(pair),
    nextServerSeedHash: hashOf(pair + 1),
    clientSeed,
    nonce: 0,
    ...fields,
  }
}

type Refusal = (sent: { clientSeed: string; nextServerSeedHash: string }) => CallEnd<'set-client-seed'>
const refusedWith = (answer: object): CallEnd<'set-client-seed'> => ({ kind: 'answer', answer: answer as never })

/** A browser, and a server that refuses steps as `refusals` says, in order, and takes the first after them. */
function browserAgainst(refusals: Refusal[]) {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const sent: { clientSeed: string; nextServerSeedHash: string }[] = []
  let inForce = fairnessOf(0, null)
  const call = ((name: string, body: never) => {
    if (name === 'get-session') {
      return Promise.resolve({ kind: 'answer', answer: { status: 'success', fairness: inForce } })
    }
    if (name !== 'set-client-seed') return Promise.resolve({ kind: 'lost' })
    sent.push(body)
    const refusal = refusals.shift()
    if (refusal) return Promise.resolve(refusal(body))
    inForce = fairnessOf(inForce.pair + 1, (body as { clientSeed: string }).clientSeed)
    return Promise.resolve(refusedWith({ status: 'success', revealed: null, fairness: inForce }))
  }) as PlayCall
  /** A window of this browser, as after a reload or in another tab; it draws as the window does. */
  const open = (): SeedKeeper =>
    createSeedKeeper({
      call,
      session: { member: 'haneul', fairness: inForce } as PlaySession,
      storage,
      now: () => new Date(0),
    })
  return { open, sent }
}

const kindsOf = ({ state }: SeedKeeper): string[] => state.get().faults.map(({ kind, pair }) => `${pair} ${kind}`)
const always =
  (status: string): Refusal =>
  (): CallEnd<'set-client-seed'> =>
    refusedWith({ status })
const sameCommitment: Refusal = () => refusedWith({ status: 'commitment', fairness: fairnessOf(0, null) })

describe('a server that refuses client seeds until one suits it', () => {
  test.each<[string, Refusal]>([
    ['used', always('used')],
    ['open-round', always('open-round')],
    ['commitment, with the same figures', sameCommitment],
    ['blocked', always('blocked')],
    ['excluded', always('excluded')],
    ['no answer', () => ({ kind: 'lost' })],
    ['busy', () => ({ kind: 'busy', retryAfterMs: 1 })],
  ])('as %s is sent the same one, at every attempt, after a reload and in another tab', async (_what, refusal) => {
    const { open, sent } = browserAgainst(Array.from({ length: 5 }, () => refusal))
    const [first, tab] = [open(), open()]
    await first.beginFirst()
    await first.beginFirst()
    await tab.beginOwn()
    await open().beginFirst()
    const last = open()
    for (let attempt = 0; attempt < 2; attempt += 1) await last.beginFirst()
    expect(sent).toHaveLength(6)
    expect(new Set(sent.map(({ clientSeed }) => clientSeed)).size).toBe(1)
    expect(last.state.get()).toMatchObject({ fairness: { pair: 1 }, foreignPair: null, refused: null })
    expect(last.stored().chosen).toHaveLength(1)
  })

  test.each<[string, Refusal, string[]]>([
    ['that a seed was used which was just drawn', always('used'), ['1 false-refusal']],
    ['that another seed is committed, and names the same', sameCommitment, ['1 false-refusal']],
    ['that a round is open', always('open-round'), []],
  ])('for the reason %s is named where the reason cannot be true', async (_what, refusal, faults) => {
    const { open } = browserAgainst([refusal])
    await open().beginFirst()
    expect(kindsOf(open())).toEqual(faults)
  })

  test('for a typed one that was used on another device is not named', async () => {
    const { open } = browserAgainst([always('used')])
    const seeds = open()
    expect(await seeds.begin('lucky')).toEqual({ kind: 'used' })
    expect(kindsOf(seeds)).toEqual([])
  })

  test('and swaps the commitment afterwards is named, and is not sent the client seed that it knows', async () => {
    const swapped = fairnessOf(0, null, { nextServerSeedHash: hashOf(77) })
    const { open, sent } = browserAgainst([() => refusedWith({ status: 'commitment', fairness: swapped })])
    const seeds = open()
    await seeds.beginFirst()
    expect(kindsOf(seeds)).toEqual(['1 swapped'])
    await seeds.beginFirst()
    expect(sent[1]?.nextServerSeedHash).toBe(hashOf(77))
    expect(sent[1]?.clientSeed).not.toBe(sent[0]?.clientSeed)
    // The one that was sent is known; no later commitment gets it.
    expect(await seeds.begin(sent[0]?.clientSeed ?? '')).toEqual({ kind: 'used' })
  })

  test('and publishes the commitment again under another number is named', async () => {
    const moved = fairnessOf(4, null, { nextServerSeedHash: hashOf(1) })
    const { open, sent } = browserAgainst([() => refusedWith({ status: 'commitment', fairness: moved })])
    const seeds = open()
    await seeds.beginFirst()
    expect(kindsOf(seeds)).toEqual(expect.arrayContaining(['5 repeated', '1 false-refusal']))
    await seeds.beginOwn()
    expect(sent[1]).toEqual(sent[0])
  })
})

test('a step whose answer was lost is answered with its pair when it is repeated', async () => {
  const { open, sent } = browserAgainst([() => ({ kind: 'lost' })])
  const seeds = open()
  await seeds.beginFirst()
  expect(seeds.state.get()).toMatchObject({ refused: 'failed', sent: sent[0]?.clientSeed })
  expect(await seeds.beginOwn()).toEqual({ kind: 'begun', revealed: null })
  expect([kindsOf(seeds), seeds.state.get().foreignPair]).toEqual([[], null])
})

describe('another client seed for the same commitment', () => {
  test('is sent only when the member chooses it, and is sent again from then on', async () => {
    const { open, sent } = browserAgainst([always('open-round'), always('open-round'), always('open-round')])
    const seeds = open()
    await seeds.begin('one')
    expect(await seeds.begin('two')).toEqual({ kind: 'sentBefore' })
    expect(sent.map(({ clientSeed }) => clientSeed)).toEqual(['one'])
    await seeds.begin('two', true)
    await open().beginFirst()
    await open().beginFirst()
    expect(sent.map(({ clientSeed }) => clientSeed)).toEqual(['one', 'two', 'two', 'two'])
    expect(seeds.stored().chosen?.map(({ pair, clientSeed }) => `${pair} ${clientSeed}`)).toEqual(['1 one', '1 two'])
  })

  test('is warned of in the form, which offers the one that was sent', async () => {
    const { open, sent } = browserAgainst([always('open-round')])
    const seeds = open()
    renderForMember(<FairnessPanel seeds={seeds} onClose={() => undefined} />)
    const begin = async () => {
      press(text.change)
      press(text.begin)
      await screen.findByRole('button', { name: text.change })
    }
    await screen.findByRole('button', { name: text.change })
    await begin()
    expect(await screen.findByText(text.openRound)).toBeTruthy()
    press(text.change)
    expect(screen.queryByText(text.sentBefore, { exact: false })).toBeNull()
    press(english.common.cancel)
    press(text.propose)
    press(text.change)
    const warning = screen.getByText(text.sentBefore, { exact: false })
    expect(warning.textContent).toContain(sent[0]?.clientSeed)
    press(text.begin)
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.clientSeed).not.toBe(sent[0]?.clientSeed)
  })
})

test('a pair that could not begin is said over the stage until one begins', async () => {
  const { open } = browserAgainst([always('open-round')])
  const seeds = open()
  await seeds.beginFirst()
  renderForMember(<SeedAlert seeds={seeds} onOpen={() => undefined} onHistory={() => undefined} />)
  const line = text.refusedLine.replace('{reason}', text.openRound)
  expect(screen.getByText(line)).toBeTruthy()
  await seeds.beginFirst()
  await waitFor(() => expect(screen.queryByText(line)).toBeNull())
})
