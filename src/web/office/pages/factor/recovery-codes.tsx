import { Button, Checkbox, CopyButton, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import forms from '#web/office/kit/forms.module.css'
import { useOfficeAction } from '#web/office/kit/use-office.ts'
import classes from './factor.module.css'

/** New recovery codes, shown once; they count when the operator has confirmed that they are stored. */
export function RecoveryCodes(props: { codes: readonly string[]; onConfirmed: () => void }): ReactNode {
  const t = useTranslations('office')
  const [isStored, setStored] = useState(false)
  const confirm = useOfficeAction('confirm-recovery-codes', props.onConfirmed)
  return (
    <div className={forms.form}>
      <Text>{t('factor.recoveryText')}</Text>
      <ul className={classes.codes} aria-label={t('factor.recoveryTitle')}>
        {props.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton value={props.codes.join('\n')}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {t(copied ? 'common.copied' : 'common.copy')}
          </Button>
        )}
      </CopyButton>
      <Checkbox
        label={t('factor.recoveryStored')}
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Button disabled={!isStored} loading={confirm.isPending} onClick={() => confirm.mutate({})}>
        {t('factor.recoveryConfirm')}
      </Button>
    </div>
  )
}
