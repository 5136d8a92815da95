import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { CheckField } from '#web/shared/field.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { LegalText, type LegalName } from './legal-text.tsx'
import style from './register.module.css'

/** A checkbox for one agreement, and its text in a dialog. */
export function Agreement(props: { of: LegalName; checked: boolean; onChange: (checked: boolean) => void }): ReactNode {
  const t = useTranslations('registration')
  const legal = useTranslations('registration.legal')
  const [reading, setReading] = useState(false)
  const title = legal(`${props.of}Title`)
  return (
    <div className={style.agreement}>
      <CheckField
        label={t(props.of)}
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <Button variant="quiet" onClick={() => setReading(true)}>
        <span className="visually-hidden">{title} </span>
        {legal('read')}
      </Button>
      {reading && <Text of={props.of} title={title} onClose={() => setReading(false)} />}
    </div>
  )
}

function Text(props: { of: LegalName; title: string; onClose: () => void }): ReactNode {
  const common = useTranslations('common')
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <LegalText of={props.of} />
      <DialogActions>
        <Button onClick={props.onClose}>{common('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
