import { expect, test } from 'vitest'
import { retryWaitsMs } from './request-answer.ts'
import { requestSpin } from './request-spin.ts'
import type { CallEnd, PlayCall } from './calls.ts'

type SpinCallEnd = CallEnd<'spin'>

/** A fake play API that returns results from a list and records the payloads. */
function fakeApi(ends: SpinCallEnd[]): { call: PlayCall; sent: unknown[] } {
  const sent: unknown[] = []
  const call = ((_name: 'spin', body: unknown) => {
    sent.push(body)
    return Promise.resolve(ends.shift() ?? { kind: 'lost' })
  }) as PlayCall
  return { call, sent }
}

const payload = { requestId: '01935b5e-0000-7000-8000-000000000001', stake: '1000' }
const refused: SpinCallEnd = { kind: 'answer', answer: { status: 'balance' } }

test('a lost response is retried with the same request id', async () => {
  const { call, sent } = fakeApi([{ kind: 'lost' }, { kind: 'lost' }, refused])
  const waits: number[] = []
  const end = await requestSpin(call, payload, (ms) => Promise.resolve(void waits.push(ms)))
  expect(end).toEqual(refused)
  expect(sent).toEqual([payload, payload, payload])
  expect(waits).toEqual(retryWaitsMs.slice(0, 2))
})

test('retries are limited and end as unknown', async () => {
  const { call, sent } = fakeApi([])
  expect(await requestSpin(call, payload, () => Promise.resolve())).toEqual({ kind: 'unknown' })
  expect(sent).toHaveLength(retryWaitsMs.length + 1)
  expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1)
})

test('an overload ends without a stake, unless a response was lost in between', async () => {
  const busy: SpinCallEnd = { kind: 'busy', retryAfterMs: 3000 }
  const waits: number[] = []
  const wait = (ms: number) => Promise.resolve(void waits.push(ms))
  expect(await requestSpin(fakeApi([busy, busy, busy, busy]).call, payload, wait)).toEqual({ kind: 'busy' })
  expect(waits).toEqual([3000, 3000, 3000])
  expect(await requestSpin(fakeApi([busy, { kind: 'lost' }, busy, busy]).call, payload, wait)).toEqual({
    kind: 'unknown',
  })
})

test('an expired session is not retried', async () => {
  const { call, sent } = fakeApi([{ kind: 'signedOut' }, refused])
  expect(await requestSpin(call, payload, () => Promise.resolve())).toEqual({ kind: 'signedOut' })
  expect(sent).toHaveLength(1)
})
