import { useTranslations } from 'use-intl/react'
import { pointsOf } from '#domain/games/table/baccarat/hands.ts'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import type { CardTable, SideTexts } from '../cards/card-stage.tsx'
import { planOf } from './baccarat-deal.ts'
import { winnerTones } from './baccarat-text.ts'

/** The stage of Baccarat: the player's cards on the left, the banker's on the right. */
export const baccaratTable: CardTable = {
  picture: 'table/place',
  planOf: (outcome, dealMs) => (outcome.kind === 'baccarat' ? planOf(outcome, dealMs) : null),
  winnerOf(outcome) {
    const winner = outcome.kind === 'baccarat' ? roadRoundOf(outcome).winner : 'tie'
    if (winner === 'tie') return null
    return winner === 'player' ? 'left' : 'right'
  },
  useSides,
}

function useSides(): Record<'left' | 'right', SideTexts> {
  const t = useTranslations('baccarat')
  const sideOf = (side: 'player' | 'banker'): SideTexts => ({
    name: t(`spot.${side}`),
    tone: winnerTones[side],
    figure(cards) {
      const points = pointsOf(cards)
      return { text: String(points), label: t('points', { side: t(`spot.${side}`), points }) }
    },
  })
  return { left: sideOf('player'), right: sideOf('banker') }
}
