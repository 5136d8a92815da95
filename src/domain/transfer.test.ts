import { describe, expect, test } from 'vitest'
import { isUnderway, readProviderAnswer, retryDelayMs, transferAnswer, transferStates } from './transfer.ts'

const most = 10_000_000n
const id = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a'

describe('a provider’s answer', () => {
  test('is read when it follows the protocol', () => {
    const done = { transfer: id, status: 'done', amount: '900.5', balance: '0' }
    expect(readProviderAnswer(done, id, most)).toEqual({ kind: 'done', amount: 9_005_000n, balance: 0n })
    const refused = { transfer: id, status: 'refused', reason: 'short' }
    expect(readProviderAnswer(refused, id, most)).toEqual({ kind: 'refused', reason: 'short' })
    expect(readProviderAnswer({ transfer: id, status: 'pending' }, id, most)).toEqual({ kind: 'pending' })
  })

  test('replaces a reason outside the protocol', () => {
    for (const reason of [undefined, 7, '', '<b>', 'Short', 'a'.repeat(40), 'x y']) {
      expect(readProviderAnswer({ transfer: id, status: 'refused', reason }, id, most)).toEqual({
        kind: 'refused',
        reason: 'other',
      })
    }
  })

  test.each([
    null,
    'done',
    [],
    {},
    { status: 'done', amount: '1', balance: '1' },
    { transfer: id.toUpperCase(), status: 'done', amount: '1', balance: '1' },
    { transfer: id, status: 'ok', amount: '1', balance: '1' },
    { transfer: id, status: 'done', balance: '1' },
    { transfer: id, status: 'done', amount: '1' },
    { transfer: id, status: 'done', amount: '0', balance: '1' },
    { transfer: id, status: 'done', amount: '-1', balance: '1' },
    { transfer: id, status: 'done', amount: 1.5, balance: '1' },
    { transfer: id, status: 'done', amount: 1, balance: '1' },
    { transfer: id, status: 'done', amount: '1', balance: 1 },
    { transfer: id, status: 'done', amount: '1', balance: '9007199254740992' },
    { transfer: id, status: 'done', amount: '1', balance: '1000.0001' },
    { transfer: id, status: 'done', amount: '1', balance: '-1' },
    { transfer: id, status: 'done', amount: '1', balance: '99999999999999' },
    { transfer: id, status: 'done', amount: '99999999999999', balance: '1' },
    // All that a member has there, of which a provider invents more than one can have.
    { transfer: id, status: 'done', amount: '2000', balance: '0' },
    { transfer: id, status: 'done', amount: '1e3', balance: '1' },
    JSON.parse(`{"__proto__": {"transfer": "${id}", "status": "refused"}}`) as unknown,
  ])('leaves the outcome open: %j', (body) => {
    expect(readProviderAnswer(body, id, most).kind).toBe('unreadable')
  })
})

test('only done and refused are final states', () => {
  expect(transferStates.filter(isUnderway)).toEqual(['asked', 'sent', 'unknown'])
  expect(transferStates.map((state) => transferAnswer(state, ''))).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'success',
    'fail',
  ])
  expect(transferAnswer('refused', 'short')).toBe('balance')
})

test('a transfer is inquired about at growing intervals, without end', () => {
  expect([0, 1, 2, 3].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(retryDelayMs(500)).toBe(600_000)
})
