import { expect, test } from 'vitest'
import { ApiError, type ApiErrorKind } from '#web/shared/api-client.ts'
import { callEndOf } from './calls.ts'

test.each<[ApiErrorKind, string]>([
  ['unauthenticated', 'signedOut'],
  ['forbidden', 'signedOut'],
  ['busy', 'busy'],
  ['maintenance', 'busy'],
  ['invalid', 'broken'],
  ['failed', 'lost'],
  ['timeout', 'lost'],
  ['network', 'lost'],
  ['gateway', 'lost'],
])('%s ends a call as %s', (kind, end) => {
  expect(callEndOf(new ApiError(kind)).kind).toBe(end)
})

test('a call to a busy server is retried after Retry-After, at most 30 s, and after 2 s without the header', () => {
  const waits = [3, 120, 0].map((retryAfterSeconds) => callEndOf(new ApiError('busy', { retryAfterSeconds })))
  expect(waits).toEqual([
    { kind: 'busy', retryAfterMs: 3_000 },
    { kind: 'busy', retryAfterMs: 30_000 },
    { kind: 'busy', retryAfterMs: 2_000 },
  ])
})
