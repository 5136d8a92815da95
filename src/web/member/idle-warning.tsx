import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { lastAct } from '#web/shared/last-act.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { isIdleEndNear } from './idle-end.ts'
import { useUser } from './session.ts'

const lookMs = 5_000

/** Before an idle session ends: staying is an act. It goes away by itself once any tab acts, or the time is over. */
export function IdleWarning(): ReactNode {
  const words = useTranslations('idle')
  const common = useTranslations('common')
  const signedIn = useUser() !== null
  const [near, setNear] = useState(false)
  const [waved, setWaved] = useState(0)
  useEffect(() => {
    if (!signedIn) return
    const timer = setInterval(() => setNear(isIdleEndNear(lastAct(), Date.now())), lookMs)
    return () => clearInterval(timer)
  }, [signedIn])
  if (!signedIn || !near || waved === lastAct()) return null
  const close = () => setWaved(lastAct())
  const stay = () => {
    setNear(false)
    call('get-member', {}).catch(() => undefined)
  }
  return (
    <Dialog title={words('title')} onClose={close}>
      <p>{words('text')}</p>
      <DialogActions>
        <Button onClick={close}>{common('close')}</Button>
        <Button look="gilt" onClick={stay}>
          {words('stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
