import type { Game } from '#domain/games/game.ts'

/**
 * A machine small enough to enumerate: three reels, three lines, awards that stop in the middle of a batch (4 + 3 free
 * spins).
 */
export function smallSlot(): Game {
  const strip = (text: string) => text.split(' ')
  return {
    code: 'small',
    version: 1,
    grid: { reels: 3, rows: 2 },
    symbols: [
      { id: 'tiger', kind: 'wild' },
      { id: 'coin', kind: 'scatter' },
      { id: 'ace', kind: 'ordinary' },
      { id: 'ten', kind: 'ordinary' },
    ],
    strips: {
      base: [
        strip('ten ace coin ten ace tiger ten'),
        strip('ace ten ten coin ace tiger'),
        strip('ten coin ace ten ace'),
      ],
      free: [strip('ten ace coin tiger ten'), strip('ace tiger ten coin'), strip('ten coin coin ace tiger ten')],
    },
    paytable: { tiger: [0, 4, 20], coin: [0, 2, 6, 10, 10, 10], ace: [0, 0, 10], ten: [0, 0, 4] },
    winMode: {
      kind: 'lines',
      lines: [
        [0, 0, 0],
        [1, 1, 1],
        [0, 1, 0],
      ],
    },
    features: [
      {
        kind: 'free-spins',
        trigger: { symbol: 'coin', count: 3 },
        spins: 4,
        multiplier: 3,
        strips: 'free',
        spinsLimit: 7,
      },
    ],
    unitsPerStake: 3,
    stakes: [3],
    maxWinTimesStake: 1000,
  }
}
