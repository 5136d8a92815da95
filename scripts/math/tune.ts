import { compile, type CompiledGame } from '#domain/games/slot/compiled.ts'
import { drawFrom, type Draw } from '#domain/games/draw.ts'
import { featureOf, linesOf, type FreeSpins, type Game, type ReelSet } from '#domain/games/game.ts'
import { cipherStream } from './chance.ts'
import type { LineTable } from '#domain/games/slot/lines.ts'
import { convolve } from './counting.ts'
import { exactReturn } from './exact.ts'
import { enumerate, hitsPerCycle } from './enumerate.ts'
import { toNumber } from './rational.ts'
import { shuffledStrip } from './strip-order.ts'

/** The targets of the designer. The tuner starts from the game's present strips and stays near to them. */
export type Targets = {
  /** The return, as a part of the stake. */
  rtp: number
  /** The part of the return that the free spins pay. */
  featureShare: number
  /** One feature in so many paid spins. */
  spinsPerFeature: number
  /** The part of paid spins that pay anything; the arrangement nearest to it is taken. */
  hitRate: number
  /** The least and the most stops a reel cycle may have. */
  cycle: readonly [number, number]
  /** How many moves to try for the counts, and how many orders of the symbols. */
  effort: { moves: number; orders: number }
  seed: string
}

/** `counts[reel][symbol]`: how often a symbol is on a strip. */
type Counts = number[][]

/**
 * The targets of a reel set. `pay` is in units: of one spin for the paid spin, of one whole feature without its
 * multiplier for the free spins. `cycle` is the least and the most number of stops.
 */
type Aim = {
  of: 'base' | 'free'
  pay: number
  spinsPerFeature: number
  moves: number
  cycle: readonly [number, number]
}

/**
 * Finds strips for the targets. A mean depends only on how often a symbol is on a strip, so first the counts are found
 * by annealing against the exact mean of the paid spin and then of the free spin; then many orders of the symbols are
 * enumerated, and the one whose hit rate is nearest to the target is taken.
 */
export function tune(game: Game, targets: Targets): Game {
  const draw = drawFrom(cipherStream(`tune ${game.code} ${targets.seed}`))
  const feature = featureOf(game, 'free-spins')
  if (!feature || game.winMode.kind !== 'lines')
    throw new Error('The tuner supports only games with lines and free spins.')
  const { spinsPerFeature, cycle } = targets
  const { moves, orders } = targets.effort
  const basePay = targets.rtp * (1 - targets.featureShare) * game.unitsPerStake
  const baseSketch = countsOf(game, game.strips.base)
  const base = annealed(compile(game), baseSketch, { of: 'base', pay: basePay, spinsPerFeature, moves, cycle }, draw)
  const withBase = arranged(game, 'base', base, draw, { hitRate: targets.hitRate, orders })
  const exact = exactReturn(compile(withBase))
  const left = (targets.rtp - toNumber(exact.base)) * game.unitsPerStake
  const freePay = left / toNumber(exact.triggerRate) / feature.multiplier
  const freeSketch = countsOf(game, game.strips[feature.strips] ?? [])
  const free = annealed(
    compile(withBase),
    freeSketch,
    { of: 'free', pay: freePay, spinsPerFeature, moves, cycle },
    draw,
  )
  return arranged(withBase, feature.strips, free, draw, { hitRate: 0.4, orders })
}

function annealed(compiled: CompiledGame, sketch: Counts, aim: Aim, draw: Draw): Counts {
  let counts = sketch
  let energy = distance(compiled, counts, sketch, aim)
  let best = { counts, energy }
  for (let round = 0; round < aim.moves; round++) {
    const warmth = 30 * 1e-4 ** (round / aim.moves)
    // Single moves change the return by a percent; only several at once find the last hundredth of one.
    let tried = counts
    for (let moves = 1 + draw(4); moves > 0; moves--) tried = moved(compiled, tried, aim, draw)
    const triedEnergy = distance(compiled, tried, sketch, aim)
    if (triedEnergy <= energy || draw(1_000_000) < 1_000_000 * Math.exp((energy - triedEnergy) / warmth)) {
      counts = tried
      energy = triedEnergy
      if (energy < best.energy) best = { counts, energy }
    }
  }
  return best.counts
}

/** On one reel, removes a symbol, adds one, or replaces one by another. Every symbol stays on every strip. */
function moved({ game, scatter }: CompiledGame, counts: Counts, aim: Aim, draw: Draw): Counts {
  const reel = draw(counts.length)
  const kind = (['less', 'more', 'other'] as const)[draw(3)]
  const from = kind === 'more' ? -1 : draw(game.symbols.length)
  const to = kind === 'less' ? -1 : draw(game.symbols.length)
  const scatterStays = aim.of === 'free'
  if (scatterStays && (from === scatter.symbol || to === scatter.symbol)) return counts
  if (from >= 0 && (counts[reel]?.[from] ?? 0) <= 1) return counts
  return counts.map((strip, index) =>
    index === reel ? strip.map((count, symbol) => count - Number(symbol === from) + Number(symbol === to)) : strip,
  )
}

