import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { checkHealth } from '#web/member/session/health-check.ts'
import { queryClient } from '#web/member/kit/query-client.ts'

type WithdrawPayload = { requestId: string; balance: string; pass: string }

/** Files a withdrawal; the money is held at once, so the balance is refetched. */
export function useApplyWithdraw() {
  return useMutation({
    mutationFn: (payload: WithdrawPayload) => call('apply-user-withdraw', payload),
    onSettled: () => {
      void checkHealth()
      return queryClient.invalidateQueries({ queryKey: ['get-money-requests'] })
    },
  })
}
