import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#web/member/kit/query-client.ts'

/** Changes the password; the member's other sessions end. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (payload: { pw: string; newPw: string }) => call('change-password', payload),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['get-member'] }),
  })
}
