import { featureOf, type Game } from '#domain/games/game.ts'
import { amountOfUnits, lineOfWin, type RoundEvent } from '#domain/games/round.ts'
import type { Amount } from '#domain/money.ts'

/**
 * Converts the events of a round to display steps. Live play, resume and replay run the same steps; other slots need no
 * code here, they differ only in game data and events.
 */
export type Step = SpinStep | WinsStep | ScatterStep | FeatureStartStep | FeatureStepStep | FeatureEndStep | TotalStep

type StepBase = {
  /** The event shown by this step, to be acknowledged when it is over. */
  eventIndex: number
  /** The win shown once this step is over. */
  shown: Amount
}

export type SpinStep = StepBase & {
  kind: 'spin'
  strips: string
  stops: readonly number[]
  grid: readonly (readonly number[])[]
  /** Per reel: scatters landed when it stops, itself included (for the pitch of the bell). */
  scattersLanded: readonly number[]
  /** Per reel: whether it runs longer because one more scatter would trigger the feature. */
  anticipated: readonly boolean[]
}

/** `line` is null for a win that is not on a line. */
export type ShownWin = { line: number | null; positions: readonly number[]; amount: Amount }

export type WinsStep = StepBase & {
  kind: 'wins'
  wins: readonly ShownWin[]
  amount: Amount
  multiplier: number
  /** False while the win shown is at most the stake: then it is shown without celebration. */
  celebrated: boolean
}

export type ScatterStep = StepBase & {
  kind: 'scatter'
  positions: readonly number[]
  amount: Amount
  spinsAwarded: number
  /** True during the feature: the spins are added to the remaining ones. */
  again: boolean
  celebrated: boolean
}

export type FeatureStartStep = StepBase & { kind: 'featureStart'; spins: number; multiplier: number }
export type FeatureStepStep = StepBase & { kind: 'featureStep'; step: number; left: number; multiplier: number }
export type FeatureEndStep = StepBase & { kind: 'featureEnd'; spins: number; amount: Amount; celebrated: boolean }
export type TotalStep = StepBase & { kind: 'total'; stake: Amount; celebration: Celebration }

/** The celebration at the end of a round: always `none` at or below the stake. */
export type Celebration = 'none' | 'small' | 'big'

const bigWinTimesStake = 10n

/** The celebration of a pay. A pay at or below the stake is not celebrated. */
export function celebrationOf(pay: Amount, stake: Amount): Celebration {
  if (pay <= stake) return 'none'
  return pay >= stake * bigWinTimesStake ? 'big' : 'small'
}

/** The steps that show a round of `stake`. Throws RangeError when the stake does not divide into the game's units. */
export function timelineOf(game: Game, events: readonly RoundEvent[], stake: Amount): Step[] {
  const money = (units: number) => amountOfUnits(units, stake, game.unitsPerStake)
  const steps: Step[] = []
  let shown = 0n
  let multiplier = 1
  let inFeature = false
  for (const [eventIndex, event] of events.entries()) {
    switch (event.type) {
      case 'reveal':
        steps.push({ kind: 'spin', eventIndex, shown, ...spinOf(game, event) })
        break
      case 'wins': {
        shown = money(event.total)
        const wins = event.wins.map((win) => ({
          line: lineOfWin(win),
          positions: win.positions,
          amount: money(win.pay),
        }))
        const amount = money(event.pay)
        steps.push({
          kind: 'wins',
          eventIndex,
          shown,
          wins,
          amount,
          multiplier: event.multiplier,
          celebrated: shown > stake,
        })
        break
      }
      case 'scatter': {
        shown = money(event.total)
        const { positions, spinsAwarded } = event
        const amount = money(event.pay)
        steps.push({
          kind: 'scatter',
          eventIndex,
          shown,
          positions,
          amount,
          spinsAwarded,
          again: inFeature,
          celebrated: shown > stake,
        })
        break
      }
      case 'featureStart':
        if (event.feature !== 'free-spins') break
        inFeature = true
        multiplier = event.multiplier
        steps.push({ kind: 'featureStart', eventIndex, shown, spins: event.spins, multiplier })
        break
      case 'featureStep':
        if (event.feature !== 'free-spins') break
        steps.push({ kind: 'featureStep', eventIndex, shown, step: event.step, left: event.left, multiplier })
        break
      case 'featureEnd': {
        if (event.feature !== 'free-spins') break
        shown = money(event.total)
        inFeature = false
        const amount = money(event.pay)
        steps.push({ kind: 'featureEnd', eventIndex, shown, spins: event.spins, amount, celebrated: amount > stake })
        break
      }
      case 'totalWin':
        shown = money(event.pay)
        steps.push({
          kind: 'total',
          eventIndex,
          shown,
          stake,
          celebration: quieterAfter(steps, celebrationOf(shown, stake)),
        })
        break
      default:
      // No machine of the catalogue has further events yet; each gets its step with the first machine that does.
    }
  }
  return steps
}

