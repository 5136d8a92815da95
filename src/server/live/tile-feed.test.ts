import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TableTile } from '#contract/table.ts'
import { createTileFeed } from './tile-feed.ts'

/** The feed of tiles with a source and sockets in memory. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tile: TableTile = { code: 'wheel', round: null, seated: 0, leastStake: '1000', mostStake: '5000', outcomes: [] }

function feedOf() {
  const state = { tables: [1], tile: tile as TableTile | null, isBroken: false }
  const [watches, sent, failures]: [number[], TableTile[], unknown[]] = [[], [], []]
  const feed = createTileFeed(
    {
      offered: () => Promise.resolve([]),
      tile: () => (state.isBroken ? Promise.reject(new Error('no database')) : Promise.resolve(state.tile)),
      watch: (tableId) => Promise.resolve(void watches.push(tableId)),
    },
    {
      tables: () => state.tables,
      send: (_tableId, message) => message.kind === 'table-tile' && void sent.push(message.table),
    },
    (error) => failures.push(error),
  )
  const step = async (tableId = 1) => {
    feed.take({ kind: 'table', tableId })
    await vi.advanceTimersByTimeAsync(0)
  }
  return { feed, state, watches, sent, failures, step }
}

test('sockets of tiles are watchers of their tables, and nothing else is', async () => {
  const { feed, state, watches } = feedOf()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(watches).toEqual([1])
  state.tables = []
  await vi.advanceTimersByTimeAsync(60_000)
  expect(watches).toEqual([1])
  state.tables = [1, 2]
  await vi.advanceTimersByTimeAsync(20_000)
  expect(watches).toEqual([1, 1, 2])
  feed.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(watches).toEqual([1, 1, 2])
})

test('a tile is sent when what it shows has changed, and not when it is read again, closed, or of no socket', async () => {
  const { feed, state, sent, step } = feedOf()
  const round = { roundId: 'r1', number: 1, opensAt: '', closesAt: '', outcome: null, voidReason: null }
  await step()
  await step()
  await step(2)
  for (const roundState of ['open', 'closed', 'dealt'] as const) {
    state.tile = { ...tile, round: { ...round, state: roundState } }
    await step()
  }
  state.tile = { ...tile, outcomes: [{ kind: 'roulette', pocket: 7 }] }
  await step()
  state.tile = null
  await step()
  expect(sent.map((one) => [one.round?.state ?? null, one.outcomes.length])).toEqual([
    [null, 0],
    ['open', 0],
    [null, 1],
  ])
  feed.stop()
})

test('a failed reading is reported, and the next step is read', async () => {
  const { feed, state, sent, failures, step } = feedOf()
  state.isBroken = true
  await step()
  expect([failures.length, sent.length]).toEqual([1, 0])
  state.isBroken = false
  await step()
  expect([failures.length, sent.length]).toEqual([1, 1])
  feed.stop()
})
