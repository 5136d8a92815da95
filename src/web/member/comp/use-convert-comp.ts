import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { checkHealth } from '../health-check.ts'

type Ask = { requestId: string; point: string }

/** Converts comp points into balance; the figures on screen are asked for again. */
export function useConvertComp() {
  return useMutation({
    mutationFn: (ask: Ask) => call('roll-to-balance', ask),
    onSettled: () => checkHealth(),
  })
}
