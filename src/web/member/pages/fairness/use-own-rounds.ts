import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** How many of the member's rounds are offered. */
const most = 10

/** The member's last rounds. */
export function useOwnRounds() {
  return useQuery({
    queryKey: ['get-slot-bets-list', 'fairness'],
    queryFn: ({ signal }) => call('get-slot-bets-list', { skip: 0, take: most }, { signal }),
  })
}

/** Reads one round of the member with its seeds. */
export function readOwnRound(roundId: string) {
  return call('get-round', { roundId })
}
