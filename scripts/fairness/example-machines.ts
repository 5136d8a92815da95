import { isDeepStrictEqual } from 'node:util'
import type { Feature, Game, GameSymbol } from '#domain/games/game.ts'
import type { RoundEvent } from '#domain/games/round.ts'

/**
 * Small machines that nobody plays: together they have every mechanic of the engine. `docs/fairness.md` works through a
 * round of each, and `docs/fairness/mechanics.json` has their data with more rounds, so that a verifier can be tried on
 * mechanics that no open game has.
 */
export type ExampleMachine = {
  game: Game
  /** What it shows, as the page says it. */
  shows: string
  /** Whether a round is worth working through. The first such round of the example's seeds is taken. */
  fits: (events: readonly RoundEvent[]) => boolean
}

const reels = (...texts: readonly string[]): string[][] => texts.map((text) => text.split(' '))
const ordinary = (...ids: readonly string[]): GameSymbol[] => ids.map((id) => ({ id, kind: 'ordinary' }))
const wild: GameSymbol = { id: 'wild', kind: 'wild' }
const star: GameSymbol = { id: 'star', kind: 'scatter' }
const rows = (columns: number, count: number): number[][] =>
  Array.from({ length: count }, (_, row) => Array.from({ length: columns }, () => row))

function machine(code: string, of: Omit<Game, 'code' | 'version' | 'stakes' | 'unitsPerStake'>): Game {
  return { code, version: 1, unitsPerStake: 10, stakes: [10, 50], ...of }
}

function freeSpins(more: Partial<Extract<Feature, { kind: 'free-spins' }>> = {}): Feature {
  return {
    kind: 'free-spins',
    trigger: { symbol: 'star', count: 3 },
    spins: 2,
    multiplier: 2,
    strips: 'free',
    spinsLimit: 3,
    ...more,
  }
}

const has = (events: readonly RoundEvent[], part: Record<string, unknown>): boolean => count(events, part) > 0

/** How many events have these keys with these values. */
function count(events: readonly RoundEvent[], part: Record<string, unknown>): number {
  return events.filter((event) =>
    Object.entries(part).every(([key, value]) => isDeepStrictEqual((event as Record<string, unknown>)[key], value)),
  ).length
}

/** Whether a fall moves a wild that has a factor: one above a removed cell of its reel of four rows. */
function leavesFactor(before: readonly RoundEvent[], removed: readonly number[]): boolean {
  const factors = before.at(-2)
  if (factors?.type !== 'multiplier' || factors.source !== 'wilds') return false
  return factors.positions.some(
    (position) =>
      !removed.includes(position) &&
      removed.some((below) => below > position && Math.floor(below / 4) === Math.floor(position / 4)),
  )
}

const falls: ExampleMachine = {
  shows: '`lines` with a `mystery` symbol and `tumble`; free spins with `ladder` and `keepsLadder`',
  fits: (events) =>
    events.length < 26 &&
    has(events, { type: 'mystery' }) &&
    has(events, { type: 'featureStart' }) &&
    count(events, { type: 'multiplier', source: 'ladder' }) > 2,
  game: machine('example-falls', {
    grid: { reels: 3, rows: 3 },
    symbols: [
      wild,
      star,
      ...ordinary('ruby', 'jade', 'ace'),
      {
        id: 'veil',
        kind: 'mystery',
        becomes: [
          { symbol: 'ruby', weight: 1 },
          { symbol: 'ace', weight: 3 },
        ],
      },
    ],
    strips: {
      base: reels(
        'ruby ace star jade ace veil ace jade',
        'ace star jade wild ace ruby veil ace',
        'jade ace star ace ruby veil jade',
      ),
      free: reels('ruby ace veil jade ace', 'ace jade wild ace ruby star ace', 'jade ace veil ruby ace'),
    },
    paytable: { wild: [0, 2, 50], star: [0, 0, 10], ruby: [0, 4, 30], jade: [0, 0, 15], ace: [0, 0, 8] },
    winMode: { kind: 'lines', lines: [...rows(3, 3), [0, 1, 2], [2, 1, 0]] },
    features: [{ kind: 'tumble', ladder: [1, 2, 3], limit: 4 }, freeSpins({ ladder: [2, 4, 6], keepsLadder: true })],
    maxWinTimesStake: 500,
  }),
}

