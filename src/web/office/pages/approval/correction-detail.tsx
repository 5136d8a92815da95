import type { OfficeCorrection } from '#contract/approval.ts'
import { amountFromWire, amountToWire, changeFromWire } from '#domain/money.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { OfficeReply } from '#web/office/kit/calls.ts'
import { formatAmount, formatChange } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { DetailHead, Facts } from '#web/office/kit/panel.tsx'
import { TwoAnswers } from '#web/office/kit/two-answers.tsx'
import {
  showFailure,
  showSuccess,
  useMayCall,
  useMe,
  useOfficeAction,
  useOfficeRequestIds,
} from '#web/office/kit/use-office.ts'

/** One correction with the facts to decide it by: who, how much, the balance before and after, and the reason. */
export function CorrectionDetail(props: { correction: OfficeCorrection; onBack: () => void }): ReactNode {
  const t = useTranslations('office.approval')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const mayDecide = useMayCall('approve-correction')
  const { correction } = props
  const { member, account, amount, balance, state } = correction
  const isOpen = state === 'open'
  const after = amountToWire((amountFromWire(balance) ?? 0n) + (changeFromWire(amount) ?? 0n))
  return (
    <>
      <DetailHead onBack={props.onBack} title={`${member.userId} · ${t(`states.${state}`)}`} />
      <Facts
        facts={[
          [
            t('member'),
            <span key="member">
              <Link href={`/members/${member.id}`}>{member.userId}</Link> · <span>{member.nick}</span>
            </span>,
          ],
          [t('account'), t(`accounts.${account}`)],
          [t('amount'), <b key="amount">{formatChange(amount, locale)}</b>],
          isOpen ? [t('balance'), formatAmount(balance, locale)] : null,
          isOpen ? [t('after'), formatAmount(after, locale)] : null,
          [t('reason'), correction.reason],
          [t('by'), `${correction.by} · ${formatMoment(correction.at, timeZone)}`],
          isOpen ? [t('expiresAt'), formatMoment(correction.expiresAt, timeZone)] : null,
          correction.decidedBy === null
            ? null
            : [t('decidedBy'), `${correction.decidedBy} · ${formatMoment(correction.decidedAt ?? '', timeZone)}`],
        ]}
      />
      {isOpen && mayDecide ? (
        <div className={classes.body}>
          {correction.mine ? (
            <Alert color="gold">{t('mine')}</Alert>
          ) : (
            <Decision correction={correction} onDone={props.onBack} />
          )}
        </div>
      ) : null}
    </>
  )
}

function Decision(props: { correction: OfficeCorrection; onDone: () => void }): ReactNode {
  const t = useTranslations('office.approval')
  const locale = intlLocale[useLocaleCode()]
  const { id, account, amount, member } = props.correction
  const refusalMessage = useRefusalMessage()
  const approveIds = useOfficeRequestIds('approve-correction', id)
  const refuseIds = useOfficeRequestIds('refuse-correction', id)
  const approve = useOfficeAction('approve-correction', (answer) => {
    approveIds.answered()
    if (answer.status !== 'success') return showFailure(refusalMessage(answer))
    showSuccess(t('approvedToast', { userId: member.userId }))
    return props.onDone()
  })
  const refuse = useOfficeAction('refuse-correction', (answer) => {
    refuseIds.answered()
    if (answer.status !== 'success') return showFailure(refusalMessage(answer))
    showSuccess(t('refusedToast'))
    return props.onDone()
  })
  return (
    <>
      <Text>{t('checkText')}</Text>
      <TwoAnswers
        approve={{
          label: t('approveSubmit', { account: t(`accounts.${account}`), amount: formatChange(amount, locale) }),
          isBusy: approve.isPending,
          onPress: () => approve.mutate({ id, requestId: approveIds.of('approve') }),
        }}
        refuse={{
          label: t('refuse'),
          look: { color: 'red', variant: 'light' },
          title: t('refuseTitle'),
          consequence: t('refuseText'),
          submit: t('refuseSubmit'),
          isBusy: refuse.isPending,
          onSubmit: (reason, close) =>
            refuse.mutate({ id, requestId: refuseIds.of(reason), reason }, { onSuccess: close }),
        }}
      />
    </>
  )
}

type Refusal = Exclude<OfficeReply<'approve-correction'>, { status: 'success' }>

function useRefusalMessage(): (refusal: Refusal) => string {
  const t = useTranslations('office')
  return (refusal) => {
    if (refusal.status === 'self') return t('approval.self')
    if (refusal.status === 'short') return t('approval.short')
    if (refusal.status === 'conflict') return t('errors.conflict')
    if (refusal.status === 'none') return t('approval.gone')
    return refusal.by === '' ? t('approval.expired') : t('approval.late', { by: refusal.by })
  }
}
