import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { checkHealth } from '#web/member/session/health-check.ts'

/** Marks the reply of one inquiry as read; the count of replies falls. */
export function useReadHelp() {
  return useMutation({
    mutationFn: (id: string) => call('read-help-message', { id }, { quiet: true }),
    onSuccess: () => checkHealth(),
  })
}
