import { createHmac, timingSafeEqual } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { memberRoute } from '#contract/route.ts'
import { amountIn, nothing } from '#contract/wire.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { createAdmission } from './admission.ts'
import { createCallerTurns } from './caller-turns.ts'
import { addApi, type Api } from './api.ts'
import { contentSecurityPolicy } from './headers.ts'
import { createListener } from './listener.ts'
import { createBuckets } from './rate-limits.ts'
import type { FastifyInstance } from 'fastify'

/**
 * An API such as third-party providers have: each call is signed over the bytes of its body, the brand is the caller's
 * and not the host's, and answers have a form of their own.
 */

type Provider = { code: string; brand: string; key: string }
const providers: readonly Provider[] = [
  { code: 'lotus', brand: 'nocturne', key: 'the key of lotus' },
  { code: 'dragon', brand: 'aurora', key: 'the key of dragon' },
]

const routes = {
  bet: memberRoute({
    access: 'guest',
    summary: 'Takes a stake.',
    body: z.strictObject({ transaction: z.string().max(64), amount: amountIn }),
    answers: { success: z.object({ balance: z.string() }), short: nothing },
  }),
  broken: memberRoute({ access: 'guest', summary: 'Fails.', body: z.looseObject({}), answers: { success: nothing } }),
}

let app: FastifyInstance
let metrics: Metrics
let handled: { brand: string; transaction: string }[] = []
let parsed = 0

beforeAll(() => {
  metrics = createMetrics()
  const log = pino({ level: 'silent' })
  app = createListener({
    policy: contentSecurityPolicy(),
    servesHost: () => true,
    trustProxy: false,
    isReady: async () => true,
    metrics,
    log,
  })
  const api: Api = {
    name: 'provider',
    prefix: '/wallet/v1/',
    routes,
    handlers: {
      bet: async (context: { brand: string }, body: { transaction: string; amount: bigint }) => {
        handled.push({ brand: context.brand, transaction: body.transaction })
        return body.amount > 1_000_000n ? { status: 'short' } : { status: 'success', balance: '12.5' }
      },
      broken: async () => {
        throw new Error('a defect')
      },
    },
    screen: () => null,
    verify: async (request, raw) => {
      const provider = providers.find(({ code }) => code === request.headers['x-provider'])
      if (provider === undefined) return { out: { code: 401 } }
      const expected = createHmac('sha256', provider.key).update(raw).digest()
      const given = Buffer.from(String(request.headers['x-signature'] ?? ''), 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { out: { code: 401 } }
      return { caller: provider }
    },
    admit: async (_request, _reply, _route, caller) => {
      parsed += 1
      return { in: { brand: (caller as Provider).brand } }
    },
    accountOf: () => null,
    answers: {
      createWriter: () => (answer) => {
        const { status, ...fields } = answer
        return { status, text: JSON.stringify({ code: status === 'success' ? 0 : 1, ...fields }) }
      },
      refuse: (reply, { code }) =>
        reply
          .code(200)
          .type('application/json')
          .send(JSON.stringify({ code: 1000 + code })),
    },
  }
  app.register(async (scope) =>
    addApi(scope, api, {
      turns: createCallerTurns(),
      admission: createAdmission(8),
      buckets: createBuckets(noThrottles),
      metrics,
      log,
    }),
  )
})
afterAll(async () => {
  await app.close()
  metrics.stop()
})

const generous = { most: 1_000, perSecond: 1_000 }
const both = { address: generous, account: generous }
const noThrottles = {
  'sign-in': both,
  watch: both,
  register: both,
  'check-name': both,
  reset: both,
  file: both,
  seed: both,
  write: both,
  'unfit-body': both,
}

async function call(name: string, body: string, { provider = 'lotus', signed = body, host = 'wallet.example' } = {}) {
  const key = providers.find(({ code }) => code === provider)?.key ?? ''
  const response = await app.inject({
    method: 'POST',
    url: `/wallet/v1/${name}`,
    headers: {
      host,
      'content-type': 'application/json',
      'x-provider': provider,
      'x-signature': createHmac('sha256', key).update(signed).digest('hex'),
    },
    payload: body,
  })
  return { http: response.statusCode, body: response.json<unknown>() }
}

test('verifies the signature over the bytes as they were sent, spaces and order included', async () => {
  const body = '{ "amount" : "5",\n "transaction":"a-1" }'
  expect(await call('bet', body)).toEqual({ http: 200, body: { code: 0, balance: '12.5' } })
  expect((await call('bet', body, { signed: body.replaceAll(/\s/g, '') })).body).toEqual({ code: 1401 })
  expect((await call('bet', body, { provider: 'unknown' })).body).toEqual({ code: 1401 })
})

test('rejects a wrong signature before the body is parsed', async () => {
  parsed = 0
  expect((await call('bet', '{"not json', { signed: 'other' })).body).toEqual({ code: 1401 })
  expect((await call('bet', '{"not json')).body).toEqual({ code: 1400 })
  expect(parsed).toBe(0)
})

test('takes the brand from the caller, whatever host it calls', async () => {
  handled = []
  const body = JSON.stringify({ transaction: 'b-1', amount: '1' })
  await call('bet', body, { host: 'one.example' })
  await call('bet', body, { host: 'two.example', provider: 'dragon' })
  expect(handled).toEqual([
    { brand: 'nocturne', transaction: 'b-1' },
    { brand: 'aurora', transaction: 'b-1' },
  ])
})

test('writes answers, refusals and failures in the API’s own form', async () => {
  const bet = (amount: string) => call('bet', JSON.stringify({ transaction: 'c-1', amount }))
  expect(await bet('5')).toEqual({ http: 200, body: { code: 0, balance: '12.5' } })
  expect(await bet('5000')).toEqual({ http: 200, body: { code: 1 } })
  expect(await bet('-5')).toEqual({ http: 200, body: { code: 1400 } })
  expect(await call('broken', '{}')).toEqual({ http: 200, body: { code: 1500 } })
  expect(await call('no-such-call', '{}')).toEqual({ http: 200, body: { code: 1404 } })
})