const coins: ExampleMachine = {
  shows: '`lines` with a wild that `expands`; `hold-and-win`',
  fits: (events) =>
    has(events, { type: 'wilds' }) && has(events, { prize: 'full' }) && count(events, { type: 'featureStep' }) < 8,
  game: machine('example-coins', {
    grid: { reels: 3, rows: 2 },
    symbols: [{ ...wild, expands: true }, { id: 'coin', kind: 'coin' }, ...ordinary('ruby', 'ace')],
    strips: { base: reels('ruby ace coin coin ace', 'ace wild ruby ace coin', 'coin ace ruby coin coin ace') },
    paytable: { wild: [0, 0, 40], ruby: [0, 3, 20], ace: [0, 0, 5] },
    winMode: { kind: 'lines', lines: [...rows(3, 2), [0, 1, 0]] },
    features: [
      {
        kind: 'hold-and-win',
        trigger: { symbol: 'coin', count: 3 },
        respins: 2,
        landing: { chance: 3, of: 10 },
        values: [
          { pay: 5, weight: 6 },
          { pay: 10, weight: 3 },
          { pay: 50, weight: 1 },
        ],
        full: 200,
      },
    ],
    maxWinTimesStake: 100,
  }),
}

const ways: ExampleMachine = {
  shows: '`ways` with `multipliers` and `tumble`; `pick`',
  fits: (events) =>
    has(events, { type: 'scatter', spinsAwarded: 0 }) &&
    has(events, { prize: 'pick' }) &&
    has(events, { type: 'tumble' }) &&
    has(events, { type: 'multiplier', source: 'wilds' }),
  game: machine('example-ways', {
    grid: { reels: 4, rows: 2 },
    symbols: [
      {
        ...wild,
        multipliers: [
          { factor: 1, weight: 2 },
          { factor: 3, weight: 1 },
        ],
      },
      star,
      ...ordinary('ruby', 'jade', 'ace'),
    ],
    strips: {
      base: reels(
        'ruby ace star jade ace',
        'wild ace star jade ruby wild',
        'ace wild jade star ace ruby',
        'jade ace star ruby wild',
      ),
    },
    paytable: { ruby: [0, 2, 10, 40], jade: [0, 0, 6, 25], ace: [0, 0, 3, 12] },
    winMode: { kind: 'ways' },
    features: [
      { kind: 'tumble', ladder: [1, 2], limit: 3 },
      {
        kind: 'pick',
        trigger: { symbol: 'star', count: 3 },
        picks: 2,
        prizes: [
          { pay: 5, weight: 3 },
          { pay: 50, weight: 1 },
        ],
      },
    ],
    maxWinTimesStake: 200,
  }),
}

const book: ExampleMachine = {
  shows: '`lines` with a `book`; free spins with `expanding`; `jackpot-link`',
  fits: (events) => has(events, { type: 'expand' }) && has(events, { type: 'jackpotHit' }),
  game: machine('example-book', {
    grid: { reels: 3, rows: 2 },
    symbols: [{ id: 'star', kind: 'book' }, ...ordinary('ruby', 'ace')],
    strips: {
      base: reels('ruby ace star ace ruby', 'ace star ruby ruby ace', 'star ace ruby ace'),
      free: reels('ruby ace star ace', 'ace ruby ace ruby', 'star ace ruby ace'),
    },
    paytable: { star: [0, 2, 20, 50, 50, 50], ruby: [0, 8, 40], ace: [0, 3, 10] },
    winMode: { kind: 'lines', lines: [...rows(3, 2), [0, 1, 0], [1, 0, 1]] },
    features: [
      freeSpins({
        expanding: [
          { symbol: 'ruby', weight: 1 },
          { symbol: 'ace', weight: 2 },
        ],
      }),
      {
        kind: 'jackpot-link',
        of: 1000,
        tiers: [
          { tier: 'mega', chance: 1 },
          { tier: 'minor', chance: 9 },
        ],
      },
    ],
    maxWinTimesStake: 100,
  }),
}

