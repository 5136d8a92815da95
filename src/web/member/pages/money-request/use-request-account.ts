import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#web/member/kit/query-client.ts'

/**
 * Requests the account to pay into, with the withdrawal PIN if entered; the reply arrives as a help item of kind
 * `account`.
 */
export function useRequestAccount() {
  return useMutation({
    mutationFn: (pass: string) => call('user-ask-account', pass === '' ? {} : { pass }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['get-deposit-account'] }),
  })
}
