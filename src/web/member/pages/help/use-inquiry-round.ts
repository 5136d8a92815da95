import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The bet an inquiry refers to; null when it does not exist. */
export function useInquiryRound(roundId: string) {
  return useQuery({
    queryKey: ['get-bet', roundId],
    queryFn: async ({ signal }) => {
      // The URL may have been edited: an invalid id counts as no round.
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(roundId)) return null
      const answer = await call('get-bet', { roundId }, { signal })
      return answer.status === 'success' ? answer.bet : null
    },
    enabled: roundId !== '',
    staleTime: Infinity,
  })
}