const walk: ExampleMachine = {
  shows: '`lines` with `walking-wilds`; free spins with `wilds` `"sticky"`; the cap',
  fits: (events) =>
    has(events, { type: 'wilds', kind: 'walking' }) &&
    has(events, { type: 'wilds', kind: 'sticky' }) &&
    has(events, { type: 'maxWin' }),
  game: machine('example-walk', {
    grid: { reels: 4, rows: 2 },
    symbols: [wild, star, ...ordinary('ruby', 'ace')],
    strips: {
      base: reels('ruby star ace', 'ace star ruby ace', 'ruby wild star ace', 'ace ruby star wild'),
      walk: reels('ruby ace', 'ace ruby', 'ruby ace ace', 'ace ruby wild ace'),
      free: reels('ruby ace ace', 'ace wild ruby', 'ruby ace ace wild', 'ace ruby'),
    },
    paytable: { wild: [0, 2, 10, 30], ruby: [0, 0, 5, 20], ace: [0, 0, 2, 10] },
    winMode: { kind: 'lines', lines: [...rows(4, 2), [0, 1, 0, 1]] },
    features: [{ kind: 'walking-wilds', strips: 'walk', limit: 3 }, freeSpins({ wilds: 'sticky', spins: 3 })],
    maxWinTimesStake: 9,
  }),
}

const cluster: ExampleMachine = {
  shows: '`cluster` with `multipliers`, one of which falls with its wild, and `tumble`',
  fits: (events) =>
    events.length < 18 &&
    events.some((event) => event.type === 'wins' && event.wins.length > 1) &&
    events.some((event, index) => event.type === 'tumble' && leavesFactor(events.slice(0, index), event.removed)),
  game: machine('example-cluster', {
    grid: { reels: 4, rows: 4 },
    symbols: [
      { ...wild, multipliers: [2, 5].map((factor) => ({ factor, weight: 1 })) },
      ...ordinary('ruby', 'jade', 'ace'),
    ],
    strips: {
      base: reels(
        'ruby ruby jade ace ace jade ruby',
        'jade ruby wild ace ace jade ruby ace',
        'ace ruby ruby jade ace wild jade',
        'jade jade ace ruby ruby ace',
      ),
    },
    paytable: { ruby: [5, 20], jade: [4, 15], ace: [2, 8] },
    winMode: { kind: 'cluster', sizes: [4, 6] },
    features: [{ kind: 'tumble', ladder: [1, 2, 4], limit: 5 }],
    maxWinTimesStake: 300,
  }),
}

const anywhere: ExampleMachine = {
  shows: '`anywhere` with `tumble`, and free spins whose spin multiplier multiplies the ladder',
  fits: (events) =>
    events.length < 40 &&
    has(events, { type: 'featureStart' }) &&
    events.some((event) => event.type === 'wins' && event.multiplier > 3),
  game: machine('example-anywhere', {
    grid: { reels: 4, rows: 2 },
    symbols: [star, ...ordinary('ruby', 'jade', 'ace')],
    strips: {
      base: reels('ruby star ace jade', 'ace star ruby ace', 'star jade ace ruby', 'ruby ace jade ace'),
      free: reels('ruby ace ace jade', 'ace ruby ace', 'star jade ace ruby', 'ruby ace jade ace'),
    },
    paytable: { star: [0, 0, 5, 10], ruby: [10, 40], jade: [8, 30], ace: [3, 12] },
    winMode: { kind: 'anywhere', sizes: [3, 5] },
    features: [{ kind: 'tumble', ladder: [1, 3], limit: 3 }, freeSpins()],
    maxWinTimesStake: 300,
  }),
}

export const exampleMachines: readonly ExampleMachine[] = [falls, coins, ways, book, walk, cluster, anywhere]
