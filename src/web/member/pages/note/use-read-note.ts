import { call } from '#web/shared/api.ts'
import { useMutation } from '@tanstack/react-query'
import { checkHealth } from '#web/member/session/health-check.ts'

/** Marks one note as read; the count of notes falls. */
export function useReadNote() {
  return useMutation({
    mutationFn: (id: string) => call('read-note-message', { id }, { quiet: true }),
    onSuccess: () => checkHealth(),
  })
}
