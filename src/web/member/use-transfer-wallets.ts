import { call } from '#web/shared/api.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { checkHealth } from './health-check.ts'
import { queryClient } from './query-client.ts'

/** Money at providers with a wallet of their own, `get-transfer-wallets`; asked again while a transfer is being found out. */
export function useTransferWallets() {
  return useQuery({
    queryKey: ['get-transfer-wallets'],
    queryFn: ({ signal }) => call('get-transfer-wallets', {}, { signal }),
    refetchInterval: (query) => (query.state.data?.wallets.some((wallet) => wallet.underway !== null) ? 4_000 : false),
  })
}

type Ask = { direction: 'in' | 'out'; requestId: string; company: string; balance?: string }

/** Moves money in, or all of it back; the figures are asked for again whatever came of it. */
export function useTransfer() {
  return useMutation({
    mutationFn: ({ direction, ...ask }: Ask) => call(direction === 'in' ? 'user-transfer-in' : 'user-withdraw', ask),
    onSettled: () => {
      void checkHealth()
      return queryClient.invalidateQueries({ queryKey: ['get-transfer-wallets'] })
    },
  })
}
