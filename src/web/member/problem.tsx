import { Button } from '#web/shared/button.tsx'
import { useStore } from '#web/shared/store.ts'
import { WordsProvider } from '#web/shared/words.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PageData } from './page-data.ts'
import { words } from './spoken-words.ts'

/** In the place of a page that broke, or whose code could not be fetched (a new release, a lost connection). */
export function Problem({ page }: { page: PageData }): ReactNode {
  const spoken = useStore(words)
  return (
    <WordsProvider locale={page.locale} words={spoken} timeZone={page.site.brand.timeZone}>
      <ProblemText />
    </WordsProvider>
  )
}

function ProblemText(): ReactNode {
  const problem = useTranslations('problem')
  return (
    <main className="page">
      <h1>{problem('title')}</h1>
      <p>{problem('text')}</p>
      <Button look="gilt" onClick={() => location.reload()}>
        {problem('reload')}
      </Button>
    </main>
  )
}
