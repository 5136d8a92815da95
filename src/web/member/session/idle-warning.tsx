import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { lastActivity } from '#web/shared/last-activity.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { checkHealth, sessionEnds } from './health-check.ts'
import { checkIntervalMs, endingSoon } from './idle-end.ts'
import { useUser } from './session.ts'
import { loadMessages } from '#web/member/message-parts.ts'

type Warning = { which: 'idle' | 'absolute'; of: number }

/**
 * Warns before a session ends. The button "stay" counts as activity and extends an idle session; the absolute end can
 * only be announced. The warning closes by itself after activity in any tab, and when the session is over.
 */
export function IdleWarning(): ReactNode {
  const signedIn = useUser() !== null
  const [warning, setWarning] = useState<Warning | null>(null)
  const [dismissed, setDismissed] = useState(0)
  useEffect(() => {
    if (!signedIn) return
    let endedAt = 0
    const check = async (): Promise<void> => {
      const ends = sessionEnds()
      const which = endingSoon(ends, lastActivity(), Date.now())
      const of = ends === null ? 0 : Math.min(ends.endsAt, ends.idleEndsAt)
      // Checks at once when the session is over, without waiting for the next health check.
      if (of > 0 && Date.now() >= of && endedAt !== of) {
        endedAt = of
        void checkHealth()
      }
      if (which !== null) await loadMessages('live')
      setWarning((before) =>
        which === null ? null : before?.which === which && before.of === of ? before : { which, of },
      )
    }
    const timer = setInterval(() => void check().catch(() => undefined), checkIntervalMs)
    return () => clearInterval(timer)
  }, [signedIn])
  if (!signedIn || warning === null || dismissed === warning.of) return null
  const close = () => setDismissed(warning.of)
  return warning.which === 'idle' ? <IdleDialog close={close} /> : <AbsoluteDialog close={close} />
}

function IdleDialog({ close }: { close: () => void }): ReactNode {
  const t = useTranslations('signInIdle')
  const common = useTranslations('common')
  const stay = () => {
    close()
    call('get-member', {}).then(checkHealth, () => undefined)
  }
  return (
    <Dialog title={t('title')} onClose={close}>
      <p>{t('text')}</p>
      <DialogActions>
        <Button onClick={close}>{common('close')}</Button>
        <Button variant="gilt" onClick={stay}>
          {t('stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function AbsoluteDialog({ close }: { close: () => void }): ReactNode {
  const t = useTranslations('signInEnd')
  const common = useTranslations('common')
  return (
    <Dialog title={t('title')} onClose={close}>
      <p>{t('text')}</p>
      <DialogActions>
        <Button variant="gilt" onClick={close}>
          {common('confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
