import type { Draw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { compile } from '#domain/games/slot/compiled.ts'
import { playUnits } from '#domain/games/slot/play.ts'
import type { RoundTally } from '#domain/games/slot/round-state.ts'

/** A round with one of the sequences of draws that are possible; `outOf` sequences as long are equally likely. */
export type PossibleRound = { tally: RoundTally; events: RoundEvent[]; draws: readonly number[]; outOf: number }

/**
 * Plays every sequence of draws that a round can make, by counting through them like the digits of a number. The sum of
 * 1 / `outOf` over all rounds is 1, so what it weighs is exact. Only for machines that are small enough.
 */
export function* everyRound(game: Game, stakeUnits = 0): Generator<PossibleRound> {
  const compiled = compile(game)
  let draws: number[] = []
  for (;;) {
    const belows: number[] = []
    const draw: Draw = (below) => {
      const index = belows.push(below) - 1
      draws[index] ??= 0
      return draws[index]
    }
    const events: RoundEvent[] = []
    const tally = { ...playUnits(compiled, draw, (event) => events.push(event), stakeUnits) }
    yield { tally, events, draws: [...draws], outOf: belows.reduce((product, below) => product * below, 1) }
    draws = draws.slice(0, belows.length)
    let last = draws.length - 1
    while (last >= 0 && (draws[last] ?? 0) + 1 === belows[last]) last -= 1
    if (last < 0) return
    draws = [...draws.slice(0, last), (draws[last] ?? 0) + 1]
  }
}

/** The draw that repeats a sequence. Throws beyond its end. */
export function repeatDraws(draws: readonly number[]): Draw {
  let index = 0
  return (below) => {
    const result = draws[index++]
    if (result === undefined || result >= below) throw new Error(`No draw ${index} below ${below}.`)
    return result
  }
}
