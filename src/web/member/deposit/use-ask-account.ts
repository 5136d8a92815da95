import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'

/** Asks for the account to pay into; the reply comes as a help item of kind `account`. */
export function useAskAccount() {
  return useMutation({
    mutationFn: () => call('user-ask-account', {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account-reply'] }),
  })
}
