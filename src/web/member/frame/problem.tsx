import { withLocale, type Locale } from '#i18n/locales.ts'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { useStore } from '#web/shared/store.ts'
import { MessagesProvider } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { PageProvider, type PageData } from '#web/member/page-data.ts'
import { currentMessages } from '#web/member/current-messages.ts'
import { DeadEnd } from './dead-end.tsx'

/** Replaces a page that crashed or whose code could not be loaded (new release, lost connection). */
export function Problem({ page }: { page: PageData }): ReactNode {
  const messages = useStore(currentMessages)
  return (
    <PageProvider value={page}>
      <MessagesProvider locale={page.locale} messages={messages} timeZone={page.site.brand.timeZone}>
        <ProblemText locale={page.locale} />
      </MessagesProvider>
    </PageProvider>
  )
}

function ProblemText({ locale }: { locale: Locale }): ReactNode {
  const problem = useTranslations('problem')
  const notFound = useTranslations('notFound')
  return (
    <DeadEnd code={500} title={problem('title')} text={problem('text')}>
      <Button variant="gilt" onClick={() => location.reload()}>
        {problem('reload')}
      </Button>
      {/* A link of the router would keep what has crashed. */}
      <a className={buttonClass('plain')} href={withLocale(locale, '/')}>
        {notFound('home')}
      </a>
    </DeadEnd>
  )
}
