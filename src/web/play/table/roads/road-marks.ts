import type { WireTableRound } from '#contract/table.ts'
import { coloursOf, type Colour, type DerivedRoad } from '#domain/games/table/roads/derived-road.ts'
import type { Tone } from '../table-kind.ts'

/** A round as the roads draw it. */
export type RoadMark = {
  /** A side, or `tie`. */
  winner: string
  tone: Tone
  /** In the road as text, with everything that the mark shows. */
  text: string
  /** Dots at the upper left and at the lower right, such as a pair. */
  upper: Tone | null
  lower: Tone | null
}

/** What the roads of a game show. */
export type RoadKind = {
  /** Null for a round that is in no road: one that is not settled, or void. */
  markOf: (outcome: NonNullable<WireTableRound['outcome']>) => RoadMark | null
  /** The winners in the order of their counts, with their tone. */
  winners: readonly { winner: string; tone: Tone }[]
  /** Their names, their letters on the bead plate as players of the language know them, and what the letters of the roads as text mean. */
  useTexts: () => { name: (winner: string) => string; bead: (winner: string) => string; legend: string }
}

/** The settled rounds of a shoe as the roads show them; a void round is in none. */
export function roadMarks({ markOf }: Pick<RoadKind, 'markOf'>, rounds: readonly WireTableRound[]): RoadMark[] {
  return rounds.flatMap(({ state, outcome }) => (state === 'settled' && outcome ? (markOf(outcome) ?? []) : []))
}

/** How often a side has won, or how many ties there were. */
export function countOf(marks: readonly { winner: string }[], winner: string): number {
  return marks.filter((one) => one.winner === winner).length
}

/**
 * The mark that a derived road would gain if a side won the next round; null where it gains none. This is arithmetic of the
 * roads: it says nothing about what the next round will be.
 */
export function nextMark(marks: readonly { winner: string }[], winner: string, road: DerivedRoad): Colour | null {
  const before = coloursOf(marks, road).length
  const after = coloursOf([...marks, { winner }], road)
  return after.length > before ? (after.at(-1) ?? null) : null
}
