import { availableParallelism } from 'node:os'
import { compile } from '#domain/games/slot/compiled.ts'
import { seededDraw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { enumerate } from './enumerate.ts'
import { exactReturn } from './exact.ts'
import { simulate, simulateOnThreads } from './simulate.ts'

/** Speeds of a game's mathematics on this machine; each figure is the median of three. */
export type Speeds = {
  exactMeanMs: number
  enumeratedStopsPerSecond: number
  simulatedRoundsPerSecond: number
  simulatedOnThreads: { threads: number; roundsPerSecond: number }
  liveRoundsPerSecond: number
}

/** Measures for some seconds. The live path is the work of a spin: keyed hash, draw, events. */
export async function speedsOf(game: Game): Promise<Speeds> {
  const compiled = compile(game)
  const rounds = 1_000_000
  const liveRounds = 50_000
  const threads = Math.min(4, availableParallelism())
  return {
    exactMeanMs: 1000 * (await medianSeconds(() => exactReturn(compiled))),
    enumeratedStopsPerSecond:
      enumerate(compiled, compiled.base).cycle / (await medianSeconds(() => enumerate(compiled, compiled.base))),
    simulatedRoundsPerSecond: rounds / (await medianSeconds(() => simulate(game, rounds, 'speed'))),
    simulatedOnThreads: {
      threads,
      roundsPerSecond:
        (2 * rounds) / (await medianSeconds(() => simulateOnThreads(game, 2 * rounds, 'speed', threads))),
    },
    liveRoundsPerSecond: liveRounds / (await medianSeconds(() => playLive(game, liveRounds))),
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

async function medianSeconds(act: () => unknown): Promise<number> {
  const seconds: number[] = []
  for (let time = 0; time < 3; time++) {
    const start = performance.now()
    await act()
    seconds.push((performance.now() - start) / 1000)
  }
  return seconds.sort((one, other) => one - other)[1] ?? 0
}
