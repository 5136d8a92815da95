import { Button, Modal, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './forms.module.css'

/** Confirms an act that needs a reason: its name, its consequence, further fields, and the reason for the audit. */
export function ReasonDialog(props: {
  title: string
  /** What happens, and what does not. */
  consequence: string
  submit: string
  isBusy: boolean
  /** Who reads the reason; left out, the audit alone. */
  reasonHint?: string
  /** The act takes nothing away. */
  isHarmless?: boolean
  children?: ReactNode
  onSubmit: (reason: string) => void
  onClose: () => void
}): ReactNode {
  const t = useTranslations('office.operator')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    return props.onSubmit(reason.trim())
  }
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Text>{props.consequence}</Text>
        {props.children}
        <Textarea
          data-autofocus
          label={t('reason')}
          description={props.reasonHint ?? t('reasonHint')}
          value={reason}
          maxLength={500}
          rows={2}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
          }}
          error={isMissing ? t('reasonRequired') : null}
        />
        <Button type="submit" {...(props.isHarmless ? {} : { color: 'red.8' })} loading={props.isBusy}>
          {props.submit}
        </Button>
      </form>
    </Modal>
  )
}
