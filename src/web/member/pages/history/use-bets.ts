import { call } from '#web/shared/api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageSize } from '#web/member/kit/pager.tsx'

/** Filters of the bet list: one company, between two days of the brand's time zone; '' for no filter. */
export type BetFilters = { company: string; from: string; to: string }

/** The member's bets, newest first. */
export function useBets(filters: BetFilters, skip: number) {
  return useQuery({
    queryKey: ['get-slot-bets-list', filters, skip],
    queryFn: ({ signal }) => {
      const { company, from, to } = filters
      const bounds = { ...(company && { company }), ...(from && { from }), ...(to && { to }) }
      return call('get-slot-bets-list', { skip, take: pageSize, ...bounds }, { signal })
    },
    placeholderData: keepPreviousData,
  })
}

/** The companies to filter bets by. */
export function useCompanies() {
  return useQuery({
    queryKey: ['get-slot-setting'],
    queryFn: ({ signal }) => call('get-slot-setting', {}, { signal }),
    staleTime: Infinity,
  })
}
