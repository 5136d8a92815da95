import { convolve, countOf } from './counting.ts'
import type { SeenReels } from './seen-reels.ts'

/** The paid spin or a free spin: the ladders of their tumbles differ. */
export type SpinKind = 'base' | 'free'

/**
 * What every stop of a reel cycle pays. `bySpecial[special]` has, by the units that the wins pay before any multiplier,
 * the number of stops that show so many special symbols: `scattersOf` and `coinsOf` read the number.
 */
export type Enumeration = { cycle: number; bySpecial: ReadonlyMap<number, number>[] }

/** More than the scatters of any window; a special number is scatters + coins × this. */
export const specialStride = 65

export function scattersOf(special: number): number {
  return special % specialStride
}

export function coinsOf(special: number): number {
  return Math.floor(special / specialStride)
}

/** The special number that shows so many of both. */
export function specialOf(scatters: number, coins: number): number {
  return scatters + specialStride * coins
}

/** What an enumeration of bare reels walks over: windows, and the special number of each stop. */
export type EnumeratedReels = SeenReels & { specials: readonly (readonly number[])[] }

/** Throws RangeError when a cycle is too long to count in doubles. */
export function requireCountable(cycle: number): void {
  if (!Number.isSafeInteger(cycle)) throw new RangeError(`A cycle of ${cycle} stops is too long to enumerate.`)
}

/** `tails[reel][special]`: the combinations of stops of this reel and those right of it with a special number. */
export function specialTails(specials: readonly (readonly number[])[]): number[][] {
  const tails: number[][] = [[1]]
  for (const stops of specials.toReversed()) tails.unshift(convolve(countOf(stops), tails[0] ?? [1]))
  return tails
}
