import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useMoney } from '#web/play/kit/money.ts'
import type { KindTexts } from './table-kind.ts'
import type { TableAnnouncement } from './table-notice.ts'

type Texts = Pick<KindTexts, 'spot' | 'outcome'>

/** Announces bets, what is shown and results to screen readers. */
export function TableLiveLine(props: { announcement: TableAnnouncement | null; texts: Texts }): ReactNode {
  const { announcement, texts } = props
  const text = useText(texts)
  return (
    <output className="visually-hidden" aria-live="polite">
      {announcement ? text(announcement) : ''}
    </output>
  )
}

function useText(texts: Texts): (announcement: TableAnnouncement) => string {
  const t = useTranslations('table.live')
  const result = useTranslations('table.result')
  const money = useMoney()
  return (said) => {
    switch (said.kind) {
      case 'opened':
        return t('opened', said)
      case 'placed': {
        const [stake, total] = [money(said.stake), money(said.total)]
        return said.spot === null
          ? t('placedMore', { stake, total })
          : t('placed', { spot: texts.spot(said.spot), stake, total })
      }
      case 'undone':
        return t('undone', { total: money(said.total) })
      case 'closed':
        return t('closed')
      case 'shown':
        return said.text
      case 'void':
        return said.money ? result('void', { staked: money(said.money.returned) }) : result('interrupted')
      case 'result': {
        const { sentence } = texts.outcome(said.outcome)
        if (!said.money) return sentence
        const { staked, returned } = said.money
        return returned > staked
          ? `${sentence} ${t('won', { amount: money(returned - staked) })}`
          : `${sentence} ${result('returned', { staked: money(staked), returned: money(returned) })}`
      }
    }
  }
}
