import { MessagesProvider } from '#web/shared/messages.tsx'
import { useStore } from '#web/shared/store.ts'
import type { ReactNode } from 'react'
import { currentMessages } from '#web/member/current-messages.ts'
import { PageProvider, type PageData } from '#web/member/page-data.ts'

/** The page's data and messages for all that is in it. */
export function SiteProviders({ page, children }: { page: PageData; children: ReactNode }): ReactNode {
  const messages = useStore(currentMessages)
  return (
    <PageProvider value={page}>
      <MessagesProvider locale={page.locale} messages={messages} timeZone={page.site.brand.timeZone}>
        {children}
      </MessagesProvider>
    </PageProvider>
  )
}
