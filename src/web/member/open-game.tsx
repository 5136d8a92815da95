import { ask } from '#web/shared/ask.tsx'
import { call } from '#web/shared/api.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { createStore, useStore } from '#web/shared/store.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { say } from './say.ts'
import { session } from './session.ts'
import { askToSignIn } from './sign-in-dialog.tsx'
import style from './open-game.module.css'

/** Opening a game, in the order of spec §7: guest, not in use, msg2217 while asking, then the window or a message. */

export type GameKind = 'slot' | 'casino' | 'sport'
export type OpenableGame = { readonly code: string; readonly company: string; readonly used: 'y' | 'n' }

/** The dialog closes after this, even when no answer has come; a later answer still acts (spec §9). */
const dialogMs = 4000
const windowFeatures = 'popup=yes,width=1400,height=800'

type Shown = { readonly kind: 'opening' } | { readonly kind: 'blocked'; readonly gameUrl: string } | null
const shown = createStore<Shown>(null)

/**
 * Tells guests msg2001, with the way in, and everyone msg2002 on a closed tile; true when the tile may act.
 * A guest who signs in presses once more: a window may only come from a press of its own.
 */
export async function mayEnter(used: 'y' | 'n'): Promise<boolean> {
  if (session.get().kind === 'guest') {
    await askToSignIn('needed')
    return false
  }
  if (used === 'y') return true
  await tell(say('messages.msg2002'))
  return false
}

/** What is being opened: a second press on it, however quick, is the same opening. */
const underWay = new Set<string>()

/** Opens a game of the lobby. Every outcome is shown; nothing is thrown. */
export async function openGame(kind: GameKind, game: OpenableGame): Promise<void> {
  const key = `${game.company} ${game.code}`
  if (underWay.has(key)) return
  underWay.add(key)
  await openOnce(kind, game).finally(() => underWay.delete(key))
}

async function openOnce(kind: GameKind, game: OpenableGame): Promise<void> {
  if (!(await mayEnter(game.used))) return
  const blank = opensBlankFirst() ? window.open('', '_blank') : null
  if (blank) blank.document.title = say('messages.msg2217')
  const opening: Shown = { kind: 'opening' }
  shown.set(opening)
  const closeOpening = () => {
    if (shown.get() === opening) shown.set(null)
  }
  const timer = setTimeout(closeOpening, dialogMs)
  const outcome = await askForGame(game)
  clearTimeout(timer)
  closeOpening()
  if ('gameUrl' in outcome) return enterWindow(outcome.gameUrl, blank)
  blank?.close()
  await tell(failureWords(outcome.refusal, kind))
}

/** Why no window opens: the answer's word, or `fail` when none came. */
type Outcome = { gameUrl: string } | { refusal: string }

async function askForGame(game: OpenableGame): Promise<Outcome> {
  try {
    const body = { code: game.code, company: game.company, timeStemp: Date.now() }
    const answer = await call('open-game', body)
    return answer.status === 'success' ? { gameUrl: answer.gameUrl } : { refusal: answer.status }
  } catch {
    return { refusal: 'fail' }
  }
}

function enterWindow(gameUrl: string, blank: Window | null): void {
  const opened = blank ?? window.open(gameUrl, '_blank', windowFeatures)
  if (opened === null) {
    shown.set({ kind: 'blocked', gameUrl })
    return
  }
  opened.opener = null
  if (blank !== null) blank.location.replace(gameUrl)
}

/** Mobile and Mac browsers open a blank window first, within the press, then navigate it (spec §7). */
function opensBlankFirst(): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Macintosh|Mac OS/i.test(navigator.userAgent)
}

function failureWords(status: string, kind: GameKind): string {
  if (status === 'used') return say('messages.msg2002')
  if (status === 'blocked' || status === 'excluded' || status === 'limit') return say(`launch.${status}`)
  if (status === 'time' || kind === 'slot') return say('messages.msg2218')
  return say('messages.msg2012')
}

function tell(title: string): Promise<boolean> {
  return ask({ title, act: say('common.confirm') })
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
