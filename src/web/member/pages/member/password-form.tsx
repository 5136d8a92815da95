import { passwordFault } from '#domain/member-secret.ts'
import { Button } from '#web/shared/button.tsx'
import { SecretField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { wholeMinutes } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import { PasswordStrengthBar } from '#web/member/kit/password-strength.tsx'
import { useUser } from '#web/member/session/session.ts'
import { useChangePassword } from './use-change-password.ts'

type Problem = { field: 'current' | 'fresh' | 'again'; text: string } | null

/** Changes the password; requires the current one. */
export function PasswordForm(): ReactNode {
  const t = useTranslations('member')
  const faults = useTranslations('member.faults')
  const signIn = useTranslations('signIn')
  const errorMessage = useErrorMessage()
  const user = useUser()
  const change = useChangePassword()
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<Problem>(null)
  const submit = async () => {
    if (current === '') return setProblem({ field: 'current', text: faults('required') })
    const fault = passwordFault(fresh, [user?.userId ?? '', user?.nick ?? ''])
    if (fault !== null) return setProblem({ field: 'fresh', text: faults(fault) })
    if (fresh !== again) return setProblem({ field: 'again', text: t('different') })
    setProblem(null)
    try {
      const answer = await change.mutateAsync({ pw: current, newPw: fresh })
      if (answer.status === 'fail') return setProblem({ field: 'current', text: t('wrongPassword') })
      if (answer.status === 'weak') return setProblem({ field: 'fresh', text: faults('simple') })
      if (answer.status === 'throttled') {
        return setProblem({ field: 'current', text: signIn('throttled', { minutes: wholeMinutes(answer.retryAfter) }) })
      }
      toast(t('passwordChanged'), 'success')
      for (const clear of [setCurrent, setFresh, setAgain]) clear('')
    } catch (error) {
      setProblem({ field: 'current', text: errorMessage(error) })
    }
  }
  const errorOf = (field: 'current' | 'fresh' | 'again') => (problem?.field === field ? problem.text : undefined)
  return (
    <Form className={form.form} busy={change.isPending} onSubmit={submit}>
      <SecretField
        label={t('currentPassword')}
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        error={errorOf('current')}
      />
      <SecretField
        label={t('newPassword')}
        autoComplete="new-password"
        value={fresh}
        onChange={(event) => setFresh(event.target.value)}
        error={errorOf('fresh')}
      />
      <PasswordStrengthBar password={fresh} names={[user?.userId ?? '', user?.nick ?? '']} />
      <SecretField
        label={t('newPasswordAgain')}
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={errorOf('again')}
      />
      <Button type="submit" busy={change.isPending}>
        {t('change')}
      </Button>
    </Form>
  )
}
