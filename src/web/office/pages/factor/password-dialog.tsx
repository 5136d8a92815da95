import { Alert, Button, Modal, PasswordInput, Text } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { wholeMinutes } from '#web/shared/format.ts'
import forms from '#web/office/kit/forms.module.css'
import { NewPasswordFields } from '#web/office/kit/new-password-fields.tsx'
import { showSuccess, useOfficeAction } from '#web/office/kit/use-office.ts'

/** Changes the operator's own password; takes a proof of the second factor. */
export function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTranslations('office.factor')
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const change = useOfficeAction('change-own-password', (answer) => {
    switch (answer.status) {
      case 'success':
        showSuccess(t('passwordChanged', { count: answer.ended }))
        return onClose()
      case 'throttled':
        return setProblem(t('passwordThrottled', { minutes: wholeMinutes(answer.retryAfter) }))
      case 'fail':
        return setProblem(t('passwordWrong'))
      case 'weak':
        return setProblem(t('passwordWeak'))
      case 'demo':
        return setProblem(t('passwordDemo'))
      default:
        return undefined
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (current === '') return setProblem(t('passwordWrong'))
    if (password === '') return setProblem(t('passwordWeak'))
    if (password !== again) return setProblem(t('passwordDifferent'))
    setProblem(null)
    return change.mutate({ pw: current, newPw: password })
  }
  return (
    <Modal opened onClose={onClose} title={t('password')}>
      <form className={forms.form} onSubmit={submit} noValidate>
        <Text>{t('passwordText')}</Text>
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <PasswordInput
          data-autofocus
          label={t('currentPassword')}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordFields
          first={{ label: t('newPassword'), value: password, onChange: setPassword }}
          again={{ label: t('newPasswordAgain'), value: again, onChange: setAgain }}
        />
        <Button type="submit" loading={change.isPending}>
          {t('passwordSubmit')}
        </Button>
      </form>
    </Modal>
  )
}
