import type { OfficeAnswers } from '#contract/office-api.ts'
import { Alert, Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './forms.module.css'
import { askPasskey, type PasskeyOptions } from './passkeys.ts'
import { useOfficeAction } from './use-office.ts'

export type OwnFactors = Extract<OfficeAnswers['get-factors'], { status: 'success' }>

type Way = 'totp' | 'recovery'

/** Proves the second factor: with a code of the app, a passkey, or at sign-in a recovery code. */
export function ProofForm(props: {
  factors: OwnFactors['factors']
  /** Recovery codes are for the sign-in only. */
  mayRecover: boolean
  /** The proof is asked for one act of its own. */
  forAct: boolean
  onProven: () => void
}): ReactNode {
  const t = useTranslations('office.factor')
  const hasApp = props.factors.some((factor) => factor.kind === 'totp')
  const hasPasskey = props.factors.some((factor) => factor.kind === 'passkey')
  const [way, setWay] = useState<Way | null>(hasApp ? 'totp' : null)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className={classes.form}>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {way === null ? null : (
        <CodeForm key={way} way={way} forAct={props.forAct} onProven={props.onProven} onProblem={setProblem} />
      )}
      {hasPasskey ? (
        <PasskeyButton isMain={way === null} forAct={props.forAct} onProven={props.onProven} onProblem={setProblem} />
      ) : null}
      {props.mayRecover && way !== 'recovery' ? (
        <Button variant="subtle" onClick={() => setWay('recovery')}>
          {t('useRecovery')}
        </Button>
      ) : null}
      {way === 'recovery' && hasApp ? (
        <Button variant="subtle" onClick={() => setWay('totp')}>
          {t('useApp')}
        </Button>
      ) : null}
    </div>
  )
}

type Judged = { status: 'success' | 'fail' | 'used' } | { status: 'throttled'; retryAfter: number }

/** Maps a wrong code to its message; null when it was right. */
export function useJudgement(): (answer: Judged) => string | null {
  const t = useTranslations('office.factor')
  return (answer) => {
    if (answer.status === 'success') return null
    if (answer.status === 'throttled') return t('throttled', { minutes: Math.ceil(answer.retryAfter / 60) })
    return t(answer.status)
  }
}

function CodeForm(props: {
  way: Way
  forAct: boolean
  onProven: () => void
  onProblem: (problem: string | null) => void
}): ReactNode {
  const t = useTranslations('office.factor')
  const isRecovery = props.way === 'recovery'
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const judgement = useJudgement()
  const action = useOfficeAction(isRecovery ? 'prove-recovery-code' : 'prove-totp', (answer) => {
    const problem = judgement(answer)
    if (problem === null) return props.onProven()
    setCode('')
    props.onProblem(problem)
    return input.current?.focus()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() === '') return props.onProblem(t('required'))
    props.onProblem(null)
    return action.mutate(isRecovery || !props.forAct ? { code } : { code, forAct: true })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        ref={input}
        label={t(isRecovery ? 'recoveryCode' : 'code')}
        description={isRecovery ? t('recoveryHint') : undefined}
        value={code}
        maxLength={40}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" loading={action.isPending}>
        {t('prove')}
      </Button>
    </form>
  )
}

function PasskeyButton(props: {
  isMain: boolean
  forAct: boolean
  onProven: () => void
  onProblem: (problem: string | null) => void
}): ReactNode {
  const t = useTranslations('office.factor')
  const judgement = useJudgement()
  const [isBusy, setBusy] = useState(false)
  const prove = useOfficeAction('prove-passkey', (answer) => {
    const problem = answer.status === 'fail' ? t('passkeyFail') : judgement(answer)
    if (problem === null) props.onProven()
    else props.onProblem(problem)
  })
  const use = async (options: PasskeyOptions): Promise<void> => {
    setBusy(true)
    const response = await askPasskey(options)
    setBusy(false)
    if (response === null) props.onProblem(t('passkeyFail'))
    else prove.mutate(props.forAct ? { response, forAct: true } : { response })
  }
  const begin = useOfficeAction('begin-passkey-proof', (answer) => {
    if (answer.status === 'success') void use(answer.options)
    else props.onProblem(t('passkeyFail'))
  })
  return (
    <Button
      variant={props.isMain ? 'filled' : 'default'}
      loading={isBusy || begin.isPending || prove.isPending}
      data-autofocus={props.isMain || undefined}
      onClick={() => {
        props.onProblem(null)
        begin.mutate({})
      }}
    >
      {t('usePasskey')}
    </Button>
  )
}
