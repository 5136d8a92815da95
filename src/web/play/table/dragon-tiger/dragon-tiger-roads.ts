import { useTranslations } from 'use-intl/react'
import { dragonTigerRoadRound } from '#domain/games/table/roads/road-round.ts'
import { dragonTigerText } from '#domain/games/table/roads/road-text.ts'
import type { RoadKind } from '../roads/road-marks.ts'
import { spotTones, useDragonTigerTexts } from './dragon-tiger-text.ts'

const winners = ['dragon', 'tiger', 'tie'] as const

/** The roads of Dragon Tiger: a suited tie has a dot at the upper left. */
export const dragonTigerRoads: RoadKind = {
  markOf(outcome) {
    if (outcome.kind !== 'dragon-tiger') return null
    const round = dragonTigerRoadRound(outcome)
    const { winner, isSuited } = round
    return {
      winner,
      tone: spotTones[winner],
      text: dragonTigerText(round),
      upper: isSuited ? 'gold' : null,
      lower: null,
    }
  },
  winners: winners.map((winner) => ({ winner, tone: spotTones[winner] })),
  useTexts() {
    const t = useTranslations('dragonTiger')
    const { spot } = useDragonTigerTexts()
    const bead = winners.map((winner) => [winner, t(`bead.${winner}`)] as const)
    return { name: spot, bead: (winner) => new Map<string, string>(bead).get(winner) ?? '', legend: t('legend') }
  },
}
