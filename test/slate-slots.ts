import { drawFrom } from '#domain/games/draw.ts'
import type { Feature, Game, GameSymbol, WinMode } from '#domain/games/game.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { cipherStream } from '../scripts/math/chance.ts'

/**
 * Each machine of the slate as data, as the decision on the slot engine sketches it, on strips that nobody tuned. Their
 * real data come with their folders.
 */

type Sketch = {
  machine: string
  grid: { reels: number; rows: number }
  winMode: WinMode
  /** Symbols beside the ordinary ones, and how often each is on a strip, by reel. */
  special: { symbol: GameSymbol; counts: readonly number[] }[]
  features: Feature[]
  isExact: boolean
  /** An event of the mechanic. */
  shows: (event: RoundEvent) => boolean
}

const ids = ['first', 'second', 'third', 'ace', 'king', 'queen', 'jack', 'ten']
const wild: GameSymbol = { id: 'wild', kind: 'wild' }
const scatter: GameSymbol = { id: 'scatter', kind: 'scatter' }
const threeRows = { reels: 5, rows: 3 }
const every = (count: number, reels = 5) => Array.from({ length: reels }, () => count)

function linesMode(count: number, reels = 5): WinMode {
  return {
    kind: 'lines',
    lines: Array.from({ length: count }, (_, line) =>
      every(0, reels).map((__, reel) => (line + reel * (line % 3)) % 3),
    ),
  }
}

function freeSpins(
  symbol: string,
  count: number,
  more: Partial<Extract<Feature, { kind: 'free-spins' }>> = {},
): Feature {
  return {
    kind: 'free-spins',
    trigger: { symbol, count },
    spins: 10,
    multiplier: 1,
    strips: 'free',
    spinsLimit: 30,
    ...more,
  }
}

const pick: Feature = {
  kind: 'pick',
  trigger: { symbol: 'scatter', count: 3 },
  picks: 3,
  prizes: [20, 50, 200].map((pay) => ({ pay, weight: 1 })),
}
const starts = (feature: string) => (event: RoundEvent) => event.type === 'featureStart' && event.feature === feature

