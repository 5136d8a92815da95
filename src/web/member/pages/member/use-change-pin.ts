import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'

/** Changes the withdrawal PIN; requires the password. */
export function useChangePin() {
  return useMutation({ mutationFn: (payload: { pw: string; pass: string }) => call('change-exchange-pass', payload) })
}
