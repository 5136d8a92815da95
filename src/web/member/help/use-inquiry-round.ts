import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The round an inquiry is to be about, as the list of bets shows it; null when there is none of that name. */
export function useInquiryRound(roundId: string) {
  return useQuery({
    queryKey: ['get-bet', roundId],
    queryFn: async ({ signal }) => {
      // An address can be typed by hand: what is no id is no round.
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(roundId)) return null
      const answer = await call('get-bet', { roundId }, { signal })
      return answer.status === 'success' ? answer.bet : null
    },
    enabled: roundId !== '',
    staleTime: Infinity,
  })
}
