import { onDemand } from '#web/shared/on-demand.tsx'
import { useEffect, type ReactNode } from 'react'
import { setLayer } from '#web/member/frame/arrival.ts'
import { usePath } from '#web/member/navigation.tsx'
import { loadMessages } from '#web/member/message-parts.ts'

const OpenPopups = onDemand(
  async () => (await Promise.all([import('./open-popups.tsx'), loadMessages('lobby')]))[0].OpenPopups,
)

/** The popup notices of spec §3, over the home. */
export function Popups(): ReactNode {
  const isHome = usePath() === '/'
  useEffect(() => {
    if (!isHome) setLayer('popups', false)
  }, [isHome])
  return isHome && <OpenPopups />
}
