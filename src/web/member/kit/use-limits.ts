import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The limits of the member and the current break or self-exclusion, `get-limits`. */
export function useLimits() {
  return useQuery({
    queryKey: ['get-limits'],
    queryFn: ({ signal }) => call('get-limits', {}, { signal }),
  })
}
