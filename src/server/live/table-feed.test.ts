import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { LiveMessage } from '#contract/live.ts'
import type { TableStep, TableTile } from '#contract/table.ts'
import type { App } from '#server/app.ts'
import { appHandlers } from '#server/handlers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { createTableApp, type Player, type TableApp } from '#test/table-app.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { scaledMs } from '#test/machine.ts'
import { until } from '#test/until.ts'

/** The steps of a table over real sockets, of two processes. */

let app: TableApp
let beside: TestApp
let ports: number[]
const open = new Set<WebSocket>()

beforeAll(async () => {
  app = await createTableApp({ linked: true })
  await app.playOut()
  beside = await createTestApp({ handlers: appHandlers, beside: app, linked: true })
  ports = [await listen(app.listeners), await listen(beside.listeners)]
})
afterEach(async () => {
  for (const socket of open) socket.terminate()
  open.clear()
  await expectNoErrorsAndCleanBooks(app)
})
afterAll(async () => {
  await beside.close()
  await app.close()
})

async function listen(listeners: App): Promise<number> {
  await listeners.member.listen({ port: 0, host: '127.0.0.1' })
  const address = listeners.member.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

type Timed = { message: LiveMessage; atMs: number }

/** Opens a socket at one of the processes; rejects with the status of a refusal. */
function watch(process: number, token: string | null, table: string | null): Promise<Timed[]> {
  return connect(process, token, table === null ? '' : `?table=${table}`)
}

/** The same with any query of the address. */
function connect(process: number, token: string | null, query: string): Promise<Timed[]> {
  const port = ports[process] ?? 0
  const socket = new WebSocket(`ws://localhost:${port}/api/live${query}`, {
    headers: { origin: `http://localhost:${port}`, ...(token === null ? {} : { cookie: `session=${token}` }) },
  })
  open.add(socket)
  const received: Timed[] = []
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
    socket.on('message', (text: Buffer) => {
      received.push({ message: JSON.parse(text.toString()) as LiveMessage, atMs: Date.now() })
      resolve(received)
    })
  })
}

const stepsIn = (received: readonly Timed[]): TableStep[] =>
  received.flatMap(({ message }) => (message.kind === 'table' ? [message.step] : []))

async function lastStep(player: Player): Promise<number> {
  return Number((await player.call('get-table-session')).body['step'])
}

test('every watcher of a table gets each step, of another process too; other sockets get none', async () => {
  const player = await app.sit()
  const from = await lastStep(player)
  const watchers = await Promise.all([0, 0, 1, 1].map((process) => watch(process, player.token, 'baccarat')))
  const elsewhere = await watch(1, player.token, null)
  // The feed notes where it begins a moment after its first watcher has joined.
  await new Promise((resolve) => setTimeout(resolve, scaledMs(200)))
  await app.dealUntil('open')
  await app.endBetting()
  await app.dealUntil('settled')
  const last = await lastStep(player)
  await until(async () => watchers.every((one) => stepsIn(one).at(-1)?.number === last))
  const listed = (await player.call('get-table', { after: from })).body['steps'] as TableStep[]
  const [first = []] = watchers.map(stepsIn)
  // The test has moved the close of the round meanwhile.
  const named = (steps: readonly TableStep[]) => steps.map(({ kind, number, at }) => ({ kind, number, at }))
  expect(named(first)).toEqual(named(listed.slice(-first.length)))
  expect(first.map(({ kind }) => kind).slice(-4)).toEqual(['opened', 'closed', 'dealt', 'settled'])
  for (const watcher of watchers) {
    expect(named(stepsIn(watcher))).toEqual(named(first))
    for (const { message, atMs } of watcher) {
      const announcedMs = message.kind === 'table' ? Date.parse(message.step.at) : atMs
      expect(atMs - announcedMs).toBeLessThan(scaledMs(1_000))
    }
  }
  expect(elsewhere.filter(({ message }) => message.kind === 'table')).toEqual([])
})

