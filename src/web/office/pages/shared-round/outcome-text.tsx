import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { outcomeView, type SideView } from '#domain/games/table/outcome-view.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Cards, cardText, Piece } from '#web/office/kit/cards.tsx'
import { useSpotName } from './spot-name.ts'
import style from './shared-round.module.css'

/** An outcome in one line: who won, the pocket, the dice, or the order of a race. */
export function useOutcomeText(): (outcome: TableOutcome) => string {
  const t = useTranslations('office.sharedRound')
  const spotName = useSpotName()
  return (outcome) => {
    const view = outcomeView(outcome)
    if (view.kind === 'pocket') return t('pocket', { color: t(`colors.${view.color}`), pocket: view.pocket })
    if (view.kind === 'dice') return `${view.dice.join(' · ')} (${view.total})`
    if (view.kind === 'order') return view.order.join('–')
    const winner = view.sides.find(({ wins }) => wins)
    const points = view.sides.map((side) => side.points ?? side.cards.map(cardText).join('')).join(':')
    return `${winner === undefined ? t('tie') : t('wins', { side: spotName(winner.side) })} ${points}`
  }
}

/** An outcome as members saw it: the cards of both sides, a pocket with its colour, dice, or the runners in the order in which they came in. */
export function Outcome({ outcome }: { outcome: TableOutcome }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const view = outcomeView(outcome)
  if (view.kind === 'cards') {
    return (
      <div className={style.sides}>
        {view.sides.map((side) => (
          <Side key={side.side} side={side} />
        ))}
        {view.isTie && <b>{t('tie')}</b>}
      </div>
    )
  }
  if (view.kind === 'pocket') {
    return <Piece color={view.color}>{t('pocket', { color: t(`colors.${view.color}`), pocket: view.pocket })}</Piece>
  }
  const numbers = view.kind === 'order' ? view.order : view.dice
  return (
    <span>
      {numbers.map((number, index) => (
        <Piece key={index}>{number}</Piece>
      ))}{' '}
      {view.kind === 'dice' && t('total', { total: view.total })}
    </span>
  )
}

function Side({ side }: { side: SideView }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const spotName = useSpotName()
  const name = spotName(side.side)
  return (
    <div>
      <span data-wins={side.wins || undefined}>{side.wins ? t('wins', { side: name }) : name}</span>{' '}
      <Cards cards={side.cards} />
      {side.points !== null && <b> {t('points', { points: side.points })}</b>}
    </div>
  )
}
