import { wholeUnits, type Amount } from '#domain/money.ts'
import { compile, type CompiledGame, type CompiledReels } from './compiled.ts'
import type { Draw } from '#domain/games/draw.ts'
import { stakeAllowed, type Game } from '#domain/games/game.ts'
import { amountOfUnits, type LineWin, type PlayedRound, type RoundEvent } from '#domain/games/round.ts'

/**
 * Plays one round: a pure function of the game's data, the draw and the stake, and of nothing else.
 * Throws RangeError for a stake the game does not take; check `stakeAllowed` before.
 */
export function play(game: Game, draw: Draw, { stake }: { stake: Amount }): PlayedRound {
  if (!stakeAllowed(game, stake)) {
    throw new RangeError(`${game.code} takes stakes of ${game.stakes.join(', ')}, not ${stake} / ${wholeUnits(1)}.`)
  }
  const events: RoundEvent[] = []
  const { pay } = playUnits(compile(game), draw, (event) => events.push(event))
  return { pay: amountOfUnits(pay, stake, game.unitsPerStake), units: pay, events }
}

/** The result of a round in units: the whole pay, the part of the free spins, and how many of them were played. */
export type RoundTally = { pay: number; featurePay: number; freeSpins: number }

/** The round itself. Without `emit` it reports no events, for simulation; the draws and the result are the same. */
export function playUnits(compiled: CompiledGame, draw: Draw, emit: ((event: RoundEvent) => void) | null): RoundTally {
  const base = spin({ compiled, reels: compiled.base, multiplier: 1, total: 0, awarded: 0 }, draw, emit)
  const feature = compiled.freeSpins
  let pay = base.pay
  let played = 0
  if (feature && base.awarded > 0) {
    const { multiplier } = feature.rule
    let awarded = base.awarded
    emit?.({ type: 'featureStart', feature: 'free-spins', spins: awarded, multiplier })
    while (played < awarded) {
      played += 1
      emit?.({
        type: 'featureStep',
        feature: 'free-spins',
        step: played,
        left: awarded - played,
        pay: pay - base.pay,
      })
      const free = spin({ compiled, reels: feature.reels, multiplier, total: pay, awarded }, draw, emit)
      pay += free.pay
      awarded += free.awarded
    }
    emit?.({ type: 'featureEnd', feature: 'free-spins', spins: played, pay: pay - base.pay, total: pay })
  }
  emit?.({ type: 'totalWin', pay })
  return { pay, featurePay: pay - base.pay, freeSpins: played }
}

/** One spin of the reels: `total` is the pay of the round so far, `awarded` the free spins awarded so far. */
type Spin = { compiled: CompiledGame; reels: CompiledReels; multiplier: number; total: number; awarded: number }

function spin(
  settings: Spin,
  draw: Draw,
  emit: ((event: RoundEvent) => void) | null,
): { pay: number; awarded: number } {
  const { compiled, reels, multiplier } = settings
  const stops = reels.lengths.map((length) => draw(length))
  const linePay = linesPay(compiled, reels, stops) * multiplier
  const scatterCount = scattersShown(reels, stops)
  const scatterPay = (compiled.scatter.pays[scatterCount] ?? 0) * multiplier
  const awarded = spinsAwarded(compiled, scatterCount, settings.awarded)
  if (emit) {
    emit(revealOf(compiled, reels, stops))
    if (linePay > 0) {
      const wins = lineWins(compiled, reels, stops, multiplier)
      emit({ type: 'wins', wins, multiplier, pay: linePay, total: settings.total + linePay })
    }
    if (scatterPay > 0 || awarded > 0) {
      emit({
        type: 'scatter',
        symbol: compiled.scatter.symbol,
        count: scatterCount,
        positions: positionsOf(compiled, reels, stops, compiled.scatter.symbol),
        multiplier,
        pay: scatterPay,
        spinsAwarded: awarded,
        total: settings.total + linePay + scatterPay,
      })
    }
  }
  return { pay: linePay + scatterPay, awarded }
}

/** The number of free spins that this many scatters award when `alreadyAwarded` were awarded before in the round. */
export function spinsAwarded(compiled: CompiledGame, scatterCount: number, alreadyAwarded: number): number {
  const rule = compiled.freeSpins?.rule
  if (!rule || scatterCount < rule.trigger.count) return 0
  return Math.min(rule.spins, rule.spinsLimit - alreadyAwarded)
}

function linesPay({ table, lines, reels: width, rows }: CompiledGame, reels: CompiledReels, stops: number[]): number {
  const { next, ended, pay, symbolCount } = table
  let sum = 0
  for (let first = 0; first < lines.length; first += width) {
    let state = 0
    for (let reel = 0; reel < width && ended[state] === 0; reel++) {
      const place = (stops[reel] ?? 0) * rows + (lines[first + reel] ?? 0)
      state = next[state * symbolCount + (reels.windows[reel]?.[place] ?? 0)] ?? 0
    }
    sum += pay[state] ?? 0
  }
  return sum
}

function scattersShown(reels: CompiledReels, stops: number[]): number {
  let count = 0
  for (let reel = 0; reel < stops.length; reel++) count += reels.scatters[reel]?.[stops[reel] ?? 0] ?? 0
  return count
}

function revealOf({ rows }: CompiledGame, reels: CompiledReels, stops: number[]): RoundEvent {
  const grid = stops.map((stop, reel) => [
    ...(reels.windows[reel] ?? new Uint8Array()).subarray(stop * rows, (stop + 1) * rows),
  ])
  return { type: 'reveal', strips: reels.name, stops, grid }
}

function lineWins(compiled: CompiledGame, reels: CompiledReels, stops: number[], multiplier: number): LineWin[] {
  const { table, rows } = compiled
  const wins: LineWin[] = []
  compiled.game.winMode.lines.forEach((line, index) => {
    let state = 0
    line.forEach((row, reel) => {
      const symbol = reels.windows[reel]?.[(stops[reel] ?? 0) * rows + row] ?? 0
      state = table.next[state * table.symbolCount + symbol] ?? 0
    })
    const pay = (table.pay[state] ?? 0) * multiplier
    if (pay === 0) return
    const count = table.count[state] ?? 0
    const positions = line.slice(0, count).map((row, reel) => reel * rows + row)
    wins.push({ line: index, symbol: table.symbol[state] ?? 0, count, positions, pay })
  })
  return wins.sort((one, other) => other.pay - one.pay || one.line - other.line)
}

function positionsOf({ rows }: CompiledGame, reels: CompiledReels, stops: number[], symbol: number): number[] {
  return stops.flatMap((stop, reel) =>
    Array.from({ length: rows }, (_, row) => row)
      .filter((row) => reels.windows[reel]?.[stop * rows + row] === symbol)
      .map((row) => reel * rows + row),
  )
}
