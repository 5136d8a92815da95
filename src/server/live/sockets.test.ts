import { setTimeout as pause } from 'node:timers/promises'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { wholeUnits } from '#domain/money.ts'
import { createApp, type App } from '#server/app.ts'
import { linkEvents, type EventLink } from './event-link.ts'
import { createEvents, type LinkedEvents } from './events.ts'
import { appHandlers } from '#server/handlers.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { createPool } from '#server/db/pool.ts'
import { makeMember, makeSession } from '#server/seed/builders.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { scaledMs } from '#test/machine.ts'
import { until } from '#test/until.ts'

/** `/api/live` from the page's side: a real listener, real sockets. */

let app: TestApp
/** Another process that pings often: it ends sockets that would have answered when a busy machine stops it for as long. */
let pinging: TestApp
let [port, pingingPort] = [0, 0]
const open = new Set<WebSocket>()

beforeAll(async () => {
  app = await createTestApp({
    handlers: appHandlers,
    env: { TRUST_PROXY: 'loopback' },
    live: {
      mostSockets: 12,
      mostPerMember: 3,
      mostPerAddress: 4,
      mostPerNetwork: 5,
      gatherMs: 40,
      sweepMs: 500,
      jackpotMs: 200,
      mostBufferedBytes: 20_000,
    },
  })
  pinging = await createTestApp({ handlers: appHandlers, beside: app, live: { beatMs: scaledMs(600) } })
  port = await listen(app.listeners)
  pingingPort = await listen(pinging.listeners)
})
afterEach(async () => {
  for (const socket of open) socket.terminate()
  open.clear()
  for (const { listeners } of [app, pinging]) while ((await liveSockets(listeners)) > 0) await pause(20)
})
afterAll(async () => {
  await pinging.close()
  await app.close()
})

async function listen(app: App): Promise<number> {
  await app.member.listen({ port: 0, host: '127.0.0.1' })
  const address = app.member.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function liveSockets(app: App): Promise<number> {
  return Number(/^baize_live_sockets (\d+)$/m.exec(await app.metrics.text())?.[1])
}

type Received = { kind: string; member?: boolean; jackpots?: unknown }
type Page = { socket: WebSocket; received: Received[]; closed: Promise<number>; kinds: () => string[] }

/** Opens a page's socket; rejects with the HTTP status when the API refuses it. */
function openPage(options: { token?: string; headers?: Record<string, string>; at?: number } = {}): Promise<Page> {
  const at = options.at ?? port
  const socket = new WebSocket(`ws://localhost:${at}/api/live`, {
    headers: {
      origin: `http://localhost:${at}`,
      ...(options.token === undefined ? {} : { cookie: `session=${options.token}` }),
      ...options.headers,
    },
  })
  open.add(socket)
  const received: Received[] = []
  socket.on('message', (text: Buffer) => received.push(JSON.parse(text.toString()) as Received))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
    socket.on('message', () =>
      resolve({
        socket,
        received,
        closed,
        kinds: () => received.map((message) => message.kind).filter((k) => k !== 'hello'),
      }),
    )
  })
}

async function signedIn(cash = 0n) {
  const member = await makeMember(app.deps, app.brand, { cash })
  const session = await makeSession(app.deps, member)
  return { ...member, token: session.token }
}

const events = () => app.deps.events

