import { fastify } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { createOriginReport, provenanceOf } from './origin.ts'

const app = fastify({ trustProxy: '127.0.0.1' })
app.post('/', async (request) => ({ is: provenanceOf(request, ['site.example', 'other.example']) }))
afterAll(() => app.close())

async function provenance(headers: Record<string, string>): Promise<string> {
  return (await app.inject({ method: 'POST', url: '/', headers })).json<{ is: string }>().is
}

const https = { host: 'site.example', 'x-forwarded-proto': 'https' }
const plainHttp = { host: 'localhost:4200' }

describe('the provenance of a call', () => {
  it.each([
    [{ ...https, origin: 'https://site.example' }],
    [{ ...https, origin: 'https://site.example', 'sec-fetch-site': 'same-origin' }],
    [{ ...https, 'sec-fetch-site': 'same-origin' }],
    [{ ...https, origin: 'https://other.example', 'sec-fetch-site': 'same-site' }],
    [{ host: 'site.example:8443', 'x-forwarded-proto': 'https', origin: 'https://site.example:8443' }],
    // A proxy that ends TLS without a header about it: the brand's own domains are https.
    [{ host: 'site.example', origin: 'https://site.example' }],
    [{ ...plainHttp, origin: 'http://localhost:4200' }],
    [{ host: '127.0.0.1:4200', origin: 'http://127.0.0.1:4200' }],
  ])('%j is own', async (headers) => expect(await provenance(headers)).toBe('own'))

  it.each([
    ['another site', { ...https, origin: 'https://evil.example' }],
    ['no origin at all', { ...https, origin: 'null' }],
    ['a subdomain', { ...https, origin: 'https://x.site.example' }],
    ['a longer name', { ...https, origin: 'https://site.example.evil.example' }],
    ['a name before', { ...https, origin: 'https://evilsite.example' }],
    ['another port', { ...https, origin: 'https://site.example:8443' }],
    ['plain http', { ...https, origin: 'http://site.example' }],
    ['plain http to plain http', { host: 'site.example', origin: 'http://site.example' }],
    ['the office of this machine', { ...plainHttp, origin: 'http://localhost:4201' }],
    ['the other name of this machine', { ...plainHttp, origin: 'http://127.0.0.1:4200' }],
    ['https on plain localhost', { ...plainHttp, origin: 'https://localhost:4200' }],
    ['https on a plain host that is no own domain', { host: 'office.example', origin: 'https://office.example' }],
    ['https on a plain port', { host: 'site.example:8443', origin: 'https://site.example:8443' }],
    [
      'https on a host that its trusted proxy was called for by plain http',
      { host: 'office.example', 'x-forwarded-proto': 'http', origin: 'https://office.example' },
    ],
    ['https on plain localhost by another port', { ...plainHttp, origin: 'https://localhost:4201' }],
    ['a user before the host', { ...https, origin: 'https://site.example@evil.example' }],
    ['a path behind', { ...https, origin: 'https://site.example/' }],
    ['two origins', { ...https, origin: 'https://site.example, https://evil.example' }],
    ['capitals', { ...https, origin: 'HTTPS://SITE.EXAMPLE' }],
    ['nothing', { ...https, origin: '' }],
    ['a browser with cross-site', { ...https, 'sec-fetch-site': 'cross-site' }],
    ['a browser with same-site', { ...https, 'sec-fetch-site': 'same-site' }],
    [
      'a browser with contradicting headers',
      { ...https, origin: 'https://site.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['an unknown value', { ...https, 'sec-fetch-site': 'friendly' }],
  ])('%s is foreign', async (_name, headers) => expect(await provenance(headers)).toBe('foreign'))

  it.each([[https], [{ ...https, 'sec-fetch-site': 'none' }]])('%j is unsaid', async (headers) =>
    expect(await provenance(headers)).toBe('unsaid'),
  )
})

describe('the log of refused origins', () => {
  const lines: unknown[][] = []
  const proxied = fastify({ trustProxy: '127.0.0.1' })
  const report = createOriginReport({ warn: (...line: unknown[]) => void lines.push(line) })
  proxied.post('/', async (request) => report(request, ['site.example']))
  afterAll(() => proxied.close())
  const call = (headers: Record<string, string>) => proxied.inject({ method: 'POST', url: '/', headers })

  it('names the origin of a request that a naive proxy changed and those accepted, once a minute', async () => {
    await call({ host: 'site.example', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    await call({ host: 'site.example' })
    expect(lines).toEqual([])
    // The proxy passed the host on without its port.
    await call({ host: 'site.example', origin: 'https://site.example:25443', 'sec-fetch-site': 'same-origin' })
    await call({ host: 'site.example', origin: 'https://site.example:25443' })
    expect(lines).toEqual([
      [
        { origin: 'https://site.example:25443', accepted: ['https://site.example'] },
        'origin check refused a request; behind a proxy check Host, X-Forwarded-Proto and TRUST_PROXY',
      ],
    ])
  })
})
