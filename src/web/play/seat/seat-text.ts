import { useTranslations } from 'use-intl/react'
import type { WireSeatRound } from '#contract/seat-round.ts'
import type { HandTotal } from '#domain/games/blackjack/cards.ts'

/** A total as it stands on the table: `17`, and `7 / 17` of a soft one that may still change. */
export function totalText({ total, isSoft }: HandTotal, isOver: boolean): string {
  return isSoft && total < 21 && !isOver ? `${total - 10} / ${total}` : String(total)
}

/** The same in words. */
export function useTotalWords(): (total: HandTotal) => string {
  const t = useTranslations('blackjack')
  return ({ total, isSoft }) => (isSoft ? t('soft', { total: String(total) }) : String(total))
}

/** The decisions of a round in their order; null of one without any. */
export function useDecisionsText(): (decisions: WireSeatRound['decisions']) => string | null {
  const t = useTranslations('blackjack.history')
  const actions = useTranslations('blackjack.actions')
  return (decisions) => {
    const list = decisions.map(({ action, isDefault }) =>
      isDefault ? `${actions(action)} (${t('default')})` : actions(action),
    )
    return list.length === 0 ? null : t('decisions', { list: list.join(', ') })
  }
}
