import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The member's limits and the break or exclusion that holds, `get-limits`. */
export function useLimits() {
  return useQuery({
    queryKey: ['get-limits'],
    queryFn: ({ signal }) => call('get-limits', {}, { signal }),
  })
}
