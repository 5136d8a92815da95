import { useState, type ReactNode } from 'react'
import { catalogue } from '#domain/games/catalogue.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { verifyRound } from '#domain/games/verify-round.ts'
import { RoundChecks, RoundVerdict } from '#web/shared/round-verdict.tsx'

/** What verifying a round of a slot in the window needs, a chunk of its own. */

/** The round recomputed from its revealed seed, with the checks. */
export function Verdict({ round }: { round: RoundRecord }): ReactNode {
  const [verification] = useState(() =>
    verifyRound(
      round,
      catalogue.map(({ game }) => game),
    ),
  )
  return (
    <>
      <RoundVerdict verification={verification} />
      {verification.checks.length > 0 && <RoundChecks checks={verification.checks} />}
    </>
  )
}
