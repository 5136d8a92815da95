import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { readFilter, writeFilter, type LobbyFilter } from './lobby-filter.ts'

/** Typing is written into the address when it pauses: browsers refuse an address that changes with every letter. */
const writeAfterMs = 250

/** `typing` is written when it pauses and is no step of its own; everything else is a choice. */
export type ChangeFilter = (next: LobbyFilter, how?: 'typing') => void

/**
 * The lobby's filter as the address has it, so that it can be shared, reloaded and gone back to. Each choice is a step of
 * the history (or none, with `step` `replace`: a sheet's filters must leave its own step the last); typing never is.
 */
export function useLobbyFilter(prefix = '', step: 'push' | 'replace' = 'push'): [LobbyFilter, ChangeFilter] {
  const search = useSearch({ ssrSearch: '' })
  const kept = useMemo(() => readFilter(new URLSearchParams(search), prefix), [search, prefix])
  const [typed, setTyped] = useState(kept.q)
  const written = useRef(kept.q)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Back and forward change what was typed; our own writing does not.
    if (kept.q === written.current) return
    written.current = kept.q
    setTyped(kept.q)
  }, [kept.q])
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
  return [useMemo(() => ({ ...kept, q: typed }), [kept, typed]), change]
}

/** Goes to the same path with these parameters; nothing happens where they are the same. */
export function go(parameters: URLSearchParams, replace: boolean): void {
  const query = parameters.toString()
  const address = location.pathname + (query === '' ? '' : `?${query}`) + location.hash
  if (address === location.pathname + location.search + location.hash) return
  // The mark of an open sheet stays with its step.
  navigate(address, { replace, state: replace ? history.state : null })
}
