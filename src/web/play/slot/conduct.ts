import type { Step } from './steps.ts'

/** Shows single steps: the stage for reels and wins, the page for the scenes between them. */
export type Performer = {
  /** Shows a step and resolves when it is over. `brief`: only the outcome, without animation. */
  show: (step: Step, brief: boolean) => Promise<void>
  /** Ends what a press may end of the current step. */
  hurry: () => void
  /** Ends the current step, whatever it waits for. */
  abandon: () => void
}

export type Conductor = {
  /** Shows the steps in order; resolves to false when stopped before the last. */
  run: (steps: readonly Step[], onShown: (step: Step) => void) => Promise<boolean>
  /** Presses what is shown away. While the reels run it does nothing: no press shortens a spin. */
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
  let current: Step | null = null
  return {
    async run(steps, onShown) {
      brief = false
      stopped = false
      for (const step of steps) {
        if (step.kind === 'spin' || step.kind === 'featureStart') brief = false
        current = step
        await performer.show(step, brief)
        if (stopped) return false
        onShown(step)
      }
      current = null
      return true
    },
    skip() {
      if (current === null || !isPressable(current)) return
      brief = true
      performer.hurry()
    },
    stop() {
      stopped = true
      performer.abandon()
    },
  }
}

/** Whether a press does anything while the step is shown. Reels run, cells fall and coins land at their own pace. */
export function isPressable(step: Step): boolean {
  if (step.kind === 'spin' || step.kind === 'tumble') return false
  return step.kind !== 'featureStep' || step.feature === 'pick'
}
