import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageSize } from '#web/member/kit/pager.tsx'

/** The member's notes, newest first; refetched when `unread`, the number of unread notes, changes. */
export function useNotes(skip: number, unread: number | undefined) {
  return useQuery({
    queryKey: ['get-user-note', skip, unread],
    queryFn: ({ signal }) => call('get-user-note', { skip, take: pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })
}
