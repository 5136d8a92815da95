import type { MoneyRequest } from '#contract/money-request.ts'
import { formatMoment, formatNumber } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePage } from '#web/member/page-data.ts'
import { PagedList } from '#web/member/kit/paged-list.tsx'
import { StatusLabel } from '#web/member/kit/status-label.tsx'
import style from './request-list.module.css'
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
  const decided = request.history.at(-1)
  const credited = request.credited !== null && request.credited !== request.balance
  return (
    <li className={style.line}>
      <div className={style.top}>
        <b className={`${style.amount} money`}>{cash('won', { amount: formatNumber(request.balance, locale) })}</b>
        <StatusLabel status={request.status} />
      </div>
      <div className={style.top}>
        <span className={`${style.when} money`}>
          {t('filedAt', { date: formatMoment(request.regdate, brand.timeZone) })}
        </span>
        {decided !== undefined && (decided.status === 'already' || decided.status === 'cansel') && (
          <span className={`${style.when} money`}>
            {t(decided.status)} {formatMoment(decided.at, brand.timeZone)}
          </span>
        )}
      </div>
      {credited && <p className="money">{t('credited', { amount: formatNumber(request.credited, locale) })}</p>}
      {request.reason !== null && request.reason !== '' && <p>{t('reason', { reason: request.reason })}</p>}
    </li>
  )
}
