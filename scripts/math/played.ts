import { drawFrom } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { compile, type CompiledGame } from '#domain/games/slot/compiled.ts'
import { playUnits } from '#domain/games/slot/play.ts'
import { roundFault } from '#domain/games/slot/round-check.ts'
import { cipherStream } from './chance.ts'
import { convolveExactly, countOf, productExactly } from './counting.ts'
import { rational, type Rational } from './rational.ts'
import { shownCounts } from './seen-reels.ts'

/** What some rounds with their events, as they are before they are booked, show. */
export type PlayedRounds = {
  rounds: number
  /** The first fault that a round had; null when none had one. */
  fault: string | null
  mostDraws: number
  /** Rounds whose paid spin first showed one symbol too few for the feature. */
  oneShort: number
}

const playedRounds = 10_000
const played = new WeakMap<Game, PlayedRounds>()

/** Plays rounds through the live engine, once per game. */
export function playedRoundsOf(game: Game): PlayedRounds {
  const known = played.get(game)
  if (known) return known
  const compiled = compile(game)
  const draw = drawFrom(cipherStream(`check ${game.code}`))
  const trigger = triggerOf(compiled)
  const result: PlayedRounds = { rounds: playedRounds, fault: null, mostDraws: 0, oneShort: 0 }
  for (let round = 0; round < playedRounds; round++) {
    const events: RoundEvent[] = []
    const { total, draws } = playUnits(compiled, draw, (event) => events.push(event))
    result.fault ??= roundFault(game, total, events)
    result.mostDraws = Math.max(result.mostDraws, draws)
    const [first] = events
    if (!trigger || first?.type !== 'reveal') continue
    const shown = first.grid.flat().filter((symbol) => symbol === trigger.symbol).length
    if (shown === trigger.count - 1) result.oneShort += 1
  }
  played.set(game, result)
  return result
}

/** What starts the features: the scatter or the coin, and how many of it. Null for a game that has no such feature. */
export function triggerOf({ freeSpins, pick, holdAndWin, scatter }: CompiledGame) {
  if (freeSpins) return { symbol: scatter.symbol, count: freeSpins.rule.trigger.count }
  if (pick) return { symbol: pick.symbol, count: pick.rule.trigger.count }
  return holdAndWin && { symbol: holdAndWin.coin, count: holdAndWin.rule.trigger.count }
}

/** The chance of one symbol too few in view that the strips imply, from how often each reel's stops show it. */
export function oneShortChance(compiled: CompiledGame): Rational {
  const trigger = triggerOf(compiled)
  if (!trigger) return rational(0)
  const { base, rows } = compiled
  const counts = shownCounts(base.windows, rows, trigger.symbol)
    .map((shown) => countOf(shown).map(BigInt))
    .reduce(convolveExactly, [1n])
  return rational(counts[trigger.count - 1] ?? 0n, productExactly(base.lengths.map(BigInt)))
}
