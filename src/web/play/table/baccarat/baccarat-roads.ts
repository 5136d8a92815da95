import { useTranslations } from 'use-intl/react'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { roundText } from '#domain/games/table/roads/road-text.ts'
import type { RoadKind } from '../roads/road-marks.ts'
import { useBaccaratTexts, winnerTones } from './baccarat-text.ts'

const winners = ['banker', 'player', 'tie'] as const

/** The roads of Baccarat: a pair of the banker is a dot at the upper left, one of the player at the lower right. */
export const baccaratRoads: RoadKind = {
  markOf(outcome) {
    if (outcome.kind !== 'baccarat') return null
    const round = roadRoundOf(outcome)
    const { winner, bankerPair, playerPair } = round
    return {
      winner,
      tone: winnerTones[winner],
      text: roundText(round),
      upper: bankerPair ? 'red' : null,
      lower: playerPair ? 'blue' : null,
    }
  },
  winners: winners.map((winner) => ({ winner, tone: winnerTones[winner] })),
  useTexts() {
    const t = useTranslations('baccarat')
    const { spot } = useBaccaratTexts()
    const bead = winners.map((winner) => [winner, t(`bead.${winner}`)] as const)
    return { name: spot, bead: (winner) => new Map<string, string>(bead).get(winner) ?? '', legend: t('legend') }
  },
}
