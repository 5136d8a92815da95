import { useStore } from '#web/shared/store.ts'
import type { ReactNode } from 'react'
import type { RollingJackpotProps } from '#web/member/lobby/jackpot-figures.ts'
import { JackpotFigure, JackpotHit, PauseJackpots } from '#web/shared/jackpot-figure.tsx'
import { jackpotFigures } from '#web/shared/jackpot-figures.ts'

/** The rolling meter of a pool on the home; the first open pool has the button that pauses all, once figures arrive. */
export function RollingJackpot({ tier, first, preparing, className, hitClassName }: RollingJackpotProps): ReactNode {
  const figures = useStore(jackpotFigures)
  const latest = figures?.jackpots.find((jackpot) => jackpot.tier === tier)
  const current = figures === null ? first : latest
  if (current === undefined) return preparing
  return (
    <>
      <JackpotFigure jackpot={current} className={className} />
      {/* What was rendered with the page may be older than the announcement lasts. */}
      <JackpotHit jackpot={latest} isNamed className={hitClassName} />
      {figures?.jackpots[0]?.tier === tier && <PauseJackpots />}
    </>
  )
}
