import { call } from '#web/shared/api.ts'
import { readNick, readUserId } from '#domain/member-name.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The state of a name while it is typed: invalid by the local rules, or the server's response. */
export type NameCheck = 'unknown' | 'free' | 'taken' | 'invalid'

const debounceMs = 400

/** Checks whether an id or nickname is available, debounced and only when it is valid. */
export function useCheckName(kind: 'id' | 'nick', typed: string): NameCheck {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const read = kind === 'id' ? readUserId(debounced) : readNick(debounced)
  const name = 'name' in read ? read.name : null
  const { data } = useQuery({
    queryKey: ['check-name', kind, name],
    queryFn: async ({ signal }) => {
      if (kind === 'id') return (await call('check-user-id', { id: name ?? '' }, { signal })).status
      return (await call('check-user-nick', { nick: name ?? '' }, { signal })).status
    },
    enabled: name !== null && debounced === typed,
    retry: false,
  })
  if (data === undefined || debounced !== typed || name === null) return 'unknown'
  return data === 'success' ? 'free' : data
}
