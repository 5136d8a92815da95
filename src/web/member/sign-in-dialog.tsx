import { onUnauthenticated } from '#web/shared/api.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { createStore, useStore } from '#web/shared/store.ts'
import { useTranslations } from 'use-intl/react'
import { useEffect, type ReactNode } from 'react'
import { hasUnsavedInput } from './unsaved-input.ts'
import { LazySignInLinks } from './lazy-sign-in-links.tsx'
import { guest, session } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import style from './sign-in-dialog.module.css'

/** Signing in over the page: nothing that was typed below is lost, and the call that failed is made again. */

type Asked = { why: 'again' | 'needed'; answer: (signedIn: boolean) => void }
const asked = createStore<Asked | null>(null)

/** Opens the dialog; resolves to whether the visitor signed in. A second question joins the first. */
export function promptSignIn(why: 'again' | 'needed'): Promise<boolean> {
  return new Promise((resolve) => {
    const before = asked.get()
    asked.set({
      why,
      answer: (signedIn) => {
        before?.answer(signedIn)
        resolve(signedIn)
      },
    })
  })
}

/** Whether the sign-in was offered for the session that ended: over a form it comes up once by itself. */
let isOffered = false

/** Whether it was offered since the session was last known to live, by a check or by a call of the page. */
export function wasOfferedAgain(): boolean {
  return isOffered
}

/** The session lives: its end, when it comes, is worth a question again. */
export function forgetOffer(): void {
  isOffered = false
}

/** Asks whoever's session has ended to sign in over the page, and says who did. */
export async function signInAgain(): Promise<'same' | 'other' | 'declined'> {
  isOffered = true
  const userBefore = userId()
  if (!(await promptSignIn('again'))) return 'declined'
  if (userBefore === null || userBefore === userId()) return 'same'
  // Another member's page must not show what the first one had on screen, nor do what they asked for.
  location.reload()
  return 'other'
}

export function SignInDialog(): ReactNode {
  const t = useTranslations('signIn')
  const messages = useTranslations('messages')
  const question = useStore(asked, null)
  useEffect(() => {
    onUnauthenticated(async (isRead) => {
      // A list that is read anew in the background must not bring back what was waved away over a form.
      if (isRead && isOffered && asked.get() === null && hasUnsavedInput()) return false
      const end = await signInAgain()
      // Who waves it away over a form keeps what they have written; the next press asks again.
      if (end === 'declined' && !hasUnsavedInput()) session.set(guest)
      return end === 'same'
    })
    return () => onUnauthenticated(null)
  }, [])
  if (question === null) return null
  const done = (signedIn: boolean) => {
    asked.set(null)
    question.answer(signedIn)
  }
  return (
    <Dialog title={t('title')} onClose={() => done(false)}>
      <p className={style.why}>{question.why === 'again' ? t('again') : messages('msg2001')}</p>
      <SignInForm onDone={() => done(true)} />
      <LazySignInLinks hasAccount={question.why === 'again'} onLeave={() => done(false)} />
    </Dialog>
  )
}

function userId(): string | null {
  const now = session.get()
  return now.kind === 'member' ? now.user.userId : null
}
