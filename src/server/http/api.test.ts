import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { z } from 'zod'
import { memberRoute } from '#contract/route.ts'
import { amountIn, emptyBody, nothing } from '#contract/wire.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { createBuckets } from './rate-limits.ts'
import { addApi, type Api } from './api.ts'
import { contentSecurityPolicy } from './headers.ts'
import { checkSlowEveryMs, createListener, slowestRequestMs, type ListenerOptions } from './listener.ts'
import { createAdmission } from './admission.ts'
import { createCallerTurns } from './caller-turns.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { scaledMs } from '#test/machine.ts'

/** The mechanism of an API on a small table of its own, without authentication. */

const routes = {
  echo: memberRoute({
    access: 'guest',
    summary: 'Says back.',
    body: z.strictObject({ word: z.string().max(5), amount: amountIn.optional() }),
    answers: { success: z.object({ word: z.string() }), none: nothing },
  }),
  loose: memberRoute({ access: 'guest', summary: '', body: z.looseObject({}), answers: { success: nothing } }),
  large: memberRoute({
    access: 'guest',
    summary: '',
    body: z.strictObject({ text: z.string() }),
    answers: { success: nothing },
    bodyLimitBytes: 256 * 1024,
  }),
  broken: memberRoute({ access: 'guest', summary: '', body: emptyBody, answers: { success: nothing } }),
  misshapen: memberRoute({
    access: 'guest',
    summary: '',
    body: emptyBody,
    answers: { success: z.object({ id: z.string() }) },
  }),
  unreachable: memberRoute({ access: 'guest', summary: '', body: emptyBody, answers: { success: nothing } }),
  crowded: memberRoute({ access: 'guest', summary: '', body: emptyBody, answers: { success: nothing } }),
  member: memberRoute({ access: 'member', summary: '', body: emptyBody, answers: { success: nothing } }),
  own: memberRoute({ access: 'member', summary: '', body: emptyBody, answers: { success: nothing }, session: 'own' }),
  named: memberRoute({
    access: 'guest',
    summary: '',
    body: z.strictObject({ id: z.string() }),
    answers: { success: nothing },
    throttle: 'check-name',
  }),
  report: {
    ...memberRoute({ access: 'guest', summary: '', body: emptyBody, answers: { success: nothing, none: nothing } }),
    file: true as const,
  },
  slow: memberRoute({ access: 'guest', summary: '', body: emptyBody, answers: { success: nothing }, urgency: 'poll' }),
}

let finishSlow = (): void => {}
let reportEnds = Promise.withResolvers<void>()
let reportIsThere = true
/** What is sent besides the two parts: nothing, or more than the buffers of the system take. */
let reportTail = (): string => ''
const logged: string[] = []
const logStream = { write: (line: string) => void logged.push(line) }
let app: FastifyInstance
let metrics: Metrics
let listenerOptions: ListenerOptions
let nowMs = 0
/** The reader and the server are one process, which a busy machine stops for longer than the usual window of this test. */
const filePace = { windowMs: Math.min(4_000, scaledMs(600)), leastBytes: 256 * 1024 }

