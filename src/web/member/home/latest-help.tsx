import type { Help } from '#contract/help.ts'
import { call } from '#web/shared/api.ts'
import { formatDate } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Empty, Failure } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import { useUser } from '#web/member/session/session.ts'
import label from '#web/member/kit/status-label.module.css'
import { BoxLine } from './box-line.tsx'

/** The member's latest five inquiries with their state; refetched when the count of replies changes. */
export function LatestHelp(): ReactNode {
  const t = useTranslations('homeLatestHelp')
  const { brand } = usePage().site
  const [helps, setHelps] = useState<readonly Help[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const replies = useUser()?.helpCount
  useEffect(() => {
    const abort = new AbortController()
    call('get-help-list', { take: 5 }, { signal: abort.signal, quiet: true }).then(
      (answer) => {
        setHelps(answer.helps)
        setError(null)
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setError(failure)
      },
    )
    return () => abort.abort()
  }, [attempt, replies])
  if (error !== null) return <Failure error={error} retry={() => setAttempt(attempt + 1)} />
  if (helps === null) return <Skeleton rows={5} height={34} />
  if (helps.length === 0) return <Empty>{t('noHelp')}</Empty>
  return (
    <ul>
      {helps.slice(0, 5).map((help) => (
        <BoxLine
          key={help.id}
          to={`/help?id=${help.id}`}
          mark={
            <span className={label.status} data-status={help.status}>
              {t(help.status === 'already' ? 'answered' : 'waiting')}
            </span>
          }
          title={help.kind === 'account' ? t('accountInquiry') : help.title}
          date={formatDate(help.lastDate, brand.timeZone)}
        />
      ))}
    </ul>
  )
}
