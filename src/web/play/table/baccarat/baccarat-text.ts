import { useTranslations } from 'use-intl/react'
import { pointsOf } from '#domain/games/table/baccarat/hands.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { roadRoundOf, type Winner } from '#domain/games/table/roads/road-round.ts'
import type { Spot } from '#domain/games/table/table-game.ts'
import { oddsOf } from '../odds.ts'
import type { KindTexts, OutcomeTexts, Tone } from '../table-kind.ts'

/** The spots of Baccarat, from left to right as they lie on the table. */
export const spotCodes = ['player-pair', 'player', 'tie', 'banker', 'banker-pair'] as const
type SpotCode = (typeof spotCodes)[number]

export const winnerTones = { banker: 'red', player: 'blue', tie: 'jade' } as const satisfies Record<Winner, Tone>

function isSpotCode(code: string): code is SpotCode {
  return spotCodes.some((one) => one === code)
}

/** The texts of Baccarat. */
export function useBaccaratTexts(): KindTexts {
  const t = useTranslations('baccarat')
  const cards = useTranslations('cards')
  const spot = (code: string) => (isSpotCode(code) ? t(`spot.${code}`) : code)
  return {
    spot,
    // The banker of the no-commission game has two.
    odds: (one: Spot) =>
      oddsOf(one)
        .toSorted((first, other) => Number(first.mark === 'banker-6') - Number(other.mark === 'banker-6'))
        .map(({ mark, odds }) => (mark === 'banker-6' ? t('six', { odds }) : odds))
        .join(' · '),
    dealt: cards('dealt'),
    outcome(outcome: TableOutcome): OutcomeTexts {
      if (outcome.kind !== 'baccarat') throw new TypeError(`An outcome of ${outcome.kind} is none of Baccarat.`)
      const { winner } = roadRoundOf(outcome)
      const [player, banker] = [pointsOf(outcome.player), pointsOf(outcome.banker)]
      const title = t(`result.${winner}`)
      return {
        title,
        sentence: t('sentence', { player, banker, winner: title }),
        name: spot(winner),
        figures: `${player}:${banker}`,
        tone: winnerTones[winner],
      }
    },
  }
}
