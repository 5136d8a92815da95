import type { OfficeAnswers } from '#contract/office-api.ts'
import type { FactorKind } from '#domain/factor.ts'
import { Alert, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import forms from '#web/office/kit/forms.module.css'
import { createPasskey, hasPasskeys, type PasskeyOptions } from '#web/office/kit/passkeys.ts'
import { useJudgement } from '#web/office/kit/proof-form.tsx'
import { useLoaded } from '#web/office/kit/use-loaded.ts'
import { showSuccess, useOfficeAction } from '#web/office/kit/use-office.ts'
import classes from './factor.module.css'

type Begun = Extract<OfficeAnswers['begin-totp'], { status: 'success' }>

/** Enrols a second factor; `onEnrolled` receives the first recovery codes, or null where the operator has some. */
export function Enrolment(props: { onEnrolled: (recoveryCodes: string[] | null) => void }): ReactNode {
  const t = useTranslations('office.factor')
  const [kind, setKind] = useState<FactorKind>('totp')
  const enrolled = (codes: string[] | null): void => {
    showSuccess(t('enrolled'))
    props.onEnrolled(codes)
  }
  return (
    <div className={forms.form}>
      <NativeSelect
        label={t('kind')}
        value={kind}
        data={(['totp', 'passkey'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(event) => setKind(event.currentTarget.value === 'passkey' ? 'passkey' : 'totp')}
      />
      {kind === 'totp' ? <AppEnrolment onEnrolled={enrolled} /> : <PasskeyEnrolment onEnrolled={enrolled} />}
    </div>
  )
}

function AppEnrolment(props: { onEnrolled: (recoveryCodes: string[] | null) => void }): ReactNode {
  const t = useTranslations('office.factor')
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = useOfficeAction('begin-totp', setBegun)
  if (begun !== null) return <FirstCode begun={begun} {...props} />
  return (
    <Button loading={begin.isPending} onClick={() => begin.mutate({})}>
      {t('beginTotp')}
    </Button>
  )
}

/** Without it, as when it cannot be loaded, the key below is typed. */
const loadQrCode = async () => (await import('./qr-code.tsx')).QrCode

function FirstCode(props: { begun: Begun; onEnrolled: (recoveryCodes: string[] | null) => void }): ReactNode {
  const t = useTranslations('office.factor')
  const judgement = useJudgement()
  const { Loaded: Qr } = useLoaded(loadQrCode, true)
  const [name, setName] = useState<string>(t('nameTotp'))
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const enrol = useOfficeAction('enrol-totp', (answer) => {
    if (answer.status === 'success') return props.onEnrolled(answer.recoveryCodes)
    setCode('')
    return setProblem(judgement(answer))
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() === '') return setProblem(t('required'))
    if (name.trim() === '') return setProblem(t('nameRequired'))
    setProblem(null)
    return enrol.mutate({ name, code })
  }
  return (
    <form className={forms.form} onSubmit={submit} noValidate>
      <Text>{t('scan')}</Text>
      <div className={classes.qrPlace}>{Qr === null ? null : <Qr text={props.begun.uri} label={t('qr')} />}</div>
      <div>
        <p className={forms.label}>{t('secret')}</p>
        <output className={classes.secret}>{props.begun.secret.match(/.{1,4}/g)?.join(' ')}</output>
      </div>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <TextInput
        label={t('code')}
        value={code}
        maxLength={40}
        autoComplete="one-time-code"
        inputMode="numeric"
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <NameInput name={name} setName={setName} />
      <Button type="submit" loading={enrol.isPending}>
        {t('enrol')}
      </Button>
    </form>
  )
}

function NameInput(props: { name: string; setName: (name: string) => void }): ReactNode {
  const t = useTranslations('office.factor')
  return (
    <TextInput
      label={t('name')}
      value={props.name}
      maxLength={60}
      autoComplete="off"
      onChange={(event) => props.setName(event.currentTarget.value)}
    />
  )
}

function PasskeyEnrolment(props: { onEnrolled: (recoveryCodes: string[] | null) => void }): ReactNode {
  const t = useTranslations('office.factor')
  const judgement = useJudgement()
  const [name, setName] = useState<string>(t('namePasskey'))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const enrol = useOfficeAction('enrol-passkey', (answer) => {
    if (answer.status === 'success') props.onEnrolled(answer.recoveryCodes)
    else setProblem(answer.status === 'fail' ? t('passkeyFail') : judgement(answer))
  })
  const create = async (options: PasskeyOptions): Promise<void> => {
    setBusy(true)
    const response = await createPasskey(options)
    setBusy(false)
    if (response === null) setProblem(t('passkeyFail'))
    else enrol.mutate({ name, response })
  }
  const begin = useOfficeAction('begin-passkey', (answer) => void create(answer.options))
  if (!hasPasskeys()) return <Alert color="gold">{t('noPasskeys')}</Alert>
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === '') return setProblem(t('nameRequired'))
    setProblem(null)
    return begin.mutate({})
  }
  return (
    <form className={forms.form} onSubmit={submit} noValidate>
      <Text>{t('passkeyText')}</Text>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <NameInput name={name} setName={setName} />
      <Button type="submit" loading={isBusy || begin.isPending || enrol.isPending}>
        {t('enrolPasskey')}
      </Button>
    </form>
  )
}
