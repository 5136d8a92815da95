import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { pointsOf } from '#domain/games/table/baccarat/hands.ts'
import { rankOf, suitOf, type Card } from '#domain/games/table/cards.ts'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { useSpotName } from './spot-text.ts'
import type { TableAnnouncement } from './table-notice.ts'

const suitKeys = ['clubs', 'diamonds', 'hearts', 'spades'] as const
const rankKeys = { 1: 'ace', 11: 'jack', 12: 'queen', 13: 'king' } as const

/** Announces bets, cards and results to screen readers. */
export function TableLiveLine({ announcement }: { announcement: TableAnnouncement | null }): ReactNode {
  const text = useText()
  return (
    <output className="visually-hidden" aria-live="polite">
      {announcement ? text(announcement) : ''}
    </output>
  )
}

/** A card in words: `9 of hearts`. */
export function useCardName(): (card: Card) => string {
  const t = useTranslations('table.card')
  return (card) => {
    const rank = rankOf(card)
    const court = rankKeys[rank as keyof typeof rankKeys]
    return t('text', { suit: t(suitKeys[suitOf(card)] ?? 'clubs'), rank: court ? t(court) : String(rank) })
  }
}

function useText(): (announcement: TableAnnouncement) => string {
  const t = useTranslations('table.live')
  const result = useTranslations('table.result')
  const name = useSpotName()
  const card = useCardName()
  const money = useMoney()
  return (said) => {
    switch (said.kind) {
      case 'opened':
        return t('opened', said)
      case 'placed': {
        const [stake, total] = [money(said.stake), money(said.total)]
        return said.spot === null
          ? t('placedMore', { stake, total })
          : t('placed', { spot: name(said.spot), stake, total })
      }
      case 'undone':
        return t('undone', { total: money(said.total) })
      case 'closed':
        return t('closed')
      case 'card':
        return t('card', { side: name(said.side), card: card(said.card) })
      case 'void':
        return said.money ? result('void', { staked: money(said.money.returned) }) : result('interrupted')
      case 'result': {
        const { outcome } = said
        const [player, banker] = [pointsOf(outcome.player), pointsOf(outcome.banker)]
        const ended = t('result', { player, banker, winner: result(roadRoundOf(outcome).winner) })
        if (!said.money) return ended
        const { staked, returned } = said.money
        return returned > staked
          ? `${ended} ${t('won', { amount: money(returned - staked) })}`
          : `${ended} ${result('returned', { staked: money(staked), returned: money(returned) })}`
      }
    }
  }
}
