import { exclusionLengths, type ExclusionLength } from '#domain/limit.ts'
import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { SecretField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { useTroubleWords } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '../form.module.css'
import { queryClient } from '../query-client.ts'
import { LengthChoice } from './length-choice.tsx'
import style from './limits.module.css'

/** Self-exclusion: the length first, then a dialog that asks for the password and whose button names the act. */
export function ExcludeForm(): ReactNode {
  const words = useTranslations('limits.exclude')
  const [length, setLength] = useState<ExclusionLength | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className={style.text}>{words('text')}</p>
      <LengthChoice label={words('choose')} lengths={exclusionLengths} value={length} onChange={setLength} />
      {length !== null && <Button onClick={() => setOpen(true)}>{words('open')}</Button>}
      {isOpen && length !== null && <ExcludeDialog length={length} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExcludeDialog({ length, onClose }: { length: ExclusionLength; onClose: () => void }): ReactNode {
  const words = useTranslations('limits.exclude')
  const lasts = useTranslations('limits.lasts')
  const common = useTranslations('common')
  const trouble = useTroubleWords()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const exclude = useMutation({
    mutationFn: (pw: string) => call('exclude-me', { lasts: length, pw }),
  })
  const submit = async () => {
    if (password === '') return setProblem(words('required'))
    setProblem(undefined)
    try {
      const answer = await exclude.mutateAsync(password)
      if (answer.status === 'fail') return setProblem(words('wrong'))
      if (answer.status === 'throttled') return setProblem(words('throttled', { seconds: answer.retryAfter }))
      toast(words('done'), 'success')
      onClose()
      await queryClient.invalidateQueries()
    } catch (error) {
      setProblem(trouble(error))
    }
  }
  const name = lasts(length)
  return (
    <Dialog title={words('askTitle', { lasts: name })} onClose={onClose}>
      <Form className={form.form} busy={exclude.isPending} onSubmit={submit}>
        <p>{words('askText')}</p>
        <SecretField
          label={words('password')}
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
          <Button type="submit" look="danger" busy={exclude.isPending}>
            {length === 'ever' ? words('actEver') : words('act', { lasts: name })}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
