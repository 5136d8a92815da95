import type { Step } from './timeline.ts'

/** Shows single steps: the stage for reels and wins, the page for the scenes between them. */
export type Performer = {
  /** Shows a step and resolves when it is over. `brief`: only the outcome, without animation. */
  show: (step: Step, brief: boolean) => Promise<void>
  /** Ends the current step at once. */
  hurry: () => void
}

export type Conductor = {
  /** Shows the steps in order; resolves to false when stopped before the last. */
  run: (steps: readonly Step[], onShown: (step: Step) => void) => Promise<boolean>
  /** Skips to the outcome of the current spin. The next spin is played in full again. */
  skip: () => void
  /** Ends without the remaining steps. */
  stop: () => void
}

/**
 * Runs the steps of a round. Skipping omits no step: each is still shown briefly and reported to `onShown` in order, so
 * that acknowledgements and the sum on screen are the same with and without skipping.
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
