import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'

/** Requests a password reset from the office; the response is the same for known and unknown ids. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (payload: { id: string; phone: string }) => call('ask-password-reset', payload, { quiet: true }),
  })
}

/** Sets a new password with the one-time code. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (payload: { id: string; code: string; newPw: string }) =>
      call('reset-password', payload, { quiet: true }),
  })
}