describe('a socket that sends pongs', () => {
  it('stays open while it answers pings', async () => {
    const page = await openPage({ at: pingingPort })
    for (let ping = 0; ping < 3; ping += 1) await new Promise((resolve) => page.socket.once('ping', resolve))
    expect(page.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('is closed for one that answers no ping', async () => {
    const page = await openPage({ at: pingingPort })
    for (let pong = 0; pong < 3; pong += 1) page.socket.pong()
    // Ended without a closing handshake.
    expect(await page.closed).toBe(1006)
  })
})

describe('a handshake that does not fit', () => {
  const key = 'dGhlIHNhbXBsZSBub25jZQ=='
  it.each([
    ['another version', { 'sec-websocket-version': '8', 'sec-websocket-key': key }],
    ['no key', { 'sec-websocket-version': '13' }],
    ['a key of another length', { 'sec-websocket-version': '13', 'sec-websocket-key': 'short' }],
    ['another protocol', { 'sec-websocket-version': '13', 'sec-websocket-key': key, upgrade: 'h2c' }],
  ])('is refused for %s, with the security headers', async (_what, headers) => {
    const refused = await new Promise<IncomingMessage>((resolve, reject) => {
      const handshake = { connection: 'Upgrade', upgrade: 'websocket', origin: `http://localhost:${port}`, ...headers }
      request({ port, host: 'localhost', path: '/api/live', headers: handshake }, resolve).on('error', reject).end()
    })
    refused.resume()
    expect(refused.statusCode).toBe(400)
    expect(refused.headers['content-security-policy']).toContain(`object-src 'none'`)
    expect(refused.headers['sec-websocket-version']).toBe('13')
  })

  it('is none where a subprotocol is malformed, because none is chosen', async () => {
    const page = await openPage({ headers: { 'sec-websocket-protocol': 'a,,b' } })
    expect(page.received[0]).toEqual({ kind: 'hello', member: false })
  })
})

describe('who may connect', () => {
  it('a page of the brand, as a member or as a guest; with an ended session as a guest', async () => {
    const { token } = await signedIn()
    expect((await openPage({ token })).received[0]).toEqual({ kind: 'hello', member: true })
    expect((await openPage()).received[0]).toEqual({ kind: 'hello', member: false })
    await app.ownerPool.query('UPDATE member_session SET ended_at = now()')
    expect((await openPage({ token })).received[0]).toEqual({ kind: 'hello', member: false })
  })

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
  ])('%j is refused before the upgrade', async (headers) => {
    const { token } = await signedIn()
    await expect(openPage({ token, headers })).rejects.toThrow('403')
    await expect(openPage({ headers })).rejects.toThrow('403')
  })

  it('refuses a socket without an origin, and an unknown host', async () => {
    const socket = new WebSocket(`ws://localhost:${port}/api/live`)
    await expect(new Promise((_, reject) => socket.on('error', reject))).rejects.toThrow('403')
    await expect(openPage({ headers: { host: 'evil.example' } })).rejects.toThrow('421')
  })

  it('is none behind a request that is not answered, and leaves no connection open', async () => {
    const server = app.listeners.member.server
    const count = () => promisify(server.getConnections.bind(server))()
    const before = await count()
    const socket = connect(port, '127.0.0.1')
    const lines = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${more}\r\n`
    const handshake = `connection: Upgrade\r\nupgrade: websocket\r\norigin: http://localhost:${port}\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n`
    let received = ''
    socket.on('data', (bytes) => (received += bytes.toString('latin1')))
    socket.write(lines('/healthz') + lines('/api/live', handshake))
    await until(() => received.includes('HTTP/1.1 200') && received.includes('HTTP/1.1 404'))
    socket.destroy()
    await until(async () => (await count()) <= before)
    expect(received).not.toContain('HTTP/1.1 101')
  })

  it('has no ordinary call, and ignores an upgrade on other paths', async () => {
    expect((await app.listeners.member.inject({ url: '/api/live', headers: { host: 'localhost' } })).statusCode).toBe(
      404,
    )
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: 'h2c' }
      const sent = request({ port, host: '127.0.0.1', path: '/healthz', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.on('error', reject)
      sent.end()
    })
    expect(status).toBe(200)
  })
})

it('the pages’ content security policy allows connections here and nowhere else', async () => {
  const { headers } = await app.listeners.member.inject({ url: '/healthz', headers: { host: 'localhost' } })
  expect(headers['content-security-policy']).toContain(`connect-src 'self';`)
})

