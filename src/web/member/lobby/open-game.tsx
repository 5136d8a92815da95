import { confirm } from '#web/shared/confirm.tsx'
import { ApiError } from '#web/shared/api-client.ts'
import { call, localeHeader } from '#web/shared/api.ts'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { createStore, useStore } from '#web/shared/store.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { opensBlankFirst, refusalOfError, refusalMessage, type GameKind, type OpeningRefusal } from './opening-rules.ts'
import { loadMessages } from '#web/member/message-parts.ts'
import { translate } from '#web/member/translate.ts'
import { session } from '#web/member/session/session.ts'
import { GameCard, type ShownGame, type PressedGame } from './game-card.tsx'
import { promptSignIn } from '#web/member/session/sign-in-dialog.tsx'
import style from './open-game.module.css'

/**
 * Opens a game in the order of spec §7: checks for guests and closed games, msg2217 while loading, then the window or a
 * message.
 */

export type OpenableGame = {
  readonly code: string
  readonly company: string
  readonly used: 'y' | 'n'
  /** A void round closed it. */
  readonly closed?: boolean
  /** A past round of the member for the window to replay. */
  readonly round?: string
  /** What the sheets over the page show of it. */
  readonly shown?: ShownGame
}

/** The dialog closes after this time even without a response; a later response still takes effect (spec §9). */
const dialogMs = 4000
const windowFeatures = 'popup=yes,width=1400,height=800'
/** For this long after a window has opened, further clicks on its tile are ignored as double clicks. */
const doubleClickMs = 700

/** A game or company that may be closed. */
type Enterable = Pick<OpenableGame, 'used' | 'closed' | 'shown'> & { readonly code?: string }

type Shown =
  | { readonly kind: 'opening' }
  | { readonly kind: 'blocked'; readonly gameUrl: string }
  | { readonly kind: 'locked'; readonly game: Enterable }
  | null
const shown = createStore<Shown>(null)

/**
 * Prompts guests to sign in (msg2001) and shows msg2002 for a game that is not offered, with the reason when a void round closed it;
 * true when the game may open. After signing in the game opens without another click.
 */
export async function mayEnter(game: Enterable): Promise<boolean> {
  const hasTexts = await loadTexts()
  const pressed = hasTexts ? pressedGame(game) : undefined
  if (session.get().kind === 'guest' && !(await promptSignIn('needed', pressed))) return false
  if (game.used === 'y') return true
  if (hasTexts) shown.set({ kind: 'locked', game })
  else await showMessage(translate('messages.msg2002'))
  return false
}

/** Loads the texts of the dialogs here; without them the messages of spec §8 are shown alone. */
function loadTexts(): Promise<boolean> {
  return loadMessages('lobby').then(
    () => true,
    () => false,
  )
}

/** What the sign-in dialog shows of the game. Guests may watch a round of each that can be played. */
function pressedGame({ code, used, shown }: Enterable): PressedGame | undefined {
  if (shown === undefined) return undefined
  return { shown, watch: used === 'y' && code !== undefined ? code : null }
}

/** Games being opened: a second click on one is ignored. */
const opening = new Set<string>()

/** Opens a game of the lobby. Shows every outcome and never throws. */
export async function openGame(kind: GameKind, game: OpenableGame): Promise<void> {
  const key = `${game.company} ${game.code}`
  if (opening.has(key)) return
  opening.add(key)
  let opened = false
  try {
    opened = await openOnce(kind, game)
  } finally {
    setTimeout(() => opening.delete(key), opened ? doubleClickMs : 0)
  }
}

/** Returns whether a window opened. */
async function openOnce(kind: GameKind, game: OpenableGame): Promise<boolean> {
  if (!(await mayEnter(game))) return false
  if (!(await loadTexts())) return refuse('fail', kind)
  let blank = opensBlankFirst(navigator.userAgent) ? openBlank() : null
  const loading: Shown = { kind: 'opening' }
  shown.set(loading)
  const closeOpening = () => {
    if (shown.get() === loading) shown.set(null)
  }
  const timer = setTimeout(closeOpening, dialogMs)
  const outcome = await requestLaunch(game, () => {
    // Neither dialog nor window may cover the sign-in dialog.
    closeOpening()
    blank?.close()
    blank = null
  })
  clearTimeout(timer)
  closeOpening()
  if ('gameUrl' in outcome) return enterWindow(outcome.gameUrl, blank)
  blank?.close()
  return refuse(outcome.refusal, kind)
}

async function refuse(refusal: OpeningRefusal, kind: GameKind): Promise<false> {
  await showMessage(translate(refusalMessage(refusal, kind)))
  return false
}

type Outcome = { gameUrl: string } | { refusal: OpeningRefusal }

/** Requests the launch address; when the session has ended, prompts to sign in again and retries once. */
async function requestLaunch(game: OpenableGame, onSignInAgain: () => void): Promise<Outcome> {
  const launch = async (quiet: boolean): Promise<Outcome> => {
    const body = { code: game.code, company: game.company, timeStemp: Date.now() }
    const answer = await call('open-game', body, { quiet })
    if (answer.status !== 'success') return { refusal: answer.status }
    // Only addresses of our own take a language and a round.
    if (!answer.gameUrl.startsWith('/')) return { gameUrl: answer.gameUrl }
    const gameUrl = `${answer.gameUrl}?l=${localeHeader()['x-locale']}`
    return { gameUrl: game.round ? `${gameUrl}&round=${game.round}` : gameUrl }
  }
  try {
    return await launch(true).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.kind === 'unauthenticated')) throw error
      onSignInAgain()
      return launch(false)
    })
  } catch (error) {
    return { refusal: error instanceof ApiError ? refusalOfError(error.kind) : 'fail' }
  }
}

/** Opens a blank window with a loading message in the colours of the site. */
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

function showMessage(title: string): Promise<boolean> {
  return confirm({ title, confirmLabel: translate('common.confirm') })
}

/** The dialog while a game opens, or a link when the browser blocked its window. Mounted once by the app. */
export function LaunchDialog(): ReactNode {
  const now = useStore(shown, null)
  return now && <ShownDialog now={now} />
}

function ShownDialog({ now }: { now: NonNullable<Shown> }): ReactNode {
  const launch = useTranslations('launch')
  const messages = useTranslations('messages')
  const common = useTranslations('common')
  if (now.kind === 'locked') {
    const { game } = now
    return (
      <Dialog title={messages('msg2002')} onClose={() => shown.set(null)}>
        <GameCard game={game.shown}>{launch(game.closed ? 'closed' : 'soon')}</GameCard>
        <DialogActions>
          <Button variant="gilt" onClick={() => shown.set(null)}>
            {common('confirm')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
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
