import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The latest inquiry for an account with its reply, or null; refetched while the reply is awaited. */
export function useAccountReply() {
  return useQuery({
    queryKey: ['account-reply'],
    queryFn: async ({ signal }) => {
      const answer = await call('get-help-list', { take: 50 }, { signal })
      return answer.helps.find((help) => help.kind === 'account') ?? null
    },
    refetchInterval: (query) => (query.state.data && query.state.data.ref === null ? 5_000 : false),
  })
}
