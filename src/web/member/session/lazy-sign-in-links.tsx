import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react'
import type { SignInLinks } from './sign-in-links.tsx'
import { loadMessages } from '#web/member/message-parts.ts'

const Links = lazy(async () => {
  const [chunk] = await Promise.all([import('./sign-in-links.tsx'), loadMessages('records')])
  return { default: chunk.SignInLinks }
})

const Reasons = lazy(async () => {
  const [chunk] = await Promise.all([import('./join-reasons.tsx'), loadMessages('live')])
  return { default: chunk.JoinReasons }
})

/** Why one joins, beside a form of guests, loaded lazily together with its messages. */
export function LazyJoinReasons(): ReactNode {
  return (
    <Suspense>
      <Reasons />
    </Suspense>
  )
}

/** The links below the sign-in form, loaded lazily together with their messages. */
export function LazySignInLinks(props: ComponentProps<typeof SignInLinks>): ReactNode {
  return (
    <Suspense>
      <Links {...props} />
    </Suspense>
  )
}
