import { useEffect, useState, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import { load as loadAnswers } from 'messages:answers'
import { load as loadReplay } from 'messages:watch'
import { Dialog } from '#web/shared/dialog.tsx'
import { MessagesProvider, useLocaleCode, type LoadedMessages } from '#web/shared/messages.tsx'
import { ShareRound } from '#web/shared/share-round.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { load as loadSite } from 'messages:site'

/** Shares a round of the window; its texts are loaded with it. */
export function ShareDialog({ roundId, onClose }: { roundId: string; onClose: () => void }): ReactNode {
  const t = useTranslations('play.replay')
  const locale = useLocaleCode()
  const timeZone = useTimeZone() ?? 'UTC'
  const [messages, setMessages] = useState<LoadedMessages | 'failed' | null>(null)
  useEffect(() => {
    Promise.all([loadSite[locale](), loadAnswers[locale](), loadReplay[locale]()]).then(
      (parts) => setMessages(Object.assign({}, ...parts.map((part) => part.messages)) as LoadedMessages),
      () => setMessages('failed'),
    )
  }, [locale])
  return (
    <Dialog title={t('share')} onClose={onClose}>
      {messages === null && <Skeleton rows={3} height={44} />}
      {messages === 'failed' && <p role="alert">{t('shareFailed')}</p>}
      {messages !== null && messages !== 'failed' && (
        <MessagesProvider locale={locale} messages={messages} timeZone={timeZone}>
          <ShareRound roundId={roundId} />
        </MessagesProvider>
      )}
    </Dialog>
  )
}
