import type { Limits } from '#contract/limit.ts'
import { limitKinds } from '#domain/limit.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '#web/member/navigation.tsx'
import { Card } from '#web/member/frame/page-frame.tsx'
import { MyPageFrame } from '#web/member/kit/my-page-frame.tsx'
import { useLimits } from '#web/member/kit/use-limits.ts'
import { ExclusionText } from './exclusion-text.tsx'
import { BreakForm } from './break-form.tsx'
import { ExcludeForm } from './exclude-form.tsx'
import { LimitCard } from './limit-card.tsx'
import style from './limits.module.css'
import { TimePlayed } from './time-played.tsx'

const open = ['withdraw', 'user', 'help', 'note'] as const

/** Limits, breaks and self-exclusion: the current state, the effect of each change, the pages that stay available. */
export function Page(): ReactNode {
  const t = useTranslations('limit')
  const menu = useTranslations('menu')
  const { data, error, refetch } = useLimits()
  return (
    <MyPageFrame tab="limits">
      <h2 className={style.heading}>{t('title')}</h2>
      {data === undefined ? (
        <Card wide>
          {error === null ? <Skeleton rows={10} height={44} /> : <Failure error={error} retry={() => void refetch()} />}
        </Card>
      ) : (
        <Ready limits={data.limits} />
      )}
      <Card title={t('available.title')} wide>
        <p className={style.text}>{t('available.text')}</p>
        <ul className={style.open}>
          {open.map((page) => (
            <li key={page}>
              <Link to={`/${page}`}>{menu(page)}</Link>
            </li>
          ))}
        </ul>
      </Card>
    </MyPageFrame>
  )
}

function Ready({ limits }: { limits: Limits }): ReactNode {
  const t = useTranslations('limit')
  const { exclusion } = limits
  const isForEver = exclusion !== null && exclusion.kind === 'exclusion' && exclusion.until === null
  return (
    <>
      {exclusion === null ? (
        <p className={style.intro}>{t('intro')}</p>
      ) : (
        <Card wide>
          <ExclusionText exclusion={exclusion} />
        </Card>
      )}
      {limitKinds.map((kind) => (
        <LimitCard
          key={kind}
          kind={kind}
          rules={limits.rules.filter((rule) => rule.kind === kind)}
          mayChange={exclusion === null}
        />
      ))}
      <TimePlayed />
      {exclusion === null && (
        <Card title={t('break.title')}>
          <BreakForm />
        </Card>
      )}
      {!isForEver && (
        <Card title={t('exclude.title')} wide={exclusion !== null}>
          <ExcludeForm />
        </Card>
      )}
    </>
  )
}
