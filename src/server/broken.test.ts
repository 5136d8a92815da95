import { afterAll, beforeAll, expect, test } from 'vitest'
import { backendsTerminated } from '../../scripts/faults/backends-terminated.ts'
import { brokenConnections } from '../../scripts/faults/broken-connections.ts'
import { busyMachine } from '../../scripts/faults/busy-machine.ts'
import { clockWrong } from '../../scripts/faults/clock-wrong.ts'
import { connectionsOpen } from '../../scripts/faults/connections-open.ts'
import { connectionsUsedUp } from '../../scripts/faults/connections-used-up.ts'
import { diskFull } from '../../scripts/faults/disk-full.ts'
import type { FaultProgram, FaultReport } from '../../scripts/faults/program.ts'
import { oneCaller } from '../../scripts/faults/one-caller.ts'
import { processes } from '../../scripts/faults/processes.ts'
import { restarts } from '../../scripts/faults/restarts.ts'
import { createWorld, type World } from '#test/world.ts'
import { scaledMs } from '#test/machine.ts'

/** Short forms of the fault programs about connections, database backends and the process itself. */

const usualSeed = 20_261_120
let worlds: World[] = []

beforeAll(async () => {
  worlds = await Promise.all(Array.from({ length: 10 }, () => createWorld()))
})
afterAll(() => Promise.all(worlds.map((world) => world.close())))

async function run(program: FaultProgram, on: number): Promise<FaultReport['figures']> {
  const world = worlds[on]
  if (world === undefined) throw new Error('there are not enough worlds')
  const { faults, figures } = await program.run({ size: 'short', seed: usualSeed, log: () => {}, on: world })
  expect(faults).toEqual([])
  return figures
}

// The programs mostly wait, so they run concurrently.
test.concurrent(
  'connections cut around their commits and left half open lose nothing',
  { timeout: scaledMs(150_000) },
  async () => {
    const figures = await run(brokenConnections, 0)
    expect(figures['ambiguous']).toBeGreaterThanOrEqual(25)
    expect(figures['database:swallow-responses']).toBe(1)
  },
)

test.concurrent('terminated backends end no process and lose nothing', { timeout: scaledMs(150_000) }, async () => {
  const figures = await run(backendsTerminated, 1)
  expect(Number(figures['terminatedActive']) + Number(figures['terminatedInTransaction'])).toBeGreaterThan(5)
  expect(figures['rejectedForNow']).toBeGreaterThan(0)
})

test.concurrent(
  'without a free connection calls get a time to retry, and recover at once',
  { timeout: scaledMs(150_000) },
  async () => {
    expect((await run(connectionsUsedUp, 2))['rejectedForNow']).toBeGreaterThan(0)
  },
)

test.concurrent(
  'more open connections than the process has descriptors shut nobody else out',
  { timeout: scaledMs(150_000) },
  async () => {
    expect((await run(connectionsOpen, 9))['opened']).toBeGreaterThan(600)
  },
)

test.concurrent('a process is replaced under load without a failed call', { timeout: scaledMs(150_000) }, async () => {
  expect((await run(restarts, 3))['seenByCallers']).toBe(0)
})

test.concurrent(
  'a system clock that is a day fast or slow decides nothing',
  { timeout: scaledMs(150_000) },
  async () => {
    expect((await run(clockWrong, 4))['claims']).toBeGreaterThanOrEqual(36)
  },
)

test.concurrent(
  'a full disk loses nothing, is reported clearly, and heals when there is space',
  { timeout: scaledMs(150_000) },
  async () => {
    const figures = await run(diskFull, 5)
    expect(figures['acknowledged']).toBeGreaterThan(0)
    expect(figures['rejectedForNow']).toBeGreaterThan(0)
  },
)

test.concurrent(
  'a stopped process gives up its locks, and the others lose nothing and serve its members',
  { timeout: scaledMs(150_000) },
  async () => {
    const figures = await run(processes, 6)
    expect(figures['transactionsOfStopped']).toBeGreaterThan(0)
    expect(figures['acknowledged']).toBeGreaterThan(50)
  },
)

test('beside busy loops of other programs every withdrawal is answered', { timeout: scaledMs(150_000) }, async () => {
  expect((await run(busyMachine, 7))['withdrawals']).toBe(6)
})

test('one member with 300 calls in flight stops nobody else', { timeout: scaledMs(150_000) }, async () => {
  expect(await run(oneCaller, 8)).toHaveProperty('user-write-help')
})
