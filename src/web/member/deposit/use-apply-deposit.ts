import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'

type Ask = { requestId: string; balance: string; depositor?: string }

/** Files a deposit. The request id is the presser's, so that a retry is the same ask. */
export function useApplyDeposit() {
  return useMutation({
    mutationFn: (ask: Ask) => call('apply-user-deposit', ask),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['get-money-requests'] }),
  })
}
