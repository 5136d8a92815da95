import { Button } from '#web/shared/button.tsx'
import { SecretField, TextField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { Icon } from '#web/shared/icons.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { formatMoment, wholeMinutes } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { loadMessages } from '#web/member/message-parts.ts'
import { usePage } from '#web/member/page-data.ts'
import { signIn } from './sign-in.ts'
import style from './sign-in-form.module.css'

/** Id and password (spec §5): both required; every failure shows the same message. */
export function SignInForm({ onDone }: { onDone?: () => void }): ReactNode {
  const t = useTranslations('signIn')
  const answers = useTranslations('signInAnswer')
  const messages = useTranslations('messages')
  const errors = useTranslations('errors')
  const errorMessage = useErrorMessage()
  const { brand } = usePage().site
  const [id, setId] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  // Long texts that few sign-ins show; they are there before anybody has typed a password.
  useEffect(() => void loadMessages('live').catch(() => undefined), [])

  const submit = async () => {
    if (id.trim() === '' || password === '') return setProblem(messages('msg2030'))
    setBusy(true)
    setProblem('')
    try {
      const answer = await signIn(id.trim(), password)
      if (answer.status === 'success') {
        toast(answer.restricted ? errors('restricted') : messages('msg2029'), answer.restricted ? 'info' : 'success')
        if (answer.passwordResetAt !== undefined)
          toast(answers('wasReset', { time: formatMoment(answer.passwordResetAt, brand.timeZone) }), 'danger')
        onDone?.()
      } else if (answer.status === 'throttled') setProblem(t('throttled', { minutes: wholeMinutes(answer.retryAfter) }))
      else if (answer.status === 'pending') setProblem(answers('pending'))
      else setProblem(messages('msg2030'))
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form className={style.form} busy={busy} onSubmit={submit}>
      <TextField
        label={t('id')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={id}
        onChange={(event) => {
          setId(event.target.value)
          setProblem('')
        }}
      />
      <SecretField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setProblem('')
        }}
      />
      <p className={style.problem} role="alert">
        {problem !== '' && <Icon name="info" size={16} />}
        {problem}
      </p>
      <Button type="submit" variant="gilt" wide busy={busy}>
        {busy ? messages('msg2214') : t('submit')}
      </Button>
    </Form>
  )
}
