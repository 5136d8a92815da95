import { rankOf, suitOf, type Card } from '#domain/games/table/cards.ts'
import type { ReactNode } from 'react'
import style from './cards.module.css'

const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
const suits = ['♣', '♦', '♥', '♠']

/** A card as players write it: `A♠`. */
export function cardText(card: Card): string {
  return `${ranks[rankOf(card) - 1] ?? ''}${suits[suitOf(card)] ?? ''}`
}

/** Cards in their order. */
export function Cards({ cards }: { cards: readonly Card[] }): ReactNode {
  return cards.map((card, index) => (
    <Piece key={index} color={suitOf(card) === 1 || suitOf(card) === 2 ? 'red' : 'black'}>
      {cardText(card)}
    </Piece>
  ))
}

/** A card, number or pocket of a result. */
export function Piece({ color, children }: { color?: string; children: ReactNode }): ReactNode {
  return (
    <span className={style.piece} data-color={color}>
      {children}
    </span>
  )
}
