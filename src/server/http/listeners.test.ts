import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import { createTestApp, makeOperatorSession, type TestApp } from '#test/test-app.ts'
import { makeMember, makeOperator } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { addPages } from '#server/pages/pages.ts'

/** The complete listeners: their routes besides the calls, and the headers of every response. */

let app: TestApp
beforeAll(async () => {
  const env = { TRUST_PROXY: 'loopback', OFFICE_ORIGIN: 'https://office.example' }
  app = await createTestApp({ handlers: appHandlers, addPages, env })
})
afterAll(() => app.close())

const required = [
  'content-security-policy',
  'x-content-type-options',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'cache-control',
]

describe.each(['member', 'office'] as const)('the %s listener', (name) => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.listeners[name].inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } })

  it('is alive and ready', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ok' })
  })

  it('describes exactly its own APIs', async () => {
    const operator = await makeOperatorSession(app, await makeOperator(app.deps))
    const response = await get('/openapi.json', name === 'office' ? { cookie: `office=${operator}` } : {})
    const { paths } = response.json<{ paths: Record<string, unknown> }>()
    const expected = {
      member: [
        ...Object.keys(memberRoutes).map((route) => `/api/routes/${route}`),
        ...Object.keys(playRoutes).map((route) => `/api/play/${route}`),
      ],
      office: Object.keys(officeRoutes).map((route) => `/api/office/${route}`),
    }
    expect(Object.keys(paths).sort()).toEqual(expected[name].sort())
  })

  it('does not serve the other’s calls', async () => {
    const url = name === 'member' ? '/api/office/sign-in' : '/api/routes/user-do-login'
    const response = await app.listeners[name].inject({ method: 'POST', url, headers: { host: 'localhost' } })
    expect(response.statusCode).toBe(404)
  })

  it.each([
    '/',
    '/ko',
    '/en/help',
    '/play/some-game',
    '/art/nothing.webp',
    '/assets/nothing.js',
    '/robots.txt',
    '/api/x',
    '/%ff',
    '/../etc/passwd',
    '/openapi.json',
    '/healthz',
    '/metrics',
  ])('sends the headers with %s', async (url) => {
    const response = await get(url)
    const missing = required.filter((header) => response.headers[header] === undefined)
    expect(missing).toEqual([])
    const policy = String(response.headers['content-security-policy'])
    for (const rule of [`object-src 'none'`, `base-uri 'none'`, `form-action 'self'`, `frame-ancestors 'none'`]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/)
    expect(response.headers['strict-transport-security']).toBeUndefined()
    expect(response.headers['x-powered-by']).toBeUndefined()
  })

  it.each([
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/robots.txt',
    '/fairness/files.json',
    '/fairness/nothing.json',
    '/api/live',
    '/api/x',
    '/',
    '/ko',
    '/play/some-game',
  ])('answers HEAD %s as GET, without a body', async (url) => {
    const head = (headers = {}) =>
      app.listeners[name].inject({ method: 'HEAD', url, headers: { host: 'localhost', ...headers } })
    const [whole, alone] = [await get(url), await head()]
    const seen = ({ statusCode, headers }: typeof whole) => ({
      statusCode,
      location: headers.location,
      type: headers['content-type'],
      // The numbers of the metrics change, and the length of nothing may be left out.
      length: url === '/metrics' ? 0 : (headers['content-length'] ?? '0'),
    })
    expect(seen(alone)).toEqual(seen(whole))
    expect(alone.body).toBe('')
  })

  it('answers a probe by HEAD at an address that is no domain', async () => {
    const probe = await app.listeners[name].inject({ method: 'HEAD', url: '/readyz', headers: { host: '10.0.0.7' } })
    expect(probe.statusCode).toBe(200)
  })

  it('sends Strict-Transport-Security only over https', async () => {
    const host = name === 'member' ? 'nocturne.example' : 'office.example'
    const response = await get('/', { host, 'x-forwarded-proto': 'https' })
    expect(response.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
  })

  it('serves its own hosts only', async () => {
    const foreign = name === 'member' ? 'office.example' : 'nocturne.example'
    for (const url of ['/', '/ko', '/openapi.json']) expect((await get(url, { host: foreign })).statusCode).toBe(421)
  })
})

it('describes the office’s calls to operators only', async () => {
  const read = (cookie: string) =>
    app.listeners.office.inject({ method: 'GET', url: '/openapi.json', headers: { host: 'localhost', cookie } })
  for (const cookie of ['', `office=${'x'.repeat(43)}`, 'office=']) {
    const response = await read(cookie)
    expect([response.statusCode, response.json().paths]).toEqual([401, undefined])
  }
})

it('looks up few sessions of one address at a time for the office’s document', async () => {
  const operator = await makeOperatorSession(app, await makeOperator(app.deps))
  const forged = `${operator.slice(0, 20)}${operator.startsWith('AAAA', 20) ? 'BBBB' : 'AAAA'}${operator.slice(24)}`
  const read = (token: string, remoteAddress: string) =>
    app.listeners.office.inject({
      url: '/openapi.json',
      headers: { host: 'localhost', cookie: `office=${token}` },
      remoteAddress,
    })
  const flood = Array.from({ length: 300 }, () => read(forged, '203.0.113.1'))
  expect((await read(operator, '198.51.100.1')).statusCode).toBe(200)
  const codes = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
  expect([...new Set(codes)].toSorted()).toEqual([401, 429])
})

it('accepts https as the origin of the office by OFFICE_ORIGIN or a trusted proxy’s X-Forwarded-Proto only', async () => {
  const signIn = async (headers: Record<string, string>): Promise<number> =>
    (await app.office('sign-in', { body: { login: 'nobody', pw: 'nothing-at-all-9' }, headers })).code
  const configured = { host: 'office.example', origin: 'https://office.example' }
  expect(await signIn(configured)).toBe(200)
  expect(await signIn({ ...configured, 'x-forwarded-proto': 'https' })).toBe(200)
  const asCalled = { host: 'localhost:3001', origin: 'https://localhost:3001' }
  expect(await signIn(asCalled)).toBe(403)
  expect(await signIn({ ...asCalled, 'x-forwarded-proto': 'https' })).toBe(200)
  expect(await signIn({ ...asCalled, origin: 'http://localhost:3001' })).toBe(200)
})

describe('the session cookie', () => {
  it('is a __Host- cookie wherever the browser uses https, and a plain one on localhost', async () => {
    const member = await makeMember(app.deps, app.brand)
    const signIn = async (headers: Record<string, string>): Promise<string> => {
      const body = { id: member.loginId, pw: member.password }
      const response = await app.member('user-do-login', { body, headers })
      expect(response.body.status).toBe('success')
      return [response.headers['set-cookie']].flat().find((cookie) => String(cookie).includes('session=')) as string
    }
    const secure = await signIn({
      host: 'nocturne.example',
      origin: 'https://nocturne.example',
      'x-forwarded-proto': 'https',
    })
    expect(secure).toMatch(/^__Host-session=[\w-]{64}; /)
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(secure).toContain(part)
    expect(secure).not.toContain('Domain')
    const local = await signIn({})
    expect(local).toMatch(/^session=[\w-]{64}; /)
    expect(local).toContain('HttpOnly')
    expect(local).not.toContain('Secure')
  })
})
