import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'

/** The mutation that hides a whole list from the member. */
type Deleting = { isPending: boolean; mutateAsync: () => Promise<{ status: string }> }

/** Confirms with msg2221, deletes, and reports the outcome (msg2053, msg2054). */
export function DeleteAll({ label, deleting }: { label: string; deleting: Deleting }): ReactNode {
  const help = useTranslations('help')
  const messages = useTranslations('messages')
  const press = async () => {
    const options = { title: messages('msg2221'), confirmLabel: label, cancelLabel: help('keep') }
    if (!(await confirm({ ...options, variant: 'danger' }))) return
    const deleted = await deleting.mutateAsync().then(
      (answer) => answer.status === 'success',
      () => false,
    )
    toast(messages(deleted ? 'msg2053' : 'msg2054'), deleted ? 'success' : 'danger')
  }
  return (
    <Button variant="quiet" busy={deleting.isPending} onClick={() => void press()}>
      {label}
    </Button>
  )
}
