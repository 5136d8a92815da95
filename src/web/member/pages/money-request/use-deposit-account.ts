import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The account to pay into, and the request for one that still waits; refetched while a reply is awaited. */
export function useDepositAccount() {
  return useQuery({
    queryKey: ['get-deposit-account'],
    queryFn: ({ signal }) => call('get-deposit-account', {}, { signal }),
    refetchInterval: (query) =>
      query.state.data !== undefined && query.state.data.waitingSince !== null ? 5_000 : false,
  })
}
