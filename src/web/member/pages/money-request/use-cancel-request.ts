import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#web/member/kit/query-client.ts'

/** Cancels a deposit request that no operator has claimed yet. */
export function useCancelRequest() {
  return useMutation({
    mutationFn: (id: string) => call('cancel-money-request', { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['get-money-requests'] }),
  })
}
