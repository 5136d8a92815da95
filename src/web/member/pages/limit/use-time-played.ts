import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The minutes played on each of the last 7 days, `get-time-played`. */
export function useTimePlayed() {
  return useQuery({
    queryKey: ['get-time-played'],
    queryFn: ({ signal }) => call('get-time-played', {}, { signal }),
  })
}
