import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { VisibleBlackjack } from '#domain/games/blackjack/visible.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { useCardName } from '../table/cards/card-name.ts'
import { resultOf, type SeatState } from './seat-state.ts'
import { useTotalWords } from './seat-text.ts'

/** Tells screen readers what lies there when a decision is due, and the end of a round. */
export function SeatLiveLine({ state }: { state: SeatState }): ReactNode {
  const text = useText(state)
  return (
    <output className="visually-hidden" aria-live="polite">
      {text}
    </output>
  )
}

function useText({ phase, round }: SeatState): string {
  const t = useTranslations('blackjack')
  const result = useTranslations('blackjack.result')
  const total = useTotalWords()
  const over = useOverText()
  const cardName = useCardName()
  const money = useMoney()
  if (!round?.view || (phase !== 'deciding' && phase !== 'betting')) return ''
  const { dealer, hands, active, actions } = round.view
  const cards = (held: (typeof hands)[number]) =>
    t('total', { name: held.cards.map(cardName).join(', '), total: total(held.total) })
  if (phase === 'deciding') {
    const held = hands[active ?? 0]
    return t('live.decide', {
      hand: held ? cards(held) : '',
      dealer: dealer.cards.map(cardName).join(', '),
      actions: actions.map(({ action }) => t(`actions.${action}`)).join(', '),
    })
  }
  const ended = resultOf(round)
  if (!ended) return ''
  const { staked, returned } = ended
  const sum =
    returned > staked
      ? t('live.won', { amount: money(returned - staked) })
      : result('returned', { staked: money(staked), returned: money(returned) })
  return `${over(round.view)} ${sum}`
}

/** What the dealer and each hand came to, and how each ended. */
export function useOverText(): (view: Pick<VisibleBlackjack, 'dealer' | 'hands'>) => string {
  const t = useTranslations('blackjack')
  const total = useTotalWords()
  return ({ dealer, hands }) => {
    const outcomes = hands.flatMap(({ outcome, total: sum }) =>
      outcome ? [t('total', { name: t(`outcome.${outcome}`), total: total(sum) })] : [],
    )
    return t('live.over', { dealer: total(dealer.total), outcomes: outcomes.join(', ') })
  }
}
