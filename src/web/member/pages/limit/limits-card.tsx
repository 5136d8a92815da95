import type { ReactNode } from 'react'
import { ExclusionText } from './exclusion-text.tsx'
import { SaveEvidence } from './save-evidence.tsx'
import { Card } from '#web/member/frame/page-frame.tsx'
import { useLimits } from '#web/member/kit/use-limits.ts'

/** Shows a restricted member why they may not deposit or play, and until when. Renders nothing for other members. */
export function ExclusionCard(): ReactNode {
  const { data } = useLimits()
  const exclusion = data?.limits.exclusion ?? null
  if (exclusion === null) return null
  return (
    <Card wide>
      <ExclusionText exclusion={exclusion} />
    </Card>
  )
}

/** Lets a member save their seed pairs, in the chunk of these cards. */
export function EvidenceOffer(): ReactNode {
  return <SaveEvidence />
}
