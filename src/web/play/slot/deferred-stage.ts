import type { StagePort } from './showing.ts'
import type { SlotStage } from './stage/stage.ts'

/** A stage whose calls do nothing until the canvases exist and the real stage is bound. */
export function createDeferredStage(): { port: StagePort; bind: (stage: SlotStage) => void } {
  let stage: SlotStage | null = null
  return {
    bind(created) {
      stage = created
    },
    port: {
      place: (view) => stage?.place(view),
      press: () => stage?.press(),
      returnReels: async () => stage?.returnReels(),
      show: async (step, brief) => stage?.show(step, brief),
      celebrate: (tier) => stage?.celebrate(tier),
      stopCelebrating: () => stage?.stopCelebrating(),
      hurry: () => stage?.hurry(),
      setFeature: (on) => stage?.setFeature(on),
    },
  }
}
