import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react'
import type { SignInLinks } from './sign-in-links.tsx'
import { loadMessages } from './message-parts.ts'

const Ways = lazy(async () => {
  const [chunk] = await Promise.all([import('./sign-in-links.tsx'), loadMessages('records')])
  return { default: chunk.SignInLinks }
})

/** The ways beside the form, where neither they nor their words are there from the first. */
export function LazySignInLinks(props: ComponentProps<typeof SignInLinks>): ReactNode {
  return (
    <Suspense>
      <Ways {...props} />
    </Suspense>
  )
}
