import { streaksOf, type BigRoadEntry } from './big-road.ts'
import { coloursOf, runsOf, type DerivedRoad } from './derived-road.ts'
import { roadRows } from './road-places.ts'
import type { RoadRound } from './road-round.ts'

/**
 * The roads as short texts that lose nothing, the same in every language. A round is `B`, `P` or `T`, with `b` and `p` for a pair of the
 * banker and of the player; `|` ends a column.
 */

const letters = { banker: 'B', player: 'P', tie: 'T' } as const

function roundText({ winner, bankerPair, playerPair }: RoadRound): string {
  return `${letters[winner]}${bankerPair ? 'b' : ''}${playerPair ? 'p' : ''}`
}

/** The bead plate: `B P Tb Pp B B | P`. */
export function beadPlateText(rounds: readonly RoadRound[]): string {
  return rounds.map((round, index) => `${index > 0 && index % roadRows === 0 ? '| ' : ''}${roundText(round)}`).join(' ')
}

/** The big road by streaks, ties in brackets behind the round that bears them: `B(T) B | P(TTb) P`. Ties alone are `-(T)`. */
export function bigRoadText(rounds: readonly RoadRound[]): string {
  const { streaks, openTies } = streaksOf(rounds)
  if (streaks.length === 0) return openTies.length > 0 ? `-${tiesText(openTies)}` : ''
  const entryText = ({ round, ties }: BigRoadEntry): string => `${roundText(round)}${tiesText(ties)}`
  return streaks.map((streak) => streak.map(entryText).join(' ')).join(' | ')
}

/** A derived road by columns: `R3 B1` is three red ones and a blue one. */
export function derivedRoadText(rounds: readonly RoadRound[], road: DerivedRoad): string {
  return runsOf(coloursOf(rounds, road))
    .map(({ colour, length }) => `${colour === 'red' ? 'R' : 'B'}${length}`)
    .join(' ')
}

/** All five roads by name. */
export function roadTexts(rounds: readonly RoadRound[]): Record<'bead-plate' | 'big-road' | DerivedRoad, string> {
  return {
    'bead-plate': beadPlateText(rounds),
    'big-road': bigRoadText(rounds),
    'big-eye-boy': derivedRoadText(rounds, 'big-eye-boy'),
    'small-road': derivedRoadText(rounds, 'small-road'),
    'cockroach-pig': derivedRoadText(rounds, 'cockroach-pig'),
  }
}

function tiesText(ties: readonly RoadRound[]): string {
  return ties.length === 0 ? '' : `(${ties.map(roundText).join('')})`
}
