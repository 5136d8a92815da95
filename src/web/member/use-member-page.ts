import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** My page and the cashier's rules, `get-member`. */
export function useMemberPage() {
  return useQuery({
    queryKey: ['get-member'],
    queryFn: ({ signal }) => call('get-member', {}, { signal }),
  })
}
