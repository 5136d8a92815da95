import type { MemberAnswers } from '#contract/member-api.ts'
import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

export type CompRates = MemberAnswers['get-comp-rates']

/** The current rates of the member's level, and of all levels. */
export function useCompRates() {
  return useQuery({
    queryKey: ['get-comp-rates'],
    queryFn: ({ signal }) => call('get-comp-rates', {}, { signal }),
  })
}
