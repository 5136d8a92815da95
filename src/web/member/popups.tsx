import type { Popup } from '#contract/shapes.ts'
import { Icon } from '#web/shared/icons.tsx'
import { OperatorHtml } from '#web/shared/operator-html.tsx'
import { titleColor } from '#web/shared/title-color.ts'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { usePath } from './navigation.tsx'
import { usePage } from './page-data.ts'
import style from './popups.module.css'

/**
 * The notices of spec §3 that stand over the home. Two closings (spec §4): hidden for 24 h by a timestamp, or closed
 * by a key that a reload clears.
 */

const hideMs = 24 * 60 * 60 * 1000
const closedPrefix = 'popup-closed:'
const hiddenPrefix = 'popup-hidden:'

let reloaded = false

/** A reload clears the keys of the second kind, once. */
function clearClosedKeys(): void {
  if (reloaded) return
  reloaded = true
  for (const key of Object.keys(localStorage)) if (key.startsWith(closedPrefix)) localStorage.removeItem(key)
}

function isAway(popup: Popup): boolean {
  try {
    clearClosedKeys()
    const hiddenAt = Number(localStorage.getItem(hiddenPrefix + popup.id)) || 0
    return Date.now() - hiddenAt < hideMs || localStorage.getItem(closedPrefix + popup.id) !== null
  } catch {
    return false
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage a popup is closed for this visit only.
  }
}

export function Popups(): ReactNode {
  const words = useTranslations('popups')
  const path = usePath()
  const { popups } = usePage().site
  const [open, setOpen] = useState(() => popups.filter((popup) => !isAway(popup)))
  if (path !== '/' || open.length === 0) return null
  const away = (popup: Popup) => setOpen((now) => now.filter((other) => other.id !== popup.id))
  return (
    <aside className={style.region} aria-label={words('region')}>
      {open.map((popup) => (
        <PopupCard
          key={popup.id}
          popup={popup}
          hide={() => {
            keep(hiddenPrefix + popup.id, String(Date.now()))
            away(popup)
          }}
          close={() => {
            keep(closedPrefix + popup.id, '1')
            away(popup)
          }}
        />
      ))}
    </aside>
  )
}

function PopupCard({ popup, hide, close }: { popup: Popup; hide: () => void; close: () => void }): ReactNode {
  const words = useTranslations('popups')
  const common = useTranslations('common')
  const place = { '--x': `${popup.posX}px`, '--y': `${popup.posY}px` } as Record<string, string>
  return (
    <section className={style.popup} style={place} aria-label={popup.title}>
      <h2 className={style.title} style={{ color: titleColor(popup.titleColor) }}>
        {popup.title}
      </h2>
      <OperatorHtml className={style.contents} html={popup.contents} />
      <footer className={style.closings}>
        <button type="button" onClick={hide}>
          {words('hideToday')}
        </button>
        <button type="button" onClick={close}>
          <Icon name="close" size={16} />
          {common('close')}
        </button>
      </footer>
    </section>
  )
}
