import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** What registering on this domain asks for: banks, least age, whether a code is needed and the house approves. */
export function useRegisterRules() {
  return useQuery({
    queryKey: ['get-reg-domain'],
    queryFn: ({ signal }) => call('get-reg-domain', {}, { signal }),
    staleTime: Infinity,
  })
}
