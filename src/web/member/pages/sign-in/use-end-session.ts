import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#web/member/kit/query-client.ts'

const refetchMember = () => queryClient.invalidateQueries({ queryKey: ['get-member'] })

/** Ends one of the member's sessions. */
export function useEndSession() {
  return useMutation({ mutationFn: (id: string) => call('end-session', { id }), onSettled: refetchMember })
}

/** Ends all other sessions. */
export function useEndOtherSessions() {
  return useMutation({ mutationFn: () => call('end-other-sessions', {}), onSettled: refetchMember })
}