beforeAll(async () => {
  metrics = createMetrics()
  listenerOptions = {
    policy: contentSecurityPolicy(),
    servesHost: (host) => host === 'localhost' || host === 'site.example',
    trustProxy: false,
    isReady: async () => false,
    metrics,
    log: pino({ level: 'error' }, logStream),
  }
  app = createListener(listenerOptions)
  const api: Api = {
    name: 'member',
    prefix: '/api/routes/',
    routes,
    handlers: {
      echo: async (_context: never, body: { word: string }) => {
        const answer = { status: 'success', word: body.word, secret: 'does not leave' }
        return body.word === 'none' ? { status: 'none', word: 'x' } : answer
      },
      loose: async () => ({ status: 'success' }),
      large: async () => ({ status: 'success' }),
      broken: async () => {
        throw new Error('SELECT secret FROM vault')
      },
      misshapen: async () => ({ status: 'success', id: 5 }),
      unreachable: async () => {
        throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
      },
      crowded: async () => {
        throw Object.assign(new Error('full'), { statusCode: 429, retryAfterSeconds: 7 })
      },
      member: async () => ({ status: 'success' }),
      own: async () => ({ status: 'unauthenticated' }),
      named: async () => ({ status: 'success' }),
      report: async () => {
        if (!reportIsThere) return { status: 'none' }
        return { status: 'success', file: { name: 'report.csv', type: 'text/csv', content: reportInTwoParts() } }
      },
      slow: () =>
        new Promise((resolve) => {
          finishSlow = () => resolve({ status: 'success' })
        }),
    },
    screen: (_request, route) => (route.access === 'member' && route.session !== 'own' ? { code: 401 } : null),
    admit: async () => ({ in: {} }),
    accountOf: (body) => (body as { id?: string }).id ?? null,
  }
  const buckets = createBuckets(
    {
      'sign-in': { address: { most: 1, perSecond: 1 }, account: { most: 1, perSecond: 1 } },
      register: { address: { most: 1, perSecond: 1 }, account: { most: 1, perSecond: 1 } },
      'check-name': { address: { most: 3, perSecond: 0.5 }, account: { most: 2, perSecond: 0.25 } },
      reset: { address: { most: 1, perSecond: 1 }, account: { most: 1, perSecond: 1 } },
      file: { address: { most: 1, perSecond: 1 }, account: { most: 1, perSecond: 1 } },
      seed: { address: { most: 1, perSecond: 1 }, account: { most: 1, perSecond: 1 } },
      write: { address: { most: 1, perSecond: 1 }, account: { most: 1, perSecond: 1 } },
      watch: { address: { most: 1, perSecond: 1 }, account: { most: 1, perSecond: 1 } },
      'unfit-body': { address: { most: 4, perSecond: 0.5 }, account: { most: 4, perSecond: 0.5 } },
    },
    () => nowMs,
  )
  const services = {
    turns: createCallerTurns(),
    admission: createAdmission(2, 1),
    buckets,
    metrics,
    log: listenerOptions.log,
    filePace,
  }
  app.register(async (scope) => addApi(scope, api, services))
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app.close()
  metrics.stop()
})

type CallOptions = {
  body?: unknown
  headers?: Record<string, string>
  method?: 'POST' | 'GET' | 'PUT' | 'OPTIONS' | 'HEAD'
}

