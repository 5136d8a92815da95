import type { WireRound } from '#contract/slot.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { amountFromWire, type Amount } from '#domain/money.ts'
import { createConductor, isPressable } from './conduct.ts'
import { createPause } from './pause.ts'
import { showEnd, showJackpot, showPick, showPrize, showStart, showTotal } from './scenes.ts'
import type { RoundPresenterParts, Showing } from './showing.ts'
import type { StageState, Step } from './steps.ts'
import { openingStage, resumeAfter, timelineOf } from './timeline.ts'
import { countUpMs } from './win-level.ts'

/** Shows rounds on the stage and keeps the window state in sync. */
export type RoundPresenter = {
  /**
   * Shows the events after `lastShown` (the index of the last event shown, -1 for none). `onShown` is called for each
   * event in order. Resolves to false when stopped before the end.
   */
  show: (
    round: Pick<WireRound, 'events' | 'stake' | 'jackpot'>,
    lastShown: number,
    onShown?: (eventIndex: number) => void,
  ) => Promise<boolean>
  skip: () => void
  stop: () => void
  /** Opens a box of a pick: which one changes only the picture. */
  pickBox: (box: number) => void
  /** Restores the reels to the end of the last live round. */
  restore: () => void
}

/** Ms between two free spins, and the count-ups of a win whose cells fall and of coins that land. */
const betweenSpinsMs = 260
const fallingCountMs = 600
const coinCountMs = 500

export function createRoundPresenter(parts: RoundPresenterParts): RoundPresenter {
  const { game, stage, set } = parts
  const pause = createPause(parts.wait)
  let showing: Showing = { ...parts, pause, stake: 0n, jackpot: 0n, countsUntil: 0, chosenBox: null }
  const conductor = createConductor({
    show: (step, brief) => showStep(showing, step, brief),
    hurry() {
      pause.hurry()
      stage.hurry()
    },
    abandon() {
      pause.abandon()
      stage.hurry()
    },
  })
  let last: StageState = openingStage(game)
  return {
    async show(round, lastShown, onShown) {
      const stake = amountOf(round.stake)
      pause.begin()
      showing = { ...showing, stake, jackpot: amountOf(round.jackpot ?? '0'), countsUntil: 0, chosenBox: null }
      const steps = timelineOf(game, roundEvents(round.events), stake)
      const { state: before, rest } = resumeAfter(game, steps, lastShown)
      let state = before
      if (before.view) stage.place(before.view)
      stage.setFeature(before.feature !== null)
      set({ won: before.shown, wonMs: 0, feature: before.feature, ladder: before.ladder, pressable: false })
      const whole = await conductor.run(rest, (step) => {
        state = step.after
        // At rest the bar has all that the round paid, as the balance does.
        const won = step.kind === 'total' ? state.shown + showing.jackpot : state.shown
        set({ feature: state.feature, ladder: state.ladder, ...(leavesTotalToCard(step) ? {} : { won }) })
        onShown?.(step.eventIndex)
      })
      if (onShown) last = state
      stage.setFeature(false)
      set({ pressable: false, amountsOnReels: false })
      return whole
    },
    skip: conductor.skip,
    stop: conductor.stop,
    pickBox(box) {
      showing.chosenBox = box
      conductor.skip()
    },
    restore() {
      if (last.view) stage.place(last.view)
    },
  }
}

/** A card counts from what stood in the bar before the wins that lead to it; those between the two change nothing. */
function leavesTotalToCard(step: Step): boolean {
  if (step.kind === 'wins' || step.kind === 'scatter' || step.kind === 'prize') return step.cardFollows
  return step.kind === 'tumble' || step.kind === 'maxWin' || step.kind === 'featureEnd'
}

async function showStep(showing: Showing, step: Step, brief: boolean): Promise<void> {
  const { stage, set, pause } = showing
  // Amounts on the reels that a card follows leave the bar empty until it is there, also while cells fall.
  set({ pressable: isPressable(step), ...(step.kind === 'tumble' ? {} : { amountsOnReels: false }) })
  switch (step.kind) {
    case 'wins':
      countInBar(showing, step, step.falls ? fallingCountMs : null)
      return stage.show(step, brief)
    case 'scatter':
      countInBar(showing, step, null)
      await stage.show(step, brief)
      return showMoreSpins(showing, step)
    case 'featureStart':
      return showStart(showing, step)
    case 'featureStep':
      set({ feature: step.after.feature, ladder: step.after.ladder })
      if (step.feature === 'pick') return showPick(showing, step)
      if (step.feature === 'free-spins') return pause.last(betweenSpinsMs)
      return stage.show(step, brief)
    case 'coins':
      await stage.show(step, brief)
      return set({ wonMs: coinCountMs })
    case 'prize':
      if (step.prize === 'pick') return showPrize(showing, step)
      if (step.prize === 'full') return showFilled(showing, step, brief)
      // The coins were in the sum on the frame already.
      set({ feature: step.after.feature, won: step.shown, wonMs: 0 })
      return stage.show(step, brief)
    case 'featureEnd':
      return showEnd(showing, step)
    case 'jackpot':
      return showJackpot(showing, step)
    case 'total':
      return showTotal(showing, step)
    case 'ladder':
    case 'maxWin':
      return
    default:
      return stage.show(step, brief)
  }
}

/** Starts the count-up in the bar, unless a card shows the amount next or the reels show it now: one place has it. */
function countInBar(
  showing: Showing,
  step: Extract<Step, { kind: 'wins' | 'scatter' | 'prize' }>,
  atMostMs: number | null,
): void {
  if (step.kind !== 'prize' && step.amounts) return showing.set({ amountsOnReels: true, wonMs: 0 })
  if (step.cardFollows) return
  const whole = step.celebrated ? countUpMs(step.amount, showing.stake) : 0
  const wonMs = atMostMs === null ? whole : Math.min(whole, atMostMs)
  showing.countsUntil = showing.now() + wonMs
  showing.set({ won: step.shown, wonMs })
}

const moreSpinsMs = 1500

async function showMoreSpins({ set, pause, sound }: Showing, step: Extract<Step, { kind: 'scatter' }>): Promise<void> {
  const { again, spinsAwarded: spins } = step
  if (!again || spins === 0) return
  sound('feature')
  set({ scene: { kind: 'featureMore', spins }, announcement: { kind: 'freeSpinsMore', spins } })
  await pause.last(moreSpinsMs)
  set({ scene: null })
}

const filledMs = 2400

/** Every cell has a coin: the sum on the frame counts up by the prize for it. */
async function showFilled(
  { stage, set, pause }: Showing,
  step: Extract<Step, { kind: 'prize' }>,
  brief: boolean,
): Promise<void> {
  set({ feature: step.after.feature, won: step.shown, wonMs: brief ? 0 : filledMs, scene: { kind: 'filled' } })
  await stage.show(step, brief)
  await pause.last(filledMs)
  set({ scene: null, wonMs: 0 })
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
  void: true,
}

/** The contract types events only by `type`; their shapes are those of the engine. */
function roundEvents(events: WireRound['events']): RoundEvent[] {
  return events.filter((event) => Object.hasOwn(eventTypes, event.type)) as unknown as RoundEvent[]
}
