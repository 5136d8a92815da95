import { onDemand } from '#web/shared/on-demand.tsx'
import type { ComponentType, ReactNode } from 'react'
import { featureOf, type Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import { jackpotFigures, type JackpotFigures } from '#web/shared/jackpot-figures.ts'
import { useStore } from '#web/shared/store.ts'
import type { PlayState } from './play-state.ts'

/** The parts of the window that only the machines with jackpots load. Without them the machine can be played. */

const Meters = onDemand(() => orNothing(import('./jackpot-meters.tsx').then((chunk) => chunk.JackpotMeters)))
const Odds = onDemand(() => orNothing(import('./jackpot-odds.tsx').then((chunk) => chunk.JackpotOdds)))

function orNothing<Props>(loaded: Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  return loaded.catch(() => () => null)
}

export function LinkedMeters(props: { game: Game; state: PlayState }): ReactNode {
  return (
    <Linked game={props.game}>
      <Meters {...props} />
    </Linked>
  )
}

export function LinkedOdds(props: { game: Game; stake: Amount; rtp: string }): ReactNode {
  return (
    <Linked game={props.game}>
      <Odds {...props} />
    </Linked>
  )
}

function Linked({ game, children }: { game: Game; children: ReactNode }): ReactNode {
  return featureOf(game, 'jackpot-link') && children
}

/** Whether a jackpot that the machine can hit has no open pool, as of the latest figures. */
export function useClosedJackpot(game: Game): boolean {
  return lacksPool(game, useStore(jackpotFigures))
}

/** The same for the controller. */
export function hasClosedJackpot(game: Game): boolean {
  return lacksPool(game, jackpotFigures.get())
}

function lacksPool(game: Game, figures: JackpotFigures | null): boolean {
  const tiers = featureOf(game, 'jackpot-link')?.tiers ?? []
  return figures !== null && tiers.some(({ tier }) => figures.jackpots.every((jackpot) => jackpot.tier !== tier))
}
