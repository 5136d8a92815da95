import type { MoneyRequest } from '#contract/money-request.ts'
import { isOpenStatus } from '#domain/money-request-decision.ts'
import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { checkHealth } from '#web/member/session/health-check.ts'
import { pageSize } from '#web/member/kit/pager.tsx'
import type { RequestType } from '#domain/money-request.ts'

/**
 * Whether a request is undecided. A response with a decided request belongs to an earlier submission whose response was
 * lost: the current one has filed nothing.
 */
export function isOpen({ status }: Pick<MoneyRequest, 'status'>): boolean {
  return isOpenStatus(status)
}

/**
 * The member's deposits or withdrawals, newest first; refetched while one of them is open. A changed status means
 * changed balances, so it triggers a health check.
 */
export function useMoneyRequests(type: RequestType, skip: number) {
  const query = useQuery({
    queryKey: ['get-money-requests', type, skip],
    queryFn: ({ signal }) => call('get-money-requests', { type, skip, take: pageSize }, { signal }),
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
