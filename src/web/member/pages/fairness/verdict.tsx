import type { RoundRecord } from '#domain/games/round-record.ts'
import type { Verification } from '#domain/games/verify-round.ts'
import type { ReactNode } from 'react'
import { RoundChecks, RoundVerdict } from '#web/shared/round-verdict.tsx'
import { ReplayedReels } from './replayed-reels.tsx'
import { Steps } from './steps.tsx'

/** The plain verdict, the reels as recomputed, each check, and the computation for readers who want it. */
export function Verdict({ record, verification }: { record: RoundRecord; verification: Verification }): ReactNode {
  const { checks, round } = verification
  return (
    <>
      <RoundVerdict verification={verification} />
      {round && <ReplayedReels record={record} round={round} />}
      {checks.length > 0 && <RoundChecks checks={checks} />}
      {round && <Steps record={record} round={round} />}
    </>
  )
}
