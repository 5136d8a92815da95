import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The current comp rates of the member's level, by kind of game. */
export function useCompRates() {
  return useQuery({
    queryKey: ['get-comp-rates'],
    queryFn: ({ signal }) => call('get-comp-rates', {}, { signal }),
  })
}
