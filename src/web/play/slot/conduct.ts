import type { Step } from './timeline.ts'

/** Who shows the steps: the stage for reels and wins, the page for the scenes between them. */
export type Performer = {
  /** Shows a step and resolves when it is over. `brief`: the outcome at once, without the telling of it. */
  show: (step: Step, brief: boolean) => Promise<void>
  /** Ends the present step at once. */
  hurry: () => void
}

export type Conductor = {
  /** Shows the steps in order; false when it was stopped before the last. */
  run: (steps: readonly Step[], onShown: (step: Step) => void) => Promise<boolean>
  /** Skips to the outcome of the spin being shown. The next spin is told in full again. */
  skip: () => void
  /** Ends without showing the rest. */
  stop: () => void
}

/**
 * Leads a round's steps. Skipping never leaves a step out: each is still shown, if briefly, and `onShown` still hears of
 * each in order, so that what is acknowledged and the sum on screen are the same with and without it.
 */
export function createConductor(performer: Performer): Conductor {
  let brief = false
  let stopped = false
  return {
    async run(steps, onShown) {
      brief = false
      stopped = false
      for (const step of steps) {
        if (step.kind === 'spin' || step.kind === 'featureStart') brief = false
        await performer.show(step, brief)
        if (stopped) return false
        onShown(step)
      }
      return true
    },
    skip() {
      brief = true
      performer.hurry()
    },
    stop() {
      stopped = true
      performer.hurry()
    },
  }
}
