import { Skeleton } from '#web/shared/skeleton.tsx'
import type { ReactNode } from 'react'
import { usePath } from '#web/member/navigation.tsx'
import style from './page-skeleton.module.css'

/** Placeholder while the chunk of a page or the session loads; that of the lobby is as high as its tiles. */
export function PageSkeleton(): ReactNode {
  const isLobby = usePath() === '/game'
  return (
    <main id="main" className={isLobby ? style.lobby : 'page'}>
      <Skeleton rows={isLobby ? 16 : 4} height={64} />
    </main>
  )
}
