import { isShoeGame, leastChip, tableHashOf } from '#domain/games/table/table-game.ts'
import type { CatalogueTable } from '#domain/games/table/tables.ts'
import { toDecimal, type Rational } from '../rational.ts'
import { betsOf, percentText, type BetMath } from './edges.ts'
import { outcomesOf } from './outcomes.ts'

export type TableSheet = ReturnType<typeof tableSheetOf>

/** All that is published of a table game's mathematics. Edges and chances are exact fractions; `edgePercent` has four decimals. */
export function tableSheetOf({ game, names }: Pick<CatalogueTable, 'game' | 'names'>) {
  return {
    code: game.code,
    version: game.version,
    title: names.en,
    mathHash: tableHashOf(game),
    kind: game.kind,
    ...(isShoeGame(game) ? { decks: game.decks, behindCut: game.behindCut } : { seriesRounds: game.seriesRounds }),
    leastChip: leastChip(game),
    courses: outcomesOf(game).total,
    spots: game.spots.length,
    bets: betsOf(game).map(betSheet),
  }
}

function betSheet({ code, edge, hit, deviation, returns }: BetMath) {
  return {
    code,
    edgePercent: percentText(edge),
    edge: fractionText(edge),
    hitRate: toDecimal(hit, 12),
    deviation: Number(deviation.toPrecision(10)),
    returns: returns.map(({ returned, chance }) => ({
      returned: fractionText(returned),
      chance: fractionText(chance),
    })),
  }
}

function fractionText({ numerator, denominator }: Rational): string {
  return denominator === 1n ? String(numerator) : `${numerator}/${denominator}`
}
