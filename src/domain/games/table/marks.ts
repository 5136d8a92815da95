import { baccaratMarks, baccaratMarkSets, marksOfBaccarat } from './baccarat/marks.ts'
import { dragonTigerMarks, dragonTigerMarkSets, marksOfDragonTiger } from './dragon-tiger/marks.ts'
import type { TableOutcome } from './outcome.ts'
import { marksOfRace, raceMarks, raceMarkSets } from './race/marks.ts'
import { marksOfRoulette, rouletteMarks } from './roulette/wheel.ts'
import { marksOfSicBo, sicBoMarks, sicBoMarkSets } from './sic-bo/marks.ts'

/**
 * The marks of each kind of table game: what can be true of an outcome, as the pay rules of its data name it. They are
 * the engine's, which knows what a pair or a total is; what a mark is worth is in the data of a game.
 */
export const marksOfKind = {
  baccarat: baccaratMarks,
  'dragon-tiger': dragonTigerMarks,
  roulette: rouletteMarks,
  'sic-bo': sicBoMarks,
  race: raceMarks,
} as const satisfies Record<TableOutcome['kind'], readonly string[]>

export type TableKind = keyof typeof marksOfKind

/** The marks of an outcome. */
export function marksOf(outcome: TableOutcome): string[] {
  switch (outcome.kind) {
    case 'baccarat':
      return marksOfBaccarat(outcome)
    case 'dragon-tiger':
      return marksOfDragonTiger(outcome)
    case 'roulette':
      return marksOfRoulette(outcome)
    case 'sic-bo':
      return marksOfSicBo(outcome)
    case 'race':
      return marksOfRace(outcome)
  }
}

/** Every set of marks that an outcome of a kind can have, each once. */
export function possibleMarks(kind: TableKind): readonly (readonly string[])[] {
  switch (kind) {
    case 'baccarat':
      return baccaratMarkSets
    case 'dragon-tiger':
      return dragonTigerMarkSets
    case 'roulette':
      return rouletteMarks.map((mark) => [mark])
    case 'sic-bo':
      return sicBoMarkSets
    case 'race':
      return raceMarkSets
  }
}
