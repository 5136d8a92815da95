import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'

/** One notice, for a URL with an id that the list does not contain. */
export function useNotice(id: string, wanted: boolean) {
  return useQuery({
    queryKey: ['get-notice', id],
    queryFn: ({ signal }) => call('get-notice', { id }, { signal }),
    enabled: wanted,
  })
}
