import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { queryClient } from './query-client.ts'

/** Shows the member's hidden inquiries again that still wait; `onShown` runs when the lists are to be read again. */
export function ShowOpenHelps({ hidden, onShown }: { hidden: number; onShown: () => void }): ReactNode {
  const t = useTranslations('help')
  const errorMessage = useErrorMessage()
  const showing = useMutation({
    mutationFn: () => call('show-open-helps', {}),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['get-help-list'] }),
        queryClient.invalidateQueries({ queryKey: ['get-deposit-account'] }),
      ])
      onShown()
    },
    onError: (error) => toast(errorMessage(error), 'danger'),
  })
  return (
    <Button busy={showing.isPending} onClick={() => showing.mutate()}>
      {t('showHidden', { hidden })}
    </Button>
  )
}
