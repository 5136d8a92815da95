import { passwordFault } from '#domain/member-secret.ts'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { SecretField, TextField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import { Link } from '#web/member/navigation.tsx'
import { PasswordStrengthBar } from '#web/member/kit/password-strength.tsx'
import style from './reset.module.css'
import { useResetPassword } from './use-reset.ts'

type Problem = { field: 'id' | 'code' | 'fresh' | 'again' | 'all'; text: string } | null

/** The one-time code from the office and a new password, typed twice. */
export function CodeForm({ id, onId }: { id: string; onId: (id: string) => void }): ReactNode {
  const t = useTranslations('passwordReset')
  const user = useTranslations('member')
  const faults = useTranslations('member.faults')
  const errorMessage = useErrorMessage()
  const reset = useResetPassword()
  const [code, setCode] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<Problem>(null)
  const submit = async () => {
    const wrong = faultOf({ id: id.trim(), code: code.trim(), fresh, again })
    if (wrong?.fault === 'different') return setProblem({ field: wrong.field, text: user(wrong.fault) })
    if (wrong !== null) return setProblem({ field: wrong.field, text: faults(wrong.fault) })
    setProblem(null)
    try {
      const { status } = await reset.mutateAsync({ id: id.trim(), code: code.trim(), newPw: fresh })
      if (status === 'fail') setProblem({ field: 'code', text: t('fail') })
      if (status === 'weak') setProblem({ field: 'fresh', text: faults('simple') })
    } catch (error) {
      setProblem({ field: 'all', text: errorMessage(error) })
    }
  }
  if (reset.data?.status === 'success') return <ResetDone />
  const errorOf = (field: NonNullable<Problem>['field']) => (problem?.field === field ? problem.text : undefined)
  return (
    <Form className={form.form} busy={reset.isPending} onSubmit={submit}>
      <p className={style.text}>{t('codeText')}</p>
      <TextField
        label={t('id')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        value={id}
        onChange={(event) => onId(event.target.value)}
        error={errorOf('id')}
      />
      <TextField
        label={t('code')}
        hint={t('codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={errorOf('code')}
      />
      <SecretField
        label={user('newPassword')}
        autoComplete="new-password"
        value={fresh}
        onChange={(event) => setFresh(event.target.value)}
        error={errorOf('fresh')}
      />
      <PasswordStrengthBar password={fresh} names={[id.trim()]} />
      <SecretField
        label={user('newPasswordAgain')}
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={errorOf('again')}
      />
      <p className={form.problem} role="alert">
        {errorOf('all')}
      </p>
      <p className={style.text}>{t('after')}</p>
      <Button type="submit" variant="gilt" wide busy={reset.isPending}>
        {t('submit')}
      </Button>
    </Form>
  )
}

/** The first field that cannot be sent as it is, with the reason. */
function faultOf({ id, code, fresh, again }: { id: string; code: string; fresh: string; again: string }) {
  if (id === '') return { field: 'id', fault: 'required' } as const
  if (code === '') return { field: 'code', fault: 'required' } as const
  const fault = passwordFault(fresh, [id])
  if (fault !== null) return { field: 'fresh', fault } as const
  return fresh === again ? null : ({ field: 'again', fault: 'different' } as const)
}

function ResetDone(): ReactNode {
  const t = useTranslations('passwordReset')
  return (
    <>
      <output className={style.done}>{t('done')}</output>
      <Link to="/login" className={buttonClass('gilt', true)}>
        {t('login')}
      </Link>
    </>
  )
}
