import type { MemberBodies } from '#contract/member-api.ts'
import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'

/** Registers a member. */
export function useRegister() {
  return useMutation({ mutationFn: (form: MemberBodies['user-register']) => call('user-register', form) })
}
