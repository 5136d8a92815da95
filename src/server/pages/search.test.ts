import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { Brand, Brands } from '#server/http/brands.ts'
import { contentSecurityPolicy } from '#server/http/headers.ts'
import { createListener, type ListenerOptions } from '#server/http/listener.ts'
import { createMetrics } from '#server/metrics.ts'
import type { Build, MemberBuild, PublicPage } from './build.ts'
import { addSearchFiles, originOf } from './search.ts'

/** The publicly cached files of two brands behind a proxy: caches store them by address and `Host`. */

const brands = ['lucky', 'moon'].map((code) => ({
  code,
  name: code,
  domains: [`${code}.example`, `www.${code}.example`],
})) as unknown as Brand[]
const ofHost = (host: string): Brand | null => brands.find(({ domains }) => domains.includes(host)) ?? null

const page = { path: '/ko', alternates: [{ language: 'en', path: '/en' }] } as unknown as PublicPage
const built = { publicPages: new Map([['/ko', page]]), art: {} } as unknown as MemberBuild
const build = { member: async () => built } as unknown as Build

let app: FastifyInstance
afterEach(() => app.close())

function start(trustProxy: ListenerOptions['trustProxy']): void {
  const log = pino({ level: 'silent' })
  const servesHost = (host: string): boolean => ofHost(host) !== null
  const listener = { policy: contentSecurityPolicy(), servesHost, trustProxy, isReady: async () => true }
  app = createListener({ ...listener, metrics: createMetrics(), log })
  addSearchFiles(app, { ofHost } as Brands, build)
  app.get('/origin', async (request) => ({
    origin: brands[0] === undefined ? null : originOf(request, brands[0]),
    protocol: request.protocol,
    host: request.host,
  }))
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { host: 'lucky.example', ...headers } })

const trusted: Exclude<ListenerOptions['trustProxy'], string[]>[] = [false, 1, 'loopback']

describe.each(trusted)('with TRUST_PROXY %s', (trustProxy) => {
  test.each<Record<string, string>>([
    {},
    { host: 'lucky.example:777' },
    { host: 'LUCKY.example.' },
    { 'x-forwarded-host': 'moon.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { 'x-forwarded-proto': 'https://evil.example' },
    { 'x-forwarded-proto': 'http://evil.example/?' },
    { 'x-forwarded-proto': 'javascript' },
    { 'x-forwarded-proto': 'https, javascript' },
    { 'x-forwarded-proto': '' },
  ])('the files are of the brand in Host and name its stored domain: %o', async (headers) => {
    start(trustProxy)
    expect((await get('/robots.txt', headers)).body).toContain('Sitemap: https://lucky.example/sitemap.xml\n')
    const { body } = await get('/sitemap.xml', headers)
    expect([...body.matchAll(/(?:loc>|href=")([^<"]+)/g)].map(([, address]) => address)).toEqual([
      'https://lucky.example/ko',
      'https://lucky.example/en',
    ])
    expect((await get('/manifest.webmanifest', headers)).json()).toMatchObject({ name: 'lucky' })
    expect((await get('/robots.txt', { ...headers, host: 'evil.example' })).statusCode).toBe(421)
  })

  test('the scheme is http or https, of a trusted proxy only, and the host is the one of Host', async () => {
    start(trustProxy)
    const schemes = { https: 'https', HTTPS: 'https', http: 'http', 'http, https': 'https', javascript: 'http' }
    for (const [sent, scheme] of Object.entries(schemes)) {
      const headers = { 'x-forwarded-proto': sent, 'x-forwarded-host': 'moon.example' }
      expect((await get('/origin', headers)).json()).toEqual({
        origin: 'https://lucky.example',
        protocol: trustProxy === false ? 'http' : scheme,
        host: 'lucky.example',
      })
    }
  })
})
