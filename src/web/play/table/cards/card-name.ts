import { useTranslations } from 'use-intl/react'
import { rankOf, suitOf, type Card } from '#domain/games/table/cards.ts'

const suitKeys = ['clubs', 'diamonds', 'hearts', 'spades'] as const
const rankKeys = { 1: 'ace', 11: 'jack', 12: 'queen', 13: 'king' } as const
const letters = { 1: 'A', 11: 'J', 12: 'Q', 13: 'K' } as const

/** The rank of a card as it is printed on it: `A`, `10`, `K`. */
export function rankText(card: Card): string {
  const rank = rankOf(card)
  return letters[rank as keyof typeof letters] ?? String(rank)
}

/** The rank of a card in words: `king`, `10`. */
export function useRankName(): (card: Card) => string {
  const t = useTranslations('cards.card')
  return (card) => {
    const rank = rankOf(card)
    const court = rankKeys[rank as keyof typeof rankKeys]
    return court ? t(court) : String(rank)
  }
}

/** A card in words: `9 of hearts`. */
export function useCardName(): (card: Card) => string {
  const t = useTranslations('cards.card')
  const rank = useRankName()
  return (card) => t('text', { suit: t(suitKeys[suitOf(card)] ?? 'clubs'), rank: rank(card) })
}
