import { call } from '#web/shared/api.ts'
import { downloadStatement } from '#web/shared/download.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { pageSize } from '#web/member/kit/pager.tsx'

/** Days of the brand's time zone, both included. */
export type Period = { from: string; to: string }

/** The member's statement of a period, newest first. */
export function useStatement(period: Period, skip: number) {
  return useQuery({
    queryKey: ['get-statement', period, skip],
    queryFn: async ({ signal }) => {
      const answer = await call('get-statement', { ...period, skip, take: pageSize }, { signal })
      if (answer.status !== 'success') throw new Error(`the periods of this page are ${answer.status}`)
      return answer
    },
    placeholderData: keepPreviousData,
  })
}

/** Saves the statement of a period as a file. */
export function useStatementFile() {
  return useMutation({
    mutationFn: (payload: Period & { format: 'csv' | 'pdf' }) => downloadStatement(payload),
  })
}
