import { useCallback } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'

/**
 * What a sheet over the page shows, as one parameter of the address. Opening is a step of the history, so back closes the
 * sheet; closing takes that step back, or where the address was opened as it is, takes the parameter away. What belongs to
 * the sheet (`sheet-…`) goes with it.
 */
export function useSheetParameter(name: string): [string, (value: string) => void, () => void] {
  const search = useSearch({ ssrSearch: '' })
  const value = new URLSearchParams(search).get(name) ?? ''
  const open = useCallback(
    (next: string) => {
      const parameters = new URLSearchParams(location.search)
      parameters.set(name, next)
      navigate(`${location.pathname}?${parameters}${location.hash}`, { state: { sheet: name } })
    },
    [name],
  )
  const close = useCallback(() => {
    const state: unknown = history.state
    if (typeof state === 'object' && state !== null && 'sheet' in state && state.sheet === name) return history.back()
    const others = [...new URLSearchParams(location.search)].filter(
      ([key]) => key !== name && !key.startsWith('sheet-'),
    )
    const query = new URLSearchParams(others).toString()
    navigate(location.pathname + (query === '' ? '' : `?${query}`) + location.hash, { replace: true })
  }, [name])
  return [value, open, close]
}
