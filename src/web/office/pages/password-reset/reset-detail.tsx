import type { OfficeAnswers } from '#contract/office-api.ts'
import type { OfficePasswordReset } from '#contract/password-reset.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Alert, Button, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import classes from '#web/office/kit/forms.module.css'
import { DetailHead, Facts } from '#web/office/kit/panel.tsx'
import { showFailure, showSuccess, useMayCall, useMe, useOfficeAction } from '#web/office/kit/use-office.ts'
import style from './resets.module.css'

type Details = Extract<OfficeAnswers['open-password-reset'], { status: 'success' }>
type Issued = Extract<OfficeAnswers['issue-reset-code'], { status: 'success' }>

/**
 * One password reset: show the member's data for verification, then issue the code (shown once) or refuse with a
 * reason.
 */
export function ResetDetail({ reset, onBack }: { reset: OfficePasswordReset; onBack: () => void }): ReactNode {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  const mayAct = useMayCall('issue-reset-code')
  const [details, setDetails] = useState<Details | null>(null)
  const [issued, setIssued] = useState<Issued | null>(null)
  const gone = (): void => {
    showFailure(t('passwordReset.gone'))
    onBack()
  }
  const open = useOfficeAction('open-password-reset', (answer) =>
    answer.status === 'success' ? setDetails(answer) : gone(),
  )
  const issue = useOfficeAction('issue-reset-code', (answer) => {
    if (answer.status === 'success') setIssued(answer)
    else if (answer.status === 'none') gone()
    else showFailure(t('passwordReset.changed'))
  })
  const propose = useOfficeAction('propose-reset-code', (answer) => {
    if (answer.status === 'success') showSuccess(t('passwordReset.proposed'))
    else if (answer.status === 'none') gone()
    else showFailure(t('passwordReset.changed'))
  })
  const mayIssue = !reset.takesTwo || (reset.proposal !== null && !reset.proposal.mine)
  return (
    <>
      <DetailHead onBack={onBack} title={reset.member.userId} />
      <Facts
        facts={[
          [t('moneyRequest.member'), <MemberLink key="member" reset={reset} />],
          [t('passwordReset.requestedAt'), formatMoment(reset.askedAt, timeZone)],
          [t('moneyRequest.state'), t(`passwordReset.states.${reset.state}`)],
          [t('registration.phone'), details === null ? reset.phone : (details.phone ?? t('moneyRequest.unreadable'))],
          browserFact(reset, t),
          ...personFacts(details, t),
        ]}
      />
      <div className={classes.body}>
        {!mayAct ? (
          <Text c="dimmed">{t('help.readOnly')}</Text>
        ) : details === null ? (
          <>
            <Text>{t('passwordReset.verifyText')}</Text>
            <Button loading={open.isPending} onClick={() => open.mutate({ id: reset.id })}>
              {t('passwordReset.verify')}
            </Button>
          </>
        ) : (
          <>
            <Text>{t('passwordReset.callText')}</Text>
            <Proposal reset={reset} />
            {issued === null ? null : <Code issued={issued} />}
            {mayIssue ? (
              <Button
                variant={issued === null ? 'filled' : 'default'}
                loading={issue.isPending}
                onClick={() => issue.mutate({ id: reset.id })}
              >
                {t(issued === null && reset.state === 'filed' ? 'passwordReset.issue' : 'passwordReset.issueAgain')}
              </Button>
            ) : null}
            {reset.takesTwo && reset.proposal === null ? (
              <Button
                variant={issued === null ? 'filled' : 'default'}
                loading={propose.isPending}
                onClick={() => propose.mutate({ id: reset.id })}
              >
                {t('passwordReset.propose')}
              </Button>
            ) : null}
            <RefuseForm id={reset.id} onDone={onBack} />
          </>
        )}
      </div>
    </>
  )
}

/** The member's birth date and bank account, once they are opened. */
function personFacts(details: Details | null, t: ReturnType<typeof useTranslations<'office'>>): [string, string][] {
  if (details === null) return []
  const { bankname, banknum, bankOwner } = details.bank
  const unreadable = t('moneyRequest.unreadable')
  return [
    [t('passwordReset.birth'), details.birth ?? unreadable],
    [t('registration.bank'), `${bankname} ${banknum} · ${bankOwner ?? unreadable}`],
  ]
}

/** From which browser the reset was requested; null: not recorded. */
function browserFact(
  { fromKnownBrowser }: OfficePasswordReset,
  t: ReturnType<typeof useTranslations<'office'>>,
): [string, string] | null {
  if (fromKnownBrowser === null) return null
  return [t('passwordReset.browser'), t(`passwordReset.${fromKnownBrowser ? 'knownBrowser' : 'unknownBrowser'}`)]
}

/** Where the brand takes two operators: who has requested the code, or that it is to be requested. */
function Proposal({ reset }: { reset: OfficePasswordReset }): ReactNode {
  const t = useTranslations('office.passwordReset')
  const { timeZone } = useMe()
  const { proposal, takesTwo } = reset
  if (!takesTwo) return null
  if (proposal === null) return <Text>{t('takesTwo')}</Text>
  const time = formatMoment(proposal.until, timeZone)
  return <Text>{proposal.mine ? t('proposedByMe', { time }) : t('proposedBy', { by: proposal.by, time })}</Text>
}

function MemberLink({ reset }: { reset: OfficePasswordReset }): ReactNode {
  return (
    <>
      <Link href={`/members/${reset.member.id}`}>{reset.member.userId}</Link> · <span>{reset.member.nick}</span>
    </>
  )
}

/** The code is shown until the page is left; it cannot be read again, only replaced. */
function Code({ issued }: { issued: Issued }): ReactNode {
  const t = useTranslations('office.passwordReset')
  const { timeZone } = useMe()
  return (
    <Alert title={t('code')}>
      <output className={style.code}>{issued.code}</output>
      <Text size="sm">{t('once', { time: formatMoment(issued.until, timeZone) })}</Text>
    </Alert>
  )
}

function RefuseForm(props: { id: string; onDone: () => void }): ReactNode {
  const t = useTranslations('office.passwordReset')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const action = useOfficeAction('refuse-password-reset', (answer) => {
    if (answer.status === 'success') showSuccess(t('refused'))
    else showFailure(t('gone'))
    props.onDone()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    return action.mutate({ id: props.id, reason: reason.trim() })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label={t('reason')}
        value={reason}
        maxLength={500}
        rows={2}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setMissing(false)
        }}
        error={isMissing ? t('reasonRequired') : null}
      />
      <Button type="submit" color="red" variant="light" loading={action.isPending}>
        {t('refuse')}
      </Button>
    </form>
  )
}
