import { Alert, Button, Text, TextInput, Title } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { wholeMinutes } from '#web/shared/format.ts'
import classes from '#web/office/kit/entry.module.css'
import { NewPasswordFields } from '#web/office/kit/new-password-fields.tsx'
import { showSuccess, useOfficeAction } from '#web/office/kit/use-office.ts'

/** Sets a new password with the code of a reset; the sign-in follows with the new one. */
export function EnrolmentForm(props: { login: string; onBack: () => void }): ReactNode {
  const t = useTranslations('office.signIn')
  const [login, setLogin] = useState(props.login)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const action = useOfficeAction('enrol-operator', (answer) => {
    if (answer.status === 'success') {
      showSuccess(t('enrolled'))
      return props.onBack()
    }
    if (answer.status === 'throttled') return setProblem(t('throttled', { minutes: wholeMinutes(answer.retryAfter) }))
    return setProblem(t(answer.status === 'weak' ? 'weak' : 'enrolFail'))
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if ([login.trim(), code.trim(), password].includes('')) return setProblem(t('enrolRequired'))
    if (password !== again) return setProblem(t('different'))
    setProblem(null)
    return action.mutate({ login: login.trim(), code: code.trim(), newPw: password })
  }
  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <Title order={1} size="h3">
        {t('enrolTitle')}
      </Title>
      <Text size="sm">{t('enrolText')}</Text>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <TextInput
        label={t('login')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
      />
      <TextInput
        label={t('code')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <NewPasswordFields
        first={{ label: t('newPassword'), value: password, onChange: setPassword }}
        again={{ label: t('newPasswordAgain'), value: again, onChange: setAgain }}
      />
      <Button type="submit" size="md" loading={action.isPending}>
        {t('enrolSubmit')}
      </Button>
      <Button variant="subtle" onClick={props.onBack}>
        {t('back')}
      </Button>
    </form>
  )
}
