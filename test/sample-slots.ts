import type { Feature, Game, GameSymbol } from '#domain/games/game.ts'

/**
 * Machines so small that every sequence of draws of a round can be played: one for each mechanic of the engine, some
 * with a cap low enough to be reached.
 */

const strip = (text: string): string[] => text.split(' ')

const ordinary: GameSymbol[] = [
  { id: 'ace', kind: 'ordinary' },
  { id: 'ten', kind: 'ordinary' },
]
const wild: GameSymbol = { id: 'wild', kind: 'wild' }
const star: GameSymbol = { id: 'star', kind: 'scatter' }
const lines = [
  [0, 0, 0],
  [1, 1, 1],
  [0, 1, 0],
]
const paytable = { ace: [0, 3, 10], ten: [0, 0, 4] }

function slot(code: string, of: Partial<Game> & Pick<Game, 'symbols' | 'strips'>): Game {
  return {
    code,
    version: 1,
    grid: { reels: 3, rows: 2 },
    paytable,
    winMode: { kind: 'lines', lines },
    features: [],
    unitsPerStake: 3,
    stakes: [3, 6],
    maxWinTimesStake: 1000,
    ...of,
  }
}

const plainStrips = { base: [strip('ace ten wild ten'), strip('ten ace wild'), strip('ace wild ten')] }
const waysStrips = { base: [strip('ace ten ace ten'), strip('ten wild wild ace'), strip('ace wild ten')] }
const starStrips = {
  base: [strip('ace ten star'), strip('ten star ace'), strip('star ace ten')],
  free: [strip('ace ten'), strip('ten ace'), strip('ace star ten')],
}

/** `spins` free spins at `count` stars, on their own reels. */
function freeSpins(
  count: number,
  spins: number,
  more: Partial<Extract<Feature, { kind: 'free-spins' }>> = {},
): Feature {
  const trigger = { symbol: 'star', count }
  return { kind: 'free-spins', trigger, spins, multiplier: 2, strips: 'free', spinsLimit: spins, ...more }
}

/** Machines with an exact mean, by mechanic. */
export const exactSlots: readonly Game[] = [
  slot('lines', { symbols: [wild, ...ordinary], strips: plainStrips, paytable: { ...paytable, wild: [0, 5, 20] } }),
  slot('expanding-wild', {
    symbols: [{ ...wild, expands: true }, ...ordinary],
    strips: plainStrips,
    paytable: { ...paytable, wild: [0, 5, 20] },
  }),
  slot('mystery', {
    symbols: [
      wild,
      ...ordinary,
      {
        id: 'veil',
        kind: 'mystery',
        becomes: [
          { symbol: 'ace', weight: 1 },
          { symbol: 'ten', weight: 2 },
        ],
      },
    ],
    strips: { base: [strip('ace veil ten'), strip('veil veil wild'), strip('ten ace veil wild')] },
  }),
  slot('ways', { symbols: [wild, ...ordinary], strips: waysStrips, winMode: { kind: 'ways' } }),
  slot('ways-factors', {
    symbols: [
      {
        ...wild,
        multipliers: [
          { factor: 1, weight: 3 },
          { factor: 2, weight: 1 },
        ],
      },
      ...ordinary,
    ],
    strips: waysStrips,
    winMode: { kind: 'ways' },
  }),
  slot('free-spins', {
    symbols: [star, ...ordinary],
    strips: starStrips,
    paytable: { ...paytable, star: [0, 1, 5, 5, 5, 5] },
    features: [freeSpins(3, 1, { trigger: { symbol: 'star', count: 2 }, spinsLimit: 2 })],
  }),
  slot('tumble', {
    symbols: [star, ...ordinary],
    strips: starStrips,
    features: [{ kind: 'tumble', ladder: [1, 2, 5], limit: 4 }, freeSpins(3, 2, { ladder: [2, 3] })],
  }),
  slot('sticky', {
    symbols: [star, wild, ...ordinary],
    strips: { base: starStrips.base, free: [strip('ace ten'), strip('ten wild ace'), strip('ace wild ten')] },
    features: [freeSpins(3, 2, { wilds: 'sticky' })],
  }),
  slot('expanding-symbol', {
    symbols: [{ id: 'star', kind: 'book' }, ...ordinary],
    strips: starStrips,
    paytable: { ...paytable, star: [0, 0, 7, 7, 7, 7] },
    features: [
      freeSpins(3, 2, {
        expanding: [
          { symbol: 'ace', weight: 1 },
          { symbol: 'ten', weight: 3 },
        ],
      }),
    ],
  }),
  slot('hold-and-win', {
    symbols: [{ id: 'coin', kind: 'coin' }, ...ordinary],
    grid: { reels: 2, rows: 2 },
    strips: { base: [strip('ace coin ten'), strip('coin coin ace')] },
    winMode: { kind: 'lines', lines: [[0, 0]] },
    features: [
      {
        kind: 'hold-and-win',
        trigger: { symbol: 'coin', count: 2 },
        respins: 2,
        landing: { chance: 1, of: 3 },
        values: [
          { pay: 1, weight: 2 },
          { pay: 4, weight: 1 },
        ],
        full: 10,
      },
    ],
  }),
  slot('pick', {
    symbols: [star, ...ordinary],
    strips: starStrips,
    features: [
      {
        kind: 'pick',
        trigger: { symbol: 'star', count: 3 },
        picks: 2,
        prizes: [
          { pay: 3, weight: 2 },
          { pay: 30, weight: 1 },
        ],
      },
    ],
  }),
]

