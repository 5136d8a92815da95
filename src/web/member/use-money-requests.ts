import type { MoneyRequest } from '#contract/shapes.ts'
import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { checkHealth } from './health-check.ts'
import { rowsAtOnce } from './pager.tsx'

/**
 * Nothing has been decided yet. An ask that is answered with a decided request was filed by an earlier press whose answer was
 * lost: what is pressed now has not been filed.
 */
export function isOpen({ status }: Pick<MoneyRequest, 'status'>): boolean {
  return status === 'reg' || status === 'wait'
}

/**
 * The member's deposits or withdrawals, newest first; asked again while one of them is open. When one has moved on, so
 * has the money: the figures of the frame are asked for at once.
 */
export function useMoneyRequests(type: 'deposit' | 'withdraw', skip: number) {
  const query = useQuery({
    queryKey: ['get-money-requests', type, skip],
    queryFn: ({ signal }) => call('get-money-requests', { type, skip, take: rowsAtOnce }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.balances.some(isOpen) ? 10_000 : false),
  })
  const states = query.data?.balances.map(({ id, status }) => `${id} ${status}`).join()
  const before = useRef(states)
  useEffect(() => {
    if (before.current !== undefined && states !== before.current) void checkHealth()
    before.current = states
  }, [states])
  return query
}
