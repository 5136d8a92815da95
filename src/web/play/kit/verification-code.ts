import { catalogue } from '#domain/games/catalogue.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { verifyRound, type Verification } from '#domain/games/verify-round.ts'

/** What verifying in the window needs, a chunk of its own: recomputing a round, and the components of the verdict. */

export { RoundChecks, RoundVerdict } from '#web/shared/round-verdict.tsx'

export function verify(record: RoundRecord): Verification {
  return verifyRound(
    record,
    catalogue.map(({ game }) => game),
  )
}
