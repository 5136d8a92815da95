import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** Takes back a deposit that nobody has claimed yet. */
export function useCancelRequest() {
  return useMutation({
    mutationFn: (id: string) => call('cancel-money-request', { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['get-money-requests'] }),
  })
}
