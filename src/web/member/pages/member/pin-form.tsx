import { pinFault } from '#domain/member-secret.ts'
import { Button } from '#web/shared/button.tsx'
import { SecretField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { formatMoment, wholeMinutes } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import { usePage } from '#web/member/page-data.ts'
import { useChangePin } from './use-change-pin.ts'

type Problem = { field: 'password' | 'pin'; text: string } | null

/** Changes the withdrawal PIN; requires the password. */
export function PinForm(): ReactNode {
  const t = useTranslations('member')
  const cash = useTranslations('moneyRequest.form')
  const faults = useTranslations('member.faults')
  const signIn = useTranslations('signIn')
  const errorMessage = useErrorMessage()
  const { brand } = usePage().site
  const change = useChangePin()
  const [password, setPassword] = useState('')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<Problem>(null)
  const submit = async () => {
    if (password === '') return setProblem({ field: 'password', text: faults('required') })
    const fault = pinFault(pin)
    if (fault !== null) return setProblem({ field: 'pin', text: faults(fault) })
    setProblem(null)
    try {
      const answer = await change.mutateAsync({ pw: password, pass: pin })
      if (answer.status === 'fail') return setProblem({ field: 'password', text: t('wrongPassword') })
      if (answer.status === 'wait') {
        return setProblem({
          field: 'pin',
          text: t('pinWaits', { until: formatMoment(answer.until, brand.timeZone) }),
        })
      }
      if (answer.status === 'weak') return setProblem({ field: 'pin', text: faults('simple') })
      if (answer.status === 'throttled') {
        return setProblem({
          field: 'password',
          text: signIn('throttled', { minutes: wholeMinutes(answer.retryAfter) }),
        })
      }
      toast(t('pinChanged'), 'success')
      setPassword('')
      setPin('')
    } catch (error) {
      setProblem({ field: 'password', text: errorMessage(error) })
    }
  }
  return (
    <Form className={form.form} busy={change.isPending} onSubmit={submit}>
      <SecretField
        label={t('currentPassword')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={problem?.field === 'password' ? problem.text : undefined}
      />
      <SecretField
        label={t('newPin')}
        hint={cash('pinHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={pin}
        onChange={(event) => setPin(event.target.value.replaceAll(/\D/g, ''))}
        error={problem?.field === 'pin' ? problem.text : undefined}
      />
      <Button type="submit" busy={change.isPending}>
        {t('change')}
      </Button>
    </Form>
  )
}
