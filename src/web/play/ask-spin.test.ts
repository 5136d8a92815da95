import { expect, test } from 'vitest'
import { askSpin, retryWaitsMs } from './ask-spin.ts'
import type { CallEnd, PlayCall } from './calls.ts'

type SpinCallEnd = CallEnd<'spin'>

/** A door that answers from a list and remembers what it was asked. */
function door(ends: SpinCallEnd[]): { call: PlayCall; asked: unknown[] } {
  const asked: unknown[] = []
  const call = ((_name: 'spin', body: unknown) => {
    asked.push(body)
    return Promise.resolve(ends.shift() ?? { kind: 'lost' })
  }) as PlayCall
  return { call, asked }
}

const ask = { requestId: '01935b5e-0000-7000-8000-000000000001', stake: '1000' }
const refused: SpinCallEnd = { kind: 'answer', answer: { status: 'balance' } }

test('a lost answer is asked for again with the id of the press', async () => {
  const { call, asked } = door([{ kind: 'lost' }, { kind: 'lost' }, refused])
  const waits: number[] = []
  const end = await askSpin(call, ask, (ms) => Promise.resolve(void waits.push(ms)))
  expect(end).toEqual(refused)
  expect(asked).toEqual([ask, ask, ask])
  expect(waits).toEqual(retryWaitsMs.slice(0, 2))
})

test('asking again is bounded, and then it is not known what happened', async () => {
  const { call, asked } = door([])
  expect(await askSpin(call, ask, () => Promise.resolve())).toEqual({ kind: 'unknown' })
  expect(asked).toHaveLength(retryWaitsMs.length + 1)
  expect(new Set(asked.map((body) => JSON.stringify(body))).size).toBe(1)
})

test('a house that is full each time took nothing, unless an answer was lost in between', async () => {
  const busy: SpinCallEnd = { kind: 'busy', retryAfterMs: 3000 }
  const waits: number[] = []
  const wait = (ms: number) => Promise.resolve(void waits.push(ms))
  expect(await askSpin(door([busy, busy, busy, busy]).call, ask, wait)).toEqual({ kind: 'busy' })
  expect(waits).toEqual([3000, 3000, 3000])
  expect(await askSpin(door([busy, { kind: 'lost' }, busy, busy]).call, ask, wait)).toEqual({ kind: 'unknown' })
})

test('a session that is over is not asked again', async () => {
  const { call, asked } = door([{ kind: 'signedOut' }, refused])
  expect(await askSpin(call, ask, () => Promise.resolve())).toEqual({ kind: 'signedOut' })
  expect(asked).toHaveLength(1)
})
