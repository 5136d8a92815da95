import { amountFromWire, amountToWire } from '#domain/money.ts'
import type { Feature, Game, JackpotTier } from './game.ts'
import { amountOfUnits, type PrizeEvent, type RoundEvent, type ScatterEvent, type Win } from './round.ts'

/** One still picture of a round: the window after a spin, a fall or a respin, with what it paid. */
export type RoundView = {
  part: 'paid' | Feature['kind']
  /** The number of the step within its feature, from 1; 0 for the paid spin and the beginning of hold-and-win. */
  step: number
  /** How many times the reels fell before it, in the same spin. */
  falls: number
  /** What is in view, with everything that lies over the strips. */
  grid: readonly (readonly number[])[]
  /** The factors of wilds, and what the held coins will pay, by position. */
  factors: ReadonlyMap<number, number>
  coins: ReadonlyMap<number, number>
  wins: readonly Win[]
  multiplier: number
  scatter: ScatterEvent | null
  prizes: readonly PrizeEvent[]
  /** The positions that won or hold a coin. */
  positions: ReadonlySet<number>
  /** The units that the cap has cut from the round here; null where it was not reached. */
  cut: number | null
  jackpot: JackpotTier | null
}

/** The pictures of a round's events, in order. */
export function viewsOf(game: Game, events: readonly RoundEvent[]): RoundView[] {
  const views: RoundView[] = []
  const place: Pick<RoundView, 'part' | 'step'> = { part: 'paid', step: 0 }
  const change = (part: Partial<RoundView>) => {
    const view = views.at(-1)
    if (view) views.splice(-1, 1, { ...view, ...part })
  }
  for (const event of events) {
    const view = views.at(-1)
    if (event.type === 'featureStart') Object.assign(place, { part: event.feature, step: 0 })
    else if (event.type === 'featureEnd') Object.assign(place, { part: 'paid', step: 0 })
    else if (event.type === 'featureStep') place.step = event.step
    if (event.type === 'reveal') views.push({ ...emptyView, ...place, grid: event.grid })
    else if (view) {
      const next = nextView(view, event, place)
      if (next) views.push(next)
      else change(changesOf(game, view, event))
    }
  }
  return views
}

/** The title of a picture, as the messages of the fairness page name it. */
export function titleOf({ part, step }: RoundView): 'base' | 'free' | 'respin' | 'coins' | 'coinRespin' | 'picks' {
  switch (part) {
    case 'free-spins':
      return 'free'
    case 'walking-wilds':
      return 'respin'
    case 'hold-and-win':
      return step === 0 ? 'coins' : 'coinRespin'
    case 'pick':
      return 'picks'
    default:
      return 'base'
  }
}

/** What is written on a cell beside its symbol: the pay of a coin as `money` writes units, or a wild's factor; '' for none. */
export function markOf({ coins, factors }: RoundView, position: number, money: (units: number) => string): string {
  const [pay, factor] = [coins.get(position), factors.get(position)]
  if (pay !== undefined) return money(pay)
  return factor === undefined ? '' : `×${factor}`
}

/** Units of a record's stake as a decimal string; the units themselves where the stake does not divide. */
export function moneyOf(units: number, { stake: stated }: { stake: string }, unitsPerStake: number): string {
  const stake = amountFromWire(stated) ?? 0n
  return stake % BigInt(unitsPerStake) === 0n ? amountToWire(amountOfUnits(units, stake, unitsPerStake)) : String(units)
}

export const prizeTitles = { coins: 'prizeCoins', full: 'prizeFull', pick: 'prizePick' } as const

const emptyView: RoundView = {
  part: 'paid',
  step: 0,
  falls: 0,
  grid: [],
  factors: new Map(),
  coins: new Map(),
  wins: [],
  multiplier: 1,
  scatter: null,
  prizes: [],
  positions: new Set(),
  cut: null,
  jackpot: null,
}

/** The picture that begins with an event, if one does. */
function nextView(view: RoundView, event: RoundEvent, place: Pick<RoundView, 'part' | 'step'>): RoundView | null {
  const { grid, coins } = view
  switch (event.type) {
    case 'tumble': {
      const { part, step, falls } = view
      return { ...emptyView, part, step, falls: falls + 1, grid: event.grid, factors: fallen(view, event.removed) }
    }
    case 'featureStart':
      // The picks show their prizes together, hold-and-win begins with its coins.
      return event.feature === 'pick' || event.feature === 'hold-and-win' ? { ...emptyView, ...place, grid } : null
    case 'featureStep':
      return event.feature === 'hold-and-win'
        ? { ...emptyView, ...place, grid, coins, positions: view.positions }
        : null
    default:
      return null
  }
}

/** Where the factors of a window are after a fall. */
function fallen({ factors, grid }: RoundView, removed: readonly number[]): RoundView['factors'] {
  const rows = grid[0]?.length ?? 1
  const reelOf = (position: number) => Math.floor(position / rows)
  return new Map(
    [...factors].flatMap(([position, factor]): [number, number][] => {
      if (removed.includes(position)) return []
      const below = removed.filter((one) => one > position && reelOf(one) === reelOf(position)).length
      return [[position + below, factor]]
    }),
  )
}

/** What an event changes in the picture that is shown. */
function changesOf(game: Game, view: RoundView, event: RoundEvent): Partial<RoundView> {
  const { positions } = view
  switch (event.type) {
    case 'mystery':
      return { grid: withSymbol(view.grid, event.positions, event.symbol) }
    case 'wilds': {
      const wild = game.symbols.findIndex(({ kind }) => kind === 'wild' || kind === 'book')
      return { grid: withSymbol(view.grid, event.positions, wild) }
    }
    case 'multiplier':
      if (event.source === 'ladder') return {}
      return { factors: new Map([...view.factors, ...pairs(event.positions, event.values)]) }
    case 'wins':
      return {
        wins: [...view.wins, ...event.wins],
        multiplier: event.multiplier,
        positions: new Set([...positions, ...event.wins.flatMap((win) => win.positions)]),
      }
    case 'scatter':
      return { scatter: event, positions: new Set([...positions, ...event.positions]) }
    case 'coinLand': {
      const coin = game.symbols.findIndex(({ kind }) => kind === 'coin')
      return {
        grid: withSymbol(view.grid, event.positions, coin),
        coins: new Map([...view.coins, ...pairs(event.positions, event.pays)]),
        positions: new Set([...positions, ...event.positions]),
      }
    }
    case 'prize':
      return { prizes: [...view.prizes, event] }
    case 'maxWin':
      return { cut: event.cut }
    case 'jackpotHit':
      return { jackpot: event.tier }
    default:
      return {}
  }
}

function pairs(positions: readonly number[], values: readonly number[]): [number, number][] {
  return positions.map((position, index) => [position, values[index] ?? 0])
}

function withSymbol(grid: RoundView['grid'], positions: readonly number[], symbol: number): RoundView['grid'] {
  const rows = grid[0]?.length ?? 1
  return grid.map((reel, index) => reel.map((shown, row) => (positions.includes(index * rows + row) ? symbol : shown)))
}
