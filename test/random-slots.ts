import type { Feature, Game, GameSymbol, WinMode } from '#domain/games/game.ts'
import { structureFaults } from '#domain/games/slot/structure.ts'
import { seededRandom } from './random.ts'

/**
 * Machines of random data: every combination of mechanics that the engine plays may occur, on small grids with short
 * strips, so that wins, features and caps are frequent. They compare verifiers with the engine.
 */

/** As many sound machines of a seed, the same for the same seed. */
export function randomSlots(seed: number, many: number): Game[] {
  const random = seededRandom(seed)
  const games: Game[] = []
  while (games.length < many) {
    const game = randomSlot(maker(random), `random-${seed}-${games.length}`)
    if (structureFaults(game).length === 0) games.push(game)
  }
  return games
}

type Maker = ReturnType<typeof maker>

function maker(random: () => number) {
  const below = (n: number): number => Math.floor(random() * n)
  const between = (least: number, most: number): number => least + below(most - least + 1)
  const chance = (part: number): boolean => random() < part
  const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => make(index))
  const pick = <Item>(list: readonly Item[]): Item => list[below(list.length)] as Item
  const pay = (): number => (chance(0.3) ? 0 : between(1, 40))
  const weight = (): number => between(1, 5)
  return { below, between, chance, times, pick, pay, weight }
}

const symbolIds = ['ruby', 'jade', 'ace', 'king', 'ten']

function randomSlot(make: Maker, code: string): Game {
  const { between, chance, times, pick } = make
  const mode = pick(['lines', 'lines', 'ways', 'cluster', 'anywhere'] as const)
  const grid = { reels: between(2, 5), rows: between(1, 4) }
  const ordinary = symbolIds.slice(0, between(2, 5))
  const symbols = randomSymbols(make, mode, ordinary)
  const find = (...kinds: GameSymbol['kind'][]) => symbols.find(({ kind }) => kinds.includes(kind))?.id
  const winMode = randomMode(make, mode, grid)
  const features = randomFeatures(make, ordinary, find('scatter', 'book'), find('coin'), find('wild'))
  const set = (without: readonly (string | undefined)[]) =>
    times(grid.reels, (reel) =>
      times(between(grid.rows, 9), () => {
        const { id, kind } = pick(symbols)
        const isRefused = without.includes(id) || (winMode.kind === 'ways' && reel === 0 && /wild|book/.test(kind))
        return isRefused ? pick(ordinary) : id
      }),
    )
  const isSticky = features.some((feature) => feature.kind === 'free-spins' && feature.wilds === 'sticky')
  const special = symbols.filter(({ kind }) => kind !== 'wild' && kind !== 'ordinary').map(({ id }) => id)
  return {
    code,
    version: between(1, 3),
    grid,
    symbols: symbols.toSorted(() => (chance(0.5) ? 1 : -1)),
    strips: { base: set([]), free: set(isSticky ? [find('scatter')] : []), walk: set(special) },
    paytable: randomPays(make, symbols, winMode, grid),
    winMode,
    features,
    unitsPerStake: pick([1, 4, 10, 25]),
    stakes: [pick([1, 5]), 20, 100],
    maxWinTimesStake: pick([5, 50, 1000, 1000]),
  }
}

function randomSymbols(
  { chance, times, between, weight, pick }: Maker,
  mode: string,
  ordinary: string[],
): GameSymbol[] {
  const symbols: GameSymbol[] = ordinary.map((id) => ({ id, kind: 'ordinary' }))
  const isBook = (mode === 'lines' || mode === 'ways') && chance(0.25)
  if (isBook) symbols.push({ id: 'book', kind: 'book' })
  if (!isBook && mode !== 'anywhere' && chance(0.8)) {
    const factors = times(between(1, 3), () => ({ factor: between(1, 5), weight: weight() }))
    symbols.push({
      id: 'wild',
      kind: 'wild',
      ...(chance(0.25) && { expands: true as const }),
      ...(chance(0.35) && { multipliers: factors }),
    })
  }
  if (!isBook && chance(0.75)) symbols.push({ id: 'star', kind: 'scatter' })
  if (chance(0.4)) symbols.push({ id: 'coin', kind: 'coin' })
  if (chance(0.35)) {
    const becomes = times(between(1, 3), () => ({ symbol: pick(ordinary), weight: weight() }))
    symbols.push({ id: 'veil', kind: 'mystery', becomes })
  }
  return symbols
}

