import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react'
import type { SignInLinks } from './sign-in-links.tsx'
import { loadMessages } from '#web/member/message-parts.ts'

const Links = lazy(async () => {
  const [chunk] = await Promise.all([import('./sign-in-links.tsx'), loadMessages('records')])
  return { default: chunk.SignInLinks }
})

/** The links below the sign-in form, loaded lazily together with their messages. */
export function LazySignInLinks(props: ComponentProps<typeof SignInLinks>): ReactNode {
  return (
    <Suspense>
      <Links {...props} />
    </Suspense>
  )
}
