import { Skeleton } from '#web/shared/skeleton.tsx'
import type { ReactNode } from 'react'

/** What stands where a page will, while its chunk or the session is on its way. */
export function PageSkeleton(): ReactNode {
  return (
    <main id="main" className="page">
      <Skeleton rows={4} height={64} />
    </main>
  )
}
