import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { createStore, useStore } from './store.ts'

/** ConfirmDialogs and plain messages over the page, asked from anywhere: `if (await ask({ … })) …`. */

export type ConfirmOptions = {
  title: string
  text?: string
  /** The button names the act: "Log out", never "OK". */
  confirmLabel: string
  variant?: ButtonVariant
  /** Left out: the message has one button only. */
  cancelLabel?: string
}

type PendingConfirm = ConfirmOptions & { answer: (yes: boolean) => void }

const queue = createStore<readonly PendingConfirm[]>([])

/** Asks; resolves to true when the member chooses the act, false for everything else. ConfirmDialogs queue. */
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

/** Shows the question at the head of the queue; mounted once by the app. */
export function ConfirmDialogs(): ReactNode {
  const [first] = useStore(queue, none)
  return first === undefined ? null : <ConfirmDialog key={first.title + first.confirmLabel} options={first} />
}

function ConfirmDialog({ options }: { options: PendingConfirm }): ReactNode {
  const common = useTranslations('common')
  const answer = options.answer
  const confirmButton = useRef<HTMLButtonElement>(null)
  // The dialog has opened by now, with the focus on its cross: the act is what most come for.
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
