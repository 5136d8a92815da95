import { call } from '#web/shared/api.ts'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkHealth } from '#web/member/session/health-check.ts'
import { queryClient } from '#web/member/kit/query-client.ts'
import { transferIds } from './transfer-ids.ts'

/**
 * Money at providers with their own wallet, `get-transfer-wallets`; refetched while the outcome of a transfer is
 * unknown.
 */
export function useTransferWallets() {
  return useQuery({
    queryKey: ['get-transfer-wallets'],
    queryFn: ({ signal }) => call('get-transfer-wallets', {}, { signal }),
    refetchInterval: (query) => (query.state.data?.wallets.some((wallet) => wallet.underway !== null) ? 4_000 : false),
  })
}

type Transfer = { direction: 'in'; balance: string } | { direction: 'out'; there: string }

/**
 * Transfers money to a provider, or all of it back, and refetches the balances after any outcome. `isUnderway`: a
 * transfer with this provider, started by any part of the page, awaits its response; no other may start.
 */
export function useTransfer(company: string) {
  const mutationKey = ['transfer', company]
  const [ids] = useState(() => transferIds(company))
  const isUnderway = useIsMutating({ mutationKey }) > 0
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: async (transfer: Transfer) => {
      const answer =
        transfer.direction === 'in'
          ? await call('user-transfer-in', { requestId: ids.in(transfer.balance), company, balance: transfer.balance })
          : await call('user-withdraw', { requestId: ids.out(transfer.there), company })
      ids.answered(transfer.direction, answer.status)
      return answer
    },
    onSettled: () => {
      void checkHealth()
      return queryClient.invalidateQueries({ queryKey: ['get-transfer-wallets'] })
    },
  })
  return { mutateAsync, isUnderway }
}
