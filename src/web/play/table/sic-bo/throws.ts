import type { WireTableRound } from '#contract/table.ts'
import type { SicBoOutcome } from '#domain/games/table/outcome.ts'
import type { RoadRound } from '#domain/games/table/roads/road-round.ts'
import { sizeOf, totalOf, type Size } from './sic-bo-text.ts'

/** A past throw as the lists show it. */
export type PastThrow = { roundId: string; number: number; dice: SicBoOutcome['dice']; total: number; size: Size }

/** The throws of the settled rounds, oldest first; a void round is in none. */
export function throwsOf(rounds: readonly WireTableRound[]): PastThrow[] {
  return rounds.flatMap(({ state, roundId, number, outcome }) =>
    state === 'settled' && outcome?.kind === 'sic-bo'
      ? [{ roundId, number, dice: outcome.dice, total: totalOf(outcome), size: sizeOf(outcome) }]
      : [],
  )
}

/** How often each size was thrown, each total, and each face by how many dice. */
export function countsOf(throws: readonly PastThrow[]): {
  sizes: Record<Size, number>
  totals: ReadonlyMap<number, number>
  faces: ReadonlyMap<number, number>
} {
  const sizes = { big: 0, small: 0, triple: 0 }
  const [totals, faces] = [new Map<number, number>(), new Map<number, number>()]
  const add = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { size, total, dice } of throws) {
    sizes[size] += 1
    add(totals, total)
    for (const face of dice) add(faces, face)
  }
  return { sizes, totals, faces }
}

/** The sides of the roads: big is drawn as the banker's, small as the player's, and a triple, which neither wins, as a tie. */
const winners = { big: 'banker', small: 'player', triple: 'tie' } as const

/** The throws as the domain's roads take them. */
export function roadRoundsOf(throws: readonly PastThrow[]): RoadRound[] {
  return throws.map(({ size }) => ({ winner: winners[size], bankerPair: false, playerPair: false }))
}

/** A text of a road with the letters of the sizes instead of those of banker, player and tie. */
export function withMarks(text: string, marks: Readonly<Record<Size, string>>): string {
  const letters: Readonly<Record<string, string>> = { B: marks.big, P: marks.small, T: marks.triple }
  return text.replaceAll(/[BPT]/gu, (letter) => letters[letter] ?? letter)
}
