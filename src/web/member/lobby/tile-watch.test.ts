import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import type { TableTile } from '#contract/table.ts'
import { createTileWatch, unusedMs } from './tile-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const serverStart = Date.parse('2026-11-28T12:00:00Z')

function tileOf(code: string, seated = 0): TableTile {
  return { code, round: null, seated, leastStake: '1000', mostStake: '5000', outcomes: [] }
}

/** A page whose server and sockets are in memory; the server's clock is ten minutes ahead. */
function pageOf() {
  const state = { isUp: true, isHidden: false, isDown: false }
  const loads: string[][] = []
  const sockets: { codes: string[]; isOpen: boolean; push: (message: LiveMessage) => void }[] = []
  const begun = Date.now()
  const now = () => Date.now() - begun
  const watch = createTileWatch({
    load: (codes) => {
      loads.push([...codes])
      if (state.isDown) return Promise.reject(new Error('busy'))
      const at = new Date(serverStart + now()).toISOString()
      return Promise.resolve({ status: 'success', now: at, tables: codes.map((code) => tileOf(code)) })
    },
    listen: (codes, push) => {
      const socket = { codes: [...codes], isOpen: true, push }
      sockets.push(socket)
      if (state.isUp) push({ kind: 'hello', member: false })
      return { isUp: () => state.isUp, stop: () => void (socket.isOpen = false) }
    },
    isHidden: () => state.isHidden,
    now,
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const open = () => sockets.filter(({ isOpen }) => isOpen).map(({ codes }) => codes)
  return { state, loads, sockets, watch, pass, open }
}

test('the socket names the tables in view and no others, and their tiles follow it', async () => {
  const { watch, loads, sockets, pass, open } = pageOf()
  watch.show('wheel', true)
  watch.show('dice', true)
  await pass(600)
  expect([open(), loads]).toEqual([[['dice', 'wheel']], [['dice', 'wheel']]])
  sockets[0]?.push({ kind: 'table-tile', table: tileOf('wheel', 3) })
  expect(watch.state.get().tables.get('wheel')?.seated).toBe(3)
  await pass(60_000)
  expect(loads.length).toBe(1)
  watch.show('wheel', false)
  await pass(600)
  expect(open()).toEqual([['dice']])
  expect([...watch.state.get().watched]).toEqual(['dice'])
  // What is known of the other one stays.
  expect(watch.state.get().tables.get('wheel')?.seated).toBe(3)
})

test('a tile that is scrolled past is not watched; one that is shown twice is until both have left', async () => {
  const { watch, sockets, pass, open } = pageOf()
  watch.show('wheel', true)
  await pass(300)
  watch.show('wheel', false)
  await pass(5_000)
  expect(sockets).toEqual([])
  watch.show('dice', true)
  watch.show('dice', true)
  await pass(600)
  watch.show('dice', false)
  await pass(600)
  expect(open()).toEqual([['dice']])
  watch.show('dice', false)
  await pass(600)
  expect(open()).toEqual([])
})

test('without a socket the tables are polled at a bounded pace, more slowly after a failure', async () => {
  const { watch, state, loads, pass } = pageOf()
  state.isUp = false
  watch.show('wheel', true)
  await pass(60_500)
  expect(loads.length).toBeGreaterThanOrEqual(10)
  expect(loads.length).toBeLessThanOrEqual(13)
  state.isDown = true
  loads.length = 0
  await pass(60_000)
  expect(loads.length).toBeLessThanOrEqual(4)
  expect(loads.length).toBeGreaterThanOrEqual(2)
})

test('a page that is hidden or not used watches nothing, until it is used again', async () => {
  const { watch, state, loads, pass, open } = pageOf()
  watch.show('wheel', true)
  await pass(600)
  state.isHidden = true
  watch.wake()
  expect(open()).toEqual([])
  await pass(60_000)
  state.isHidden = false
  watch.wake()
  await pass(600)
  expect(open()).toEqual([['wheel']])
  loads.length = 0
  await pass(unusedMs + 2_000)
  expect([open(), loads]).toEqual([[], []])
  state.isUp = false
  await pass(60_000)
  expect(loads).toEqual([])
  watch.wake()
  await pass(2_000)
  expect([open(), loads]).toEqual([[['wheel']], [['wheel']]])
})

test('an answer that was requested before the socket sent a table does not take its place', async () => {
  const { watch, state, sockets, pass } = pageOf()
  state.isUp = false
  watch.show('wheel', true)
  await pass(1_600)
  sockets[0]?.push({ kind: 'hello', member: false })
  sockets[0]?.push({ kind: 'table-tile', table: tileOf('wheel', 3) })
  await pass(0)
  expect(watch.state.get().tables.get('wheel')?.seated).toBe(3)
})

test('no time is left of a round that the socket sends before the first answer', async () => {
  const { watch, state, sockets, pass } = pageOf()
  state.isDown = true
  watch.show('wheel', true)
  await pass(600)
  sockets[0]?.push({ kind: 'table-tile', table: tileOf('wheel', 3) })
  expect(watch.leftMs(new Date(serverStart + 20_000).toISOString())).toBe(null)
  state.isDown = false
  state.isUp = false
  await pass(30_000)
  expect(watch.leftMs(new Date(serverStart + 60_000).toISOString())).toBeGreaterThan(0)
})

test('use of the page keeps it watching', async () => {
  const { watch, pass, open } = pageOf()
  watch.show('wheel', true)
  for (let minute = 0; minute < 10; minute += 1) {
    await pass(60_000)
    watch.wake()
  }
  expect(open()).toEqual([['wheel']])
})

test('moments are those of the server’s clock', async () => {
  const { watch, pass } = pageOf()
  watch.show('wheel', true)
  await pass(600)
  const closesAt = new Date(serverStart + 20_600).toISOString()
  expect(watch.leftMs(closesAt)).toBe(20_000)
  await pass(5_000)
  expect(watch.leftMs(closesAt)).toBe(15_000)
})
