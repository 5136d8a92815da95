import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from './classes.ts'
import { Icon } from './icons.tsx'
import { createStore, useStore } from './store.ts'
import style from './toasts.module.css'

/** Short notifications at the edge of the page: at most three, `aria-live=polite`, paused under pointer or focus. */

export type ToastKind = 'info' | 'success' | 'danger'
/** A further step: a button, or a link where it has an address. */
type ToastAction = { label: string; run: () => void; href?: string }
type ToastItem = { key: number; text: string; kind: ToastKind; action?: ToastAction | undefined }

const shownMs = 5000
const maxAtOnce = 3
let lastKey = 0
const none: readonly ToastItem[] = []
const toasts = createStore<readonly ToastItem[]>(none)

/** Shows a toast; a text already on screen is replaced, not repeated. */
export function toast(text: string, kind: ToastKind = 'info', action?: ToastAction): void {
  lastKey += 1
  const others = toasts.get().filter((item) => item.text !== text)
  toasts.set([...others, { key: lastKey, text, kind, action }].slice(-maxAtOnce))
}

function dismiss(key: number): void {
  toasts.set(toasts.get().filter((item) => item.key !== key))
}

/** Renders the toasts; mounted once by the app. */
export function Toasts(): ReactNode {
  const common = useTranslations('common')
  const items = useStore(toasts, none)
  const [paused, setPaused] = useState(false)
  return (
    // The toasts stay on screen while they have pointer or focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={style.region}
      aria-label={common('notifications')}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <ul aria-live="polite">
        {items.map((item) => (
          <ToastCard
            key={item.key}
            item={item}
            paused={paused}
            close={common('close')}
            onClose={() => {
              // Closing a toast removes the focused element without a blur event.
              setPaused(false)
              dismiss(item.key)
            }}
          />
        ))}
      </ul>
    </section>
  )
}

function ToastCard(props: { item: ToastItem; paused: boolean; close: string; onClose: () => void }): ReactNode {
  const { item, paused, close, onClose } = props
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => dismiss(item.key), shownMs)
    return () => clearTimeout(timer)
  }, [paused, item.key])
  return (
    <li className={classes(style.toast, style[item.kind])}>
      <Icon name={item.kind === 'success' ? 'check' : 'info'} />
      <span className={style.text}>{item.text}</span>
      {item.action && <ActionOf action={item.action} onDone={onClose} />}
      <button type="button" className={style.close} aria-label={close} onClick={onClose}>
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}

function ActionOf({ action, onDone }: { action: ToastAction; onDone: () => void }): ReactNode {
  const { label, run, href } = action
  if (href === undefined) {
    return (
      <button type="button" className={style.action} onClick={run}>
        {label}
      </button>
    )
  }
  return (
    <a
      className={style.action}
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onDone()
        run()
      }}
    >
      {label}
    </a>
  )
}
