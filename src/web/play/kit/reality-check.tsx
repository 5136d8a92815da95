import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Amount } from '#domain/money.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { useSignedMoney } from './money.ts'
import { usePlayed } from './use-played.ts'

/** The reality check: time played and net result. Both buttons look the same. */
export function RealityCheck(props: {
  state: { startedAt: number; net: Amount }
  onContinue: () => void
  onClose: () => void
}): ReactNode {
  const t = useTranslations('play.reality')
  const money = useSignedMoney()
  const played = usePlayed(props.state.startedAt)
  return (
    <Dialog title={t('title')} onClose={props.onContinue} mustAnswer>
      <p>{t('text', { played })}</p>
      <p>{t('net', { net: money(props.state.net) })}</p>
      <DialogActions>
        <Button onClick={props.onClose}>{t('close')}</Button>
        <Button onClick={props.onContinue}>{t('continue')}</Button>
      </DialogActions>
    </Dialog>
  )
}
