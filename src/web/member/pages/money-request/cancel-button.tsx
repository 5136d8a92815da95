import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useCancelRequest } from './use-cancel-request.ts'

/** Cancels a deposit that no operator has claimed yet. */
export function CancelButton({ id }: { id: string }): ReactNode {
  const t = useTranslations('moneyRequest.list')
  const errorMessage = useErrorMessage()
  const cancel = useCancelRequest()
  const press = async () => {
    const options = { title: t('cancelConfirm'), confirmLabel: t('cancel'), cancelLabel: t('keepRequest') }
    if (!(await confirm({ ...options, variant: 'danger' }))) return
    try {
      const answer = await cancel.mutateAsync(id)
      if (answer.status === 'success') toast(t('cancelled'), 'success')
      else toast(t('alreadyProcessing'), 'danger')
    } catch (error) {
      toast(errorMessage(error), 'danger')
    }
  }
  return (
    <Button variant="plain" busy={cancel.isPending} onClick={() => void press()}>
      {t('cancel')}
    </Button>
  )
}