function randomMode({ below, between, times }: Maker, mode: WinMode['kind'], grid: Game['grid']): WinMode {
  switch (mode) {
    case 'lines':
      return { kind: mode, lines: times(between(1, 6), () => times(grid.reels, () => below(grid.rows))) }
    case 'ways':
      return { kind: mode }
    case 'cluster':
    case 'anywhere': {
      const first = between(1, 4)
      return { kind: mode, sizes: times(between(1, 3), (index) => first + index * 2) }
    }
  }
}

function randomPays({ times, between, pay }: Maker, symbols: GameSymbol[], mode: WinMode, grid: Game['grid']) {
  return Object.fromEntries(
    symbols.flatMap(({ id, kind }) => {
      if (kind === 'coin' || kind === 'mystery') return []
      const sizes = 'sizes' in mode && kind === 'ordinary' ? mode.sizes.length : between(0, grid.reels + 1)
      return [[id, times(sizes, pay)]]
    }),
  )
}

function randomFeatures(
  { chance, times, between, pick, pay, weight, below }: Maker,
  ordinary: readonly string[],
  scatter: string | undefined,
  coin: string | undefined,
  wild: string | undefined,
): Feature[] {
  const features: Feature[] = []
  const ladder = () => times(between(1, 4), () => between(1, 6))
  const tumbles = chance(0.45)
  if (tumbles) features.push({ kind: 'tumble', ladder: ladder(), limit: between(1, 6) })
  if (scatter !== undefined && chance(0.7)) {
    const spins = between(1, 4)
    const isSticky = !tumbles && wild !== undefined && chance(0.4)
    features.push({
      kind: 'free-spins',
      trigger: { symbol: scatter, count: between(1, 4) },
      spins,
      multiplier: between(1, 3),
      strips: isSticky ? 'free' : pick(['free', 'base']),
      spinsLimit: spins + below(6),
      ...(tumbles && chance(0.5) && { ladder: ladder() }),
      ...(tumbles && chance(0.5) && { keepsLadder: true as const }),
      ...(isSticky && { wilds: 'sticky' as const }),
      ...(!tumbles && chance(0.4) && { expanding: times(3, () => ({ symbol: pick(ordinary), weight: weight() })) }),
    })
  }
  if (scatter !== undefined && chance(0.3)) {
    const prizes = times(between(1, 3), () => ({ pay: pay(), weight: weight() }))
    features.push({ kind: 'pick', trigger: { symbol: scatter, count: between(1, 3) }, picks: between(1, 4), prizes })
  }
  if (wild !== undefined && !tumbles && chance(0.4)) {
    features.push({ kind: 'walking-wilds', strips: 'walk', limit: between(1, 5) })
  }
  if (coin !== undefined && chance(0.8)) {
    features.push({
      kind: 'hold-and-win',
      trigger: { symbol: coin, count: between(1, 4) },
      respins: between(1, 3),
      landing: { chance: between(0, 4), of: between(4, 12) },
      values: times(between(1, 3), () => ({ pay: pay(), weight: weight() })),
      full: chance(0.5) ? 0 : between(1, 100),
    })
  }
  if (chance(0.3)) {
    const names = (['mega', 'major', 'minor'] as const).slice(0, between(1, 3))
    features.push({ kind: 'jackpot-link', of: 1500, tiers: names.map((tier) => ({ tier, chance: between(1, 5) })) })
  }
  return features.toSorted(() => (chance(0.5) ? 1 : -1))
}
