import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#web/member/kit/query-client.ts'

type DepositPayload = { requestId: string; balance: string; depositor?: string }

/** Files a deposit. The caller passes the request id, so that a retry is the same request. */
export function useApplyDeposit() {
  return useMutation({
    mutationFn: (payload: DepositPayload) => call('apply-user-deposit', payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['get-money-requests'] }),
  })
}
