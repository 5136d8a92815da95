/**
 * An independent computation of a game's return that shares only the game's data with the engine. Every combination of
 * five symbols on a line is evaluated by a direct reading of the rules and weighted by how often the strips show it;
 * scatters are counted in every window; the length of a feature comes from backward induction instead of a forward sum.
 *
 * `node scripts/math/independent.ts` prints the return of every game of the catalogue computed this way.
 */
import { featureOf, linesOf, type Game, type ReelSet } from '#domain/games/game.ts'
import { machines } from './machines.ts'

type Fraction = { above: bigint; below: bigint }

/** Whether this program knows the rules of a game: lines with standing wilds, scatters and plain free spins. */
export function hasIndependentReturn({ winMode, symbols, features }: Game): boolean {
  const isPlain = symbols.every(
    (symbol) =>
      symbol.kind === 'ordinary' ||
      symbol.kind === 'scatter' ||
      (symbol.kind === 'wild' && !symbol.expands && !symbol.multipliers),
  )
  const isFree = features.every((feature) => feature.kind === 'free-spins' && !feature.wilds && !feature.expanding)
  return winMode.kind === 'lines' && isPlain && isFree
}

/** The return as a fraction of the stake, not reduced. */
export function independentReturn(game: Game): Fraction {
  const base = spinMean(game, game.strips.base)
  const feature = featureOf(game, 'free-spins')
  const stake = { above: 1n, below: BigInt(game.unitsPerStake) }
  if (!feature) return product(base, stake)
  const strips = game.strips[feature.strips]
  if (!strips) throw new Error(`No reel set ${feature.strips}.`)
  const start = triggerChance(game, game.strips.base)
  const length = featureLength(triggerChance(game, strips), feature.spins, feature.spinsLimit)
  const free = product(spinMean(game, strips), { above: BigInt(feature.multiplier), below: 1n })
  return product(stake, total(base, product(start, product(length, free))))
}

/** The mean pay of one spin in units: the lines, each of the same mean, and the scatters. */
function spinMean(game: Game, strips: ReelSet): Fraction {
  const weights = strips.map((strip) => game.symbols.map(({ id }) => strip.filter((symbol) => symbol === id).length))
  let onOneLine = 0n
  const combine = (shown: number[], weight: number): void => {
    if (shown.length === strips.length) {
      onOneLine += BigInt(weight) * BigInt(linePay(game, shown))
      return
    }
    weights[shown.length]?.forEach((count, symbol) => {
      if (count > 0) combine([...shown, symbol], weight * count)
    })
  }
  combine([], 1)
  const stops = strips.reduce((all, strip) => all * BigInt(strip.length), 1n)
  const scatterId = game.symbols.find((symbol) => symbol.kind === 'scatter')?.id ?? ''
  const scatters = scatterChances(game, strips).map((chance, count) =>
    product(chance, { above: BigInt(game.paytable[scatterId]?.[count - 1] ?? 0), below: 1n }),
  )
  return scatters.reduce(total, { above: onOneLine * BigInt(linesOf(game).length), below: stops })
}

/** For each symbol, how many from the left are it or wild; the best pay counts. */
function linePay(game: Game, shown: number[]): number {
  const kinds = shown.map((symbol) => game.symbols[symbol]?.kind)
  const pays = game.symbols.map(({ id, kind }, symbol) => {
    if (kind === 'scatter') return 0
    const fits = (reel: number) => shown[reel] === symbol || (kind === 'ordinary' && kinds[reel] === 'wild')
    let count = 0
    while (count < shown.length && fits(count)) count += 1
    // Wilds alone are not that symbol: at least one of it must be among them.
    return shown.slice(0, count).includes(symbol) ? (game.paytable[id]?.[count - 1] ?? 0) : 0
  })
  return Math.max(...pays)
}

/** The chance of 0, 1, 2 … scatters in view. */
function scatterChances(game: Game, strips: ReelSet): Fraction[] {
  const scatterId = game.symbols.find((symbol) => symbol.kind === 'scatter')?.id
  let ways = [1n]
  for (const strip of strips) {
    const next: bigint[] = Array.from({ length: ways.length + game.grid.rows }, () => 0n)
    strip.forEach((_, stop) => {
      let seen = 0
      for (let row = 0; row < game.grid.rows; row++) if (strip[(stop + row) % strip.length] === scatterId) seen += 1
      ways.forEach((way, count) => (next[count + seen] = (next[count + seen] ?? 0n) + way))
    })
    ways = next
  }
  const stops = strips.reduce((all, strip) => all * BigInt(strip.length), 1n)
  return ways.map((above) => ({ above, below: stops }))
}

function triggerChance(game: Game, strips: ReelSet): Fraction {
  return scatterChances(game, strips)
    .slice(featureOf(game, 'free-spins')?.trigger.count)
    .reduce(total, { above: 0n, below: 1n })
}

/** Free spins still to be expected, from none left backwards to the start. */
function featureLength(again: Fraction, spins: number, limit: number): Fraction {
  const not = { above: again.below - again.above, below: again.below }
  const computed = new Map<string, Fraction>()
  const expected = (left: number, mayAward: number): Fraction => {
    if (left === 0) return { above: 0n, below: 1n }
    const key = `${left} ${mayAward}`
    const found = computed.get(key)
    if (found) return found
    const more = Math.min(spins, mayAward)
    const later = total(
      product(again, expected(left - 1 + more, mayAward - more)),
      product(not, expected(left - 1, mayAward)),
    )
    const value = total({ above: 1n, below: 1n }, later)
    computed.set(key, value)
    return value
  }
  return expected(spins, limit - spins)
}

function total(one: Fraction, other: Fraction): Fraction {
  if (one.below === other.below) return { above: one.above + other.above, below: one.below }
  return reduced({ above: one.above * other.below + other.above * one.below, below: one.below * other.below })
}

function product(one: Fraction, other: Fraction): Fraction {
  return reduced({ above: one.above * other.above, below: one.below * other.below })
}

function reduced({ above, below }: Fraction): Fraction {
  let [left, right] = [above, below]
  while (right !== 0n) [left, right] = [right, left % right]
  return left === 0n ? { above: 0n, below: 1n } : { above: above / left, below: below / left }
}

if (import.meta.main) {
  for (const { game } of machines.filter((machine) => hasIndependentReturn(machine.game))) {
    const { above, below } = independentReturn(game)
    console.log(
      `${game.code} returns ${Number((above * 10n ** 15n) / below) / 1e15} of the stake, by the independent computation.`,
    )
  }
}
