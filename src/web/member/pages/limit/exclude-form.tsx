import { exclusionLengths, type ExclusionLength } from '#domain/limit.ts'
import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { SecretField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useMutation } from '@tanstack/react-query'
import { wholeMinutes } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import { queryClient } from '#web/member/kit/query-client.ts'
import { LengthChoice } from './length-choice.tsx'
import style from './limits.module.css'

/** Self-exclusion: choose the length, then confirm with the password in a dialog whose button names the action. */
export function ExcludeForm(): ReactNode {
  const t = useTranslations('limit.exclude')
  const [length, setLength] = useState<ExclusionLength | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className={style.text}>{t('text')}</p>
      <LengthChoice label={t('choose')} lengths={exclusionLengths} value={length} onChange={setLength} />
      {length !== null && <Button onClick={() => setOpen(true)}>{t('open')}</Button>}
      {isOpen && length !== null && <ExcludeDialog length={length} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExcludeDialog({ length, onClose }: { length: ExclusionLength; onClose: () => void }): ReactNode {
  const t = useTranslations('limit.exclude')
  const lasts = useTranslations('limit.lengths')
  const common = useTranslations('common')
  const errorMessage = useErrorMessage()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const exclude = useMutation({
    mutationFn: (pw: string) => call('exclude-me', { lasts: length, pw }),
  })
  const submit = async () => {
    if (password === '') return setProblem(t('required'))
    setProblem(undefined)
    try {
      const answer = await exclude.mutateAsync(password)
      if (answer.status === 'fail') return setProblem(t('wrong'))
      if (answer.status === 'throttled') return setProblem(t('throttled', { minutes: wholeMinutes(answer.retryAfter) }))
      toast(t('done'), 'success')
      onClose()
      await queryClient.invalidateQueries()
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }
  const name = lasts(length)
  return (
    <Dialog title={t('confirmTitle', { lasts: name })} onClose={onClose}>
      <Form className={form.form} busy={exclude.isPending} onSubmit={submit}>
        <p>{t('confirmText')}</p>
        <SecretField
          label={t('password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem(undefined)
          }}
          error={problem}
        />
        <DialogActions>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="danger" busy={exclude.isPending}>
            {length === 'ever' ? t('submitForever') : t('submit', { lasts: name })}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
