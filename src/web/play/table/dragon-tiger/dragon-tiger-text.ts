import { useTranslations } from 'use-intl/react'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { dragonTigerRoadRound } from '#domain/games/table/roads/road-round.ts'
import { rankText, useRankName } from '../cards/card-name.ts'
import { oddsOf } from '../odds.ts'
import type { KindTexts, OutcomeTexts, Tone } from '../table-kind.ts'

/** The spots of Dragon Tiger, from left to right as they lie on the table. */
export const spotCodes = ['dragon', 'tie', 'suited-tie', 'tiger'] as const
type SpotCode = (typeof spotCodes)[number]

export const spotTones = {
  dragon: 'red',
  tie: 'jade',
  'suited-tie': 'jade',
  tiger: 'gold',
} as const satisfies Record<SpotCode, Tone>

function isSpotCode(code: string): code is SpotCode {
  return spotCodes.some((one) => one === code)
}

/** The texts of Dragon Tiger. */
export function useDragonTigerTexts(): KindTexts {
  const t = useTranslations('dragonTiger')
  const cards = useTranslations('cards')
  const rank = useRankName()
  const spot = (code: string) => (isSpotCode(code) ? t(`spot.${code}`) : code)
  return {
    spot,
    odds: (one) =>
      oddsOf(one)
        .map(({ odds }) => odds)
        .join(' · '),
    dealt: cards('dealt'),
    outcome(outcome: TableOutcome): OutcomeTexts {
      if (outcome.kind !== 'dragon-tiger') throw new TypeError(`An outcome of ${outcome.kind} is none of Dragon Tiger.`)
      const { dragon, tiger } = outcome
      const { winner, isSuited } = dragonTigerRoadRound(outcome)
      const title = t(`result.${isSuited ? 'suited' : winner}`)
      return {
        title,
        sentence: t('sentence', { dragon: rank(dragon), tiger: rank(tiger), winner: title }),
        name: spot(isSuited ? 'suited-tie' : winner),
        figures: `${rankText(dragon)}:${rankText(tiger)}`,
        tone: spotTones[winner],
      }
    },
  }
}
