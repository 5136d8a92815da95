import { streaksOf, type BigRoadEntry } from './big-road.ts'
import { coloursOf, runsOf, type DerivedRoad } from './derived-road.ts'
import { roadRows } from './road-places.ts'
import type { DragonTigerRoadRound, RoadEntry, RoadRound } from './road-round.ts'

/**
 * The roads as short texts that lose nothing, the same in every language; `|` ends a column. The text of a round is that of its game.
 */

const letters = { banker: 'B', player: 'P', tie: 'T', dragon: 'D', tiger: 'T' } as const

/** A round of Baccarat: `B`, `P` or `T`, with `b` and `p` for a pair of the banker and of the player. */
export function roundText({ winner, bankerPair, playerPair }: RoadRound): string {
  return `${letters[winner]}${bankerPair ? 'b' : ''}${playerPair ? 'p' : ''}`
}

/** A round of Dragon Tiger: `D`, `T`, or `=` for a tie, with `s` for a suited one. */
export function dragonTigerText({ winner, isSuited }: DragonTigerRoadRound): string {
  return winner === 'tie' ? `=${isSuited ? 's' : ''}` : letters[winner]
}

/** The bead plate: `B P Tb Pp B B | P`. */
function beadPlateText<Round>(rounds: readonly Round[], text: (round: Round) => string): string {
  return rounds.map((round, index) => `${index > 0 && index % roadRows === 0 ? '| ' : ''}${text(round)}`).join(' ')
}

/** The big road by streaks, ties in brackets behind the round that bears them: `B(T) B | P(TTb) P`. Ties alone are `-(T)`. */
function bigRoadText<Round extends RoadEntry>(rounds: readonly Round[], text: (round: Round) => string): string {
  const { streaks, openTies } = streaksOf(rounds)
  const tiesText = (ties: readonly Round[]): string => (ties.length === 0 ? '' : `(${ties.map(text).join('')})`)
  if (streaks.length === 0) return openTies.length > 0 ? `-${tiesText(openTies)}` : ''
  const entryText = ({ round, ties }: BigRoadEntry<Round>): string => `${text(round)}${tiesText(ties)}`
  return streaks.map((streak) => streak.map(entryText).join(' ')).join(' | ')
}

/** A derived road by columns: `R3 B1` is three red ones and a blue one. */
function derivedRoadText(rounds: readonly RoadEntry[], road: DerivedRoad): string {
  return runsOf(coloursOf(rounds, road))
    .map(({ colour, length }) => `${colour === 'red' ? 'R' : 'B'}${length}`)
    .join(' ')
}

/** All five roads by name. */
export function roadTexts<Round extends RoadEntry>(
  rounds: readonly Round[],
  text: (round: Round) => string,
): Record<'bead-plate' | 'big-road' | DerivedRoad, string> {
  return {
    'bead-plate': beadPlateText(rounds, text),
    'big-road': bigRoadText(rounds, text),
    'big-eye-boy': derivedRoadText(rounds, 'big-eye-boy'),
    'small-road': derivedRoadText(rounds, 'small-road'),
    'cockroach-pig': derivedRoadText(rounds, 'cockroach-pig'),
  }
}
