import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** What the member's level earns now, by kind of game. */
export function useCompRates() {
  return useQuery({
    queryKey: ['get-comp-rates'],
    queryFn: ({ signal }) => call('get-comp-rates', {}, { signal }),
  })
}
