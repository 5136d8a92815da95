import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PastSeatRound } from '#contract/seat-round.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { verifyDecided } from '#domain/games/blackjack/verify-decided.ts'
import { isStakeOpen, RoundChecks, VerdictHead, verdictText } from '#web/shared/round-verdict.tsx'
import { recordOf } from '#web/shared/seat-record.ts'

/** What verifying a round with decisions in the window needs, a chunk of its own. */

/** The round recomputed from its revealed seed and its decisions, with the checks. */
export function Verdict({ round }: { round: PastSeatRound }): ReactNode {
  const t = useTranslations('fairnessDecided')
  const verdicts = useTranslations('fairness.verdict')
  const [{ verdict, checks, fault }] = useState(() =>
    verifyDecided(
      recordOf(round),
      seatGames.map(({ game }) => game),
    ),
  )
  const text =
    verdict === 'proven' ? t(isStakeOpen(checks) ? 'noReturnText' : 'provenText') : verdicts(verdictText(verdict))
  return (
    <>
      <VerdictHead verdict={verdict}>{text}</VerdictHead>
      {fault && <p>{t(`fault.${fault.reason}`, { at: String(fault.at) })}</p>}
      {checks.length > 0 && <RoundChecks checks={checks} events="cards" />}
    </>
  )
}
