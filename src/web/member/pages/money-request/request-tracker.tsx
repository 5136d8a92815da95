import type { MoneyRequest } from '#contract/money-request.ts'
import { formatClock, formatMoment, formatNumber } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { StatusLabel } from '#web/member/kit/status-label.tsx'
import { useMemberPage } from '#web/member/kit/use-member-page.ts'
import { usePage } from '#web/member/page-data.ts'
import type { RequestType } from '#domain/money-request.ts'
import { CancelButton } from './cancel-button.tsx'
import style from './request-tracker.module.css'
import { isOpen, useMoneyRequests } from './use-money-requests.ts'

/**
 * The open request of this type with its progress; while there is none, the form to file one. A request that was decided
 * while the page shows it leaves its result above the form.
 */
export function CurrentRequest({ type, children }: { type: RequestType; children: ReactNode }): ReactNode {
  const { data, error, refetch } = useMoneyRequests(type, 0)
  const open = data?.balances.find(isOpen)
  const [followed, setFollowed] = useState<string | null>(null)
  if (open !== undefined && open.id !== followed) setFollowed(open.id)
  const shown = data === undefined ? 'nothing' : open === undefined ? 'form' : 'tracker'
  const before = useRef(shown)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The form that had the focus is gone.
    if (before.current === 'form' && shown === 'tracker') heading.current?.focus()
    before.current = shown
  }, [shown])
  if (data === undefined) {
    return error === null ? <Skeleton rows={4} height={56} /> : <Failure error={error} retry={() => void refetch()} />
  }
  if (open !== undefined) return <RequestTracker request={open} heading={heading} />
  const decided = data.balances.find(({ id }) => id === followed)
  return (
    <>
      <div aria-live="polite">{decided !== undefined && <RequestResult request={decided} />}</div>
      {children}
    </>
  )
}

/** What became of a request; nothing of one that the member cancelled, which has no reason. */
function RequestResult({ request }: { request: MoneyRequest }): ReactNode {
  const t = useTranslations('moneyRequest.progress')
  const list = useTranslations('moneyRequest.list')
  const cash = useTranslations('moneyRequest.form')
  const locale = useLocaleCode()
  const { type, status, reason } = request
  const isPaid = status === 'already'
  const why = reason === null || reason === '' ? null : reason
  if (!isPaid && why === null) return null
  const amount = formatNumber((isPaid ? request.credited : null) ?? request.balance, locale)
  return (
    <section className={`${style.tracker} ${style.result}`}>
      <div className={style.head}>
        <h3 className={style.title}>{t(isPaid ? paidTitles[type] : declinedTitles[type])}</h3>
        <StatusLabel status={status} />
      </div>
      <p className={`${style.amount} money`}>{cash('won', { amount })}</p>
      {why !== null && <p className={style.note}>{list('reason', { reason: why })}</p>}
    </section>
  )
}

const paidTitles = { deposit: 'depositPaid', withdraw: 'withdrawPaid' } as const
const declinedTitles = { deposit: 'depositDeclined', withdraw: 'withdrawDeclined' } as const

/** Where a request that is not decided stands: filed, checking, done, with the time by which it is usually done. */
function RequestTracker(props: { request: MoneyRequest; heading: RefObject<HTMLHeadingElement | null> }): ReactNode {
  const { request, heading } = props
  const t = useTranslations('moneyRequest.progress')
  const cash = useTranslations('moneyRequest.form')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  const { type, status } = request
  const checkedAt = request.history.find((step) => step.status === 'wait')?.at ?? null
  return (
    <section className={style.tracker}>
      <div className={style.head}>
        <h3 ref={heading} tabIndex={-1} className={style.title}>
          {t(type)}
        </h3>
        <StatusLabel status={status} />
      </div>
      <p className={`${style.amount} money`}>{cash('won', { amount: formatNumber(request.balance, locale) })}</p>
      <ol className={`${style.stages} money`} aria-label={t('title')}>
        <li data-stage="done">
          <b>{t('filed')}</b>
          <span>{formatMoment(request.regdate, brand.timeZone)}</span>
        </li>
        <li data-stage={checkedAt === null ? 'next' : 'now'} aria-current={checkedAt === null ? undefined : 'step'}>
          <b>{t('checking')}</b>
          {checkedAt !== null && <span>{formatMoment(checkedAt, brand.timeZone)}</span>}
        </li>
        <li data-stage="next">
          <b>{t('done')}</b>
          <Expected request={request} />
        </li>
      </ol>
      {type === 'withdraw' && <p className={style.note}>{t('held')}</p>}
      {type === 'deposit' && status === 'reg' && <CancelButton id={request.id} />}
    </section>
  )
}

/** The usual time and the clock time that follows from it; once that has passed, that it takes longer. */
function Expected({ request }: { request: MoneyRequest }): ReactNode {
  const t = useTranslations('moneyRequest.progress')
  const { brand } = usePage().site
  const now = useNow()
  const minutes = useMemberPage().data?.cash[request.type].usualMinutes
  if (minutes === undefined) return null
  const at = Date.parse(request.regdate) + minutes * 60_000
  return now > at ? (
    <span>{t('late')}</span>
  ) : (
    <span>
      {t('usual', { minutes })} · {t('around', { time: formatClock(new Date(at).toISOString(), brand.timeZone) })}
    </span>
  )
}

const tickMs = 15_000

/** The time of this browser in epoch milliseconds, renewed every 15 s. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
