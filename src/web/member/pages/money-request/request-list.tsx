import type { MoneyRequest } from '#contract/money-request.ts'
import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { formatMoment, formatNumber } from '#web/shared/format.ts'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePage } from '#web/member/page-data.ts'
import { PagedList } from '#web/member/kit/paged-list.tsx'
import { StatusLabel } from '#web/member/kit/status-label.tsx'
import style from './request-list.module.css'
import { useCancelRequest } from './use-cancel-request.ts'
import { useMoneyRequests } from './use-money-requests.ts'
import type { RequestType } from '#domain/money-request.ts'

/** Deposits or withdrawals with their states as named in spec §4, and the reason of a refusal. */
export function RequestList({ type }: { type: RequestType }): ReactNode {
  const t = useTranslations('moneyRequest.list')
  const [skip, setSkip] = useState(0)
  return (
    <PagedList
      query={useMoneyRequests(type, skip)}
      rowsOf={(data) => data.balances}
      awaited={{ rows: 4, height: 72 }}
      picture="requests"
      none={t('none')}
      skip={skip}
      onSkip={setSkip}
    >
      {(requests) => (
        <ul className={style.list}>
          {requests.map((request) => (
            <RequestLine key={request.id} request={request} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function RequestLine({ request }: { request: MoneyRequest }): ReactNode {
  const t = useTranslations('moneyRequest.list')
  const cash = useTranslations('moneyRequest.form')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  const credited = request.credited !== null && request.credited !== request.balance
  return (
    <li className={style.line}>
      <div className={style.top}>
        <b className={`${style.amount} money`}>{cash('won', { amount: formatNumber(request.balance, locale) })}</b>
        <StatusLabel status={request.status} />
      </div>
      <div className={style.top}>
        <span className={`${style.when} money`}>{formatMoment(request.regdate, brand.timeZone)}</span>
        {request.type === 'deposit' && request.status === 'reg' && <CancelButton id={request.id} />}
      </div>
      <Progress request={request} />
      {credited && <p className="money">{t('credited', { amount: formatNumber(request.credited, locale) })}</p>}
      {request.reason !== null && request.reason !== '' && <p>{t('reason', { reason: request.reason })}</p>}
    </li>
  )
}

/** The history of a request: each step with its time. */
function Progress({ request }: { request: MoneyRequest }): ReactNode {
  const t = useTranslations('moneyRequest.progress')
  const { brand } = usePage().site
  if (request.history.length === 0) return null
  return (
    <ol className={`${style.progress} money`} aria-label={t('title')}>
      {request.history.map(({ status, at }) => (
        <li key={`${status} ${at}`} data-status={status}>
          <b>{t(status)}</b> {formatMoment(at, brand.timeZone)}
        </li>
      ))}
    </ol>
  )
}

function CancelButton({ id }: { id: string }): ReactNode {
  const t = useTranslations('moneyRequest.list')
  const errorMessage = useErrorMessage()
  const cancel = useCancelRequest()
  const press = async () => {
    const options = { title: t('cancelConfirm'), confirmLabel: t('cancel'), cancelLabel: t('keepRequest') }
    if (!(await confirm({ ...options, variant: 'danger' }))) return
    try {
      const answer = await cancel.mutateAsync(id)
      if (answer.status === 'success') toast(t('cancelled'), 'success')
      else toast(t('alreadyProcessing'), 'danger')
    } catch (error) {
      toast(errorMessage(error), 'danger')
    }
  }
  return (
    <Button variant="quiet" busy={cancel.isPending} onClick={() => void press()}>
      {t('cancel')}
    </Button>
  )
}
