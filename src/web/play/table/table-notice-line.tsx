import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import { limitMessageKeys, NoticeBox, useOffline } from '#web/play/kit/notice-box.tsx'
import type { KindTexts } from './table-kind.ts'
import type { TableNotice } from './table-notice.ts'

/** The reason of a refusal, or the loss of the connection. */
export function TableNoticeLine(props: {
  notice: TableNotice | null
  texts: Pick<KindTexts, 'spot'>
  onDismiss: () => void
}): ReactNode {
  const { notice, texts, onDismiss } = props
  const offline = useOffline()
  const text = useText(texts)
  return (
    <NoticeBox
      text={text(notice, offline)}
      hasLimits={!offline && (notice?.kind === 'limit' || notice?.kind === 'excluded')}
      onDismiss={offline ? null : onDismiss}
    />
  )
}

function useText({
  spot: name,
}: Pick<KindTexts, 'spot'>): (notice: TableNotice | null, offline: boolean) => string | null {
  const t = useTranslations('table.notice')
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
      case 'table':
        return notice.room > 0n
          ? t('table', { spot: name(notice.spot), room: money(notice.room) })
          : t('full', { spot: name(notice.spot) })
      case 'least':
        return t('least', { least: money(notice.least) })
      case 'chip':
        return t('chip', { chip: money(notice.chip) })
      default:
        return t(notice.kind)
    }
  }
}
