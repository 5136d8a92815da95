import { useCallback } from 'react'
import { navigate, useSearch } from '#web/member/address.ts'

/**
 * The content of a sheet over the page, stored in a URL parameter. Opening adds a history entry, so back closes the
 * sheet; closing goes back, or removes the parameter when the page was loaded with it. The sheet's own parameters
 * (`sheet-…`) are removed too.
 */
export function useSheetParameter(name: string): [string, (value: string) => void, () => void] {
  const search = useSearch()
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
