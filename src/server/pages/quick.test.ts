import { connect } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addQuickPages, type QuickPages } from './quick.ts'

/** The fast path repeats recent responses of the ordinary path, and nothing else. */

let app: FastifyInstance
let quick: QuickPages
let address: string
let long = 0

beforeEach(async () => {
  long = 0
  app = fastify()
  quick = addQuickPages(app)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      long += 1
      const body = Buffer.from(`page ${request.url}`)
      reply.headers({ 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY', etag: '"1"' })
      quick.remember(request, reply, body)
      return reply.send(body)
    },
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(address + path, { method, headers: { 'accept-encoding': 'br', ...headers } })
  const sentHeaders = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'))
  return { status: answer.status, sentHeaders, body: await answer.text() }
}

it('repeats a response without the ordinary path', async () => {
  const first = await get('/ko')
  expect(first.body).toBe('page /ko')
  expect(first.sentHeaders['x-frame-options']).toBe('DENY')
  expect(await get('/ko')).toEqual(first)
  expect(long).toBe(1)
  expect((await get('/en')).body).toBe('page /en')
  expect(long).toBe(2)
})

it('serves guests with other cookies, and nobody with a session', async () => {
  await get('/ko')
  await get('/ko', { cookie: 'locale=en' })
  expect(long).toBe(1)
  await get('/ko', { cookie: 'locale=en; __Host-session=abc' })
  await get('/ko', { cookie: 'session=abc' })
  expect(long).toBe(3)
})

it.each(['session =x; away=1', ' session\t= x', 'a=1;__Host-session =x', '"x"; session=', 'session'])(
  'takes the ordinary path for a session that is written as %j',
  async (cookie) => {
    await get('/ko', { cookie })
    await get('/ko', { cookie })
    expect(long).toBe(2)
    await get('/ko')
    expect(long).toBe(3)
  },
)

it.each([
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Content-Encoding: gzip',
  'Host: localhost',
])('takes the ordinary path for a request with %s, which refuses it', async (header) => {
  const ask = (more: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      const lines = ['GET /ko HTTP/1.1', 'Host: localhost', 'Accept-Encoding: br', 'Connection: close', more, '']
      socket.end(`${lines.join('\r\n')}\r\n${more.includes('chunked') ? '0\r\n\r\n' : ''}`)
      socket.resume().on('close', () => resolve())
    })
  await ask('X-Plain: 1')
  await ask('X-Plain: 1')
  expect(long).toBe(1)
  await ask(header)
  expect(long).toBe(2)
})

it.each([
  ['another encoding', { 'accept-encoding': 'gzip' }, 'GET'],
  ['a page the browser has', { 'if-none-match': '"1"' }, 'GET'],
  ['a proxy’s protocol header', { 'x-forwarded-proto': 'https' }, 'GET'],
  ['a HEAD request', {}, 'HEAD'],
] as const)('takes the ordinary path for %s', async (_what, headers, method) => {
  await get('/ko')
  await get('/ko', headers, method)
  expect(long).toBe(2)
})

it('forgets on request, and by itself after a second', async () => {
  await get('/ko')
  quick.forget()
  await get('/ko')
  expect(long).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  await get('/ko')
  expect(long).toBe(3)
})
