import type { Jackpot } from '#contract/jackpot.ts'
import { createStore } from '#web/shared/store.ts'
import type { ComponentType, ReactNode } from 'react'

export type RollingJackpotProps = {
  tier: Jackpot['tier']
  /** As rendered with the page; undefined: the pool did not exist then. */
  first: Jackpot | undefined
  /** Shown while there is no pool. */
  preparing: ReactNode
  className: string
  /** Of the line that announces a hit. */
  hitClassName: string
}

/** The rolling figure component once its chunk has loaded; until then the home shows plain figures. */
export const rollingJackpot = createStore<{ readonly Figure: ComponentType<RollingJackpotProps> } | null>(null)
