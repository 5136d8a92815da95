import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { limitMessageKeys, NoticeBox, useOffline } from '#web/play/kit/notice-box.tsx'
import type { Notice } from './play-state.ts'

/** The reason of a refusal, or the loss of the connection. */
export function NoticeLine({ notice, onDismiss }: { notice: Notice | null; onDismiss: () => void }): ReactNode {
  const offline = useOffline()
  const text = useText()
  const kind = offline ? null : (notice?.kind ?? null)
  const stays = offline || kind === 'closed' || kind === 'jackpotClosed'
  return (
    <NoticeBox
      text={text(notice, offline)}
      hasLimits={kind === 'limit' || kind === 'excluded'}
      onDismiss={stays ? null : onDismiss}
    />
  )
}

function useText(): (notice: Notice | null, offline: boolean) => string | null {
  const t = useTranslations('slot.notice')
  const shared = useTranslations('play.notice')
  const locale = useLocaleCode()
  return (notice, offline) => {
    if (offline) return shared('offline')
    if (notice === null) return null
    switch (notice.kind) {
      case 'limit':
        return shared(limitMessageKeys[notice.which], { remaining: formatMoney(notice.remaining, locale) })
      case 'excluded':
      case 'used':
        return shared(notice.kind)
      case 'void':
        return t('void', { number: String(notice.nonce) })
      default:
        return t(notice.kind)
    }
  }
}
