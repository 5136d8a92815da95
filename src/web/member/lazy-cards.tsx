import { Skeleton } from '#web/shared/skeleton.tsx'
import { onDemand } from '#web/shared/on-demand.tsx'
import type { ComponentType, ReactNode } from 'react'
import { loadMessages } from './message-parts.ts'

/** Cards shared by several pages, each in its own chunk with the messages of `limits`. */

function card(load: () => Promise<ComponentType>, fallback?: ReactNode): ComponentType {
  return onDemand(async () => (await Promise.all([load(), loadMessages('limits')]))[0], fallback)
}

/** Shows a restricted member why they may not deposit or play, and until when; renders nothing for other members. */
export const ExclusionCard = card(async () => (await import('./pages/limit/limits-card.tsx')).ExclusionCard)

/** Saves the seed pairs of a member who may not open a game window. */
export const SaveEvidence = card(
  async () => (await import('./pages/limit/limits-card.tsx')).EvidenceOffer,
  <Skeleton rows={2} height={32} />,
)

/** Money in play at providers with their own wallet; renders nothing if the brand has none. */
export const TransferCard = card(async () => (await import('./pages/transfer/transfer-card.tsx')).TransferCard)