function call(name: string, options: CallOptions = {}): Promise<LightMyRequestResponse> {
  const { body, headers = {}, method = 'POST' } = options
  return app.inject({
    method,
    url: `/api/routes/${name}`,
    headers: {
      host: 'localhost:4200',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

describe('a call', () => {
  it('is answered field by field: fields outside the contract are not sent', async () => {
    const response = await call('echo', { body: { word: 'hello' } })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ status: 'success', word: 'hello' })
    expect((await call('echo', { body: { word: 'none' } })).json()).toEqual({ status: 'none' })
  })

  it('treats an empty body as an empty object', async () => {
    expect((await call('loose')).json()).toEqual({ status: 'success' })
    expect((await call('loose', { headers: { 'content-type': 'application/json' } })).statusCode).toBe(200)
    expect((await call('echo')).json()).toMatchObject({ status: 'bad_request', fields: { word: expect.any(String) } })
  })

  it('names every wrong field', async () => {
    const response = await call('echo', { body: { word: 'too long', amount: '1e5', stranger: 1 } })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields).sort()).toEqual(['amount', 'stranger', 'word'])
  })

  it('names the first 10 wrong fields, and says how many more there are', async () => {
    const strangers = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`stranger${at}`, 0]))
    const { fields } = (await call('echo', { body: { word: 'too long', ...strangers } })).json()
    expect(Object.keys(fields)).toEqual(['word', ...Array.from({ length: 9 }, (_, at) => `stranger${at}`), 'body'])
    expect(fields.body).toBe('91 more fields are wrong')
    const eleven = await call('echo', { body: Object.fromEntries(Object.entries(strangers).slice(0, 10)) })
    expect(eleven.json().fields.body).toBe('1 more field is wrong')
    const own = await call('echo', { body: { body: 1, ...strangers } })
    expect(own.json().fields.body).toBe('is not a field of this call; 92 more fields are wrong')
  })

  it('names a field with at most 60 characters', async () => {
    const name = `${'x'.repeat(59)}😀${'y'.repeat(60_000)}`
    for (const body of [{ word: 'x', [name]: 0 }, `{"word":"x","${name}":"\\u0000"}`, { [name]: { constructor: 1 } }]) {
      const response = await call('echo', { body })
      expect(response.statusCode).toBe(400)
      expect(Object.keys(response.json().fields).filter((field) => field !== 'word')).toEqual([
        `${'x'.repeat(59)}\ufffd…`,
      ])
    }
  })

  it.each([
    ['unknown fields', (index: number) => `"${index.toString(36)}":0`, '{', '}'],
    ['fields within a field', (index: number) => `"${index.toString(36)}":0`, '{"word":{', '}}'],
    ['items', () => '0', '{"word":[', ']}'],
    ['empty objects', () => '{}', '{"word":[', ']}'],
    ['objects in objects', () => '{"a":', '', ''],
    ['the same field', () => '"a":0', '{', '}'],
  ])('with 64 kB of %s is refused without being parsed', async (_what, part, before, after) => {
    let text = part(0)
    for (let index = 1; text.length < 63_000; index += 1) text += `,${part(index)}`
    const response = await call('loose', { body: `${before}${text}${after}` })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { status: 'bad_request', fields: { body: 'holds too many values' } },
    ])
  })

  it('counts no commas and brackets within texts', async () => {
    const text = '\\",[{:'.repeat(3_000)
    const response = await call('large', { body: { text } })
    expect(response.statusCode).toBe(200)
    const values = Object.fromEntries(Array.from({ length: 255 }, (_, at) => [`a${at}`, text.slice(0, 90)]))
    expect((await call('loose', { body: values })).statusCode).toBe(200)
    expect((await call('loose', { body: { ...values, more: [] } })).statusCode).toBe(400)
  })

  it.each([
    ['not json', '{'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['a prototype', '{"__proto__": {"word": "x"}}'],
    ['a deep prototype', '{"a": [{"__proto__": 1}]}'],
    ['a constructor', '{"constructor": {"prototype": {}}}'],
    ['a zero character', '{"word": "a\\u0000"}'],
    ['half a pair', '{"word": "\\ud800"}'],
    ['ten thousand levels', `{"a": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['ten thousand unclosed', '['.repeat(10_000)],
  ])('refuses %s with 400', async (_name, body) => {
    for (const name of ['echo', 'loose']) {
      const response = await call(name, { body })
      expect(response.statusCode).toBe(400)
      expect(response.json().status).toBe('bad_request')
    }
  })

  it('rejects bytes that are not UTF-8', async () => {
    const payload = Buffer.from([...Buffer.from('{"word": "'), 0xff, ...Buffer.from('"}')])
    const headers = { host: 'localhost', 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url: '/api/routes/echo', headers, payload })).statusCode).toBe(400)
  })

  it('accepts bodies of at most 64 KiB, or more where the route sets it', async () => {
    const long = { text: 'x'.repeat(70_000) }
    expect((await call('loose', { body: long })).statusCode).toBe(413)
    expect((await call('large', { body: long })).statusCode).toBe(200)
    expect((await call('large', { body: { text: 'x'.repeat(300_000) } })).statusCode).toBe(413)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'application/json; charset=utf-16',
    '',
  ])('refuses the content type %j with 415, empty or not', async (kind) => {
    expect((await call('loose', { body: '{}', headers: { 'content-type': kind } })).statusCode).toBe(415)
  })

  it('accepts a charset that is UTF-8', async () => {
    const headers = { 'content-type': 'application/json; charset=UTF-8' }
    expect((await call('echo', { body: { word: 'x' }, headers })).statusCode).toBe(200)
  })

  it('must be a POST to a known route', async () => {
    for (const method of ['GET', 'PUT', 'OPTIONS', 'HEAD'] as const) {
      const response = await call('echo', { method })
      expect(response.statusCode).toBe(405)
      expect(response.headers.allow).toBe('POST')
    }
    expect((await call('nobody')).statusCode).toBe(404)
    expect((await call('nobody', { method: 'GET' })).statusCode).toBe(404)
    expect((await call('echo/more')).statusCode).toBe(404)
    expect((await call('toString')).statusCode).toBe(404)
  })

  it('needs a known host', async () => {
    for (const host of ['elsewhere.example', 'localhost.elsewhere.example', 'site.example.evil', '10.0.0.1', '[::2]']) {
      expect((await call('loose', { headers: { host } })).statusCode).toBe(421)
    }
    for (const host of ['SITE.example:8443', 'site.example.', 'localhost']) {
      expect((await call('loose', { headers: { host } })).statusCode).toBe(200)
    }
  })
})

describe('an internal error', () => {
  it('reveals no details', async () => {
    const response = await call('broken')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({ status: 'error' })
    expect(logged.join('')).toContain('SELECT secret FROM vault')
  })

  it('is the result of an answer that does not fit the contract', async () => {
    expect((await call('misshapen')).json()).toEqual({ status: 'error' })
  })

  it('carries a time to retry when the database is unavailable or a queue is full', async () => {
    const response = await call('unreachable')
    expect([response.statusCode, response.json().status]).toEqual([503, 'busy'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    const crowded = await call('crowded')
    expect([crowded.statusCode, crowded.headers['retry-after']]).toEqual([429, '7'])
  })

  it('turns an ended session into 401, also when the handler finds it', async () => {
    for (const name of ['member', 'own']) {
      const response = await call(name)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({ status: 'unauthenticated', message: 'msg2001' })
    }
  })
})

describe('the token buckets', () => {
  it('count an account at an address, and the address', async () => {
    nowMs = 1_000_000
    const callNamed = async (id: string): Promise<number> => (await call('named', { body: { id } })).statusCode
    expect([await callNamed('anna'), await callNamed('ANNA'), await callNamed('anna')]).toEqual([200, 200, 429])
    expect(await callNamed('berta')).toBe(200)
    const refused = await call('named', { body: { id: 'carla' } })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
    nowMs += 4_000
    expect(await callNamed('carla')).toBe(200)
  })

  it('count bodies that the contract refuses apart, which take no token of a call', async () => {
    nowMs = 2_000_000
    const unfit = async (body: unknown): Promise<number> => (await call('named', { body })).statusCode
    expect([await unfit({}), await unfit('{'), await unfit({ id: 5 }), await unfit({ id: 'anna', other: 1 })]).toEqual([
      400, 400, 400, 400,
    ])
    const refused = await call('named', { body: {} })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
    expect((await call('named', { body: { id: 'anna' } })).statusCode).toBe(200)
  })
})

async function* reportInTwoParts(): AsyncGenerator<string> {
  yield 'one,'
  await reportEnds.promise
  yield 'two'
  for (let tail = reportTail(); tail !== ''; tail = reportTail()) yield tail
}

describe('sent files', () => {
  it('are bounded in number until they are sent', async () => {
    // Sends the request now, not when it is awaited.
    const first = call('report').then((response) => response.body)
    const second = await call('report')
    expect(second.json().status).toBe('busy')
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
    reportEnds.resolve()
    expect(await first).toBe('one,two')
    reportIsThere = false
    for (const _ of [1, 2]) expect((await call('report')).json()).toEqual({ status: 'none' })
    reportIsThere = true
  })

  it('release their place when the reader disconnects', async () => {
    reportEnds = Promise.withResolvers<void>()
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('The listener has no port.')
    const socket = connect(address.port, '127.0.0.1', () => {
      socket.write('POST /api/routes/report HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n')
    })
    await new Promise((resolve) => socket.once('data', resolve))
    expect((await call('report')).statusCode).toBe(503)
    socket.destroy()
    reportIsThere = false
    await expect.poll(async () => (await call('report')).statusCode).toBe(200)
    reportIsThere = true
    reportEnds.resolve()
  })
})

describe('a file that its reader does not take', () => {
  /** Requests the report and takes at most `bytesAtOnce` of it every 20 ms; `taken` resolves when it is closed. */
  function read(bytesAtOnce: number): { taken: Promise<number>; stop: () => void } {
    const { port } = app.server.address() as AddressInfo
    let taken = 0
    const callback = (bytes: number): boolean => {
      taken += bytes
      socket.pause()
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(bytesAtOnce), callback } })
    const timer = setInterval(() => socket.resume(), 20)
    const headers = ['host: localhost', 'connection: close', 'content-length: 0']
    socket.write(`POST /api/routes/report HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    const closed = new Promise<number>((resolve) => {
      socket.on('close', () => {
        clearInterval(timer)
        resolve(taken)
      })
    })
    return { taken: closed, stop: () => socket.destroy() }
  }

  it('is ended, and its place is free', async () => {
    reportEnds.resolve()
    // More than the system takes for a reader, so that the last part waits for it.
    let left = 300
    reportTail = () => (left-- > 0 ? 'x'.repeat(100_000) : '')
    const reader = read(64)
    await expect.poll(() => left).toBeLessThan(300)
    expect((await call('report')).statusCode).toBe(503)
    await expect.poll(async () => (await call('report')).statusCode, { timeout: scaledMs(10_000) }).toBe(200)
    reportTail = () => ''
    reader.stop()
  })

  it('is sent to its end when the reader keeps the pace', async () => {
    let left = 100
    reportTail = () => (left-- > 0 ? 'x'.repeat(100_000) : '')
    expect(await read(65_536).taken).toBeGreaterThan(10_000_000)
    reportTail = () => ''
  })

  it('is not ended for what the server itself waits for', async () => {
    reportEnds = Promise.withResolvers<void>()
    const report = call('report').then((response) => response.body)
    setTimeout(() => reportEnds.resolve(), filePace.windowMs * 2.5)
    expect(await report).toBe('one,two')
  })
})

describe('an overloaded listener', () => {
  it('rejects polls first and still serves money calls', async () => {
    const first = call('slow')
    await expect.poll(() => app.inject({ method: 'GET', url: '/healthz' }).then((r) => r.statusCode)).toBe(200)
    const second = await call('slow')
    expect([second.statusCode, second.json().status]).toEqual([503, 'busy'])
    expect((await call('echo', { body: { word: 'x' } })).statusCode).toBe(200)
    finishSlow()
    expect((await first).statusCode).toBe(200)
  })
})

describe('every answer', () => {
  const required = [
    'content-security-policy',
    'x-content-type-options',
    'permissions-policy',
    'cross-origin-opener-policy',
  ]

  it('carries the security headers, errors too', async () => {
    const responses = [
      await call('echo', { body: { word: 'x' } }),
      await call('echo', { body: '{' }),
      await call('member'),
      await call('nobody'),
      await call('echo', { method: 'GET' }),
      await call('loose', { body: { text: 'x'.repeat(70_000) } }),
      await call('loose', { body: 'x', headers: { 'content-type': 'text/plain' } }),
      await call('loose', { headers: { host: 'elsewhere.example' } }),
      await call('broken'),
      await app.inject({ method: 'GET', url: '/nowhere', headers: { host: 'localhost' } }),
      await app.inject({ method: 'GET', url: '/%', headers: { host: 'localhost' } }),
      await app.inject({ method: 'GET', url: '/healthz', headers: { host: '10.0.0.7' } }),
      await app.inject({ method: 'GET', url: '/readyz' }),
    ]
    for (const response of responses) {
      for (const name of required) expect(response.headers[name], `${name} of ${response.statusCode}`).toBeTruthy()
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.headers['content-security-policy']).toMatch(/object-src 'none'.*frame-ancestors 'none'/)
      expect(response.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
      expect(response.headers['strict-transport-security']).toBeUndefined()
    }
  })

  it('carries them even for malformed requests', async () => {
    const raw = await sendRaw('NONSENSE\r\n\r\n')
    expect(raw).toMatch(/^HTTP\/1\.1 400 /)
    expect(raw).toMatch(/content-security-policy: default-src 'self'/)
    const headers = await sendRaw(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)
    expect(headers).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('takes a client that disconnects within its body for nothing but that', async () => {
    logged.length = 0
    const broken = createListener({ ...listenerOptions, log: pino({ level: 'trace' }, logStream) })
    const begun = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    broken.addHook('onRequest', async () => begun.resolve())
    broken.addHook('onError', async () => reached.resolve())
    broken.post('/call', async () => ({ status: 'ok' }))
    await broken.listen({ port: 0, host: '127.0.0.1' })
    try {
      const address = broken.server.address() as AddressInfo
      const socket = connect(address.port, '127.0.0.1')
      socket.write(
        'POST /call HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      )
      await begun.promise
      socket.destroy()
      await reached.promise
      await new Promise(setImmediate)
      expect(logged).toEqual([])
    } finally {
      await broken.close()
    }
  })

  it.each([
    ['two Host headers', ['host: localhost', 'host: localhost', 'content-length: 2'], 400],
    ['a Host with user information', ['host: localhost:4200@evil.example', 'content-length: 2'], 400],
    ['a Host with a path', ['host: localhost:4200/evil', 'content-length: 2'], 400],
    ['a Host with a port that is no number', ['host: localhost:x', 'content-length: 2'], 400],
    ['a transfer coding besides chunked', ['host: localhost', 'transfer-encoding: identity, chunked'], 400],
    ['another expectation', ['host: localhost', 'expect: something', 'content-length: 2'], 400],
    ['a compressed body', ['host: localhost', 'content-encoding: gzip', 'content-length: 2'], 415],
  ])('refuses %s', async (_what, headers, code) => {
    const body = headers.some((header) => header.startsWith('transfer')) ? '2\r\n{}\r\n0\r\n\r\n' : '{}'
    const lines = ['POST /api/routes/loose HTTP/1.1', ...headers, 'content-type: application/json', 'connection: close']
    const raw = await sendRaw(`${lines.join('\r\n')}\r\n\r\n${body}`)
    expect(raw).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `))
    for (const name of required) expect(raw.toLowerCase()).toContain(`${name}: `)
  })

  it('cuts a body that never ends', { timeout: scaledMs(20_000) }, async () => {
    // The limit and the interval of the check together are less than 15 s.
    expect(slowestRequestMs + checkSlowEveryMs).toBeLessThan(15_000)
    const hasty = createListener({ ...listenerOptions, slowestRequestMs: 300 })
    await hasty.listen({ port: 0, host: '127.0.0.1' })
    try {
      const startedMs = performance.now()
      const lines = ['POST /api/routes/loose HTTP/1.1', 'host: localhost', 'content-type: application/json']
      const raw = await sendRaw(`${lines.join('\r\n')}\r\ncontent-length: 100\r\n\r\n{`, hasty)
      expect(raw).toMatch(/^HTTP\/1\.1 408 /)
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(300)
      expect(performance.now() - startedMs).toBeLessThan(scaledMs(300 + checkSlowEveryMs + 500))
    } finally {
      await hasty.close()
    }
  })
})

describe('the probes', () => {
  it('distinguish alive from ready', async () => {
    expect((await app.inject({ method: 'GET', url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503)
  })

  it('show the metrics to this machine only', async () => {
    const near = await app.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } })
    expect(near.statusCode).toBe(200)
    expect(near.body).toMatch(/baize_call_seconds_count\{api="member",route="echo",answer="success"\}/)
    const spoken = { method: 'GET', url: '/metrics' } as const
    expect((await app.inject({ ...spoken, headers: { host: 'site.example' } })).statusCode).toBe(404)
    const forwarded = { host: 'localhost', 'x-forwarded-for': '203.0.113.9' }
    expect((await app.inject({ ...spoken, headers: forwarded })).statusCode).toBe(404)
    expect(
      (await app.inject({ ...spoken, headers: { host: 'localhost' }, remoteAddress: '203.0.113.9' })).statusCode,
    ).toBe(404)
  })
})

/** Sends raw bytes to the listener and returns everything it sends back. */
function sendRaw(text: string, to = app): Promise<string> {
  const address = to.server.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.')
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(address.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(received).toString()))
  })
}
