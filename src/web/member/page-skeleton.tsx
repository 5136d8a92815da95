import { Skeleton } from '#web/shared/skeleton.tsx'
import type { ReactNode } from 'react'
import { usePath } from './navigation.tsx'
import style from './page-skeleton.module.css'

/** What stands where a page will, while its chunk or the session is on its way; the lobby's has the places of its tiles. */
export function PageSkeleton(): ReactNode {
  const isLobby = usePath() === '/game'
  return (
    <main id="main" className={isLobby ? style.lobby : 'page'}>
      <Skeleton rows={isLobby ? 16 : 4} height={64} />
    </main>
  )
}
