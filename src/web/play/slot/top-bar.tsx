import { useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { closeWindow } from '../closed-window.tsx'
import type { Sound } from '../sound.ts'
import { WindowIcon, type WindowIconName } from './window-icon.tsx'
import style from './top-bar.module.css'

export type Panel = 'info' | 'history' | 'fairness'

/** Name of the game and the buttons that are no play. */
export function TopBar(props: {
  name: string
  playMoney: boolean
  sound: Sound
  onPanel: (panel: Panel) => void
  /** Told of presses that open nothing, to hand the focus back to the spin button. */
  onPress: (event: MouseEvent) => void
}): ReactNode {
  const t = useTranslations('play.bar')
  const frame = useTranslations('frame')
  const [muted, setMuted] = useState(props.sound.isMuted())
  const button = (icon: WindowIconName, label: string, act: (event: MouseEvent) => void) => (
    <button type="button" className={style.button} aria-label={label} title={label} onClick={act}>
      <WindowIcon name={icon} />
    </button>
  )
  return (
    <header className={style.bar}>
      <p className={style.brand} aria-hidden="true">
        <svg width="22" height="22" viewBox="0 0 24 24" fill="none">
          <path d="M15 3.5a9 9 0 1 0 6 13.2A10.5 10.5 0 0 1 15 3.5z" stroke="#e8c177" strokeWidth="1.4" />
        </svg>
        <span className={style.house}>NOCTURNE</span>
        <span className={style.name}>{props.name}</span>
      </p>
      {props.playMoney && <p className={style.practice}>{frame('playMoney')}</p>}
      <div className={style.buttons}>
        {button('info', t('info'), () => props.onPanel('info'))}
        {button('history', t('history'), () => props.onPanel('history'))}
        {button('fairness', t('fairness'), () => props.onPanel('fairness'))}
        {button(muted ? 'muted' : 'sound', muted ? t('soundOn') : t('soundOff'), (event) => {
          props.sound.setMuted(!muted)
          setMuted(!muted)
          props.onPress(event)
        })}
        {button('close', t('closeWindow'), closeWindow)}
      </div>
    </header>
  )
}
