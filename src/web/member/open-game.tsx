import { confirm } from '#web/shared/confirm.tsx'
import { call, CallError } from '#web/shared/api.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { createStore, useStore } from '#web/shared/store.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import {
  opensBlankFirst,
  refusalOfTrouble,
  refusalMessage,
  type GameKind,
  type OpeningRefusal,
} from './opening-rules.ts'
import { translate } from './translate.ts'
import { session } from './session.ts'
import { promptSignIn } from './sign-in-dialog.tsx'
import style from './open-game.module.css'

/** Opening a game, in the order of spec §7: guest, not in use, msg2217 while asking, then the window or a message. */

export type OpenableGame = {
  readonly code: string
  readonly company: string
  readonly used: 'y' | 'n'
  /** A round of the member that the window is to show again. */
  readonly round?: string
}

/** The dialog closes after this, even when no answer has come; a later answer still acts (spec §9). */
const dialogMs = 4000
const windowFeatures = 'popup=yes,width=1400,height=800'
/** So long after a window has opened, another press on its tile belongs to the press that opened it. */
const samePressMs = 700

type Shown = { readonly kind: 'opening' } | { readonly kind: 'blocked'; readonly gameUrl: string } | null
const shown = createStore<Shown>(null)

/**
 * Tells guests msg2001, with the way in, and everyone msg2002 on a closed tile; true when the tile may act. Who signs in
 * there has said what they want: the tile acts then.
 */
export async function mayEnter(used: 'y' | 'n'): Promise<boolean> {
  if (session.get().kind === 'guest' && !(await promptSignIn('needed'))) return false
  if (used === 'y') return true
  await tell(translate('messages.msg2002'))
  return false
}

/** What is being opened: a second press on it, however quick, is the same opening. */
const underWay = new Set<string>()

/** Opens a game of the lobby. Every outcome is shown; nothing is thrown. */
export async function openGame(kind: GameKind, game: OpenableGame): Promise<void> {
  const key = `${game.company} ${game.code}`
  if (underWay.has(key)) return
  underWay.add(key)
  let opened = false
  try {
    opened = await openOnce(kind, game)
  } finally {
    setTimeout(() => underWay.delete(key), opened ? samePressMs : 0)
  }
}

/** Answers whether a window opened. */
async function openOnce(kind: GameKind, game: OpenableGame): Promise<boolean> {
  if (!(await mayEnter(game.used))) return false
  let blank = opensBlankFirst(navigator.userAgent) ? openBlank() : null
  const opening: Shown = { kind: 'opening' }
  shown.set(opening)
  const closeOpening = () => {
    if (shown.get() === opening) shown.set(null)
  }
  const timer = setTimeout(closeOpening, dialogMs)
  const outcome = await requestLaunch(game, () => {
    // The sign-in dialog must not stand behind either of them.
    closeOpening()
    blank?.close()
    blank = null
  })
  clearTimeout(timer)
  closeOpening()
  if ('gameUrl' in outcome) return enterWindow(outcome.gameUrl, blank)
  blank?.close()
  await tell(translate(refusalMessage(outcome.refusal, kind)))
  return false
}

type Outcome = { gameUrl: string } | { refusal: OpeningRefusal }

/** Asks for the launch address; where the session has ended meanwhile, signs in again over the page and asks once more. */
async function requestLaunch(game: OpenableGame, onSignInAgain: () => void): Promise<Outcome> {
  const launch = async (quiet: boolean): Promise<Outcome> => {
    const body = { code: game.code, company: game.company, timeStemp: Date.now() }
    const answer = await call('open-game', body, { quiet })
    if (answer.status !== 'success') return { refusal: answer.status }
    return { gameUrl: game.round ? `${answer.gameUrl}?round=${game.round}` : answer.gameUrl }
  }
  try {
    return await launch(true).catch((error: unknown) => {
      if (!(error instanceof CallError && error.trouble === 'unauthenticated')) throw error
      onSignInAgain()
      return launch(false)
    })
  } catch (error) {
    return { refusal: error instanceof CallError ? refusalOfTrouble(error.trouble) : 'fail' }
  }
}

/** A window of its own that says what it waits for, in the colours of the house. */
function openBlank(): Window | null {
  const blank = window.open('', '_blank')
  if (blank === null) return null
  const { document } = blank
  document.title = translate('messages.msg2217')
  document.body.textContent = document.title
  Object.assign(document.body.style, {
    background: '#07080d',
    color: '#a9adbd',
    font: '16px system-ui',
    padding: '24px',
  })
  return blank
}

function enterWindow(gameUrl: string, blank: Window | null): boolean {
  const opened = blank ?? window.open(gameUrl, '_blank', windowFeatures)
  if (opened === null || opened.closed) {
    shown.set({ kind: 'blocked', gameUrl })
    return false
  }
  opened.opener = null
  if (blank !== null) blank.location.replace(gameUrl)
  return true
}

function tell(title: string): Promise<boolean> {
  return confirm({ title, confirmLabel: translate('common.confirm') })
}

/** The dialog of an opening game, or the link when the browser blocked its window. Mounted once by the app. */
export function LaunchDialog(): ReactNode {
  const launch = useTranslations('launch')
  const messages = useTranslations('messages')
  const now = useStore(shown, null)
  if (now === null) return null
  if (now.kind === 'opening') {
    return (
      <Dialog title={launch('title')} onClose={() => shown.set(null)}>
        <output className={style.opening}>
          <span className={style.moon} aria-hidden="true" />
          {messages('msg2217')}
        </output>
      </Dialog>
    )
  }
  return (
    <Dialog title={launch('title')} onClose={() => shown.set(null)}>
      <p>{launch('blockedPopup')}</p>
      <DialogActions>
        <a
          className={buttonClass('gilt')}
          href={now.gameUrl}
          target="_blank"
          rel="noopener"
          onClick={() => shown.set(null)}
        >
          {launch('openHere')}
        </a>
      </DialogActions>
    </Dialog>
  )
}
