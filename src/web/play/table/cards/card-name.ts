import { useTranslations } from 'use-intl/react'
import { rankOf, suitOf, type Card } from '#domain/games/table/cards.ts'

const suitKeys = ['clubs', 'diamonds', 'hearts', 'spades'] as const
const rankKeys = { 1: 'ace', 11: 'jack', 12: 'queen', 13: 'king' } as const

/** A card in words: `9 of hearts`. */
export function useCardName(): (card: Card) => string {
  const t = useTranslations('cards.card')
  return (card) => {
    const rank = rankOf(card)
    const court = rankKeys[rank as keyof typeof rankKeys]
    return t('text', { suit: t(suitKeys[suitOf(card)] ?? 'clubs'), rank: court ? t(court) : String(rank) })
  }
}
