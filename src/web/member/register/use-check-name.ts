import { call } from '#web/shared/api.ts'
import { readNick, readUserId } from '#domain/member-name.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** What is known of a name while it is typed: its own fault, or what the server said of it. */
export type NameCheck = 'unknown' | 'free' | 'taken' | 'invalid'

const restMs = 400

/** Asks whether an id or nickname is free, once the typing has rested and the name is one at all. */
export function useCheckName(kind: 'id' | 'nick', typed: string): NameCheck {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const read = kind === 'id' ? readUserId(rested) : readNick(rested)
  const name = 'name' in read ? read.name : null
  const { data } = useQuery({
    queryKey: ['check-name', kind, name],
    queryFn: async ({ signal }) => {
      if (kind === 'id') return (await call('check-user-id', { id: name ?? '' }, { signal })).status
      return (await call('check-user-nick', { nick: name ?? '' }, { signal })).status
    },
    enabled: name !== null && rested === typed,
    retry: false,
  })
  if (data === undefined || rested !== typed || name === null) return 'unknown'
  return data === 'success' ? 'free' : data
}