/** Machines that are only simulated. */
export const simulatedSlots: readonly Game[] = [
  slot('cluster', {
    symbols: [wild, ...ordinary, { id: 'king', kind: 'ordinary' }],
    grid: { reels: 3, rows: 3 },
    strips: { base: [strip('ace ace ten king'), strip('ten ace wild king'), strip('ace ten ten king')] },
    winMode: { kind: 'cluster', sizes: [3, 5] },
    paytable: { ace: [2, 9], ten: [1, 4], king: [3, 12] },
    features: [{ kind: 'tumble', ladder: [1, 2], limit: 5 }],
  }),
  slot('anywhere', {
    symbols: [...ordinary, { id: 'king', kind: 'ordinary' }],
    strips: { base: [strip('ace ten king ten'), strip('ten ace king'), strip('ace ten king')] },
    winMode: { kind: 'anywhere', sizes: [3, 5] },
    paytable: { ace: [2, 9], ten: [1, 4], king: [3, 12] },
    features: [{ kind: 'tumble', ladder: [1, 3], limit: 5 }],
  }),
  slot('keeps-ladder', {
    symbols: [star, ...ordinary],
    strips: starStrips,
    features: [{ kind: 'tumble', ladder: [1, 2, 5], limit: 4 }, freeSpins(3, 2, { keepsLadder: true })],
  }),
  slot('walking', {
    symbols: [wild, ...ordinary],
    strips: { ...plainStrips, walk: [strip('ace ten'), strip('ten ace'), strip('ace wild ten')] },
    features: [{ kind: 'walking-wilds', strips: 'walk', limit: 2 }],
  }),
  slot('line-factors', {
    symbols: [{ ...wild, multipliers: [1, 3].map((factor) => ({ factor, weight: 1 })) }, ...ordinary],
    strips: plainStrips,
    paytable: { ...paytable, wild: [0, 5, 20] },
  }),
  slot('jackpots', {
    symbols: [wild, ...ordinary],
    strips: { base: [strip('ace ten'), strip('ten ace'), strip('ace wild')] },
    features: [
      {
        kind: 'jackpot-link',
        of: 60,
        tiers: [
          { tier: 'mega', chance: 1 },
          { tier: 'minor', chance: 3 },
        ],
      },
    ],
  }),
]

/** Machines whose cap is within reach: on a win, within free spins, by coins and by picks. */
export const cappedSlots: readonly Game[] = exactSlots
  .filter(({ code }) => ['lines', 'free-spins', 'tumble', 'hold-and-win', 'pick'].includes(code))
  .map((game) => ({ ...game, code: `capped-${game.code}`, maxWinTimesStake: 4 }))

export const sampleSlots: readonly Game[] = [...exactSlots, ...simulatedSlots, ...cappedSlots]

/** The machine of a mechanic. Throws where there is none. */
export function sampleSlot(code: string): Game {
  const game = sampleSlots.find((one) => one.code === code)
  if (!game) throw new Error(`No sample machine ${code}.`)
  return game
}
