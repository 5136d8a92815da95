import { at, list, number, object, oneOf, shape, type Shape } from '../data-shape.ts'
import { isCount, readObject } from '../pasted-text.ts'
import type { Fault } from '../slot/structure.ts'
import { cardsInDeck } from './cards.ts'
import { mostCards } from './definition-check.ts'
import { runners } from './race/draw-race.ts'
import { isName } from './series-id.ts'
import { tableHashOf, type TableGame } from './table-game.ts'

/** The data of a table game in a pasted text: `docs/fairness.md`, section 13.7. It need not be canonical. */

export type ReadTableData = { kind: 'data'; game: TableGame; mathHash: string } | { kind: 'fault'; fault: Fault }

const mostDecks = 16
const mostSeriesRounds = 1000
const mostStrength = 1000
const mostMargin = 50

/** The data in a text, or their first fault; null when the text is something else, as the evidence of a series. */
export function readTableData(text: string): ReadTableData | null {
  const found = readObject(text)
  if (found === null || !('spots' in found) || 'mathHash' in found) return null
  const [fault] = faultsOf(found)
  if (fault) return { kind: 'fault', fault }
  const game = found as unknown as TableGame
  return { kind: 'data', game, mathHash: tableHashOf(game) }
}

function faultsOf(data: Readonly<Record<string, unknown>>): Fault[] {
  const { kind, decks, behindCut } = data
  // The kind says which further keys there are.
  const [unknown] = commonKeys.kind(kind, 'kind')
  if (unknown) return [unknown]
  const cards = kind === 'baccarat' || kind === 'dragon-tiger' ? mostCards[kind] : null
  const keys = cards === null ? streamKeys : { decks: within(1, mostDecks), behindCut: number }
  const faults = object({ ...commonKeys, ...keys, ...(kind === 'race' && raceKeys) })(data, '')
  if (faults.length > 0 || cards === null) return faults
  return within(cards, Number(decks) * cardsInDeck - 1)(behindCut, 'behindCut')
}

const within = (least: number, most = Number.MAX_SAFE_INTEGER): Shape =>
  shape((value) => isCount(value) && value >= least && value <= most, `is not within ${least} to ${most}`)
const code = shape((value) => typeof value === 'string' && isName(value), 'is not spelt as a code')

/** A list of at least one item. */
function filled(item: Shape): Shape {
  return (value, field) =>
    Array.isArray(value) && value.length === 0 ? [{ field, fault: 'is empty' }] : list(item)(value, field)
}

/** A numerator, and a denominator from 1. */
const fraction: Shape = (value, field) =>
  Array.isArray(value) && value.length === 2
    ? [...number(value[0], at(field, 0)), ...within(1)(value[1], at(field, 1))]
    : [{ field, fault: 'is not two numbers' }]

const commonKeys = {
  code,
  version: within(1),
  kind: oneOf('baccarat', 'dragon-tiger', 'roulette', 'sic-bo', 'race'),
  spots: filled(object({ code, pays: filled(object({ when: filled(code), returns: fraction })) })),
  calls: list(object({ code, chips: filled(object({ spot: code, count: within(1) })) })),
}

const streamKeys = { seriesRounds: within(1, mostSeriesRounds) }

const strengthsOfAll: Shape = (value, field) =>
  Array.isArray(value) && value.length === runners.length
    ? list(within(1, mostStrength))(value, field)
    : [{ field, fault: `is not a list of ${runners.length}` }]

const raceKeys = { strengths: strengthsOfAll, marginPercent: within(1, mostMargin) }
