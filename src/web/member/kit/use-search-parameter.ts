import { useCallback } from 'react'
import { navigate, useSearch } from '#web/member/address.ts'

/** A URL parameter, '' when absent; setting it adds a history entry only where `entry` is `push`. */
export function useSearchParameter(
  name: string,
  entry: 'replace' | 'push' = 'replace',
): [string, (value: string) => void] {
  const search = useSearch()
  const value = new URLSearchParams(search).get(name) ?? ''
  const setValue = useCallback(
    (next: string) => {
      const parameters = new URLSearchParams(location.search)
      if ((parameters.get(name) ?? '') === next) return
      if (next === '') parameters.delete(name)
      else parameters.set(name, next)
      const query = parameters.toString()
      navigate(location.pathname + (query === '' ? '' : `?${query}`) + location.hash, { replace: entry === 'replace' })
    },
    [name, entry],
  )
  return [value, setValue]
}
