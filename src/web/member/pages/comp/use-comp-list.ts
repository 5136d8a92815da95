import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageSize } from '#web/member/kit/pager.tsx'

/** Comp earned per bet, newest first. */
export function useCompList(skip: number) {
  return useQuery({
    queryKey: ['get-comp-list', skip],
    queryFn: ({ signal }) => call('get-comp-list', { skip, take: pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })
}
