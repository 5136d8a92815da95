import { lazy, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import '#web/shared/tokens.css'
import { addMessages, setSiteMessages } from './current-messages.ts'
import { App } from './app.tsx'
import type { LoadedMessages } from '#web/shared/messages.tsx'
import type { PageData } from './page-data.ts'
import { Problem } from './frame/problem.tsx'
import { guest, session } from './session/session.ts'

/** Messages of the document's language: it names the files of the frame and of the home. */
function loadMessages(part: 'site' | 'home'): Promise<{ messages: LoadedMessages }> {
  const file = document.querySelector<HTMLElement>(`[data-${part}]`)?.dataset[part] ?? ''
  return import(/* @vite-ignore */ file) as Promise<{ messages: LoadedMessages }>
}

const loadHome = () => Promise.all([import('./home/home.tsx'), loadMessages('home')])
const Home = lazy(async () => {
  const [chunk, { messages }] = await loadHome()
  addMessages(messages)
  return { default: chunk.Home }
})

/** Hydrates the page rendered by the server, in a transition, once its messages have loaded. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  const data = document.getElementById('page-data')?.textContent
  if (root === null || !data) return
  const page = JSON.parse(data) as PageData
  if (page.path === '/') void loadHome()
  const { messages } = await loadMessages('site')
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
