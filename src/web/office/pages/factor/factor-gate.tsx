import { Button, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficeLocale } from '#web/office/frame/locale.ts'
import { setSignedIn } from '#web/office/frame/signed-in.ts'
import { Choices } from '#web/office/kit/choices.tsx'
import { ProofForm, type OwnFactors } from '#web/office/kit/proof-form.tsx'
import { LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useOfficeAction, useOfficeRead } from '#web/office/kit/use-office.ts'
import { Enrolment } from './enrolment.tsx'
import entry from '#web/office/kit/entry.module.css'
import classes from './factor.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The page of a session that needs its second factor: the proof at sign-in, the enrolment, the recovery codes. */
export function FactorGate(props: { locale: OfficeLocale; setLocale: (locale: OfficeLocale) => void }): ReactNode {
  const t = useTranslations('office')
  const client = useQueryClient()
  const read = useOfficeRead('get-factors', {})
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isDone = codes === null && read.data?.needs === null
  useEffect(() => {
    if (!isDone) return
    client.clear()
    setSignedIn('in')
  }, [isDone, client])
  return (
    <main className={entry.page}>
      <section className={`${entry.card} ${classes.card}`}>
        {read.data === undefined || isDone ? (
          read.error === null ? (
            <LoadingRows rows={3} />
          ) : (
            <Problem text={t('errors.load')} retry={() => void read.refetch()} />
          )
        ) : (
          <Step own={read.data} codes={codes} setCodes={setCodes} reload={() => void read.refetch()} />
        )}
        <SignOut />
      </section>
      <Choices locale={props.locale} setLocale={props.setLocale} />
    </main>
  )
}

function Step(props: {
  own: OwnFactors
  codes: readonly string[] | null
  setCodes: (codes: readonly string[] | null) => void
  reload: () => void
}): ReactNode {
  const t = useTranslations('office.factor')
  const { own, codes, setCodes, reload } = props
  const renew = useOfficeAction('renew-recovery-codes', (answer) => setCodes(answer.recoveryCodes))
  if (codes !== null) {
    return (
      <>
        <Heading text={t('recoveryTitle')} login={own.login} />
        <RecoveryCodes codes={codes} onConfirmed={() => setCodes(null)} />
      </>
    )
  }
  if (own.needs === 'recovery-codes') {
    return (
      <>
        <Heading text={t('recoveryTitle')} login={own.login} />
        <Text>{t('recoveryMissing')}</Text>
        <Button loading={renew.isPending} onClick={() => renew.mutate({})}>
          {t('recoveryNew')}
        </Button>
      </>
    )
  }
  if (own.needs === 'enrolment') {
    return (
      <>
        <Heading text={t('enrolTitle')} login={own.login} />
        <Text>{t(own.factors.length === 0 ? 'enrolText' : 'recoveredText')}</Text>
        <Enrolment onEnrolled={setCodes} />
      </>
    )
  }
  return (
    <>
      <Heading text={t('title')} login={own.login} />
      <Text>{t('signInText')}</Text>
      <ProofForm factors={own.factors} mayRecover forAct={false} onProven={reload} />
    </>
  )
}

function Heading(props: { text: string; login: string }): ReactNode {
  return (
    <Title order={1} size="h3">
      {props.text}{' '}
      <Text component="span" c="dimmed" size="sm">
        {props.login}
      </Text>
    </Title>
  )
}

function SignOut(): ReactNode {
  const t = useTranslations('office.frame')
  const client = useQueryClient()
  const signOut = useOfficeAction('sign-out', () => {
    setSignedIn('out')
    client.clear()
  })
  return (
    <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate({})}>
      {t('signOut')}
    </Button>
  )
}
