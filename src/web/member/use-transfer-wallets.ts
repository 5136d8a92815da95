import { call } from '#web/shared/api.ts'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkHealth } from './health-check.ts'
import { queryClient } from './query-client.ts'
import { transferIds } from './transfer-ids.ts'

/** Money at providers with a wallet of their own, `get-transfer-wallets`; asked again while a transfer is being found out. */
export function useTransferWallets() {
  return useQuery({
    queryKey: ['get-transfer-wallets'],
    queryFn: ({ signal }) => call('get-transfer-wallets', {}, { signal }),
    refetchInterval: (query) => (query.state.data?.wallets.some((wallet) => wallet.underway !== null) ? 4_000 : false),
  })
}

type Ask = { direction: 'in'; balance: string } | { direction: 'out'; there: string }

/**
 * Moves money to a provider, or all of it back; the figures are asked for again whatever came of it. `isUnderway`: a transfer
 * with it waits for its answer, whichever part of the page has asked, and no other is begun beside it.
 */
export function useTransfer(company: string) {
  const mutationKey = ['transfer', company]
  const [ids] = useState(() => transferIds(company))
  const isUnderway = useIsMutating({ mutationKey }) > 0
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: async (ask: Ask) => {
      const answer =
        ask.direction === 'in'
          ? await call('user-transfer-in', { requestId: ids.in(ask.balance), company, balance: ask.balance })
          : await call('user-withdraw', { requestId: ids.out(ask.there), company })
      ids.answered(ask.direction, answer.status)
      return answer
    },
    onSettled: () => {
      void checkHealth()
      return queryClient.invalidateQueries({ queryKey: ['get-transfer-wallets'] })
    },
  })
  return { mutateAsync, isUnderway }
}
