import { featureOf, type Game } from '#domain/games/game.ts'
import { amountOfUnits, lineOfWin, type RoundEvent, type WinsEvent } from '#domain/games/round.ts'
import type { Amount } from '#domain/money.ts'
import { anticipationOf, type SpinKind } from './anticipation.ts'
import type { FeatureIntro, FeatureShown, StageState, Step, StepBody } from './steps.ts'
import {
  fallenView,
  revealedView,
  walkedWilds,
  wildCells,
  wildOf,
  withCoins,
  withCovered,
  withFactors,
  withHeld,
  withSymbolAt,
  type View,
} from './view.ts'
import { isCelebrated, tierOf } from './win-level.ts'

/**
 * Converts the events of a round to display steps, one for each. Live play, resume and replay run the same steps, and
 * every machine does: they differ only in game data and events.
 */
export function timelineOf(game: Game, events: readonly RoundEvent[], stake: Amount): Step[] {
  const round: Walk = {
    game,
    stake,
    money: (units) => amountOfUnits(units, stake, game.unitsPerStake),
    wild: wildOf(game),
    state: { view: null, shown: 0n, feature: null, ladder: baseLadder(game) },
    held: [],
    awarded: 0,
    capped: false,
    cardShown: null,
  }
  const steps: Step[] = []
  for (const [eventIndex, event] of events.entries()) {
    const body = bodyOf(round, event)
    steps.push({ ...body, eventIndex, shown: round.state.shown, after: round.state })
  }
  return withFurtherSteps(steps)
}

/** What is known of the round while its events are read. */
type Walk = {
  game: Game
  stake: Amount
  money: (units: number) => Amount
  wild: number
  state: StageState
  /** Cells that stay wild in the next spin. */
  held: readonly number[]
  /** Free spins awarded so far. */
  awarded: number
  capped: boolean
  /** The amount of the last end card. */
  cardShown: Amount | null
}

const emptyView: View = { strips: 'base', tops: [], cells: [], factors: new Map(), coins: null, held: [], covered: [] }

function baseLadder(game: Game): StageState['ladder'] {
  const rungs = featureOf(game, 'tumble')?.ladder
  return rungs && rungs.length > 1 ? { rungs, at: 0 } : null
}

function set(round: Walk, change: Partial<StageState>): void {
  round.state = { ...round.state, ...change }
}

/** One step, before it is known what follows. */
function bodyOf(round: Walk, event: RoundEvent): StepBody {
  switch (event.type) {
    case 'reveal':
      return spinBody(round, event)
    case 'mystery':
      return cellsBody(round, 'mystery', event.positions, event.symbol)
    case 'wilds':
      return cellsBody(round, event.kind, event.positions, round.wild)
    case 'expand':
      return expandBody(round, event.reels, event.symbol)
    case 'multiplier':
      return multiplierBody(round, event)
    case 'wins':
      return winsBody(round, event)
    case 'tumble':
      return tumbleBody(round, event)
    case 'scatter':
      return scatterBody(round, event)
    case 'featureStart':
      return startBody(round, event)
    case 'featureStep':
      return stepBody(round, event)
    case 'coinLand':
      return coinsBody(round, event)
    case 'prize':
      return prizeBody(round, event)
    case 'featureEnd':
      return endBody(round, event)
    case 'maxWin':
      round.capped = true
      set(round, { shown: round.money(event.total) })
      return { kind: 'maxWin' }
    case 'jackpotHit':
      return { kind: 'jackpot', tier: event.tier }
    case 'totalWin':
      return totalBody(round, event.pay)
    case 'void':
      return totalBody(round, 0)
  }
}

type Of<Type extends RoundEvent['type']> = Extract<RoundEvent, { type: Type }>

function spinBody(round: Walk, event: Of<'reveal'>): StepBody {
  const { game, wild, held, state } = round
  const { feature, ladder } = state
  const free = featureOf(game, 'free-spins')
  const keeps = feature?.kind === 'free-spins' && free?.keepsLadder === true
  const view = revealedView(event, held, wild)
  set(round, { view, ladder: ladder && !keeps ? { ...ladder, at: 0 } : ladder })
  const { landed, anticipated, positions } = anticipationOf(game, event.strips, event.grid, kindOfSpin(round))
  return { kind: 'spin', view, grid: event.grid, held, wild, landed, anticipated, triggers: positions }
}

function kindOfSpin({ state, awarded }: Walk): SpinKind {
  if (state.feature === null) return { kind: 'paid' }
  return state.feature.kind === 'free-spins' ? { kind: 'free', awarded } : { kind: 'respin' }
}

function viewOf({ state }: Walk): View {
  return state.view ?? emptyView
}

