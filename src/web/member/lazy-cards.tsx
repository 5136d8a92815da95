import { Skeleton } from '#web/shared/skeleton.tsx'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { loadMessages } from './message-parts.ts'

/** Cards shared by several pages, each in its own chunk with the messages of `limits`. */

function card(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadMessages('limits')])
    return { default: component }
  })
}

const Exclusion = card(async () => (await import('./pages/limit/limits-card.tsx')).ExclusionCard)
const Evidence = card(async () => (await import('./pages/limit/limits-card.tsx')).EvidenceOffer)
const Transfers = card(async () => (await import('./pages/transfer/transfer-card.tsx')).TransferCard)

/** Shows a restricted member why they may not deposit or play, and until when; renders nothing for other members. */
export function ExclusionCard(): ReactNode {
  return (
    <Suspense fallback={null}>
      <Exclusion />
    </Suspense>
  )
}

/** Saves the seed pairs of a member who may not open a game window. */
export function SaveEvidence(): ReactNode {
  return (
    <Suspense fallback={<Skeleton rows={2} height={32} />}>
      <Evidence />
    </Suspense>
  )
}

/** Money in play at providers with their own wallet; renders nothing if the brand has none. */
export function TransferCard(): ReactNode {
  return (
    <Suspense fallback={null}>
      <Transfers />
    </Suspense>
  )
}
