import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { lastActivity } from '#web/shared/last-activity.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { checkHealth, sessionEnds } from './health-check.ts'
import { endNear, lookMs } from './idle-end.ts'
import { useUser } from './session.ts'
import { loadMessages } from './message-parts.ts'

type Warning = { which: 'idle' | 'absolute'; of: number }

/**
 * Before a session ends. An idle one is kept by staying, which is an act; the absolute end can only be told. It goes away
 * by itself once any tab acts, or the time is over.
 */
export function IdleWarning(): ReactNode {
  const signedIn = useUser() !== null
  const [warning, setWarning] = useState<Warning | null>(null)
  const [waved, setWaved] = useState(0)
  useEffect(() => {
    if (!signedIn) return
    let endedAt = 0
    const look = async (): Promise<void> => {
      const ends = sessionEnds()
      const which = endNear(ends, lastActivity(), Date.now())
      const of = ends === null ? 0 : Math.min(ends.endsAt, ends.idleEndsAt)
      // The page need not wait for its next check to know that the session is over.
      if (of > 0 && Date.now() >= of && endedAt !== of) {
        endedAt = of
        void checkHealth()
      }
      if (which === 'absolute') await loadMessages('live')
      setWarning((before) =>
        which === null ? null : before?.which === which && before.of === of ? before : { which, of },
      )
    }
    const timer = setInterval(() => void look().catch(() => undefined), lookMs)
    return () => clearInterval(timer)
  }, [signedIn])
  if (!signedIn || warning === null || waved === warning.of) return null
  const close = () => setWaved(warning.of)
  return warning.which === 'idle' ? <IdleDialog close={close} /> : <AbsoluteDialog close={close} />
}

function IdleDialog({ close }: { close: () => void }): ReactNode {
  const t = useTranslations('idle')
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
  const t = useTranslations('live')
  const common = useTranslations('common')
  return (
    <Dialog title={t('endsTitle')} onClose={close}>
      <p>{t('endsText')}</p>
      <DialogActions>
        <Button variant="gilt" onClick={close}>
          {common('confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
