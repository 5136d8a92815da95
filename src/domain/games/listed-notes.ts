import { againText, type ChosenAgain } from './chosen-seeds.ts'
import { endedText, type EndedPair } from './ended-pairs.ts'
import { rangeText, type NumberRange } from './shown-numbers.ts'

/** The notes of a chain of seeds as texts, for pages. */

/** The most faults, or pairs of a note, that a page lists: a pasted evidence may have many thousands. */
export const mostListed = 100

/** What a note names: a pair, one with its count of client seeds or its last round, or a range of rounds. */
export type Noted = number | ChosenAgain | EndedPair | NumberRange

/** A note's pairs or ranges as a list: `1, 2, 3`; beyond `mostListed`, how many more there are: `1, 2, … + 17`. */
export function listText(pairs: readonly Noted[]): string {
  const rest = pairs.length - mostListed
  const texts = pairs.slice(0, mostListed).map(notedText)
  return texts.join(', ') + (rest > 0 ? `, … + ${rest}` : '')
}

function notedText(one: Noted): string {
  if (typeof one === 'number') return String(one)
  if ('seeds' in one) return againText(one)
  return 'pair' in one ? endedText(one) : rangeText(one)
}
