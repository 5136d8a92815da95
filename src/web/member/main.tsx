import { lazy, startTransition } from 'react'
import { load as loadSite } from 'messages:site'
import { hydrateRoot } from 'react-dom/client'
import '#web/shared/tokens.css'
import { setSiteMessages } from './current-messages.ts'
import { App } from './app.tsx'
import type { PageData } from './page-data.ts'
import { Problem } from './frame/problem.tsx'
import { guest, session } from './session/session.ts'

const loadHome = () => import('./home/home.tsx')
const Home = lazy(() => loadHome().then((chunk) => ({ default: chunk.Home })))

/** Hydrates the page rendered by the server, in a transition, once its messages have loaded. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  const data = document.getElementById('page-data')?.textContent
  if (root === null || !data) return
  const page = JSON.parse(data) as PageData
  if (page.path === '/') void loadHome()
  const { messages } = await loadSite[page.locale]()
  setSiteMessages(page.locale, messages)
  if (!page.maybeSignedIn) session.set(guest)
  startTransition(() => {
    const rendered = hydrateRoot(root, <App page={page} Home={Home} />, {
      onUncaughtError: (error) => {
        reportError(error)
        // React has unmounted the page; an error message with a reload button replaces it.
        queueMicrotask(() => rendered.render(<Problem page={page} />))
      },
    })
  })
}

void start()
