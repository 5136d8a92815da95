import type { WireRound } from '#contract/slot.ts'
import type { Game } from '#domain/games/game.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { amountFromWire, type Amount } from '#domain/money.ts'
import { createConductor } from './conduct.ts'
import type { PlayState } from './play-state.ts'
import type { SlotStage } from './stage/stage.ts'
import { resumeAfter, stageStateAfter, timelineOf, type StageState, type Step } from './timeline.ts'

/** The stage functions needed to show a round. */
export type StagePort = Pick<
  SlotStage,
  'placeReels' | 'press' | 'returnReels' | 'show' | 'celebrate' | 'hurry' | 'setFeature'
>

/** Shows rounds on the stage and keeps the window state in sync. */
export type RoundPresenter = {
  /**
   * Shows the events after `lastShown` (the index of the last event shown, -1 for none). `onShown` is called for each
   * event in order. Resolves to false when stopped before the end.
   */
  show: (
    round: Pick<WireRound, 'events' | 'stake'>,
    lastShown: number,
    onShown?: (eventIndex: number) => void,
  ) => Promise<boolean>
  skip: () => void
  stop: () => void
  /** Restores the reels to the end of the last live round. */
  restore: () => void
}

export type RoundPresenterParts = {
  game: Game
  stage: StagePort
  set: (change: Partial<PlayState>) => void
  wait: (ms: number) => Promise<void>
  /** Sounds of scenes; the stage plays those of reels and wins. */
  sound: (name: 'feature' | 'bigWin') => void
}

/** Duration of each scene in ms; a press ends it. */
const sceneMs = { featureStart: 2200, featureMore: 1300, featureEnd: 2400, featureStep: 260, total: 420 }

export function createRoundPresenter(parts: RoundPresenterParts): RoundPresenter {
  const { game, stage, set } = parts
  const pause = createPause(parts.wait)
  const conductor = createConductor({
    show: (step, brief) => showStep(parts, pause, step, brief),
    hurry() {
      pause.hurry()
      stage.hurry()
    },
  })
  let last: StageState = initialState
  return {
    async show(round, lastShown, onShown) {
      const steps = timelineOf(game, roundEvents(round.events), amountOf(round.stake))
      const { state: before, rest } = resumeAfter(steps, lastShown)
      let state = before
      if (before.spin) stage.placeReels(before.spin)
      stage.setFeature(before.free !== null)
      set({ won: before.shown, free: before.free })
      const whole = await conductor.run(rest, (step) => {
        state = stageStateAfter(state, step)
        set({ free: state.free, won: state.shown })
        onShown?.(step.eventIndex)
      })
      if (onShown) last = state
      stage.setFeature(false)
      return whole
    },
    skip: conductor.skip,
    stop: conductor.stop,
    restore() {
      if (last.spin) stage.placeReels(last.spin)
    },
  }
}

const initialState: StageState = { spin: null, shown: 0n, free: null }

async function showStep(parts: RoundPresenterParts, pause: Pause, step: Step, brief: boolean): Promise<void> {
  const { stage, set } = parts
  switch (step.kind) {
    case 'spin':
      return stage.show(step, brief)
    case 'wins':
      set({ won: step.shown })
      return stage.show(step, brief)
    case 'scatter':
      set({ won: step.shown })
      await stage.show(step, brief)
      if (!step.again || step.spinsAwarded === 0) return
      set({
        scene: { kind: 'featureMore', spins: step.spinsAwarded },
        announcement: { kind: 'freeSpinsMore', spins: step.spinsAwarded },
      })
      await pause.last(sceneMs.featureMore)
      return set({ scene: null })
    case 'featureStart': {
      const { spins, multiplier } = step
      parts.sound('feature')
      stage.setFeature(true)
      set({
        scene: { kind: 'featureStart', spins, multiplier },
        announcement: { kind: 'freeSpins', spins, multiplier },
      })
      await pause.last(sceneMs.featureStart)
      return set({ scene: null })
    }
    case 'featureStep':
      set({ free: { step: step.step, left: step.left, multiplier: step.multiplier } })
      return pause.last(sceneMs.featureStep)
    case 'featureEnd': {
      const { spins, amount, celebrated } = step
      if (celebrated) parts.sound('bigWin')
      set({ scene: { kind: 'featureEnd', spins, amount, celebrated } })
      await pause.last(sceneMs.featureEnd)
      stage.setFeature(false)
      return set({ scene: null })
    }
    case 'total':
      return showTotal(parts, pause, step.shown, step.celebration === 'big')
  }
}

async function showTotal(
  { stage, set, sound }: RoundPresenterParts,
  pause: Pause,
  shown: Amount,
  big: boolean,
): Promise<void> {
  set({ won: shown })
  if (!big) return shown > 0n ? pause.last(sceneMs.total) : undefined
  sound('bigWin')
  set({ scene: { kind: 'bigWin', amount: shown } })
  await stage.celebrate()
  set({ scene: null })
}

/** Parses an amount of the server. Throws when it is invalid. */
export function amountOf(wire: string): Amount {
  const amount = amountFromWire(wire)
  if (amount === null) throw new Error(`The server sent "${wire}" instead of an amount.`)
  return amount
}

const eventTypes: Record<RoundEvent['type'], true> = {
  reveal: true,
  mystery: true,
  wilds: true,
  multiplier: true,
  wins: true,
  tumble: true,
  expand: true,
  coinLand: true,
  prize: true,
  maxWin: true,
  scatter: true,
  featureStart: true,
  featureStep: true,
  featureEnd: true,
  jackpotHit: true,
  totalWin: true,
}

/** The contract types events only by `type`; their shapes are those of the engine. */
function roundEvents(events: WireRound['events']): RoundEvent[] {
  return events.filter((event) => Object.hasOwn(eventTypes, event.type)) as unknown as RoundEvent[]
}

/** A pause that a press can end. */
type Pause = { last: (ms: number) => Promise<void>; hurry: () => void }

function createPause(wait: (ms: number) => Promise<void>): Pause {
  let end: (() => void) | null = null
  return {
    last: (ms) =>
      new Promise((resolve) => {
        end = resolve
        void wait(ms).then(resolve)
      }),
    hurry: () => end?.(),
  }
}
