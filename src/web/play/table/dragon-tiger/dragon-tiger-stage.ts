import { useTranslations } from 'use-intl/react'
import { dragonTigerRoadRound } from '#domain/games/table/roads/road-round.ts'
import type { CardTable, SideTexts } from '../cards/card-stage.tsx'
import { rankText, useRankName } from '../cards/card-name.ts'
import { planOf } from './dragon-tiger-deal.ts'
import { spotTones } from './dragon-tiger-text.ts'

/** The stage of Dragon Tiger: the dragon's card on the left, the tiger's on the right. */
export const dragonTigerTable: CardTable = {
  picture: 'table/dragon-tiger',
  planOf: (outcome, dealMs) => (outcome.kind === 'dragon-tiger' ? planOf(outcome, dealMs) : null),
  winnerOf(outcome) {
    const winner = outcome.kind === 'dragon-tiger' ? dragonTigerRoadRound(outcome).winner : 'tie'
    if (winner === 'tie') return null
    return winner === 'dragon' ? 'left' : 'right'
  },
  useSides,
}

function useSides(): Record<'left' | 'right', SideTexts> {
  const t = useTranslations('dragonTiger.spot')
  const rank = useRankName()
  const sideOf = (side: 'dragon' | 'tiger'): SideTexts => ({
    name: t(side),
    tone: spotTones[side],
    figure: ([card = 0]) => ({ text: rankText(card), label: `${t(side)} ${rank(card)}` }),
  })
  return { left: sideOf('dragon'), right: sideOf('tiger') }
}
