import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageSize } from '#web/member/kit/pager.tsx'

/** Notices of this site, newest first. */
export function useNotices(skip: number) {
  return useQuery({
    queryKey: ['get-user-notices', skip],
    queryFn: ({ signal }) => call('get-user-notices', { skip, take: pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })
}
