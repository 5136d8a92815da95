import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Sound, SoundSettings } from './sound.ts'
import { WindowIcon } from './window-icon.tsx'
import bar from './top-bar.module.css'
import style from './sound-control.module.css'

/** The button of the sound, with a small panel: sound, music and volume. */
export function SoundControl({ sound, onPress }: { sound: Sound; onPress: (event: MouseEvent) => void }): ReactNode {
  const t = useTranslations('play.bar')
  const [settings, setSettings] = useState(sound.settings)
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useClosing(place, open, () => setOpen(false))
  const change = (next: Partial<SoundSettings>) => {
    sound.set(next)
    setSettings(sound.settings())
  }
  const isSilent = settings.muted || settings.volume === 0
  return (
    <div ref={place} className={style.place}>
      <button
        type="button"
        className={bar.button}
        aria-label={t('soundSettings')}
        title={t('soundSettings')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <WindowIcon name={isSilent ? 'muted' : 'sound'} />
      </button>
      {open && (
        <fieldset className={style.panel} aria-label={t('soundSettings')}>
          <label className={style.row}>
            <span>{t('soundOn')}</span>
            <input
              type="checkbox"
              checked={!settings.muted}
              onChange={({ target }) => change({ muted: !target.checked })}
              onClick={onPress}
            />
          </label>
          <label className={style.row}>
            <span>{t('music')}</span>
            <input
              type="checkbox"
              checked={settings.music}
              disabled={settings.muted}
              onChange={({ target }) => change({ music: target.checked })}
              onClick={onPress}
            />
          </label>
          <label className={style.row}>
            <span>{t('volume')}</span>
            <input
              type="range"
              min="0"
              max="100"
              step="5"
              disabled={settings.muted}
              value={Math.round(settings.volume * 100)}
              onChange={({ target }) => change({ volume: Number(target.value) / 100 })}
              onClick={onPress}
            />
          </label>
        </fieldset>
      )}
    </div>
  )
}

/** Closes with Escape, and with a press elsewhere. */
function useClosing(place: { current: HTMLElement | null }, open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open) return
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) latest.current()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') latest.current()
    }
    addEventListener('pointerdown', onPointer)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', onPointer)
      removeEventListener('keydown', onKey)
    }
  }, [place, open])
}