function distance({ mode, game, rows, scatter, freeSpins }: CompiledGame, counts: Counts, sketch: Counts, aim: Aim) {
  if (mode.kind !== 'lines') throw new RangeError('The tuner reads lines.')
  const { table } = mode
  const lengths = counts.map(sum)
  const cycle = lengths.reduce((product, length) => product * length, 1)
  const ends = lineEnds(table, counts)
  const scatters = counts
    .map((strip, reel) => {
      const shown = rows * (strip[scatter.symbol] ?? 0)
      return [(lengths[reel] ?? 0) - shown, shown]
    })
    .reduce(convolve, [1])
  const linePay = ends.reduce((total, stops, state) => total + stops * (table.pay[state] ?? 0), 0)
  const scatterPay = scatters.reduce((total, stops, count) => total + stops * (scatter.pays[count] ?? 0), 0)
  const triggers = sum(scatters.slice(freeSpins?.rule.trigger.count ?? 0)) / cycle
  const spins = aim.of === 'free' && freeSpins ? meanFreeSpins(freeSpins.rule, triggers) : 1
  const pay = (spins * (linePay * linesOf(game).length + scatterPay)) / cycle
  const offTrigger = aim.of === 'free' ? 0 : Math.abs(1 / triggers / aim.spinsPerFeature - 1)
  const offCycle = Math.max(0, aim.cycle[0] - cycle, cycle - aim.cycle[1]) / 1e6
  const drift = sum(
    counts.map((strip, reel) => sum(strip.map((count, at) => (count - (sketch[reel]?.[at] ?? 0)) ** 2))),
  )
  return Math.abs(pay / aim.pay - 1) * 20_000 + Math.max(0, offTrigger - 0.03) * 2_000 + offCycle * 10 + drift * 0.8
}

/** How many walks end in each state, for reels with these counts. Doubles are enough to tell good counts from bad. */
function lineEnds({ next, ended, symbolCount }: LineTable, symbolCounts: Counts): Float64Array {
  let ends = new Float64Array(ended.length)
  ends[0] = 1
  for (const counts of symbolCounts) {
    const after = new Float64Array(ended.length)
    const length = sum(counts)
    for (let state = 0; state < ended.length; state++) {
      const stops = ends[state] ?? 0
      if (stops === 0) continue
      if (ended[state] === 1) {
        after[state] = (after[state] ?? 0) + stops * length
        continue
      }
      for (let symbol = 0; symbol < symbolCount; symbol++) {
        const to = next[state * symbolCount + symbol] ?? 0
        after[to] = (after[to] ?? 0) + stops * (counts[symbol] ?? 0)
      }
    }
    ends = after
  }
  return ends
}

/** The mean length of a feature as a double; `exactReturn` has the exact figure. */
function meanFreeSpins({ spins, spinsLimit }: FreeSpins, again: number): number {
  const meanFrom = (played: number, awarded: number, chance: number): number => {
    if (played === awarded) return 0
    const more = Math.min(spins, spinsLimit - awarded)
    if (more === 0) return awarded - played
    // The first award among the spins still open may come at any of them.
    let mean = 0
    let untouched = 1
    for (let spin = played + 1; spin <= awarded; spin++) {
      mean += untouched * chance * (spin - played + meanFrom(spin, awarded + more, chance))
      untouched *= 1 - chance
    }
    return mean + untouched * (awarded - played)
  }
  return meanFrom(0, spins, again)
}

/** The game with the reel set `name` in the order whose hit rate is nearest to the target. */
function arranged(
  game: Game,
  name: string,
  counts: Counts,
  draw: Draw,
  { hitRate, orders }: { hitRate: number; orders: number },
): Game {
  let best: { game: Game; off: number } | null = null
  for (let attempt = 0; attempt < orders; attempt++) {
    const strips = counts.map((strip) => shuffledStrip(game, strip, draw))
    const tried: Game = { ...game, strips: { ...game.strips, [name]: strips } }
    const compiled = compile(tried)
    const enumeration = enumerate(
      compiled,
      name === 'base' ? compiled.base : (compiled.freeSpins?.reels ?? compiled.base),
    )
    const off = Math.abs(hitsPerCycle(compiled, enumeration) / enumeration.cycle - hitRate)
    if (!best || off < best.off) best = { game: tried, off }
  }
  if (!best) throw new Error('No arrangement was tried.')
  return best.game
}

function countsOf(game: Game, strips: ReelSet): Counts {
  return strips.map((strip) => game.symbols.map(({ id }) => strip.filter((symbol) => symbol === id).length))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