const slate: Sketch[] = [
  {
    machine: 'tiger',
    grid: threeRows,
    winMode: linesMode(20),
    special: [
      { symbol: wild, counts: every(2) },
      { symbol: scatter, counts: every(2) },
    ],
    features: [freeSpins('scatter', 3, { multiplier: 2 })],
    isExact: true,
    shows: starts('free-spins'),
  },
  {
    machine: 'hoard',
    grid: threeRows,
    winMode: linesMode(25),
    special: [
      { symbol: wild, counts: every(1) },
      { symbol: { id: 'coin', kind: 'coin' }, counts: every(6) },
    ],
    features: [
      {
        kind: 'hold-and-win',
        trigger: { symbol: 'coin', count: 6 },
        respins: 3,
        landing: { chance: 1, of: 12 },
        values: [
          { pay: 100, weight: 3 },
          { pay: 500, weight: 1 },
        ],
        full: 5000,
      },
    ],
    isExact: true,
    shows: starts('hold-and-win'),
  },
  {
    machine: 'wolf',
    grid: threeRows,
    winMode: { kind: 'ways' },
    special: [
      { symbol: wild, counts: [0, 4, 4, 4, 4] },
      { symbol: scatter, counts: every(2) },
    ],
    features: [freeSpins('scatter', 3)],
    isExact: true,
    shows: (event) => event.type === 'wins' && event.wins.some((win) => 'ways' in win && win.ways > 8),
  },
  {
    machine: 'ruby',
    grid: { reels: 3, rows: 3 },
    winMode: linesMode(5, 3),
    special: [
      { symbol: { ...wild, expands: true }, counts: [0, 2, 0] },
      { symbol: scatter, counts: every(2, 3) },
    ],
    features: [pick],
    isExact: true,
    shows: (event) => event.type === 'wilds' && event.kind === 'expanding',
  },
  {
    machine: 'falls',
    grid: threeRows,
    winMode: linesMode(20),
    special: [
      { symbol: wild, counts: [0, 1, 1, 1, 0] },
      { symbol: scatter, counts: every(2) },
    ],
    features: [{ kind: 'tumble', ladder: [1, 2, 3, 5], limit: 30 }, freeSpins('scatter', 3, { ladder: [3, 6, 9, 15] })],
    isExact: true,
    shows: ({ type }) => type === 'tumble',
  },
  {
    machine: 'cave',
    grid: { reels: 7, rows: 7 },
    winMode: { kind: 'cluster', sizes: [5, 7, 10, 15] },
    special: [
      { symbol: wild, counts: every(1, 7) },
      { symbol: scatter, counts: every(1, 7) },
      {
        symbol: { id: 'geode', kind: 'mystery', becomes: ids.slice(0, 3).map((symbol) => ({ symbol, weight: 1 })) },
        counts: every(2, 7),
      },
    ],
    features: [{ kind: 'tumble', ladder: [1, 2, 3], limit: 40 }, freeSpins('scatter', 3, { keepsLadder: true })],
    isExact: false,
    shows: ({ type }) => type === 'mystery',
  },
  {
    machine: 'book',
    grid: threeRows,
    winMode: linesMode(10),
    special: [{ symbol: { id: 'book', kind: 'book' }, counts: every(2) }],
    features: [freeSpins('book', 3, { expanding: ids.map((symbol) => ({ symbol, weight: 1 })) })],
    isExact: true,
    shows: ({ type }) => type === 'expand',
  },
  {
    machine: 'chest',
    grid: threeRows,
    winMode: linesMode(20),
    special: [
      { symbol: wild, counts: every(1) },
      { symbol: scatter, counts: every(2) },
    ],
    features: [
      pick,
      {
        kind: 'jackpot-link',
        of: 3_000_000,
        tiers: (['mega', 'major', 'minor'] as const).map((tier, index) => ({ tier, chance: 4 ** index })),
      },
    ],
    isExact: true,
    shows: ({ type }) => type === 'jackpotHit',
  },
  {
    machine: 'cliff',
    grid: { reels: 5, rows: 4 },
    winMode: { kind: 'ways' },
    special: [
      {
        symbol: { ...wild, multipliers: [1, 2, 3].map((factor) => ({ factor, weight: 4 - factor })) },
        counts: [0, 2, 2, 2, 0],
      },
      { symbol: scatter, counts: every(2) },
    ],
    features: [freeSpins('scatter', 3)],
    isExact: true,
    shows: (event) => event.type === 'multiplier' && event.source === 'wilds',
  },
  {
    machine: 'bells',
    grid: threeRows,
    winMode: linesMode(5),
    special: [{ symbol: wild, counts: [0, 0, 1, 1, 1] }],
    features: [{ kind: 'walking-wilds', strips: 'free', limit: 10 }],
    isExact: false,
    shows: starts('walking-wilds'),
  },
  {
    machine: 'turtle',
    grid: threeRows,
    winMode: linesMode(20),
    special: [
      { symbol: wild, counts: every(2) },
      { symbol: scatter, counts: every(2) },
    ],
    features: [freeSpins('scatter', 3, { spins: 8, spinsLimit: 8, wilds: 'sticky' })],
    isExact: true,
    shows: (event) => event.type === 'wilds' && event.kind === 'sticky',
  },
  {
    machine: 'summit',
    grid: { reels: 6, rows: 5 },
    winMode: { kind: 'anywhere', sizes: [8, 10, 12] },
    special: [{ symbol: scatter, counts: every(1, 6) }],
    features: [
      { kind: 'tumble', ladder: [1, 2, 3, 5, 8, 10], limit: 40 },
      freeSpins('scatter', 4, { keepsLadder: true }),
    ],
    isExact: false,
    shows: ({ type }) => type === 'tumble',
  },
]

function gameOf({ machine, grid, winMode, special, features }: Sketch): Game {
  const draw = drawFrom(cipherStream(`slate ${machine}`))
  const symbols: GameSymbol[] = [
    ...special.map(({ symbol }) => symbol),
    ...ids.map((id) => ({ id, kind: 'ordinary' as const })),
  ]
  const strips = (without: readonly string[]) =>
    Array.from({ length: grid.reels }, (_, reel) => {
      const strip = [...ids, ...Array.from({ length: 8 }, () => ids[draw(ids.length)] ?? '').flatMap((id) => [id, id])]
      for (const { symbol, counts } of special) {
        if (without.includes(symbol.id)) continue
        for (let count = counts[reel] ?? 0; count > 0; count--) strip.splice(draw(strip.length), 0, symbol.id)
      }
      return strip
    })
  const bySize =
    'sizes' in winMode
      ? winMode.sizes.map((size) => size * 2)
      : every(0, grid.reels).map((_, index) => (index < 2 ? 0 : 5 * 4 ** index))
  const isBare = features.some(
    (feature) => feature.kind === 'walking-wilds' || (feature.kind === 'free-spins' && feature.wilds),
  )
  return {
    code: `sketch-${machine}`,
    version: 1,
    grid,
    symbols,
    strips: { base: strips([]), free: strips(isBare ? ['scatter'] : []) },
    paytable: Object.fromEntries(ids.map((id) => [id, bySize])),
    winMode,
    features,
    unitsPerStake: 100,
    stakes: [200, 1000],
    maxWinTimesStake: 5000,
  }
}

/** The sketches with their data. */
export const slateSlots: readonly (Sketch & { game: Game })[] = slate.map((sketch) => ({
  ...sketch,
  game: gameOf(sketch),
}))
