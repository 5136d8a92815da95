import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rowsAtOnce } from './pager.tsx'

/** The member's deposits or withdrawals, newest first; asked again while one of them is open. */
export function useMoneyRequests(type: 'deposit' | 'withdraw', skip: number) {
  return useQuery({
    queryKey: ['get-money-requests', type, skip],
    queryFn: ({ signal }) => call('get-money-requests', { type, skip, take: rowsAtOnce }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.balances.some(({ status }) => status === 'reg' || status === 'wait') ? 10_000 : false,
  })
}
