import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'

/** Asks the office for a new password; the answer is the same whoever asks. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (ask: { id: string; phone: string }) => call('ask-password-reset', ask, { quiet: true }),
  })
}

/** Sets a new password with the office's code. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (ask: { id: string; code: string; newPw: string }) => call('reset-password', ask, { quiet: true }),
  })
}
