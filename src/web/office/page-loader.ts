import type { ComponentType } from 'react'
import { createStore } from '#web/shared/store.ts'
import type { PageName } from './kit/page-calls.ts'

/** The code of the office's pages: each page is a chunk, loaded when it is opened or before. */

/** `id` is the item in the URL of a page that has one, `/members/<id>`. */
type OfficePage = ComponentType<{ id: string | null }>

const loaders: Readonly<Record<PageName, () => Promise<OfficePage>>> = {
  queue: async () => (await import('./pages/money-request/queue-page.tsx')).QueuePage,
  corrections: async () => (await import('./pages/approval/corrections-page.tsx')).CorrectionsPage,
  help: async () => (await import('./pages/help/help-page.tsx')).HelpPage,
  registrations: async () => (await import('./pages/registration/registrations-page.tsx')).RegistrationsPage,
  resets: async () => (await import('./pages/password-reset/resets-page.tsx')).ResetsPage,
  rounds: async () => (await import('./pages/history/find-page.tsx')).FindPage,
  tables: async () => (await import('./pages/shared-round/tables-page.tsx')).TablesPage,
  hands: async () => (await import('./pages/seat-round/rounds-page.tsx')).SeatRoundsPage,
  members: async () => (await import('./pages/member/members-page.tsx')).MembersPage,
  notes: async () => (await import('./pages/note/notes-page.tsx')).NotesPage,
  notices: async () => (await import('./pages/notice/notices-page.tsx')).NoticesPage,
  maintenance: async () => (await import('./pages/maintenance/maintenance-page.tsx')).MaintenancePage,
  operators: async () => (await import('./pages/operator/operators-page.tsx')).OperatorsPage,
  account: async () => (await import('./pages/factor/account-page.tsx')).AccountPage,
  audit: async () => (await import('./pages/audit/audit-page.tsx')).AuditPage,
  books: async () => (await import('./pages/books/books-page.tsx')).BooksPage,
}

/** The pages whose code has been loaded. */
export const loadedPages = createStore<Partial<Record<PageName, OfficePage>>>({})

const loads = new Map<PageName, Promise<void>>()

/**
 * Loads the code of a page once. A failure is final in this document: browser and build would take half of it as
 * loaded.
 */
export function loadPage(name: PageName): Promise<void> {
  const known = loads.get(name)
  if (known !== undefined) return known
  const load = loaders[name]().then((Page) => loadedPages.set({ ...loadedPages.get(), [name]: Page }))
  loads.set(name, load)
  return load
}

/** Loads the code of a page that may be opened next. An error is shown when it is opened. */
export function prefetchPage(name: PageName): void {
  loadPage(name).catch(() => undefined)
}

/** By then the first page is shown. */
const idleMs = 2_500

/** Loads the code of pages one after the other once the browser is idle; returns a function that cancels the rest. */
export function prefetchWhenIdle(names: readonly PageName[]): () => void {
  let isCancelled = false
  const loadAll = async (): Promise<void> => {
    for (const name of names) {
      if (isCancelled) return
      await loadPage(name)
    }
  }
  const timer = setTimeout(() => void loadAll().catch(() => undefined), idleMs)
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}

/**
 * Loads the document anew at the same address, which also brings the files of a new release. False when the office does
 * not respond: the browser would show an error of its own.
 */
export async function reloadOffice(): Promise<boolean> {
  const response = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return false
  location.reload()
  return true
}
