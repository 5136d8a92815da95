import { ask } from '#web/shared/ask.tsx'
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
    const question = { title: messages('msg2221'), act: label, stay: help('keep') }
    if (!(await ask({ ...question, look: 'danger' }))) return
    const gone = await deleting.mutateAsync().then(
      (answer) => answer.status === 'success',
      () => false,
    )
    toast(messages(gone ? 'msg2053' : 'msg2054'), gone ? 'success' : 'danger')
  }
  return (
    <Button look="quiet" busy={deleting.isPending} onClick={() => void press()}>
      {label}
    </Button>
  )
}
