import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { setLayer } from '#web/member/frame/arrival.ts'
import { usePath } from '#web/member/navigation.tsx'
import { loadMessages } from '#web/member/message-parts.ts'

const OpenPopups = lazy(async () => {
  const [chunk] = await Promise.all([import('./open-popups.tsx'), loadMessages('lobby')])
  return { default: chunk.OpenPopups }
})

/** The popup notices of spec §3, over the home. */
export function Popups(): ReactNode {
  const isHome = usePath() === '/'
  useEffect(() => {
    if (!isHome) setLayer('popups', false)
  }, [isHome])
  if (!isHome) return null
  return (
    <Suspense fallback={null}>
      <OpenPopups />
    </Suspense>
  )
}
