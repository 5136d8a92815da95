import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#web/member/kit/query-client.ts'

/** Sends an inquiry. */
export function useWriteHelp() {
  return useMutation({
    mutationFn: (help: { requestId: string; title: string; contents: string; roundId?: string }) =>
      call('user-write-help', help),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['get-help-list'] }),
  })
}
