import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { navigate, useSearch } from '#web/member/address.ts'
import { readFilter, writeFilter, type LobbyFilter } from './lobby-filter.ts'

/** The query is written to the URL when typing pauses, because browsers throttle frequent changes of the URL. */
const writeAfterMs = 250

/** With `typing` the change is written when typing pauses and adds no history entry; every other change adds one. */
export type ChangeFilter = (next: LobbyFilter, how?: 'typing') => void

/**
 * The lobby filter stored in the URL, so that it can be shared, reloaded and navigated. Each change adds a history
 * entry, except typing and with `step` `replace` (in a sheet, whose own entry must stay the last).
 */
export function useLobbyFilter(prefix = '', step: 'push' | 'replace' = 'push'): [LobbyFilter, ChangeFilter] {
  const search = useSearch()
  const stored = useMemo(() => readFilter(new URLSearchParams(search), prefix), [search, prefix])
  const [typed, setTyped] = useState(stored.q)
  const written = useRef(stored.q)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Back and forward change the query on screen; the hook's own writes to the URL do not.
    if (stored.q === written.current) return
    written.current = stored.q
    setTyped(stored.q)
  }, [stored.q])
  useEffect(() => () => clearTimeout(waiting.current), [])
  const change = useCallback(
    (next: LobbyFilter, how?: 'typing') => {
      clearTimeout(waiting.current)
      const write = (replace: boolean) => {
        written.current = next.q.slice(0, 100)
        go(writeFilter(new URLSearchParams(location.search), next, prefix), replace)
      }
      setTyped(next.q)
      if (how !== 'typing') write(step === 'replace')
      else waiting.current = setTimeout(() => write(true), writeAfterMs)
    },
    [prefix, step],
  )
  return [useMemo(() => ({ ...stored, q: typed }), [stored, typed]), change]
}

/** Navigates to the same path with these parameters; does nothing when they are equal. */
export function go(parameters: URLSearchParams, replace: boolean): void {
  const query = parameters.toString()
  const address = location.pathname + (query === '' ? '' : `?${query}`) + location.hash
  if (address === location.pathname + location.search + location.hash) return
  // Keeps the history state that marks an open sheet.
  navigate(address, { replace, state: replace ? history.state : null })
}
