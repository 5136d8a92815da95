import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothKill } from '../../scripts/faults/both-kill.ts'
import { crashPoints } from '../../scripts/faults/crash-points.ts'
import { databaseKill } from '../../scripts/faults/database-kill.ts'
import { exclusionDuringRound } from '../../scripts/faults/exclusion-during-round.ts'
import { interruptedGames } from '../../scripts/faults/interrupted-games.ts'
import { jackpotKills } from '../../scripts/faults/jackpot-kills.ts'
import type { FaultProgram, FaultReport } from '../../scripts/faults/program.ts'
import { serverKill } from '../../scripts/faults/server-kill.ts'
import { crashPoint } from '#server/crash-point.ts'
import { createWorld, type World } from '#test/world.ts'
import { scaledMs } from '#test/machine.ts'

/**
 * Short forms of the fault programs that kill the real program or its database. The programs mostly wait for restarts,
 * so they run concurrently, each with a database of its own.
 */

const worlds: World[] = []

beforeAll(async () => {
  for (let count = 0; count < 5; count += 1) worlds.push(await createWorld())
})

afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()))
})

function worldOf(index: number): World {
  const world = worlds[index]
  if (world === undefined) throw new Error('there are fewer worlds than tests')
  return world
}

async function short(program: FaultProgram, on?: World): Promise<FaultReport['figures']> {
  const { faults, figures } = await program.run({
    size: 'short',
    seed: 20_261_120,
    log: () => {},
    ...(on === undefined ? {} : { on }),
  })
  expect(faults).toEqual([])
  return figures
}

describe.concurrent('killed at any moment', { timeout: scaledMs(240_000) }, () => {
  test('after three kills under load, acknowledged effects remain and nothing took effect twice', async () => {
    const figures = await short(serverKill, worldOf(0))
    expect(figures['kills']).toBe(3)
    expect(figures['spins']).toBeGreaterThan(50)
    expect(figures['ofTheOffice']).toBeGreaterThan(0)
    expect(figures['kindsOfCall']).toBeGreaterThan(5)
  })

  test('after a crash of program or database at each crash point, the books are clean', async () => {
    const figures = await short(crashPoints, worldOf(1))
    expect(figures['moments']).toBe(18)
    expect(figures['fewestAMoment']).toBe(1)
  })

  test('a round that is interrupted at any step has one outcome', async () => {
    const figures = await short(interruptedGames, worldOf(2))
    expect(figures['games']).toBe(24)
    expect(figures['wins']).toBeGreaterThan(0)
  })

  test('a jackpot whose server is killed while it is booked, or loses its database after it, is paid once', async () => {
    const figures = await short(jackpotKills, worldOf(4))
    expect(figures['kills']).toBe(1)
    expect(figures['cuts']).toBe(1)
    expect(figures['hits']).toBeGreaterThan(5)
    expect(figures['answeredLate']).toBeGreaterThan(0)
  })

  test('a member who self-excludes during a round gets its win and cannot bet again', async () => {
    const figures = await short(exclusionDuringRound, worldOf(3))
    expect(figures['lateWins']).toBe(figures['members'])
    expect(figures['bets']).toBeGreaterThan(11)
  })

  test('recovers by itself when the database is killed', async () => {
    const figures = await short(databaseKill)
    expect(figures['kills']).toBe(3)
  })

  test('one start recovers the program and its embedded database when both were killed', async () => {
    const figures = await short(bothKill)
    expect(figures['embeddedKills']).toBe(1)
  })
})

test('a crash point does nothing in the program itself in any environment', () => {
  expect(crashPoint.toString().replaceAll(/\s/g, '')).toMatch(/^functioncrashPoint\(_at[^)]*\)(:void)?\{\}$/)
})