/** A big win already celebrated at the end of the free spins is not celebrated again at the end of the round. */
function quieterAfter(steps: readonly Step[], celebration: Celebration): Celebration {
  const before = steps.at(-1)
  return celebration === 'big' && before?.kind === 'featureEnd' && before.celebrated ? 'small' : celebration
}

function spinOf(
  game: Game,
  event: { strips: string; stops: number[]; grid: number[][] },
): Pick<SpinStep, 'strips' | 'stops' | 'grid' | 'scattersLanded' | 'anticipated'> {
  const trigger = featureOf(game, 'free-spins')?.trigger
  const scatter = trigger ? game.symbols.findIndex((symbol) => symbol.id === trigger.symbol) : -1
  const scattersLanded: number[] = []
  const anticipated: boolean[] = []
  let landed = 0
  for (const reel of event.grid) {
    anticipated.push(trigger !== undefined && landed === trigger.count - 1)
    landed += reel.filter((symbol) => symbol === scatter).length
    scattersLanded.push(landed)
  }
  return { strips: event.strips, stops: event.stops, grid: event.grid, scattersLanded, anticipated }
}

/** The state of the stage before the remaining steps. */
export type StageState = {
  /** The last spin shown; null: the reels are as when the window opened. */
  spin: SpinStep | null
  /** The win shown so far. */
  shown: Amount
  /** The current free spins; null in the base game. */
  free: FreeSpinsShown | null
}

export type FreeSpinsShown = { step: number; left: number; multiplier: number }

/**
 * Where a round continues after `lastShown` (the last acknowledged index, -1 for none): the state of the stage and the
 * remaining steps. A spin shown without its wins is not repeated; its wins follow.
 */
export function resumeAfter(steps: readonly Step[], lastShown: number): { state: StageState; rest: Step[] } {
  const done = steps.filter((step) => step.eventIndex <= lastShown)
  const rest = steps.filter((step) => step.eventIndex > lastShown)
  return { state: done.reduce(stageStateAfter, { spin: null, shown: 0n, free: null }), rest }
}

/** The state of the stage once `step` has been shown. */
export function stageStateAfter(state: StageState, step: Step): StageState {
  const { shown } = step
  switch (step.kind) {
    case 'spin':
      return { ...state, shown, spin: step }
    case 'scatter':
      return { ...state, shown, free: state.free && moreSpins(state.free, step.spinsAwarded) }
    case 'featureStart':
      return { ...state, shown, free: { step: 0, left: step.spins, multiplier: step.multiplier } }
    case 'featureStep':
      return { ...state, shown, free: { step: step.step, left: step.left, multiplier: step.multiplier } }
    case 'featureEnd':
      return { ...state, shown, free: null }
    case 'wins':
    case 'total':
      return { ...state, shown }
  }
}

function moreSpins(free: FreeSpinsShown, spins: number): FreeSpinsShown {
  return { ...free, left: free.left + spins }
}
