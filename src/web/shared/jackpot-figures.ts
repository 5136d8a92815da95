import type { Jackpot } from '#contract/jackpot.ts'
import { createStore } from './store.ts'

export type JackpotFigures = { readonly jackpots: readonly Jackpot[]; readonly at: number }

/** The latest pools and when they arrived (`performance.now()`); null before the first. */
export const jackpotFigures = createStore<JackpotFigures | null>(null)

export function setJackpotFigures(jackpots: readonly Jackpot[]): void {
  jackpotFigures.set({ jackpots, at: performance.now() })
}
