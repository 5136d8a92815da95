import type { Popup } from '#contract/notice.ts'
import { Icon } from '#web/shared/icons.tsx'
import { OperatorHtml } from '#web/shared/operator-html.tsx'
import { titleColor } from '#web/shared/title-color.ts'
import { useTranslations } from 'use-intl/react'
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import type { Spot } from './popup-place.ts'
import style from './popups.module.css'

const stepPixels = 16
const longStepPixels = 80
const directions: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

type CardProps = {
  id: string
  popup: Popup
  /** Position of this popup and their number: a phone shows one after the other. */
  place: number
  count: number
  onMove: (step: Spot) => void
  hide: () => void
  close: () => void
}

/**
 * One popup: moved by its header with the pointer or by its handle with the arrow keys; closed by two buttons or
 * Escape.
 */
export function PopupCard({ id, popup, place, count, onMove, hide, close }: CardProps): ReactNode {
  const t = useTranslations('noticePopup')
  const lobby = useTranslations('noticePopupMove')
  const common = useTranslations('common')
  const drag = useDrag(onMove)
  const onKey = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const pixels = event.shiftKey ? longStepPixels : stepPixels
    onMove({ x: direction.x * pixels, y: direction.y * pixels })
  }
  return (
    // Escape closes the popup that has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      id={id}
      className={style.popup}
      aria-label={popup.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <div className={style.head} {...drag}>
        <h2 className={style.title} style={{ color: titleColor(popup.titleColor) }}>
          {popup.title}
        </h2>
        {count > 1 && <span className={`${style.place} money`}>{lobby('more', { place, count })}</span>}
        <button
          type="button"
          className={style.handle}
          aria-label={lobby('move', { title: popup.title })}
          aria-describedby={`${id}-hint`}
          onKeyDown={onKey}
        >
          <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
            <path d="M5 2h2v2H5zM9 2h2v2H9zM5 7h2v2H5zM9 7h2v2H9zM5 12h2v2H5zM9 12h2v2H9z" />
          </svg>
        </button>
        <p id={`${id}-hint`} className={style.hint}>
          {lobby('moveHint')}
        </p>
      </div>
      <OperatorHtml className={style.contents} html={popup.contents} />
      <footer className={style.closings}>
        <button type="button" onClick={hide}>
          {t('hideToday')}
        </button>
        <button type="button" onClick={close}>
          <Icon name="close" size={16} />
          {common('close')}
        </button>
      </footer>
    </section>
  )
}

/** Dragging with mouse or pen; touch keeps scrolling the page. */
function useDrag(onMove: (step: Spot) => void) {
  const last = useRef<Spot | null>(null)
  const end = () => {
    last.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      // Without this, a browser may begin to drag a picture under the popup instead, and cancel the pointer.
      if (event.target instanceof Element && event.target.closest('button') === null) event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = last.current
      if (from === null) return
      onMove({ x: event.clientX - from.x, y: event.clientY - from.y })
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
