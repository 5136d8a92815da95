import { availableParallelism } from 'node:os'
import { compile } from '#domain/games/slot/compiled.ts'
import { seededDraw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { enumerate, hasEnumeratedSpins } from './enumerate.ts'
import { exactReturn, hasExactReturn } from './exact.ts'
import { median } from '../bench/measure.ts'
import { simulate, simulateOnThreads } from './simulate.ts'
import { canEnumerateTumbles } from './tumble-enumeration.ts'

/**
 * Speeds of a game's mathematics on this machine; each figure is the median of three. On one thread they are of its processor time, so
 * that other programs matter little; on several, of the time that passed. Null where the game has no such method.
 */
export type Speeds = {
  exactMeanMs: number | null
  enumeratedStopsPerSecond: number | null
  simulatedRoundsPerSecond: number
  simulatedOnThreads: { threads: number; roundsPerSecond: number }
  liveRoundMs: number
}

/** Measures for some seconds. The live path is the work of a spin: keyed hash, draw, events. */
export async function speedsOf(game: Game): Promise<Speeds> {
  const compiled = compile(game)
  const rounds = 1_000_000
  const liveRounds = 50_000
  const threads = Math.min(4, availableParallelism())
  return {
    exactMeanMs: hasExactReturn(compiled) ? 1000 * threadSeconds(() => exactReturn(compiled)) : null,
    enumeratedStopsPerSecond:
      hasEnumeratedSpins(compiled) || canEnumerateTumbles(compiled)
        ? enumerate(compiled, compiled.base).cycle / threadSeconds(() => enumerate(compiled, compiled.base))
        : null,
    simulatedRoundsPerSecond: rounds / threadSeconds(() => simulate(game, rounds, 'speed')),
    simulatedOnThreads: {
      threads,
      roundsPerSecond:
        (2 * rounds) / (await passedSeconds(() => simulateOnThreads(game, 2 * rounds, 'speed', threads))),
    },
    liveRoundMs: (1000 * threadSeconds(() => playLive(game, liveRounds))) / liveRounds,
  }
}

function playLive(game: Game, rounds: number): void {
  const serverSeed = new Uint8Array(32).fill(7)
  const stake = wholeUnits(game.stakes[0] ?? 0)
  for (let nonce = 0; nonce < rounds; nonce++) {
    const seed = { serverSeed, clientSeed: 'speed', gameCode: game.code, nonce }
    play(game, seededDraw(hmacSha256, seed), { stake })
  }
}

/** The processor time of this thread, the median of three. */
function threadSeconds(act: () => unknown): number {
  const seconds = [0, 0, 0].map(() => {
    const before = process.threadCpuUsage()
    act()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1e6
  })
  return median(seconds)
}

async function passedSeconds(act: () => Promise<unknown>): Promise<number> {
  const seconds: number[] = []
  for (let time = 0; time < 3; time++) {
    const start = performance.now()
    await act()
    seconds.push((performance.now() - start) / 1000)
  }
  return median(seconds)
}
