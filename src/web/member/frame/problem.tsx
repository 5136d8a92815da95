import { Button } from '#web/shared/button.tsx'
import { useStore } from '#web/shared/store.ts'
import { MessagesProvider } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PageData } from '#web/member/page-data.ts'
import { currentMessages } from '#web/member/current-messages.ts'

/** Replaces a page that crashed or whose code could not be loaded (new release, lost connection). */
export function Problem({ page }: { page: PageData }): ReactNode {
  const messages = useStore(currentMessages)
  return (
    <MessagesProvider locale={page.locale} messages={messages} timeZone={page.site.brand.timeZone}>
      <ProblemText />
    </MessagesProvider>
  )
}

function ProblemText(): ReactNode {
  const problem = useTranslations('problem')
  return (
    <main className="page">
      <h1>{problem('title')}</h1>
      <p>{problem('text')}</p>
      <Button variant="gilt" onClick={() => location.reload()}>
        {problem('reload')}
      </Button>
    </main>
  )
}