function cellsBody(
  round: Walk,
  how: 'mystery' | 'expanding' | 'sticky' | 'walking' | 'special',
  positions: readonly number[],
  symbol: number,
): StepBody {
  const before = viewOf(round)
  const changed = withSymbolAt(before, positions, symbol)
  const stays = how === 'sticky' || how === 'walking'
  const covers = how === 'expanding' || how === 'special'
  const view = stays ? withHeld(changed, positions) : covers ? withCovered(changed, positions) : changed
  set(round, { view })
  return { kind: 'cells', how, positions, before, view }
}

function expandBody(round: Walk, reels: readonly number[], symbol: number): StepBody {
  const { rows } = round.game.grid
  const positions = reels.flatMap((reel) => Array.from({ length: rows }, (_, row) => reel * rows + row))
  return cellsBody(round, 'special', positions, symbol)
}

function multiplierBody(round: Walk, event: Of<'multiplier'>): StepBody {
  if (event.source === 'ladder') return { kind: 'ladder', value: event.value }
  const view = withFactors(viewOf(round), event.positions, event.values)
  set(round, { view })
  return { kind: 'factors', positions: event.positions, view }
}

function winsBody(round: Walk, event: WinsEvent): StepBody {
  const { money, stake } = round
  const shown = money(event.total)
  set(round, { shown })
  const wins = event.wins.map((win) => ({ line: lineOfWin(win), positions: win.positions, amount: money(win.pay) }))
  const { multiplier } = event
  const celebrated = isCelebrated(shown, stake)
  const amount = money(event.pay)
  return { kind: 'wins', wins, amount, multiplier, celebrated, falls: false, cardFollows: false, amounts: false }
}

function tumbleBody(round: Walk, event: Of<'tumble'>): StepBody {
  const before = viewOf(round)
  const { view, falls } = fallenView(before, event)
  const { ladder, shown } = round.state
  const at = ladder ? Math.min(ladder.rungs.length - 1, ladder.at + 1) : 0
  set(round, { view, ladder: ladder && { ...ladder, at } })
  const celebrated = isCelebrated(shown, round.stake)
  return { kind: 'tumble', removed: event.removed, falls, before, view, celebrated }
}

function scatterBody(round: Walk, event: Of<'scatter'>): StepBody {
  const { state, money, stake } = round
  const { feature } = state
  const shown = money(event.total)
  const { positions, spinsAwarded } = event
  round.awarded += spinsAwarded
  const again = feature?.kind === 'free-spins'
  set(round, { shown, feature: again ? { ...feature, left: feature.left + spinsAwarded } : feature })
  const celebrated = isCelebrated(shown, stake)
  const amount = money(event.pay)
  const later = { begins: false, cardFollows: false, amounts: false }
  return { kind: 'scatter', positions, amount, spinsAwarded, again, celebrated, ...later }
}

function startBody(round: Walk, event: Of<'featureStart'>): StepBody {
  const { game, state, money } = round
  switch (event.feature) {
    case 'free-spins': {
      const rule = featureOf(game, 'free-spins')
      const rungs = rule?.ladder ?? state.ladder?.rungs ?? null
      const { spins, multiplier, symbol: special = null } = event
      const feature = { kind: 'free-spins' as const, step: 0, left: spins, multiplier, special }
      set(round, { feature, ladder: rungs && { rungs, at: 0 } })
      round.held = []
      return startOf({ kind: 'free-spins', spins, multiplier, ladder: rungs, special })
    }
    case 'hold-and-win': {
      const { respins } = event
      set(round, { feature: { kind: 'hold-and-win', left: respins, respins, coins: 0, held: 0n } })
      return startOf({ kind: 'hold-and-win', respins, full: money(featureOf(game, 'hold-and-win')?.full ?? 0) })
    }
    case 'pick':
      set(round, { feature: { kind: 'pick', left: event.picks, opened: [] } })
      return startOf({ kind: 'pick', picks: event.picks })
    case 'walking-wilds':
      set(round, { feature: { kind: 'walking-wilds', step: 0 } })
      return startOf({ kind: 'walking-wilds' })
  }
}

function startOf(intro: FeatureIntro): StepBody {
  return { kind: 'featureStart', intro }
}

function stepBody(round: Walk, event: Of<'featureStep'>): StepBody {
  const before = round.state.view
  const { feature } = round.state
  set(round, { feature: featureAfter(feature, event) })
  if (before !== null && event.feature === 'walking-wilds') round.held = walkedWilds(before, round.wild)
  const sticky = event.feature === 'free-spins' && featureOf(round.game, 'free-spins')?.wilds === 'sticky'
  // The first free spin begins without the wilds of the paid spin.
  if (before !== null && sticky && event.step > 1) round.held = wildCells(before, round.wild)
  return { kind: 'featureStep', feature: event.feature, before, view: round.state.view, held: round.held }
}

