import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** How long replies and payments usually take, as measured; a page does without while it is unknown. */
export function useUsualTimes() {
  return useQuery({
    queryKey: ['get-usual-times'],
    queryFn: ({ signal }) => call('get-usual-times', {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
}
