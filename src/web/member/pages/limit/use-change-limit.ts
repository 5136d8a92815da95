import type { MemberAnswers } from '#contract/member-api.ts'
import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import { call } from '#web/shared/api.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { usePage } from '#web/member/page-data.ts'
import { queryClient } from '#web/member/kit/query-client.ts'

export type LimitInput = { kind: LimitKind; period: LimitPeriod; most: string | null; confirm: boolean }

/**
 * Sets, lowers, requests or confirms a limit and reports the outcome. Resolves to null on success, else to the error
 * message.
 */
export function useChangeLimit(): {
  isBusy: boolean
  change: (input: LimitInput, done?: 'saved' | 'withdrawn') => Promise<string | null>
} {
  const t = useTranslations('limit.dialog')
  const errorMessage = useErrorMessage()
  const { timeZone } = usePage().site.brand
  const set = useMutation({
    mutationFn: (input: LimitInput) => call('set-limit', input),
    onSuccess: storeLimits,
  })
  const change = async (input: LimitInput, done: 'saved' | 'withdrawn' = 'saved') => {
    try {
      const answer = await set.mutateAsync(input)
      if (answer.status === 'invalid' || answer.status === 'excluded') return t(answer.status)
      if (answer.status === 'success') toast(t(done), 'success')
      else toast(t('requested', { date: formatMoment(answer.effectiveFrom, timeZone) }), 'success')
      return null
    } catch (error) {
      return errorMessage(error)
    }
  }
  return { isBusy: set.isPending, change }
}

/** Puts the limits of the response into the cache, without a refetch. */
function storeLimits(answer: MemberAnswers['set-limit']): void {
  if ('limits' in answer) queryClient.setQueryData(['get-limits'], { status: 'success', limits: answer.limits })
}