describe('messages', () => {
  it('reach members for their own data, everyone for the brand’s, and nobody else', async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const [page, second, stranger, guest] = [
      await openPage({ token: mine.token }),
      await openPage({ token: mine.token }),
      await openPage({ token: other.token }),
      await openPage(),
    ]
    for (const kind of ['balance', 'note', 'help', 'request'] as const) events().publish({ kind, memberId: mine.id })
    events().publish({ kind: 'notice', brandId: app.brand.id })
    events().publish({ kind: 'maintenance', brandId: null })
    events().publish({ kind: 'notice', brandId: app.brand.id + 1 })
    const all = () => [page, second, stranger, guest].map((one) => one.kinds())
    const forAll = ['notice', 'maintenance']
    const forMine = ['balance', 'note', 'help', 'request', ...forAll]
    await expect.poll(all).toEqual([forMine, forMine, forAll, forAll])
    await pause(120)
    expect(all()).toEqual([forMine, forMine, forAll, forAll])
  })

  it('are sent once per kind, however often it happened meanwhile', async () => {
    const { id, token } = await signedIn()
    const page = await openPage({ token })
    for (let spins = 0; spins < 500; spins += 1) events().publish({ kind: 'balance', memberId: id })
    await expect.poll(page.kinds).toEqual(['balance'])
    await pause(200)
    expect(page.kinds()).toEqual(['balance'])
    events().publish({ kind: 'balance', memberId: id })
    await expect.poll(page.kinds).toEqual(['balance', 'balance'])
  })

  it('about the pools reach guests too, only while a pool is open and only when it has grown', async () => {
    const guest = await openPage()
    await pause(500)
    expect(guest.kinds()).toEqual([])
    // In one transaction: a look between them would report the pool that is open and has not grown.
    await app.ownerPool.query(`UPDATE jackpot_shard SET pool = 70000 WHERE tier = 'minor';
      UPDATE jackpot_tier SET open = true WHERE tier = 'minor'`)
    await expect
      .poll(() => guest.received.at(-1), { timeout: scaledMs(4_000) })
      .toEqual({
        kind: 'jackpot',
        jackpots: [{ tier: 'minor', amount: '56', ratePerSecond: '0', share: '0', hit: null }],
      })
    await pause(700)
    expect(guest.kinds()).toEqual(['jackpot'])
    // A page that was rendered some seconds ago is brought up to date once, although nothing changed since.
    const late = await openPage()
    await expect.poll(() => late.received.at(-1), { timeout: scaledMs(4_000) }).toEqual(guest.received.at(-1))
    await pause(700)
    expect([late.kinds(), guest.kinds()]).toEqual([['jackpot'], ['jackpot']])
    await app.ownerPool.query(`UPDATE jackpot_tier SET open = false`)
    await expect
      .poll(() => guest.received.at(-1), { timeout: scaledMs(4_000) })
      .toEqual({ kind: 'jackpot', jackpots: [] })
  })
})

