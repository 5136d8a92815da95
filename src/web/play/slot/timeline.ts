import type { Game } from '#domain/games/game.ts'
import { amountOfUnits, type RoundEvent } from '#domain/games/round.ts'
import type { Amount } from '#domain/money.ts'

/**
 * From a round's events to what the window shows, step by step. Live play, resume and replay run the same steps, and a
 * later slot needs nothing of its own: all it differs in is the game's data and the events.
 */
export type Step = SpinStep | WinsStep | ScatterStep | FeatureStartStep | FeatureStepStep | FeatureEndStep | TotalStep

type StepBase = {
  /** The event that has been shown when this step is over; what is acknowledged. */
  eventIndex: number
  /** What the round has shown as won once this step is over. */
  shown: Amount
}

export type SpinStep = StepBase & {
  kind: 'spin'
  strips: string
  stops: readonly number[]
  grid: readonly (readonly number[])[]
  /** Per reel: how many scatters have landed when it stops, itself included (for the pitch of the bell). */
  scattersLanded: readonly number[]
  /** Per reel: whether it runs on because the scatters already landed could become enough. */
  anticipated: readonly boolean[]
}

export type ShownWin = { line: number; positions: readonly number[]; amount: Amount }

export type WinsStep = StepBase & {
  kind: 'wins'
  wins: readonly ShownWin[]
  amount: Amount
  multiplier: number
  /** False while the round has shown no more than its stake: then it is told, not celebrated. */
  celebrated: boolean
}

export type ScatterStep = StepBase & {
  kind: 'scatter'
  positions: readonly number[]
  amount: Amount
  spinsAwarded: number
  /** True inside the feature: the spins are added to those left. */
  again: boolean
  celebrated: boolean
}

export type FeatureStartStep = StepBase & { kind: 'featureStart'; spins: number; multiplier: number }
export type FeatureStepStep = StepBase & { kind: 'featureStep'; step: number; left: number; multiplier: number }
export type FeatureEndStep = StepBase & { kind: 'featureEnd'; spins: number; amount: Amount; celebrated: boolean }
export type TotalStep = StepBase & { kind: 'total'; stake: Amount; celebration: Celebration }

/** How loudly the end of a round is told: `none` at or below the stake, always. */
export type Celebration = 'none' | 'small' | 'big'

const bigWinTimesStake = 10n

/** How loudly a pay is told. A win at or below the stake is no win to celebrate. */
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
        const wins = event.wins.map((win) => ({ line: win.line, positions: win.positions, amount: money(win.pay) }))
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
        inFeature = true
        multiplier = event.multiplier
        steps.push({ kind: 'featureStart', eventIndex, shown, spins: event.spins, multiplier })
        break
      case 'featureStep':
        steps.push({ kind: 'featureStep', eventIndex, shown, step: event.step, left: event.left, multiplier })
        break
      case 'featureEnd': {
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
      case 'jackpotHit':
        // Its amount is booked apart from the round and its scene comes with the linked games; nothing is shown here.
        break
    }
  }
  return steps
}

/** What the end of the free spins has celebrated is not celebrated a second time at the end of the round. */
function quieterAfter(steps: readonly Step[], celebration: Celebration): Celebration {
  const before = steps.at(-1)
  return celebration === 'big' && before?.kind === 'featureEnd' && before.celebrated ? 'small' : celebration
}

function spinOf(
  game: Game,
  event: { strips: string; stops: number[]; grid: number[][] },
): Pick<SpinStep, 'strips' | 'stops' | 'grid' | 'scattersLanded' | 'anticipated'> {
  const trigger = game.features.find((feature) => feature.kind === 'free-spins')?.trigger
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

/** What stands on the stage before the steps that are still to be shown. */
export type Standing = {
  /** The last spin that has been shown, or null: then the reels stand as the window opened. */
  spin: SpinStep | null
  /** What the round has shown as won. */
  shown: Amount
  /** The free spins being played, or null in the base game. */
  free: FreeSpinsShown | null
}

export type FreeSpinsShown = { step: number; left: number; multiplier: number }

/**
 * Where a round goes on after `lastShown` (the index last acknowledged, -1 when none): what stands already, and the
 * steps that are left. A spin that was shown without its wins is not spun again; its wins follow.
 */
export function resumeAfter(steps: readonly Step[], lastShown: number): { standing: Standing; rest: Step[] } {
  const done = steps.filter((step) => step.eventIndex <= lastShown)
  const rest = steps.filter((step) => step.eventIndex > lastShown)
  return { standing: done.reduce(standingAfter, { spin: null, shown: 0n, free: null }), rest }
}

/** What stands once `step` has been shown. */
export function standingAfter(standing: Standing, step: Step): Standing {
  const { shown } = step
  switch (step.kind) {
    case 'spin':
      return { ...standing, shown, spin: step }
    case 'scatter':
      return { ...standing, shown, free: standing.free && moreSpins(standing.free, step.spinsAwarded) }
    case 'featureStart':
      return { ...standing, shown, free: { step: 0, left: step.spins, multiplier: step.multiplier } }
    case 'featureStep':
      return { ...standing, shown, free: { step: step.step, left: step.left, multiplier: step.multiplier } }
    case 'featureEnd':
      return { ...standing, shown, free: null }
    case 'wins':
    case 'total':
      return { ...standing, shown }
  }
}

function moreSpins(free: FreeSpinsShown, spins: number): FreeSpinsShown {
  return { ...free, left: free.left + spins }
}
