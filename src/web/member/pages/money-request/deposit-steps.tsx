import { Button } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLimits } from '#web/member/kit/use-limits.ts'
import { useMemberPage } from '#web/member/kit/use-member-page.ts'
import { usePage } from '#web/member/page-data.ts'
import { AccountStep, useShownReply } from './account-step.tsx'
import { DepositForm } from './deposit-form.tsx'
import style from './deposit-steps.module.css'
import { CashNotice } from './rules.tsx'
import { useDepositAccount } from './use-deposit-account.ts'

/** The steps of a deposit; for a restricted member, whose calls would be refused, one line instead. */
export function DepositSteps(): ReactNode {
  const t = useTranslations('moneyRequest.deposit')
  const restricted = useIsRestricted()
  if (restricted === null) return <Skeleton rows={3} height={72} />
  return restricted ? <p className={style.text}>{t('restricted')}</p> : <OpenSteps />
}

/** Whether the office blocks the member or a break or exclusion is in force; null before the answers. */
function useIsRestricted(): boolean | null {
  const page = useMemberPage()
  const limits = useLimits()
  if (page.isPending || limits.isPending) return null
  return (page.data?.block ?? null) !== null || (limits.data?.limits.exclusion ?? null) !== null
}

/**
 * A deposit in three steps: get the account, transfer, file the request. Each later one is locked until the one before
 * it is done. The lock is the page's: the call takes a deposit also without an account.
 */
function OpenSteps(): ReactNode {
  const t = useTranslations('moneyRequest.deposit.steps')
  const { data, error, refetch } = useDepositAccount()
  useShownReply(data)
  /** The account whose transfer step was left. */
  const [transferredTo, setTransferredTo] = useState<string | null>(null)
  if (data === undefined) {
    return error === null ? <Skeleton rows={3} height={72} /> : <Failure error={error} retry={() => void refetch()} />
  }
  const helpId = data.account?.helpId ?? null
  const hasAccount = helpId !== null
  const isTransferred = hasAccount && transferredTo === helpId
  return (
    <>
      <ClosedNotice />
      <ol className={style.steps}>
        <Step number={1} title={t('account')} state={hasAccount ? 'done' : 'now'}>
          <AccountStep account={data} />
        </Step>
        <Step number={2} title={t('transfer')} state={isTransferred ? 'done' : hasAccount ? 'now' : 'locked'}>
          {!hasAccount && <p className={style.text}>{t('transferLocked')}</p>}
          {hasAccount && !isTransferred && <TransferStep onDone={() => setTransferredTo(helpId)} />}
        </Step>
        <Step number={3} title={t('file')} state={isTransferred ? 'now' : 'locked'}>
          {isTransferred ? <DepositForm /> : <p className={style.text}>{t('fileLocked')}</p>}
        </Step>
      </ol>
    </>
  )
}

/** Shown before the first step, so that nobody transfers money for a request that is not taken now. */
function ClosedNotice(): ReactNode {
  const t = useTranslations('moneyRequest.form')
  const { brand } = usePage().site
  const opens = useMemberPage().data?.cash.opens ?? null
  return opens === null ? null : (
    <CashNotice>{t('closedNow', { opens: formatMoment(opens, brand.timeZone) })}</CashNotice>
  )
}

type StepState = 'done' | 'now' | 'locked'

/** One step; its heading takes the focus when the step becomes the current one. */
function Step(props: { number: number; title: string; state: StepState; children: ReactNode }): ReactNode {
  const t = useTranslations('moneyRequest.deposit.steps')
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = props
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'locked' && state === 'now' && document.activeElement === document.body)
      heading.current?.focus()
    before.current = state
  }, [state])
  return (
    <li className={style.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={`${style.mark} money`} aria-hidden="true">
        {state === 'done' ? <Icon name="check" size={18} /> : props.number}
      </span>
      <h3 ref={heading} tabIndex={-1} className={style.title}>
        <span className="visually-hidden">{props.number}. </span>
        {props.title}
        {state === 'done' && <span className="visually-hidden"> ({t('done')})</span>}
        {state === 'locked' && <Icon name="lock" size={16} />}
      </h3>
      <div className={style.content}>{props.children}</div>
    </li>
  )
}

function TransferStep({ onDone }: { onDone: () => void }): ReactNode {
  const t = useTranslations('moneyRequest.deposit.steps')
  const common = useTranslations('common')
  const isPlay = usePage().site.brand.mode === 'play'
  return (
    <>
      <p className={style.text}>{t(isPlay ? 'transferPlay' : 'transferText')}</p>
      <Button variant="gilt" onClick={onDone}>
        {isPlay ? common('next') : t('transferred')}
      </Button>
    </>
  )
}