describe('closed sockets', () => {
  const within = (page: Page): Promise<number> => Promise.race([page.closed, pause(scaledMs(3_000)).then(() => 0)])

  it('belong to members who signed out, on that page only', async () => {
    const { id, token } = await signedIn()
    const elsewhere = await makeSession(app.deps, { id } as Parameters<typeof makeSession>[1])
    const [here, there] = [await openPage({ token }), await openPage({ token: elsewhere.token })]
    await app.member('user-logout', { token })
    expect(await within(here)).toBe(4401)
    expect(there.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('belong to the other sessions of a member who changed their password', async () => {
    const member = await makeMember(app.deps, app.brand, { password: 'moon-tiger-77' })
    const [mine, other] = [await makeSession(app.deps, member), await makeSession(app.deps, member)]
    const [here, there] = [await openPage({ token: mine.token }), await openPage({ token: other.token })]
    const body = { pw: 'moon-tiger-77', newPw: 'river-stone-4512' }
    expect((await app.member('change-password', { token: mine.token, body })).body.status).toBe('success')
    expect(await within(there)).toBe(4401)
    expect(here.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('belong to blocked members, and to sessions that end silently', async () => {
    const [blocked, idle] = [await signedIn(), await signedIn()]
    const [first, second] = [await openPage({ token: blocked.token }), await openPage({ token: idle.token })]
    await app.ownerPool.query(`UPDATE member SET status = 'blocked' WHERE id = $1`, [String(blocked.id)])
    events().publish({ kind: 'session', memberId: blocked.id })
    await app.ownerPool.query(
      `UPDATE member_session SET last_act_at = now() - interval '31 minutes' WHERE member_id = $1`,
      [String(idle.id)],
    )
    expect(await within(first)).toBe(4401)
    expect(await within(second)).toBe(4401)
  })

  it('have sent a message, or too large a one', async () => {
    const [short, long] = [await openPage(), await openPage()]
    short.socket.send('hello')
    long.socket.send('x'.repeat(1_000))
    expect(await short.closed).toBe(1008)
    expect(await long.closed).toBe(1009)
  })

  it('have not answered a ping', async () => {
    const page = await openPage({ at: pingingPort })
    page.socket.pause()
    await expect.poll(() => liveSockets(pinging.listeners), { timeout: scaledMs(3_000) }).toBe(0)
  })

  it('never extended the session: a socket is no activity', async () => {
    const { id, token } = await signedIn()
    const ended = `UPDATE member_session SET last_act_at = now() - interval '10 minutes' WHERE member_id = $1`
    await app.ownerPool.query(ended, [String(id)])
    const page = await openPage({ token })
    events().publish({ kind: 'balance', memberId: id })
    await expect.poll(page.kinds).toEqual(['balance'])
    const { rows } = await app.ownerPool.query<{ idle: boolean }>(
      `SELECT last_act_at < now() - interval '9 minutes' AS idle FROM member_session WHERE member_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ idle: true }])
  })
})

describe('bounds', () => {
  it('limit the sockets of guests of one household, whichever of its IPv6 addresses they have', async () => {
    const from = (address: string): Promise<Page> => openPage({ headers: { 'x-forwarded-for': address } })
    for (const host of [1, 2, 3, 4]) await from(`2001:db8:0:1::${host}`)
    await expect(from('2001:db8:0:1::5')).rejects.toThrow('429')
    expect((await from('2001:db8:0:2::1')).received[0]).toEqual({ kind: 'hello', member: false })
  })

  it('limit the sockets of guests of one network', async () => {
    const from = (address: string): Promise<Page> => openPage({ headers: { 'x-forwarded-for': address } })
    for (const host of [1, 2, 3, 4, 5]) await from(`203.0.113.${host}`)
    await expect(from('203.0.113.6')).rejects.toThrow('429')
    expect((await from('198.51.100.1')).received[0]).toEqual({ kind: 'hello', member: false })
  })

  it('limit the sockets per member, per address of guests and per process', async () => {
    const { token } = await signedIn()
    for (let many = 0; many < 3; many += 1) await openPage({ token })
    await expect(openPage({ token })).rejects.toThrow('429')
    for (let many = 0; many < 4; many += 1) await openPage()
    await expect(openPage()).rejects.toThrow('429')
    for (let many = 0; many < 5; many += 1) await openPage({ token: (await signedIn()).token })
    await expect(openPage({ token: (await signedIn()).token })).rejects.toThrow('503')
  })
})

describe('two processes', () => {
  let events: LinkedEvents
  let link: EventLink
  let other: App
  let otherPort = 0
  let mine: EventLink
  const otherPools: { end: () => Promise<void> }[] = []

  beforeAll(async () => {
    events = createEvents()
    link = linkEvents(events, { url: app.appUrl, onFailure: () => {} })
    mine = linkEvents(app.deps.events as LinkedEvents, { url: app.appUrl, onFailure: () => {} })
    const pool = createPool(app.appUrl, { max: 1 })
    otherPools.push(pool)
    other = await createApp(
      { ...app.deps, events, ledger: createLedger({ pool, secret: app.deps.config.secret }) },
      { handlers: appHandlers, live: { gatherMs: 20 } },
    )
    otherPort = await listen(other)
    while (!link.isUp() || !mine.isUp()) await pause(20)
  })
  afterAll(async () => {
    await other.close()
    await Promise.all([link.close(), mine.close()])
    for (const pool of otherPools) await pool.end()
  })

  it('events of one reach the pages of the other once and end their sessions', async () => {
    const { id, token } = await signedIn(wholeUnits(1_000))
    const page = await openPage({ token, at: otherPort })
    const here = await openPage({ token })
    for (let many = 0; many < 50; many += 1) app.deps.events.publish({ kind: 'balance', memberId: id })
    await expect.poll(() => [page.kinds(), here.kinds()]).toEqual([['balance'], ['balance']])
    await pause(150)
    expect([page.kinds(), here.kinds()]).toEqual([['balance'], ['balance']])
    await app.member('user-logout', { token })
    expect(await page.closed).toBe(4401)
  })

  it('a shutdown is announced to every page', async () => {
    const page = await openPage({ at: otherPort })
    await other.close()
    expect(await page.closed).toBe(1001)
  })
})
