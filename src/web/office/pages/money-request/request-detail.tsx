import type { OfficeRequest } from '#contract/money-request.ts'
import type { OfficeAnswers } from '#contract/office-api.ts'
import { isOpen } from '#domain/money-request-decision.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Button, CopyButton, Kbd } from '@mantine/core'
import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Age } from '#web/office/kit/age.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import { DetailHead, Facts } from '#web/office/kit/panel.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { showFailure, useMayCall, useMayTakeOver, useMe, useOfficeAction } from '#web/office/kit/use-office.ts'
import classes from './queue.module.css'
import { Credits } from './credits.tsx'
import { ExclusionMark } from './exclusion-mark.tsx'
import { OwedAlert } from './owed-mark.tsx'
import { useWhyTwo } from './first-approval.tsx'
import { approvalKind, type DecideKind, type RequestActions } from './use-request-actions.ts'

export type Opened = Extract<OfficeAnswers['get-request'], { status: 'success' }>

/** One request with its history and the available actions. */
export function RequestDetail(props: {
  pickedId: string | null
  opened: Opened | null
  isGone: boolean
  isFailed: boolean
  retry: () => void
  /** The same request in the list: when it is newer, the detail is reloaded. */
  listed: OfficeRequest | null
  actions: RequestActions
  decide: (kind: DecideKind | 'note', request: OfficeRequest) => void
  onBack: () => void
}): ReactNode {
  const t = useTranslations('office')
  const { opened, listed, retry } = props
  const isBehind = opened !== null && listed !== null && listed.changedAt > opened.request.changedAt
  useEffect(() => {
    if (isBehind) retry()
    // Reload only for a newer change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isBehind, listed?.changedAt])
  if (props.pickedId === null) return <Empty text={t('moneyRequest.pick')} />
  if (opened === null) {
    if (props.isFailed) return <Problem text={t('errors.load')} retry={retry} />
    return props.isGone ? <Empty text={t('moneyRequest.gone')} /> : <LoadingRows rows={6} />
  }
  return <Detail {...props} opened={opened} />
}

function Detail(props: {
  opened: Opened
  actions: RequestActions
  decide: (kind: DecideKind | 'note', request: OfficeRequest) => void
  onBack: () => void
}): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const { request, history, credits } = props.opened
  const { proposal } = request
  const isWaiting = isOpen(request.state)
  return (
    <>
      <DetailHead
        onBack={props.onBack}
        title={
          <>
            <span className={classes.type} data-type={request.type}>
              {t(request.type)}
            </span>{' '}
            · {t(`states.${request.state}`)}
          </>
        }
      />
      <div className={classes.figure}>
        <strong>{formatAmount(request.amount, locale)}</strong>
        {isWaiting ? <Age since={request.filedAt} /> : null}
      </div>
      {isWaiting ? <Actions {...props} request={request} /> : null}
      <OwedAlert request={request} inPanel />
      <Facts
        facts={[
          [
            t('member'),
            <>
              <Link href={`/members/${request.member.id}`} aria-label={`${t('openMember')}: ${request.member.userId}`}>
                {request.member.userId}
              </Link>{' '}
              · <span>{request.member.nick}</span> · {t('level', { level: request.member.level })}
              <ExclusionMark request={request} />
            </>,
          ],
          request.type === 'deposit'
            ? [t('depositor'), request.depositor === null ? t('unreadable') : request.depositor || '–']
            : null,
          request.type === 'deposit' ? [t('referenceCode'), request.member.referenceCode] : null,
          request.bank === null ? null : [t('bank'), <Bank key={request.id} request={request} bank={request.bank} />],
          request.credited === null ? null : [t('credited'), formatAmount(request.credited, locale)],
          request.claimedBy === null ? null : [t('owner'), request.claimedBy],
          proposal === null ? null : [t('approvedBy'), `${proposal.by} · ${formatMoment(proposal.at, timeZone)}`],
          proposal === null || !isWaiting ? null : [t('expiresAt'), formatMoment(proposal.expiresAt, timeZone)],
          proposal === null || proposal.credited === request.amount
            ? null
            : [t('proposedAmount'), formatAmount(proposal.credited, locale)],
          proposal === null || proposal.reason === '' || request.reason !== ''
            ? null
            : [t('reasonForMember'), proposal.reason],
          request.decidedBy === null ? null : [t('decidedBy'), request.decidedBy],
          request.reason === '' ? null : [t('reason'), request.reason],
          [t('filedAt'), formatMoment(request.filedAt, timeZone)],
        ]}
      />
      {request.type === 'withdraw' ? <Credits credits={credits} /> : null}
      <History history={history} />
    </>
  )
}

function History({ history }: { history: Opened['history'] }): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const { timeZone } = useMe()
  return (
    <div className={classes.history}>
      <h3>{t('history')}</h3>
      <ol>
        {history.map((event, index) => (
          <li key={`${event.at}${event.state}`}>
            <time dateTime={event.at}>{formatMoment(event.at, timeZone)}</time>
            <span>
              {stepLabel(event, history.slice(0, index), t)}
              {[event.operator ?? '', event.note].map((text, at) =>
                text === '' ? null : (
                  <Fragment key={at === 0 ? 'operator' : 'note'}>
                    {' · '}
                    <span>{text}</span>
                  </Fragment>
                ),
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The label of a history step: its state, except for a release, a first approval, or the end of its 72 hours. */
function stepLabel(
  step: Opened['history'][number],
  before: Opened['history'],
  t: ReturnType<typeof useTranslations<'office.moneyRequest'>>,
): string {
  const { state } = step
  const isExpiry = (at: number): boolean => {
    const one = [...before, step][at]
    return at > 0 && one?.operator === null && one.state !== 'cancelled'
  }
  if (isExpiry(before.length)) return t('proposalExpired')
  // After its hours a request begins anew, so that the next first approval is not taken for a release.
  const begins = before.findLastIndex((_, at) => isExpiry(at))
  const current = begins === -1 ? before : before.slice(begins)
  if (state !== 'claimed' && current.some((earlier) => earlier.state === state)) return t('release')
  return state === 'awaiting_second' ? t('firstApproval') : t(`states.${state}`)
}

function Bank(props: { request: OfficeRequest; bank: NonNullable<OfficeRequest['bank']> }): ReactNode {
  const t = useTranslations('office')
  const { bank, request } = props
  // The number is forgotten when the request is released or decided: the detail is mounted anew.
  const [whole, setWhole] = useState<string | null>(null)
  const show = useOfficeAction('show-account-number', (answer) => {
    if (answer.status === 'success') setWhole(answer.banknum)
    else if (answer.status === 'unreadable') showFailure(t('moneyRequest.unreadableAccount'))
    else showFailure(t(answer.status === 'unclaimed' ? 'moneyRequest.unclaimed' : 'moneyRequest.gone'))
  })
  const mayShow = request.mine && request.state === 'claimed'
  const number = mayShow ? whole : null
  return (
    <>
      <span>{bank.bankname}</span> <span className={classes.number}>{number ?? bank.banknum}</span>{' '}
      <span>{bank.bankOwner ?? t('moneyRequest.unreadable')}</span>{' '}
      {mayShow && number === null ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={show.isPending}
          onClick={() => show.mutate({ id: request.id })}
        >
          {t('moneyRequest.showBank')}
        </Button>
      ) : number !== null ? (
        <CopyButton value={number}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {t(copied ? 'common.copied' : 'common.copy')}
            </Button>
          )}
        </CopyButton>
      ) : request.decidedBy === null && !request.proposal?.mine ? (
        <span className={classes.hint}>{t('moneyRequest.bankHidden')}</span>
      ) : null}
    </>
  )
}

function Actions(props: {
  request: OfficeRequest
  actions: RequestActions
  decide: (kind: DecideKind | 'note', request: OfficeRequest) => void
}): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const mayAct = useMayCall('claim-request')
  const mayTakeOver = useMayTakeOver()
  const maySendNote = useMayCall('send-note')
  const { request, actions } = props
  const whyTwo = useWhyTwo()
  const decision = approvalKind(request)
  const isMyProposal = request.proposal?.mine ?? false
  const { moneyOutStoppedSince, timeZone } = useMe()
  const isStopped = request.type === 'withdraw' && moneyOutStoppedSince !== null
  const isUnreadable = request.bank?.unreadable ?? false
  return (
    <div className={classes.actions}>
      {mayAct && request.claimedBy === null && !isMyProposal ? (
        <Button loading={actions.isBusy} rightSection={<Kbd size="xs">C</Kbd>} onClick={() => actions.claim(request)}>
          {t('claim')}
        </Button>
      ) : null}
      {mayAct && request.mine ? (
        <>
          <Button
            rightSection={<Kbd size="xs">A</Kbd>}
            disabled={isStopped || isUnreadable}
            onClick={() => props.decide(decision, request)}
          >
            {t(decision)}
          </Button>
          <Button
            variant="default"
            rightSection={<Kbd size="xs">R</Kbd>}
            onClick={() => props.decide('reject', request)}
          >
            {t('reject')}
          </Button>
          <Button variant="default" loading={actions.isBusy} onClick={() => actions.release(request)}>
            {t('release')}
          </Button>
        </>
      ) : null}
      {mayTakeOver && request.claimedBy !== null && !request.mine ? (
        // The proposer cannot take it over, but may release it for another operator.
        <Button
          variant="default"
          loading={actions.isBusy}
          onClick={() => (isMyProposal ? actions.release(request, true) : actions.claim(request, true))}
        >
          {t(isMyProposal ? 'release' : 'takeOver')}
        </Button>
      ) : null}
      {maySendNote ? (
        <Button variant="default" rightSection={<Kbd size="xs">N</Kbd>} onClick={() => props.decide('note', request)}>
          {t('note')}
        </Button>
      ) : null}
      {request.needsSecond ? <p className={classes.info}>{whyTwo(request)}</p> : null}
      {mayAct && isMyProposal ? <p className={classes.info}>{t('approvedByYou')}</p> : null}
      {isUnreadable ? <p className={classes.stopped}>{t('unreadableAccount')}</p> : null}
      {isStopped ? (
        <p className={classes.stopped}>{t('stopped', { time: formatMoment(moneyOutStoppedSince, timeZone) })}</p>
      ) : null}
    </div>
  )
}
