import type { Amount } from '#domain/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import type { Step } from '../steps.ts'
import type { Theme } from '../theme.ts'
import type { Clock } from './clock.ts'
import type { Reels } from './reels.ts'
import type { Surface } from './surface.ts'

/** What the animations of steps need from the stage. */
export type Show = {
  surface: () => Surface | null
  reels: Reels
  sound: Sound
  theme: Theme
  lines: readonly (readonly number[])[]
  formatAmount: (amount: Amount) => string
  reducedMotion: () => boolean
  perform: Clock['perform']
  /** For what goes on until something else is performed. */
  begin: Clock['begin']
}

/** The animations of one mechanic; each is a chunk that only the machines with the mechanic load. */
export type Mechanic = {
  /** Shows a step and resolves when it is over; afterwards the reels show its view. */
  show: (show: Show, step: Step, brief: boolean) => Promise<void>
}

/**
 * Performs for `lengthMs`: `paint` gets the share that has passed, and once 1 at the end. With reduced motion and when
 * hurried (unless it `mayNotHurry`) only the end is painted, after a short rest.
 */
export async function performFor(
  show: Show,
  lengthMs: number,
  paint: (surface: Surface, share: number) => void,
  { mayHurry = true }: { mayHurry?: boolean } = {},
): Promise<void> {
  const still = show.reducedMotion()
  const length = still ? Math.min(lengthMs, stillMs) : lengthMs
  let begun = -1
  await show.perform((now, hurried) => {
    const surface = show.surface()
    if (!surface) return true
    if (begun < 0) begun = now
    const share = (hurried && mayHurry) || length <= 0 ? 1 : Math.min(1, (now - begun) / length)
    if (still || share >= 1) paint(surface, 1)
    else paint(surface, share)
    return share >= 1
  })
}

const stillMs = 260

/** Rises and settles with a small overshoot. */
export function popAt(share: number): number {
  const t = Math.min(1, Math.max(0, share))
  return 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2
}
