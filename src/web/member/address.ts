import { createStore } from '#web/shared/store.ts'
import { useSyncExternalStore } from 'react'

/** The address of the page: the site changes it by `navigate` only, the browser by back and forward. */

const address = createStore('')
const note = (): void => address.set(location.href)

if (typeof window !== 'undefined') for (const kind of ['popstate', 'hashchange']) window.addEventListener(kind, note)

/** Sets the address, as a new entry of the history by default. */
export function navigate(to: string, { replace = false, state = null as unknown } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](state, '', to)
  note()
}

/** The path with its language; `atFirst` is that of the server's markup. */
export function usePathname(atFirst: string): string {
  return useSyncExternalStore(
    address.subscribe,
    () => location.pathname,
    () => atFirst,
  )
}

/** The query with its question mark; none in the server's markup. */
export function useSearch(): string {
  return useSyncExternalStore(
    address.subscribe,
    () => location.search,
    () => '',
  )
}
