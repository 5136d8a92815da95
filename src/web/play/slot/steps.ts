import type { JackpotTier } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import type { Fall, View } from './view.ts'
import type { Tier } from './win-level.ts'

/** The display steps of a round: one for each of its events, whatever the machine. */
export type Step =
  | SpinStep
  | CellsStep
  | LadderStep
  | FactorsStep
  | WinsStep
  | TumbleStep
  | ScatterStep
  | FeatureStartStep
  | FeatureStepStep
  | CoinsStep
  | PrizeStep
  | FeatureEndStep
  | MaxWinStep
  | JackpotStep
  | TotalStep

type StepBase = {
  /** The event shown by this step, to be acknowledged when it is over. */
  eventIndex: number
  /** The win shown once this step is over. */
  shown: Amount
  /** What the stage shows once this step is over. */
  after: StageState
}

/** The state of the stage between two steps. */
export type StageState = {
  /** Null: the reels are as when the window opened. */
  view: View | null
  shown: Amount
  /** The current feature; null in the base game. */
  feature: FeatureShown | null
  /** The ladder of a tumbling machine; null for others. */
  ladder: LadderShown | null
}

export type FeatureShown =
  | { kind: 'free-spins'; step: number; left: number; multiplier: number; special: number | null }
  /** `held`: what the coins will pay; 0 once they have. */
  | { kind: 'hold-and-win'; left: number; respins: number; coins: number; held: Amount }
  | { kind: 'pick'; left: number; opened: readonly Amount[] }
  | { kind: 'walking-wilds'; step: number }

export type FeatureKind = FeatureShown['kind']

/** `at` is the place of the next wins. */
export type LadderShown = { rungs: readonly number[]; at: number }

export type SpinStep = StepBase & {
  kind: 'spin'
  view: View
  /** What the strips show at the drawn stops, and the cells over which a wild lies meanwhile. */
  grid: readonly (readonly number[])[]
  held: readonly number[]
  wild: number
  /** Per reel: trigger symbols landed once it stands; 0 when it brings none. */
  landed: readonly number[]
  /** Per reel: whether it runs longer because the feature can still be hit. */
  anticipated: readonly boolean[]
  /** The trigger symbols that pulse while a reel is anticipated. */
  triggers: readonly number[]
}

/** Cells change: mystery symbols open, wilds cover cells, the special symbol covers reels. */
export type CellsStep = StepBase & {
  kind: 'cells'
  how: 'mystery' | 'expanding' | 'sticky' | 'walking' | 'special'
  positions: readonly number[]
  before: View
  view: View
}

export type LadderStep = StepBase & { kind: 'ladder'; value: number }
export type FactorsStep = StepBase & { kind: 'factors'; positions: readonly number[]; view: View }

/** `line` is null for a win that is not on a line. */
export type ShownWin = { line: number | null; positions: readonly number[]; amount: Amount }

export type WinsStep = StepBase & {
  kind: 'wins'
  wins: readonly ShownWin[]
  amount: Amount
  multiplier: number
  /** False while the win shown is at most the stake: then it is shown without celebration. */
  celebrated: boolean
  /** The winning cells vanish next. */
  falls: boolean
  /** A card with the amount follows at once: it counts, not the bar. */
  cardFollows: boolean
  /** Each win has its amount on the reels, and the total stands nowhere meanwhile; else only the total is shown. */
  amounts: boolean
}

export type TumbleStep = StepBase & {
  kind: 'tumble'
  removed: readonly number[]
  falls: readonly Fall[]
  before: View
  view: View
  celebrated: boolean
}

export type ScatterStep = StepBase & {
  kind: 'scatter'
  positions: readonly number[]
  amount: Amount
  spinsAwarded: number
  /** True during free spins: the spins are added to the remaining ones. */
  again: boolean
  /** A feature begins with them: they light up before its card. */
  begins: boolean
  celebrated: boolean
  cardFollows: boolean
  /** As with wins. */
  amounts: boolean
}

export type FeatureStartStep = StepBase & { kind: 'featureStart'; intro: FeatureIntro }

export type FeatureIntro =
  | { kind: 'free-spins'; spins: number; multiplier: number; ladder: readonly number[] | null; special: number | null }
  | { kind: 'hold-and-win'; respins: number; full: Amount }
  | { kind: 'pick'; picks: number }
  | { kind: 'walking-wilds' }

/** `before` and `view` differ where wilds walk. */
export type FeatureStepStep = StepBase & {
  kind: 'featureStep'
  feature: FeatureKind
  before: View | null
  view: View | null
  /** The cells that stay wild in the spin of this step. */
  held: readonly number[]
}

export type CoinsStep = StepBase & {
  kind: 'coins'
  positions: readonly number[]
  amounts: readonly Amount[]
  /** The coins of the triggering spin. */
  first: boolean
  view: View
}

export type PrizeStep = StepBase & {
  kind: 'prize'
  prize: 'coins' | 'full' | 'pick'
  amount: Amount
  celebrated: boolean
  cardFollows: boolean
}

export type FeatureEndStep = StepBase & {
  kind: 'featureEnd'
  feature: FeatureKind
  /** The spins or respins that it had, the coins that it held, or the boxes that were opened. */
  count: number
  celebrated: boolean
  tier: Tier
  /** The round reached its largest win. */
  capped: boolean
}

export type MaxWinStep = StepBase & { kind: 'maxWin' }
export type JackpotStep = StepBase & { kind: 'jackpot'; tier: JackpotTier }

export type TotalStep = StepBase & {
  kind: 'total'
  celebrated: boolean
  /** 0 if a card has shown the amount already. */
  tier: Tier
  /** The round reached its largest win. */
  capped: boolean
}

/** A step without what follows from its place in the round. */
export type StepBody = Step extends infer Each ? (Each extends Step ? Omit<Each, keyof StepBase> : never) : never
