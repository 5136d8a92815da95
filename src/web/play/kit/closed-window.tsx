import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { call } from '#web/shared/api.ts'
import { Button } from '#web/shared/button.tsx'
import style from './closed-window.module.css'

export type ClosedWhy = 'signedOut' | 'failed' | 'launch' | 'elsewhere'
/** What `open-game` takes. */
export type LaunchedGame = { code: string; company: string }

const messageKeys = {
  signedOut: { title: 'signedOutTitle', text: 'signedOutText' },
  failed: { title: 'failedTitle', text: 'failedText' },
  launch: { title: 'launchTitle', text: 'launchText' },
  elsewhere: { title: 'elsewhereTitle', text: 'elsewhereText' },
} as const satisfies Record<ClosedWhy, { title: string; text: string }>

/**
 * Replaces the game when it cannot be played: the session is over, the window could not be opened, or its launch link
 * was already used or has expired. `game`: the game that was opened elsewhere since, to open it here again; `again`: the
 * launch link that a busy server did not take.
 */
export function ClosedWindow(props: { why: ClosedWhy; game?: LaunchedGame; again?: string }): ReactNode {
  const { why, game, again } = props
  const t = useTranslations('play.closed')
  return (
    <main className={style.page}>
      <div className={style.card} role="alert">
        <svg width="88" height="48" viewBox="0 0 72 40" fill="none" aria-hidden="true">
          <path d="M4 36C16 20 26 14 36 14s20 6 32 22" stroke="#e8c17759" strokeWidth="1.5" />
          <path d="M44 4a9 9 0 1 0 7 15A11 11 0 0 1 44 4z" stroke="#e8c177" strokeWidth="1.5" />
        </svg>
        <h1 className={style.title}>{t(messageKeys[why].title)}</h1>
        <p className={style.text}>{t(messageKeys[why].text)}</p>
        <div className={style.actions}>
          {why === 'failed' && (
            <Button variant="gilt" onClick={() => (again ? location.replace(again) : location.reload())}>
              {t('again')}
            </Button>
          )}
          {game && <TakeBack game={game} />}
          <Button variant={why === 'failed' || game ? 'plain' : 'gilt'} onClick={closeWindow}>
            {t('close')}
          </Button>
        </div>
      </div>
    </main>
  )
}

/** Opens the game in this window anew, which ends the other one. */
function TakeBack({ game }: { game: LaunchedGame }): ReactNode {
  const t = useTranslations('play.closed')
  const [state, setState] = useState<'idle' | 'opening' | 'failed'>('idle')
  const open = async () => {
    setState('opening')
    const { code, company } = game
    const answer = await call('open-game', { code, company, timeStemp: Date.now() }, { quiet: true }).catch(() => null)
    const language = new URLSearchParams(location.search).get('l')
    if (answer?.status === 'success') location.replace(answer.gameUrl + (language ? `?l=${language}` : ''))
    else setState('failed')
  }
  return (
    <>
      {state === 'failed' && (
        <p className={style.failed} role="alert">
          {t('failedText')}
        </p>
      )}
      <Button variant="gilt" busy={state === 'opening'} onClick={() => void open()}>
        {t('takeBack')}
      </Button>
    </>
  )
}

/** Closes the window; one that a script may not close navigates to the home instead. */
export function closeWindow(): void {
  window.close()
  setTimeout(() => location.assign('/'), 150)
}
