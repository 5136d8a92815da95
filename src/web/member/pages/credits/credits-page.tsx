import type { Attribution } from '#domain/art-manifest.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card, PageFrame } from '#web/member/frame/page-frame.tsx'
import style from './credits.module.css'
import { useAttributions } from './use-attributions.ts'

/** Attribution of the fonts used, as their licences require. */
export function Page(): ReactNode {
  const t = useTranslations('credits')
  const { data, error, refetch } = useAttributions()
  return (
    <PageFrame title={t('title')} narrow>
      <Card>
        <p>{t('text')}</p>
        {data === undefined &&
          (error === null ? <Skeleton rows={8} height={52} /> : <Failure error={error} retry={() => void refetch()} />)}
        {data !== undefined && <Works works={data} />}
      </Card>
    </PageFrame>
  )
}

function Works({ works }: { works: readonly Attribution[] }): ReactNode {
  const t = useTranslations('credits')
  return (
    <section>
      <h2 className={style.kind}>{t('font')}</h2>
      {/* The works' own names and licences are written in English everywhere. */}
      <ul className={style.works} lang="en">
        {works.map((work) => (
          <li key={work.name}>
            <a href={work.url} target="_blank" rel="noopener noreferrer">
              {work.name}
            </a>
            <span>
              {work.author} · {licenceOf(work)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const licenceAddresses: Readonly<Record<string, string>> = {
  'OFL-1.1': 'https://openfontlicense.org/',
}

function licenceOf({ licence }: Attribution): ReactNode {
  const address = licenceAddresses[licence]
  if (address === undefined) return licence
  return (
    <a href={address} target="_blank" rel="noopener noreferrer license">
      {licence}
    </a>
  )
}
