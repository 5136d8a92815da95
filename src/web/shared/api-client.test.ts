import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, isLost, postJson, timeoutMs, type ApiErrorKind } from './api-client.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Makes `fetch` return this response, or throw this error, and records its arguments. */
function stubFetch(outcome: Response | Error) {
  const fetched = vi.fn<typeof fetch>(() =>
    outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

function errorOf(outcome: Response | Error): Promise<ApiError> {
  stubFetch(outcome)
  return postJson('/api/office/me', {}, { timeoutMs: timeoutMs.office }).then(
    () => expect.unreachable('the call must fail'),
    (error: unknown) => error as ApiError,
  )
}

test('a 200 response is returned as parsed JSON, and the request is JSON of the same origin', async () => {
  const fetched = stubFetch(Response.json({ status: 'success' }))
  const options = { timeoutMs: timeoutMs.member, headers: { 'x-locale': 'ko' } }
  expect(await postJson('/api/routes/get-limits', { take: 5 }, options)).toEqual({ status: 'success' })
  expect(fetched).toHaveBeenCalledWith(
    '/api/routes/get-limits',
    expect.objectContaining({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-locale': 'ko' },
      body: '{"take":5}',
      credentials: 'same-origin',
    }),
  )
})

test.each<[number, ApiErrorKind]>([
  [400, 'invalid'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'invalid'],
  [413, 'invalid'],
  [429, 'busy'],
  [500, 'failed'],
  [502, 'gateway'],
  [503, 'maintenance'],
  [504, 'gateway'],
])('HTTP status %i is %s', async (status, kind) => {
  const error = await errorOf(new Response('', { status }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error.kind).toBe(kind)
})

test('an error carries Retry-After in seconds, and the invalid fields of a 400', async () => {
  expect(await errorOf(new Response('', { status: 429, headers: { 'retry-after': '7' } }))).toMatchObject({
    retryAfterSeconds: 7,
    fields: [],
  })
  expect(await errorOf(new Response('', { status: 503 }))).toMatchObject({ retryAfterSeconds: 0 })
  expect(await errorOf(Response.json({ fields: { take: 'too_big', skip: 'custom' } }, { status: 400 }))).toMatchObject({
    fields: ['take', 'skip'],
  })
})

test('a call counts as lost only when no response of the server arrived', async () => {
  const offline = await errorOf(new TypeError('Failed to fetch'))
  const html = await errorOf(new Response('<html>', { status: 200 }))
  expect([offline.kind, html.kind]).toEqual(['network', 'gateway'])
  expect([offline, html, await errorOf(new Response('', { status: 504 }))].map(isLost)).toEqual([true, true, true])
  for (const status of [400, 401, 403, 429, 500, 503]) {
    expect(isLost(await errorOf(new Response('', { status })))).toBe(false)
  }
})

test('a call without a response ends after its time-out', async () => {
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await expect(postJson('/api/play/spin', {}, { timeoutMs: 5 })).rejects.toMatchObject({ kind: 'timeout' })
})

test('a call aborted by the page throws the error of the abort', async () => {
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => Promise.reject(signal.reason))
  const abort = new AbortController()
  abort.abort()
  const { signal } = abort
  await expect(postJson('/api/routes/get-limits', {}, { timeoutMs: 5_000, signal })).rejects.toBe(signal.reason)
})
