import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The member's profile and the cashier rules, `get-member`. */
export function useMemberPage() {
  return useQuery({
    queryKey: ['get-member'],
    queryFn: ({ signal }) => call('get-member', {}, { signal }),
  })
}
