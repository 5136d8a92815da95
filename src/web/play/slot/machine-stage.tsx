import type { ReactNode } from 'react'
import type { Game } from '#domain/games/game.ts'
import { useMoney } from '#web/play/kit/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import type { LoadedMachine } from './load-art.ts'
import type { StageLayout } from './stage/layout.ts'
import { createSlotStage, type SlotStage, type StageCanvases } from './stage/stage.ts'
import { StageView } from './stage-view.tsx'
import { themeOf } from './theme.ts'

/** The stage of a loaded machine; its symbols begin to move once their layers have followed. */
export function MachineStage(props: {
  game: Game
  machine: LoadedMachine
  sound: Sound
  label: string
  onReady: (stage: SlotStage) => void
  onLayout: (layout: StageLayout) => void
}): ReactNode {
  const { game, machine, sound, label, onReady, onLayout } = props
  const money = useMoney()
  const { mechanics, atlas, picture, frame, loadLayers } = machine
  const makeStage = (canvases: StageCanvases) =>
    createSlotStage({
      game,
      theme: themeOf(game.code),
      mechanics,
      canvases,
      atlas,
      picture,
      frame,
      sound,
      fontFamily: getComputedStyle(document.body).fontFamily,
      formatAmount: money,
      reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    })
  const begin = (stage: SlotStage) => {
    onReady(stage)
    sound.prepare()
    // Without them the symbols stand still.
    void loadLayers().then(
      (layers) => layers && stage.animate(layers),
      () => undefined,
    )
  }
  return <StageView {...{ label, makeStage, onLayout }} onReady={begin} />
}
