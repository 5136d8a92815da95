import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import { limitMessageKeys, NoticeBox, useOffline } from '#web/play/kit/notice-box.tsx'
import type { SeatNotice } from './seat-state.ts'

/** The reason of a refusal, or the loss of the connection. */
export function SeatNoticeLine(props: { notice: SeatNotice | null; onDismiss: () => void }): ReactNode {
  const { notice, onDismiss } = props
  const offline = useOffline()
  const text = useText()
  const stays = offline || notice?.kind === 'closed'
  return (
    <NoticeBox
      text={text(notice, offline)}
      hasLimits={!offline && (notice?.kind === 'limit' || notice?.kind === 'excluded')}
      onDismiss={stays ? null : onDismiss}
    />
  )
}

function useText(): (notice: SeatNotice | null, offline: boolean) => string | null {
  const t = useTranslations('blackjack.notice')
  const shared = useTranslations('play.notice')
  const locale = useLocaleCode()
  const money = useMoney()
  return (notice, offline) => {
    if (offline) return shared('offline')
    if (notice === null) return null
    switch (notice.kind) {
      case 'limit':
        return shared(limitMessageKeys[notice.which], { remaining: formatMoney(notice.remaining, locale) })
      case 'excluded':
      case 'used':
        return shared(notice.kind)
      case 'least':
      case 'most':
        return t(notice.kind, { amount: money(notice.amount) })
      default:
        return t(notice.kind)
    }
  }
}
