import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { checkHealth } from '#web/member/session/health-check.ts'
import { queryClient } from '#web/member/kit/query-client.ts'

/** Hides all inquiries of the member; one answered later becomes visible again. */
export function useDeleteHelps() {
  return useMutation({
    mutationFn: () => call('del-all-help', {}),
    onSettled: () => {
      void checkHealth()
      return queryClient.invalidateQueries({ queryKey: ['get-help-list'] })
    },
  })
}
