import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { checkHealth } from '#web/member/session/health-check.ts'
import { queryClient } from '#web/member/kit/query-client.ts'

/** Hides all notes of the member. */
export function useDeleteNotes() {
  return useMutation({
    mutationFn: () => call('user-del-note', {}),
    onSettled: () => {
      void checkHealth()
      return queryClient.invalidateQueries({ queryKey: ['get-user-note'] })
    },
  })
}
