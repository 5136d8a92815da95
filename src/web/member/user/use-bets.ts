import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rowsAtOnce } from '../pager.tsx'

/** The member's bets, newest first. */
export function useBets(skip: number) {
  return useQuery({
    queryKey: ['get-slot-bets-list', skip],
    queryFn: ({ signal }) => call('get-slot-bets-list', { skip, take: rowsAtOnce }, { signal }),
    placeholderData: keepPreviousData,
  })
}
