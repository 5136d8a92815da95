import { onUnauthenticated } from '#web/shared/api.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { createStore, useStore } from '#web/shared/store.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, type ReactNode } from 'react'
import { GameCard, WatchLink, type PressedGame } from '#web/member/lobby/game-card.tsx'
import { hasUnsavedInput } from './unsaved-input.ts'
import { LazySignInLinks } from './lazy-sign-in-links.tsx'
import { guest, session } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import style from './sign-in-dialog.module.css'

/** The sign-in dialog over the page: input on the page is kept, and the call that failed is retried. */

type Prompt = { why: 'again' | 'needed'; game?: PressedGame | undefined; answer: (signedIn: boolean) => void }
const prompt = createStore<Prompt | null>(null)

/**
 * Opens the dialog; resolves to whether the visitor signed in. A second call shares the open dialog. With a game, the
 * dialog shows it and, where there are any, offers to watch one of its rounds.
 */
export function promptSignIn(why: 'again' | 'needed', game?: PressedGame): Promise<boolean> {
  return new Promise((resolve) => {
    const before = prompt.get()
    prompt.set({
      why,
      game,
      answer: (signedIn) => {
        before?.answer(signedIn)
        resolve(signedIn)
      },
    })
  })
}

/** Whether the dialog was opened since the session ended: over unsaved input it opens by itself only once. */
let isPrompted = false

/** Whether the dialog was opened since the session was last valid. */
export function wasSignInPrompted(): boolean {
  return isPrompted
}

/** The session is valid: the dialog may open again when it ends. */
export function resetSignInPrompt(): void {
  isPrompted = false
}

/** Prompts to sign in again after the session ended; resolves to which member did. */
export async function signInAgain(): Promise<'same' | 'other' | 'declined'> {
  isPrompted = true
  const userBefore = userId()
  if (!(await promptSignIn('again'))) return 'declined'
  if (userBefore === null || userBefore === userId()) return 'same'
  // Another member must not see the page of the first one, nor repeat their request.
  location.reload()
  return 'other'
}

export function SignInDialog(): ReactNode {
  const t = useTranslations('signIn')
  const messages = useTranslations('messages')
  const current = useStore(prompt, null)
  useEffect(() => {
    onUnauthenticated(async (isRead) => {
      // A background refetch must not reopen the dialog that was dismissed over unsaved input.
      if (isRead && isPrompted && prompt.get() === null && hasUnsavedInput()) return false
      const outcome = await signInAgain()
      // When it was dismissed over unsaved input, the page stays and the next user action prompts again.
      if (outcome === 'declined' && !hasUnsavedInput()) session.set(guest)
      return outcome === 'same'
    })
    return () => onUnauthenticated(null)
  }, [])
  if (current === null) return null
  const watch = current.game?.watch ?? null
  const done = (signedIn: boolean) => {
    prompt.set(null)
    current.answer(signedIn)
  }
  return (
    <Dialog title={t('title')} onClose={() => done(false)}>
      <div className={style.why}>
        <GameCard game={current.game?.shown}>{current.why === 'again' ? t('again') : messages('msg2001')}</GameCard>
      </div>
      <SignInForm onDone={() => done(true)} />
      <LazySignInLinks hasAccount={current.why === 'again'} onLeave={() => done(false)} />
      {watch !== null && <WatchLink code={watch} />}
    </Dialog>
  )
}

function userId(): string | null {
  const now = session.get()
  return now.kind === 'member' ? now.user.userId : null
}
