import { call } from '#web/shared/api.ts'
import { readNick, readUserId } from '#domain/member-name.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '#web/member/kit/query-client.ts'
import { useEffect, useState } from 'react'

/** The state of a name while it is typed: invalid by the local rules, or the server's response. */
export type NameCheck = 'unknown' | 'free' | 'taken' | 'invalid'

const debounceMs = 400

/** The names of a draft that are taken, from the check while they were typed or from a new one. Throws `ApiError`. */
export async function takenNames(draft: { id: string; nick: string }): Promise<{ id?: 'taken'; nick?: 'taken' }> {
  const [id, nick] = await Promise.all([isTaken('id', draft.id), isTaken('nick', draft.nick)])
  return { ...(id && { id: 'taken' as const }), ...(nick && { nick: 'taken' as const }) }
}

async function isTaken(kind: 'id' | 'nick', typed: string): Promise<boolean> {
  return (await queryClient.fetchQuery({ ...checkOf(kind, nameOf(kind, typed)), staleTime: freshMs })) === 'taken'
}

/** A check made while typing still holds when the form goes on; the server has the last word. */
const freshMs = 60_000

function nameOf(kind: 'id' | 'nick', typed: string): string | null {
  const read = kind === 'id' ? readUserId(typed) : readNick(typed)
  return 'name' in read ? read.name : null
}

function checkOf(kind: 'id' | 'nick', name: string | null) {
  return queryOptions({
    queryKey: ['check-name', kind, name],
    queryFn: async ({ signal }) => {
      if (kind === 'id') return (await call('check-user-id', { id: name ?? '' }, { signal })).status
      return (await call('check-user-nick', { nick: name ?? '' }, { signal })).status
    },
    retry: false,
  })
}

/** Checks whether an id or nickname is available, debounced and only when it is valid. */
export function useCheckName(kind: 'id' | 'nick', typed: string): NameCheck {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const name = nameOf(kind, debounced)
  const { data } = useQuery({ ...checkOf(kind, name), enabled: name !== null && debounced === typed })
  if (data === undefined || debounced !== typed || name === null) return 'unknown'
  return data === 'success' ? 'free' : data
}