function featureAfter(feature: FeatureShown | null, event: Of<'featureStep'>): FeatureShown | null {
  if (event.feature === 'walking-wilds') return { kind: 'walking-wilds', step: event.step }
  if (feature?.kind === 'free-spins') return { ...feature, step: event.step, left: event.left }
  if (feature?.kind === 'hold-and-win') return { ...feature, left: event.left }
  if (feature?.kind === 'pick') return { ...feature, left: event.left }
  return feature
}

function coinsBody(round: Walk, event: Of<'coinLand'>): StepBody {
  const { game, money } = round
  const { feature } = round.state
  const before = viewOf(round)
  const amounts = event.pays.map(money)
  const coin = game.symbols.findIndex(({ kind }) => kind === 'coin')
  const view = withCoins(before, event.positions, amounts, coin)
  const first = before.coins === null
  set(round, { view })
  if (feature?.kind === 'hold-and-win') {
    const coins = view.coins?.size ?? 0
    set(round, { feature: { ...feature, coins, left: feature.respins, held: feature.held + sumOf(amounts) } })
  }
  return { kind: 'coins', positions: event.positions, amounts, first, view }
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

function prizeBody(round: Walk, event: Of<'prize'>): StepBody {
  const { money, stake } = round
  const shown = money(event.total)
  const amount = money(event.pay)
  const { feature } = round.state
  set(round, { shown })
  if (feature?.kind === 'hold-and-win') set(round, { feature: { ...feature, held: 0n } })
  if (feature?.kind === 'pick') set(round, { feature: { ...feature, opened: [...feature.opened, amount] } })
  return { kind: 'prize', prize: event.prize, amount, celebrated: isCelebrated(shown, stake), cardFollows: false }
}

function endBody(round: Walk, event: Of<'featureEnd'>): StepBody {
  const shown = round.money(event.total)
  const { feature } = event
  round.held = []
  set(round, { shown, feature: null, ladder: baseLadder(round.game) })
  round.cardShown = shown
  return {
    kind: 'featureEnd',
    feature,
    count: countOf(event),
    celebrated: isCelebrated(shown, round.stake),
    tier: tierOf(shown, round.stake),
    capped: round.capped,
  }
}

function countOf(event: Of<'featureEnd'>): number {
  switch (event.feature) {
    case 'free-spins':
      return event.spins
    case 'hold-and-win':
      return event.coins
    case 'pick':
      return event.picks
    case 'walking-wilds':
      return event.respins
  }
}

function totalBody(round: Walk, pay: number): StepBody {
  const { money, stake, cardShown, capped } = round
  const shown = money(pay)
  set(round, { shown })
  const tier = cardShown === shown ? 0 : tierOf(shown, stake)
  return { kind: 'total', celebrated: isCelebrated(shown, stake), tier, capped }
}

/**
 * Fills in what depends on the steps that follow: whether cells fall, whether a card shows the amount next, and with it
 * whether the wins have their amounts. One amount is on screen at a time: while the total counts, wins have none.
 */
function withFurtherSteps(steps: readonly Step[]): Step[] {
  return steps.map((step, index) => {
    if (step.kind !== 'wins' && step.kind !== 'scatter' && step.kind !== 'prize') return step
    const cardFollows = cardNextAfter(steps, index)
    if (step.kind === 'prize') return { ...step, cardFollows }
    const isQuiet = cardFollows || !step.celebrated
    if (step.kind === 'scatter') {
      const begins = steps[index + 1]?.kind === 'featureStart'
      return { ...step, begins, cardFollows, amounts: isQuiet && step.amount > 0n }
    }
    const next = steps.slice(index + 1).find(({ kind }) => kind !== 'maxWin')
    const falls = next?.kind === 'tumble'
    // Wins that fall are shown together.
    return { ...step, cardFollows, falls, amounts: isQuiet && (!falls || step.wins.length === 1) }
  })
}

function cardNextAfter(steps: readonly Step[], index: number): boolean {
  for (const step of steps.slice(index + 1)) {
    if (step.kind === 'total') return step.tier > 0
    if (step.kind === 'featureEnd') return true
    if (['wins', 'scatter', 'prize', 'spin', 'featureStart', 'featureStep'].includes(step.kind)) return false
  }
  return false
}

/**
 * Where a round continues after `lastShown` (the last acknowledged index, -1 for none): the state of the stage and the
 * remaining steps. A spin shown without its wins is not repeated; its wins follow.
 */
export function resumeAfter(
  game: Game,
  steps: readonly Step[],
  lastShown: number,
): { state: StageState; rest: Step[] } {
  const rest = steps.filter((step) => step.eventIndex > lastShown)
  const last = steps.findLast((step) => step.eventIndex <= lastShown)
  return { state: last?.after ?? openingStage(game), rest }
}

/** The stage before the first spin of a window. */
export function openingStage(game: Game): StageState {
  return { view: null, shown: 0n, feature: null, ladder: baseLadder(game) }
}
