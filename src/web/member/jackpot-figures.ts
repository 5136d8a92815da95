import type { Jackpot } from '#contract/shapes.ts'
import { createStore } from '#web/shared/store.ts'
import type { ComponentType, ReactNode } from 'react'

/** The pools as last heard, and when (the page's clock in ms); null: as the page was rendered. */
export const jackpotFigures = createStore<{ jackpots: readonly Jackpot[]; at: number } | null>(null)

export type RollingJackpotProps = {
  tier: Jackpot['tier']
  /** As the page was rendered; undefined: not founded then. */
  first: Jackpot | undefined
  /** What stands there while there is no pool. */
  preparing: ReactNode
  className: string
}

/** What rolls a pool's figure, once its code has come: the home shows plain figures until then. */
export const rollingJackpot = createStore<{ readonly Figure: ComponentType<RollingJackpotProps> } | null>(null)
