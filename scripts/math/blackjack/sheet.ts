import { basicStrategy, strategyUpcards } from '#domain/games/blackjack/basic-strategy.ts'
import { blackjackHashOf, leastBlackjackStake, type BlackjackGame } from '#domain/games/blackjack/game.ts'
import type { CatalogueSeatGame } from '#domain/games/seat-games.ts'
import { wholeUnits } from '#domain/money.ts'
import { toDecimal, type Rational } from '../rational.ts'
import { percentText } from '../tables/edges.ts'
import { edgeOf } from './edge.ts'
import { blackjackChance, dealerTable, insuranceEdge } from './exact.ts'
import { dealerEnds } from './expectation.ts'
import { figuresOf, logPath, measurementOf } from './measured.ts'

/** All that is published of blackjack's mathematics; `bets` has the form of the other tables' sheets. Percentages are rounded. */
export type BlackjackSheet = ReturnType<typeof blackjackSheetOf>

/** Throws an Error without a measurement of the present mathematics and strategy. */
export function blackjackSheetOf({ game, names }: Pick<CatalogueSeatGame, 'game' | 'names'>) {
  const measurement = measurementOf(game)
  if (!measurement) throw new Error(`${logPath(game)} has other mathematics or another strategy; measure again.`)
  const figures = figuresOf(game, measurement.all)
  const { edge, half } = edgeOf(game, measurement.all)
  return {
    code: game.code,
    version: game.version,
    title: names.en,
    mathHash: blackjackHashOf(game),
    kind: game.kind,
    rules: rulesOf(game),
    leastChip: Number(leastBlackjackStake(game) / wholeUnits(1)),
    bets: [
      { code: 'hand', edgePercent: percent(edge), halfPercent: percent(half) },
      { code: 'insurance', edgePercent: percentText(insuranceEdge(game)), edge: fractionText(insuranceEdge(game)) },
    ],
    simulation: {
      file: logPath(game),
      rounds: figures.rounds,
      edgePercent: percent(figures.edge),
      halfPercent: percent(figures.half),
      deviation: Number(figures.deviation.toPrecision(6)),
      meanStakes: Number(figures.staked.toPrecision(6)),
      gainsPercent: percent(figures.gains),
      breaksEvenPercent: percent(figures.breaksEven),
      splitsPercent: percent(figures.splits),
    },
    blackjackPercent: toDecimal(percentOf(blackjackChance(game)), 4),
    dealerPercent: dealerTable(game).map((chances, index) => ({
      upcard: index + 1,
      ...Object.fromEntries(dealerEnds.map((end, place) => [end > 21 ? 'bust' : end, percent(chances[place] ?? 0)])),
    })),
    strategy: { upcards: strategyUpcards, ...basicStrategy },
  }
}

function rulesOf({ decks, dealerSoft17, unitsPerStake, ...game }: BlackjackGame): Record<string, string | number> {
  return {
    decks,
    dealerSoft17,
    blackjackReturns: `${game.blackjackReturns}/${unitsPerStake}`,
    insuranceStake: `${game.insuranceStake}/${unitsPerStake}`,
    insuranceReturns: `${game.insuranceReturns}/${unitsPerStake}`,
    mostHands: game.mostHands,
  }
}

function percent(share: number): string {
  return (100 * share).toFixed(4)
}

function percentOf({ numerator, denominator }: Rational): Rational {
  return { numerator: numerator * 100n, denominator }
}

function fractionText({ numerator, denominator }: Rational): string {
  return `${numerator}/${denominator}`
}
