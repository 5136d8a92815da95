import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'

/** What takes a whole list off the member's sight. */
type Deleting = { isPending: boolean; mutateAsync: () => Promise<{ status: string }> }

/** Asks msg2221, deletes, and says how it went (msg2053, msg2054). */
export function DeleteAll({ label, deleting }: { label: string; deleting: Deleting }): ReactNode {
  const help = useTranslations('account.help')
  const messages = useTranslations('messages')
  const press = async () => {
    const question = { title: messages('msg2221'), confirmLabel: label, cancelLabel: help('keep') }
    if (!(await confirm({ ...question, variant: 'danger' }))) return
    const gone = await deleting.mutateAsync().then(
      (answer) => answer.status === 'success',
      () => false,
    )
    toast(messages(gone ? 'msg2053' : 'msg2054'), gone ? 'success' : 'danger')
  }
  return (
    <Button variant="quiet" busy={deleting.isPending} onClick={() => void press()}>
      {label}
    </Button>
  )
}
