import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The registration rules of this domain: banks, minimum age, whether a code and an approval are required. */
export function useRegisterRules() {
  return useQuery({
    queryKey: ['get-reg-domain'],
    queryFn: ({ signal }) => call('get-reg-domain', {}, { signal }),
    staleTime: Infinity,
  })
}
