import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { createStore, useStore } from './store.ts'

/** Confirm dialogs and plain messages over the page, callable from anywhere: `if (await confirm({ … })) …`. */

export type ConfirmOptions = {
  title: string
  text?: string
  /** Names the action: "Log out", never "OK". */
  confirmLabel: string
  variant?: ButtonVariant
  /** When undefined the dialog has only the confirm button. */
  cancelLabel?: string
}

type PendingConfirm = ConfirmOptions & { answer: (yes: boolean) => void }

const queue = createStore<readonly PendingConfirm[]>([])

/** Opens a dialog; resolves to true when it is confirmed, to false in every other case. Several dialogs queue. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const pending: PendingConfirm = {
      ...options,
      answer: (yes) => {
        queue.set(queue.get().filter((other) => other !== pending))
        resolve(yes)
      },
    }
    queue.set([...queue.get(), pending])
  })
}

const none: readonly PendingConfirm[] = []

/** Shows the first dialog of the queue; mounted once by the app. */
export function ConfirmDialogs(): ReactNode {
  const [first] = useStore(queue, none)
  return first === undefined ? null : <ConfirmDialog key={first.title + first.confirmLabel} options={first} />
}

function ConfirmDialog({ options }: { options: PendingConfirm }): ReactNode {
  const common = useTranslations('common')
  const answer = options.answer
  const confirmButton = useRef<HTMLButtonElement>(null)
  // An opened dialog focuses its close button; this moves the focus to the action.
  useEffect(() => confirmButton.current?.focus(), [])
  return (
    <Dialog title={options.title} onClose={() => answer(false)}>
      {options.text && <p>{options.text}</p>}
      <DialogActions>
        {options.cancelLabel !== undefined && (
          <Button onClick={() => answer(false)}>{options.cancelLabel || common('cancel')}</Button>
        )}
        <Button variant={options.variant ?? 'gilt'} onClick={() => answer(true)} ref={confirmButton}>
          {options.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
