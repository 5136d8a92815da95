import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageSize } from '#web/member/kit/pager.tsx'

/**
 * The member's inquiries with replies, newest first; refetched when `replies`, the number of unread replies, changes.
 */
export function useHelpList(skip: number, replies: number | undefined) {
  return useQuery({
    queryKey: ['get-help-list', skip, replies],
    queryFn: ({ signal }) => call('get-help-list', { skip, take: pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })
}
