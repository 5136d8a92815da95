import type { PayRule, Spot, StreamGame } from '../table-game.ts'
import { facePairs, faces, totals } from './marks.ts'

/** What a stake on a total returns; triples count by their total. */
const totalReturns: Readonly<Record<number, number>> = {
  4: 61,
  5: 31,
  6: 18,
  7: 13,
  8: 9,
  9: 7,
  10: 7,
  11: 7,
  12: 7,
  13: 9,
  14: 13,
  15: 18,
  16: 31,
  17: 61,
}

/** An even-money bet on totals, which every triple loses. */
function evenMoney(code: string, fits: (total: number) => boolean): Spot {
  const triple: PayRule = { when: ['triple'], returns: [0, 1] }
  return { code, pays: [triple, { when: totals.filter(fits).map((total) => `total-${total}`), returns: [2, 1] }] }
}

const wins = (when: string, times: number): PayRule => ({ when: [when], returns: [times, 1] })

/** Sic Bo with three dice. */
export const sicBo: StreamGame = {
  code: 'sic-bo',
  version: 1,
  kind: 'sic-bo',
  seriesRounds: 60,
  spots: [
    evenMoney('small', (total) => total >= 4 && total <= 10),
    evenMoney('big', (total) => total >= 11 && total <= 17),
    evenMoney('odd', (total) => total % 2 === 1),
    evenMoney('even', (total) => total % 2 === 0),
    ...Object.entries(totalReturns).map(([total, times]) => ({
      code: `total-${total}`,
      pays: [wins(`total-${total}`, times)],
    })),
    ...faces.map((face) => ({
      code: `single-${face}`,
      pays: [wins(`triple-${face}`, 4), wins(`double-${face}`, 3), wins(`face-${face}`, 2)],
    })),
    ...faces.map((face) => ({ code: `double-${face}`, pays: [wins(`double-${face}`, 11)] })),
    ...faces.map((face) => ({ code: `triple-${face}`, pays: [wins(`triple-${face}`, 181)] })),
    { code: 'any-triple', pays: [wins('triple', 31)] },
    ...facePairs.map(([low, high]) => ({ code: `pair-${low}-${high}`, pays: [wins(`pair-${low}-${high}`, 6)] })),
  ],
  calls: [],
}
