import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'

/** Changes the withdrawal PIN; the password vouches for it. */
export function useChangePin() {
  return useMutation({ mutationFn: (ask: { pw: string; pass: string }) => call('change-exchange-pass', ask) })
}
