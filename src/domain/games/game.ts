import { wholeUnits, type Amount } from '#domain/money.ts'

/**
 * A slot as data: everything that decides the outcomes and pays of a round, integers and names only. `mathHash` covers
 * its canonical JSON, so nothing that is only displayed (titles, art, colours) belongs here.
 */
export type Game = {
  /** Kebab-case, used in URLs and in the random stream; never reused for other mathematics without a new `version`. */
  code: string
  version: number
  grid: { reels: number; rows: number }
  /** Events name a symbol by its index in this list. */
  symbols: readonly GameSymbol[]
  /** Reel sets by name; each holds one strip of symbol ids per reel. `base` is the set of the paid spin. */
  strips: Readonly<Record<string, ReelSet>> & { readonly base: ReelSet }
  /** By symbol id: units paid for 1, 2, 3 … of a kind. A scatter's row counts scatters anywhere in view. */
  paytable: Readonly<Record<string, readonly number[]>>
  winMode: LinesMode
  features: readonly Feature[]
  /** The number of equal units in a stake; pays are counted in them. With lines: the number of lines. */
  unitsPerStake: number
  /** Allowed stakes per round, in whole units of the currency. */
  stakes: readonly number[]
  /** No round pays more than this many times its stake. Proven for each game by `npm run math -- check`. */
  maxWinTimesStake: number
}

export type GameSymbol = { id: string; kind: 'ordinary' | 'wild' | 'scatter' }

export type ReelSet = readonly (readonly string[])[]

/**
 * Wins run along lines from the leftmost reel; each line pays its best win once. `lines[line][reel]` is a row from the
 * top. A wild stands in for every ordinary symbol and pays as itself too, whichever is more.
 */
export type LinesMode = { kind: 'lines'; lines: readonly (readonly number[])[] }

export type Feature = FreeSpins

/**
 * `trigger.count` scatters or more award `spins` free spins on the reel set `strips`, each win times `multiplier`.
 * Inside the feature the same trigger awards `spins` again, as long as no more than `spinsLimit` are awarded in all.
 */
export type FreeSpins = {
  kind: 'free-spins'
  trigger: { symbol: string; count: number }
  spins: number
  multiplier: number
  strips: string
  spinsLimit: number
}

/** The least stake of a round of the game. */
export function leastStake(game: Game): Amount {
  return wholeUnits(Math.min(...game.stakes))
}

/** True when the game takes this stake. The API refuses others; `play` throws on them. */
export function stakeAllowed(game: Game, stake: Amount): boolean {
  return game.stakes.some((units) => wholeUnits(units) === stake)
}
