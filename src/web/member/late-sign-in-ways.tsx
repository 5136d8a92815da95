import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react'
import type { SignInWays } from './sign-in-ways.tsx'
import { loadWords } from './word-parts.ts'

const Ways = lazy(async () => {
  const [chunk] = await Promise.all([import('./sign-in-ways.tsx'), loadWords('records')])
  return { default: chunk.SignInWays }
})

/** The ways beside the form, where neither they nor their words are there from the first. */
export function LateSignInWays(props: ComponentProps<typeof SignInWays>): ReactNode {
  return (
    <Suspense>
      <Ways {...props} />
    </Suspense>
  )
}