test('totals come at most twice a second, the last ones too', async () => {
  const player = await app.sit()
  const received = await watch(1, player.token, 'baccarat')
  await app.dealUntil('open')
  const begunMs = Date.now()
  for (let count = 0; count < 10; count += 1) expect((await player.bet({ tie: 1_000 })).body.status).toBe('success')
  const bets = () => received.flatMap(({ message }) => (message.kind === 'table-bets' ? [message] : []))
  await until(async () => bets().at(-1)?.totals[0]?.stake === '10000')
  expect(bets().at(-1)).toEqual({
    kind: 'table-bets',
    totals: [{ spot: 'tie', stake: '10000', members: 1 }],
    seats: [{ name: expect.stringMatching(/^.\*\*\*$/u), staked: '10000' }],
  })
  expect(bets().length).toBeLessThanOrEqual(2 + (Date.now() - begunMs) / 500)
  await app.endBetting()
  await app.dealUntil('settled')
})

test('guests and unknown tables are refused', async () => {
  const player = await app.sit()
  await expect(watch(0, null, 'baccarat')).rejects.toThrow('401')
  await expect(watch(0, player.token, 'blackjack')).rejects.toThrow('400')
  await expect(watch(0, player.token, '')).rejects.toThrow('400')
})

const tilesIn = (received: readonly Timed[]): TableTile[] =>
  received.flatMap(({ message }) => (message.kind === 'table-tile' ? [message.table] : []))

test('pages with a tile in view get it when what it shows changes, guests too; a dealt round is not among its outcomes', async () => {
  const player = await app.sit()
  const named = '?tiles=baccarat,roulette,nobody'
  const pages = await Promise.all([0, 1].map((process) => connect(process, null, named)))
  const [window, page] = [await watch(1, player.token, 'baccarat'), await watch(0, null, null)]
  const { outcome: before } = await app.playOut()
  const { id } = await app.dealUntil('open')
  await until(async () => pages.every((one) => tilesIn(one).at(-1)?.round?.roundId === id))
  const listed = async () => (await app.member('get-tables', { body: { codes: ['baccarat'] } })).body['tables']
  const [tile] = (await listed()) as TableTile[]
  for (const one of pages) expect(tilesIn(one).at(-1)).toEqual(tile)
  expect(tile?.outcomes.at(-1)).toEqual(before)

  await app.endBetting()
  const { outcome } = await app.dealUntil('dealt')
  expect(await listed()).toMatchObject([{ round: { state: 'dealt' }, outcomes: tile?.outcomes }])
  await app.dealUntil('settled')
  await until(async () =>
    pages.every((one) => tilesIn(one).at(-1)?.outcomes.length === (tile?.outcomes.length ?? 0) + 1),
  )
  for (const one of pages) {
    const shown = tilesIn(one)
    expect(shown.at(-1)).toMatchObject({ round: null, outcomes: [...(tile?.outcomes ?? []), outcome] })
    // The close and the deal of the second round were no message.
    expect(shown.slice(shown.findIndex(({ round }) => round?.roundId === id)).length).toBe(2)
  }
  for (const other of [window, page]) expect(tilesIn(other)).toEqual([])
})

test('a page without a tile in view wakes no table; one that asks for it does', async () => {
  const watchedAt = async (): Promise<unknown> => {
    const { rows } = await app.ownerPool.query('SELECT watched_at FROM table_state WHERE table_id = $1', [app.tableId])
    return rows[0]
  }
  const before = await watchedAt()
  await connect(0, null, '')
  await connect(1, null, '?tiles=nobody')
  // Another process than the one that has just recorded a watcher.
  expect((await beside.member('get-tables', { body: { codes: ['nobody'] } })).body['tables']).toEqual([])
  expect(await watchedAt()).toEqual(before)
  await beside.member('get-tables', { body: { codes: ['baccarat'] } })
  expect(await watchedAt()).not.toEqual(before)
})

test('too many tiles, or none, are refused', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `table-${index}`).join(',')
  for (const tiles of ['', ',', many, 'x'.repeat(61)]) {
    await expect(connect(0, null, `?tiles=${tiles}`)).rejects.toThrow('400')
  }
})
