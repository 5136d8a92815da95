import { Alert, Button, Loader, PasswordInput, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { wholeMinutes } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl'
import { Choices } from '#web/office/kit/choices.tsx'
import type { OfficeLocale } from '#web/office/frame/locale.ts'
import { setSignedIn } from '#web/office/frame/signed-in.ts'
import { Problem } from '#web/office/kit/states.tsx'
import { useLoaded } from '#web/office/kit/use-loaded.ts'
import { reloadOffice } from '#web/office/page-loader.ts'
import { useOfficeAction } from '#web/office/kit/use-office.ts'
import classes from '#web/office/kit/entry.module.css'

/** The sign-in page of operators. A failure clears only the password. */
export function SignInPage(props: {
  locale: OfficeLocale
  setLocale: (locale: OfficeLocale) => void
  hasEnded: boolean
}): ReactNode {
  const t = useTranslations('office.signIn')
  const client = useQueryClient()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isEnrolling, setEnrolling] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const action = useOfficeAction('sign-in', (answer) => {
    if (answer.status === 'success') {
      client.clear()
      return setSignedIn('in')
    }
    setPassword('')
    setProblem(answer.status === 'fail' ? t('fail') : t('throttled', { minutes: wholeMinutes(answer.retryAfter) }))
    return passwordInput.current?.focus()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (login.trim() === '' || password === '') return setProblem(t('required'))
    setProblem(null)
    action.mutate({ login: login.trim(), pw: password })
  }
  if (isEnrolling) {
    return (
      <main className={classes.page}>
        <LoadedEnrolment login={login} onBack={() => setEnrolling(false)} />
        <Choices locale={props.locale} setLocale={props.setLocale} />
      </main>
    )
  }
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit} noValidate>
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        {props.hasEnded && problem === null ? <Alert color="gold">{t('ended')}</Alert> : null}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          label={t('login')}
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
        <PasswordInput
          ref={passwordInput}
          label={t('password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
        <Button type="submit" size="md" loading={action.isPending}>
          {t('submit')}
        </Button>
        <Button variant="subtle" onClick={() => setEnrolling(true)}>
          {t('enrol')}
        </Button>
      </form>
      <Choices locale={props.locale} setLocale={props.setLocale} />
    </main>
  )
}

const loadEnrolment = async () => (await import('./enrolment-form.tsx')).EnrolmentForm

/** The form for an enrolment code is seldom needed: its code is loaded when it is opened. */
function LoadedEnrolment(props: { login: string; onBack: () => void }): ReactNode {
  const t = useTranslations('office')
  const { Loaded, hasFailed } = useLoaded(loadEnrolment, true)
  if (Loaded !== null) return <Loaded {...props} />
  if (hasFailed) return <Problem text={t('errors.load')} retry={() => void reloadOffice()} />
  return <Loader aria-label={t('common.loading')} />
}
