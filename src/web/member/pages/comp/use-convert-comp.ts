import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { checkHealth } from '#web/member/session/health-check.ts'

type ConvertPayload = { requestId: string; point: string }

/** Converts comp points to balance, then refetches the balances. */
export function useConvertComp() {
  return useMutation({
    mutationFn: (payload: ConvertPayload) => call('roll-to-balance', payload),
    onSettled: () => checkHealth(),
  })
}
