import { cardText, type Card } from '#domain/games/table/cards.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { placesPaid } from '#domain/games/table/race/marks.ts'
import { outcomeView, type SideView } from '#domain/games/table/outcome-view.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import style from './series.module.css'

/** What a round of a table showed, drawn small: cards, a pocket of the wheel, dice, or the order of a race. */
export function ShownOutcome({ outcome }: { outcome: TableOutcome }): ReactNode {
  const t = useTranslations('fairnessSeries')
  const view = outcomeView(outcome)
  switch (view.kind) {
    case 'cards':
      return (
        <div className={style.sides}>
          {view.sides.map((side) => (
            <Side key={side.side} side={side} />
          ))}
          {view.isTie && <span className={style.tie}>{t('tie')}</span>}
        </div>
      )
    case 'pocket':
      return (
        <span className={style.pocket} data-color={view.color}>
          {view.pocket}
          <span className="visually-hidden"> {t(`color.${view.color}`)}</span>
        </span>
      )
    case 'order':
      return (
        <span className={style.order}>
          {view.order.map((runner, index) => (
            <span key={runner} className={style.runner} data-first={index < placesPaid}>
              {`${runner} `}
            </span>
          ))}
        </span>
      )
    case 'dice':
      return (
        <span className={style.dice}>
          {view.dice.map((die, index) => (
            // Dice are in the order of their draws.
            // oxlint-disable-next-line react/no-array-index-key
            <Die key={index} die={die} />
          ))}
          <span className={style.total}>
            <span aria-hidden="true">{view.total}</span>
            <span className="visually-hidden">{t('total', { total: String(view.total) })}</span>
          </span>
        </span>
      )
  }
}

function Side({ side: { side, cards, points, wins } }: { side: SideView }): ReactNode {
  const t = useTranslations('fairnessSeries.side')
  return (
    <div className={style.side} data-side={side} data-wins={wins}>
      <span className={style.sideName}>
        {t(side)}
        {points !== null && <b> {points}</b>}
      </span>
      <span className={style.cards}>
        {cards.map((card, index) => (
          // A shoe has a card several times.
          // oxlint-disable-next-line react/no-array-index-key
          <PlayingCard key={index} card={card} />
        ))}
      </span>
    </div>
  )
}

/** The suits in the order of the cards' numbers: as they are read, and as a path in a square of 24. */
const suits = [
  {
    name: '♣',
    path: 'M12 2.2a4.6 4.6 0 0 1 3.6 7.4 4.6 4.6 0 1 1-2.5 7.6c.2 1.9.9 3.3 2.4 4.8h-7c1.5-1.5 2.2-2.9 2.4-4.8a4.6 4.6 0 1 1-2.5-7.6 4.6 4.6 0 0 1 3.6-7.4z',
  },
  { name: '♦', path: 'M12 1.5l7.6 10.5L12 22.5 4.4 12z' },
  { name: '♥', path: 'M12 21.5C5 15.6 2.4 12 2.4 8.4A5 5 0 0 1 12 6.2a5 5 0 0 1 9.6 2.2c0 3.6-2.6 7.2-9.6 13.1z' },
  {
    name: '♠',
    path: 'M12 1.8c0 0 9.2 7 9.2 12.3a4.5 4.5 0 0 1-8 2.8c.2 1.9.8 3.4 2.3 5.1h-7c1.5-1.7 2.1-3.2 2.3-5.1a4.5 4.5 0 0 1-8-2.8C2.8 8.8 12 1.8 12 1.8z',
  },
] as const

/** A card drawn small. */
export function PlayingCard({ card }: { card: Card }): ReactNode {
  const suit = suits[Math.floor(card / 13)]
  const [letter = ''] = cardText(card)
  const rank = letter === 'T' ? '10' : letter
  return (
    <span className={style.card} data-red={suit?.name === '♦' || suit?.name === '♥'}>
      <span className="visually-hidden">{`${rank}${suit?.name} `}</span>
      <span className={style.rank} aria-hidden="true">
        {rank}
      </span>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={suit?.path} fill="currentColor" />
      </svg>
    </span>
  )
}

/** The places of the pips in a square of 3 by 3, by the number of the die. */
const pips = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]] as const

function Die({ die }: { die: number }): ReactNode {
  return (
    <span className={style.die} data-red={die === 1 || die === 4}>
      <span className="visually-hidden">{`${die} `}</span>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {(pips[die] ?? []).map((pip) => (
          <circle key={pip} cx={6 + (pip % 3) * 6} cy={6 + Math.floor(pip / 3) * 6} r={die === 1 ? 3.2 : 2.2} />
        ))}
      </svg>
    </span>
  )
}
