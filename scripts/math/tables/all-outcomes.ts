import { dealBaccarat } from '#domain/games/table/baccarat/hands.ts'
import type { TableKind } from '#domain/games/table/marks.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { runners } from '#domain/games/table/race/draw-race.ts'
import { firstThrees } from '#domain/games/table/race/marks.ts'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/**
 * Outcomes of a kind that no rule tells apart from those left out: every pocket, every three dice, every two cards; every first three of a race; of baccarat every
 * order of six point values, with the tens as kings, and every two first cards of a side.
 */
export function allOutcomes(kind: TableKind): TableOutcome[] {
  switch (kind) {
    case 'roulette':
      return upTo(37).map((pocket) => ({ kind, pocket }))
    case 'sic-bo':
      return upTo(216).map((index) => ({
        kind,
        dice: [(index % 6) + 1, (Math.floor(index / 6) % 6) + 1, Math.floor(index / 36) + 1],
      }))
    case 'dragon-tiger':
      return upTo(52).flatMap((dragon) => upTo(52).map((tiger) => ({ kind, dragon, tiger })))
    case 'race':
      return firstThrees.map((first) => ({ kind, order: [...first, ...runners.filter((one) => !first.includes(one))] }))
    case 'baccarat':
      return [...baccaratByPoints(), ...firstCards(0), ...firstCards(1)]
  }
}

let byPoints: TableOutcome[] | undefined

/** Every round that six point values give; equal ones once. Kept, because all baccarat games share them. */
function baccaratByPoints(): TableOutcome[] {
  byPoints ??= dealtByPoints()
  return byPoints
}

function dealtByPoints(): TableOutcome[] {
  const kings = (value: number): number => (value === 0 ? 12 : value - 1)
  const found = new Map<string, TableOutcome>()
  for (let code = 0; code < 1_000_000; code++) {
    let left = code
    const outcome = dealBaccarat(() => {
      const value = left % 10
      left = Math.floor(left / 10)
      return kings(value)
    })
    if (left === 0) found.set(`${outcome.player.join()} ${outcome.banker.join()}`, outcome)
  }
  return [...found.values()]
}

/** Every two first cards of one side, beside a natural of the other. */
function firstCards(side: 0 | 1): TableOutcome[] {
  return upTo(52).flatMap((first) =>
    upTo(52).map((second) => {
      const hands = [
        [first, second],
        [8, 25],
      ] as const
      return { kind: 'baccarat', player: hands[side], banker: hands[1 - side] ?? [] } as const
    }),
  )
}
