import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Jackpot } from '#contract/jackpot.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import { classes } from '#web/shared/classes.ts'
import { JackpotFigure, JackpotHit, PauseJackpots } from '#web/shared/jackpot-figure.tsx'
import { jackpotFigures } from '#web/shared/jackpot-figures.ts'
import { useStore } from '#web/shared/store.ts'
import { heldFigures } from './held-figures.ts'
import type { PlayState } from './play-state.ts'
import style from './jackpot-meters.module.css'

const roundPhases = new Set<PlayState['phase']>(['waiting', 'showing', 'checking'])

/** The meters of a machine that is linked to the jackpots; nothing for others. */
export function JackpotMeters({ game, state }: { game: Game; state: PlayState }): ReactNode {
  const link = featureOf(game, 'jackpot-link')
  const shown = useHeldFigures(roundPhases.has(state.phase))
  const home = useTranslations('home')
  if (!link) return null
  // The card of a hit is the one place that shows an amount.
  const isCovered = state.scene?.kind === 'jackpot'
  const poolOf = (tier: Jackpot['tier']) => shown?.find((jackpot) => jackpot.tier === tier)
  return (
    <section className={classes(style.meters, isCovered && style.covered)} aria-label={home('jackpots')}>
      {link.tiers.map(({ tier }) => (
        <div key={tier} className={style.meter} data-tier={tier}>
          <h2 className={style.tier}>{home(tier)}</h2>
          <Amount jackpot={poolOf(tier)} isLoaded={shown !== null} />
        </div>
      ))}
      {shown !== null && shown.length > 0 && <PauseJackpots className={style.pause} />}
      <div className={style.hits}>
        {link.tiers.map(({ tier }) => (
          <JackpotHit key={tier} jackpot={poolOf(tier)} className={style.hit ?? ''} />
        ))}
      </div>
    </section>
  )
}

/** A tier without an open pool is closed or was never founded: no round begins that could hit it. */
function Amount({ jackpot, isLoaded }: { jackpot: Jackpot | undefined; isLoaded: boolean }): ReactNode {
  const t = useTranslations('jackpot')
  if (jackpot) return <JackpotFigure jackpot={jackpot} className={`${style.amount} money`} />
  if (isLoaded) return <p className={classes(style.amount, style.closed)}>{t('closed')}</p>
  return (
    <p className={classes(style.amount, style.closed)} aria-hidden="true">
      ···
    </p>
  )
}

function useHeldFigures(isRoundShown: boolean): readonly Jackpot[] | null {
  const latest = useStore(jackpotFigures)?.jackpots ?? null
  const [held, setHeld] = useState({ latest, isRoundShown, shown: latest })
  if (held.latest === latest && held.isRoundShown === isRoundShown) return held.shown
  const shown = heldFigures(held.shown, latest, isRoundShown)
  setHeld({ latest, isRoundShown, shown })
  return shown
}
