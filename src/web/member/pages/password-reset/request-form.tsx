import { Button } from '#web/shared/button.tsx'
import { TextField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import style from './reset.module.css'
import { useRequestReset } from './use-reset.ts'

/** Id and phone number. The response never reveals whether they match. */
export function RequestForm({ id, onId }: { id: string; onId: (id: string) => void }): ReactNode {
  const t = useTranslations('passwordReset')
  const faults = useTranslations('member.faults')
  const errorMessage = useErrorMessage()
  const request = useRequestReset()
  const [phone, setPhone] = useState('')
  const [missing, setMissing] = useState<'id' | 'phone' | null>(null)
  const [problem, setProblem] = useState('')
  const submit = async () => {
    if (id.trim() === '') return setMissing('id')
    if (phone.trim() === '') return setMissing('phone')
    setMissing(null)
    setProblem('')
    await request
      .mutateAsync({ id: id.trim(), phone: phone.trim() })
      .catch((error: unknown) => setProblem(errorMessage(error)))
  }
  return (
    <Form className={form.form} busy={request.isPending} onSubmit={submit}>
      <p className={style.text}>{t('requestText')}</p>
      <TextField
        label={t('id')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        value={id}
        onChange={(event) => onId(event.target.value)}
        error={missing === 'id' ? faults('required') : undefined}
      />
      <TextField
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
        error={missing === 'phone' ? faults('required') : undefined}
      />
      <p className={form.problem} role="alert">
        {problem}
      </p>
      {request.isSuccess && <output className={style.done}>{t('requested')}</output>}
      <Button type="submit" wide busy={request.isPending}>
        {t('request')}
      </Button>
    </Form>
  )
}
