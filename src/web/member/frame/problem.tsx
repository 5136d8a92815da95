import { withLocale, type Locale } from '#i18n/locales.ts'
import { buttonClass } from '#web/shared/button-class.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PageData } from '#web/member/page-data.ts'
import { DeadEnd } from './dead-end.tsx'
import { SiteProviders } from './site-providers.tsx'

/** Replaces a page that crashed or whose code could not be loaded (new release, lost connection). */
export function Problem({ page }: { page: PageData }): ReactNode {
  return (
    <SiteProviders page={page}>
      <ProblemText locale={page.locale} />
    </SiteProviders>
  )
}

function ProblemText({ locale }: { locale: Locale }): ReactNode {
  const problem = useTranslations('problem')
  const notFound = useTranslations('notFound')
  return (
    <DeadEnd code={500} title={problem('title')} text={problem('text')}>
      <button type="button" className={buttonClass('gilt')} onClick={() => location.reload()}>
        {problem('reload')}
      </button>
      {/* A link of the router would keep what has crashed. */}
      <a className={buttonClass('plain')} href={withLocale(locale, '/')}>
        {notFound('home')}
      </a>
    </DeadEnd>
  )
}
