import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './dialog.module.css'
import { classes } from './classes.ts'
import { Icon } from './icons.tsx'

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /** `sheet` slides up on phones and is wide on desktops; `small` is for a short form or confirmation. */
  size?: 'small' | 'sheet'
  /**
   * Hides the close button and ignores Escape. Such a dialog may open while somebody plays with the keyboard: it opens
   * with the focus on itself, so that the space bar presses nothing, and takes no key that was not meant for it.
   */
  mustAnswer?: boolean
}

/** For so long a dialog that opened by itself takes no key that presses a button. */
const unreadMs = 1000

/** A modal on the native element: it traps the focus and restores it on close. */
export function Dialog({ title, onClose, children, size = 'small', mustAnswer = false }: DialogProps): ReactNode {
  const common = useTranslations('common')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Selecting text from inside the box out to the backdrop is not a click on the backdrop.
  const begunOutside = useRef(false)
  useEffect(() => {
    const element = dialog.current
    const cameFrom = document.activeElement
    if (element && !element.open) element.showModal()
    if (mustAnswer) element?.focus()
    return () => {
      element?.close()
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus()
    }
  }, [mustAnswer])
  const keys = useMeantKeys()
  return (
    // The backdrop is part of the element: a click on it, outside the box, closes the dialog as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes(style.dialog, style[size])}
      aria-labelledby={titleId}
      tabIndex={mustAnswer ? -1 : undefined}
      {...(mustAnswer && keys)}
      onCancel={(event) => {
        event.preventDefault()
        if (!mustAnswer) onClose()
      }}
      // Some browsers close a dialog at the second Escape, whatever becomes of the first.
      onClose={({ currentTarget }) => {
        if (!mustAnswer || !currentTarget.isConnected || currentTarget.open) return
        currentTarget.showModal()
        currentTarget.focus()
      }}
      onPointerDown={(event) => {
        begunOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && begunOutside.current && !mustAnswer) onClose()
      }}
    >
      <div className={style.box}>
        <header className={style.head}>
          <h2 id={titleId} className={style.title}>
            {title}
          </h2>
          {!mustAnswer && (
            <button type="button" className={style.cross} aria-label={common('close')} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className={style.body}>{children}</div>
      </div>
    </dialog>
  )
}

/** Refuses the keys that press a button while they are held from before, repeated, or come before anybody has read. */
function useMeantKeys() {
  const openedAt = useRef(0)
  const isSpaceMeant = useRef(false)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      if (!pressesButton(event)) return
      const isMeant = !event.repeat && performance.now() - openedAt.current >= unreadMs
      if (event.key === ' ') isSpaceMeant.current = isMeant
      if (!isMeant) event.preventDefault()
    },
    // Some browsers press a button with the space bar when it comes up, wherever it went down.
    onKeyUpCapture(event: KeyboardEvent) {
      if (event.key !== ' ') return
      if (!isSpaceMeant.current) event.preventDefault()
      isSpaceMeant.current = false
    },
  }
}

function pressesButton({ key }: KeyboardEvent): boolean {
  return key === ' ' || key === 'Enter'
}

/** The buttons at the end of a dialog; the primary action comes last. */
export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={style.actions}>{children}</div>
}
