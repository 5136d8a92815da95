import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { CheckField } from '#web/shared/field.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import style from './register.module.css'

const paragraphs = ['first', 'second', 'third', 'fourth', 'fifth'] as const

/** A checkbox for one agreement, and its text in a dialog. */
export function Agreement(props: {
  of: 'terms' | 'privacy'
  minAge: number
  checked: boolean
  onChange: (checked: boolean) => void
}): ReactNode {
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
      {reading && <Text of={props.of} title={title} minAge={props.minAge} onClose={() => setReading(false)} />}
    </div>
  )
}

function Text(props: { of: 'terms' | 'privacy'; title: string; minAge: number; onClose: () => void }): ReactNode {
  const legal = useTranslations('registration.legal')
  const common = useTranslations('common')
  const { brand } = usePage().site
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <ol className={style.text}>
        {paragraphs.map((which) => (
          <li key={which}>
            {props.of === 'terms'
              ? legal(`terms.${which}`, { brand: brand.name, age: props.minAge })
              : legal(`privacy.${which}`)}
          </li>
        ))}
      </ol>
      <DialogActions>
        <Button onClick={props.onClose}>{common('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
