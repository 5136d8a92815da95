import { isShoeGame, leastChip, tableHashOf, type TableGame } from '#domain/games/table/table-game.ts'
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
    ...(game.kind === 'race' && { strengths: game.strengths, marginPercent: game.marginPercent }),
    leastChip: leastChip(game),
    courses: coursesOf(game),
    spots: game.spots.length,
    bets: betsOf(game).map(betSheet),
  }
}

/** How many courses a round can take, equally likely ones; of a race the orders of the first three, which are not. */
function coursesOf(game: TableGame): number {
  const { total, classes } = outcomesOf(game)
  return game.kind === 'race' ? classes.length : Number(total)
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
