import { lazy, Suspense, type ReactNode } from 'react'
import { usePath } from '#web/member/navigation.tsx'
import { loadMessages } from '#web/member/message-parts.ts'

const OpenPopups = lazy(async () => {
  const [chunk] = await Promise.all([import('./open-popups.tsx'), loadMessages('lobby')])
  return { default: chunk.OpenPopups }
})

/** The popup notices of spec §3, over the home. */
export function Popups(): ReactNode {
  if (usePath() !== '/') return null
  return (
    <Suspense fallback={null}>
      <OpenPopups />
    </Suspense>
  )
}
