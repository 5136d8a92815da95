import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from '#web/shared/classes.ts'
import { closeWindow } from './closed-window.tsx'
import type { Sound } from './sound.ts'
import { SoundControl } from './sound-control.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { WindowIcon, type WindowIconName } from './window-icon.tsx'
import style from './top-bar.module.css'

export type Panel = 'info' | 'history' | 'fairness'

/** Name of the game, and the buttons besides play. */
export function TopBar(props: {
  name: string
  /** The window has the name elsewhere: one of a phone leaves it out here, where it would be cut, and on its side has this bar beside the reels. */
  isTitled?: boolean
  brandName: string
  /** URL of the brand's mark. */
  mark: string | undefined
  playMoney: boolean
  sound: Sound
  /** Null: the window has no panels. */
  onPanel: ((panel: Panel) => void) | null
  /** Called on every click, to return the focus to the spin button. */
  onPress: (event: MouseEvent) => void
  /** Closes the window when left out. */
  onClose?: () => void
}): ReactNode {
  const t = useTranslations('play.bar')
  const frame = useTranslations('frame')
  const fullScreen = useFullScreen()
  const button = (icon: WindowIconName, label: string, onClick: (event: MouseEvent) => void) => (
    <button type="button" className={style.button} aria-label={label} title={label} onClick={onClick}>
      <WindowIcon name={icon} />
    </button>
  )
  // Moves the focus first, because a closing panel restores it to this element.
  const open = (panel: Panel) => (event: MouseEvent) => {
    props.onPress(event)
    props.onPanel?.(panel)
  }
  return (
    <header className={classes(style.bar, props.isTitled && style.beside)}>
      <p className={style.brand} aria-hidden="true">
        {props.mark && <img className={style.mark} src={props.mark} alt="" />}
        {props.brandName && <span className={style.brandName}>{props.brandName}</span>}
        <span className={classes(style.name, props.isTitled && style.titled)}>{props.name}</span>
      </p>
      {props.playMoney && <p className={style.practice}>{frame('playMoney')}</p>}
      <div className={style.buttons}>
        {props.onPanel !== null && (
          <>
            {button('info', t('info'), open('info'))}
            {button('history', t('history'), open('history'))}
            {button('fairness', t('fairness'), open('fairness'))}
          </>
        )}
        <SoundControl sound={props.sound} onPress={props.onPress} />
        {fullScreen.isOffered &&
          button(
            fullScreen.isOn ? 'leaveFullScreen' : 'fullScreen',
            fullScreen.isOn ? t('leaveFullScreen') : t('fullScreen'),
            (event) => {
              fullScreen.toggle()
              props.onPress(event)
            },
          )}
        {button('close', t('closeWindow'), props.onClose ?? closeWindow)}
      </div>
    </header>
  )
}
