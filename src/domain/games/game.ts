import { wholeUnits, type Amount } from '#domain/money.ts'

/**
 * A slot as data: everything that decides the outcomes and pays of a round, integers and names only. `mathHash` covers
 * its canonical JSON, so nothing that is only displayed (titles, art, colours) belongs here. Published data never
 * change, so what a later engine adds is a further kind or an optional field
 * (`docs/decisions/030-slot-engine.md` has the order of draws).
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
  /**
   * By symbol id. Lines and ways: units paid for 1, 2, 3 … of a kind. Cluster and anywhere: units paid for each of the
   * mode's `sizes`. The row of a scatter or book counts it anywhere in view, from 1.
   */
  paytable: Readonly<Record<string, readonly number[]>>
  winMode: WinMode
  /** At most one of each kind. */
  features: readonly Feature[]
  /** The number of equal units in a stake; pays are counted in them. With lines often the number of lines. */
  unitsPerStake: number
  /** Allowed stakes per round, in whole units of the currency. */
  stakes: readonly number[]
  /** A round ends when it has paid this many times its stake. Jackpots are outside it. */
  maxWinTimesStake: number
}

/**
 * `book` is a wild that counts as the scatter; `coin` starts and fills hold-and-win; neither a scatter nor a coin nor a
 * mystery symbol is part of a win. There is at most one symbol that is wild (wild or book), at most one that scatters
 * (scatter or book), one coin and one mystery symbol.
 */
export type GameSymbol =
  | { id: string; kind: 'ordinary' | 'scatter' | 'book' | 'coin' }
  | Wild
  /** All that a spin shows become one symbol, drawn by weight. */
  | { id: string; kind: 'mystery'; becomes: readonly WeightedSymbol[] }

export type Wild = {
  id: string
  kind: 'wild'
  /** It covers its whole reel before wins are counted. */
  expands?: true
  /** Each wild that lands draws a factor; the factors of the wilds in a win are multiplied with its pay. */
  multipliers?: readonly WeightedFactor[]
}

/** Weights are integers from 1; the chance of an entry is its weight in the sum of the list. */
export type WeightedSymbol = { symbol: string; weight: number }
export type WeightedFactor = { factor: number; weight: number }
/** `pay` is in units. */
export type WeightedPay = { pay: number; weight: number }

export type ReelSet = readonly (readonly string[])[]

export type WinMode = LinesMode | WaysMode | ClusterMode | AnywhereMode

/**
 * Wins run along lines from the leftmost reel; each line pays its best win once. `lines[line][reel]` is a row from the
 * top. A wild stands in for every ordinary symbol and pays as itself too, whichever is more.
 */
export type LinesMode = { kind: 'lines'; lines: readonly (readonly number[])[] }

/**
 * Every path of one cell per reel from the leftmost: a symbol on its first n reels pays for n of a kind, once for each
 * way through its cells and wilds. There is no wild on the first reel, so a wild never pays as itself.
 */
export type WaysMode = { kind: 'ways' }

/** Equal symbols and wilds that touch by a side. A wild may be part of several clusters. `sizes` ascends. */
export type ClusterMode = { kind: 'cluster'; sizes: readonly number[] }

/** The number of a symbol in view, wherever it is. `sizes` ascends. */
export type AnywhereMode = { kind: 'anywhere'; sizes: readonly number[] }

export type Feature = FreeSpins | Tumble | WalkingWilds | HoldAndWin | Pick | JackpotLink

/** `count` or more of a symbol in view at the end of the paid spin (of a free spin too, for free spins). */
export type Trigger = { symbol: string; count: number }

/**
 * `trigger.count` scatters or more award `spins` free spins on the reel set `strips`, each win times `multiplier`.
 * Inside the feature the same trigger awards `spins` again, as long as no more than `spinsLimit` are awarded in all.
 */
export type FreeSpins = {
  kind: 'free-spins'
  trigger: Trigger
  spins: number
  multiplier: number
  strips: string
  spinsLimit: number
  /** Replaces the ladder of the tumble. */
  ladder?: readonly number[]
  /** The place on the ladder is not reset between the spins of the feature. */
  keepsLadder?: true
  /** Wilds stay where they landed until the feature ends. */
  wilds?: 'sticky'
  /**
   * A special symbol, drawn before the first spin. After the wins of a free spin, if the reels that show it pay for
   * their number, it covers them and pays on every line for that number, wherever these reels are.
   */
  expanding?: readonly WeightedSymbol[]
}

/**
 * Winning cells vanish, those above fall, and the strip above the window follows; then wins are counted again, the i-th
 * time with the i-th multiplier of the ladder (its last one from then on), after at most `limit` falls.
 */
export type Tumble = { kind: 'tumble'; ladder: readonly number[]; limit: number }

/** After the paid spin, wilds in view move one reel to the left for a respin on `strips`, at most `limit` times. */
export type WalkingWilds = { kind: 'walking-wilds'; strips: string; limit: number }

/**
 * The coins of the triggering spin stay. Each respin lands a coin on each empty cell with the chance
 * `landing.chance` / `landing.of`; a landed coin sets the respins back. In the end all coins pay, and `full` is added
 * when every cell has one.
 */
export type HoldAndWin = {
  kind: 'hold-and-win'
  trigger: Trigger
  respins: number
  landing: { chance: number; of: number }
  /** What a coin pays. */
  values: readonly WeightedPay[]
  full: number
}

/** `picks` prizes, each drawn by weight from the same list. */
export type Pick = { kind: 'pick'; trigger: Trigger; picks: number; prizes: readonly WeightedPay[] }

/** One draw below `of`: each whole unit of currency staked gives a tier `chance` of its results. */
export type JackpotLink = { kind: 'jackpot-link'; of: number; tiers: readonly { tier: JackpotTier; chance: number }[] }

export type JackpotTier = 'mega' | 'major' | 'minor'

/** The feature of a kind, or undefined when the game has none. */
export function featureOf<Kind extends Feature['kind']>(
  game: Game,
  kind: Kind,
): Extract<Feature, { kind: Kind }> | undefined {
  return game.features.find((feature): feature is Extract<Feature, { kind: Kind }> => feature.kind === kind)
}

/** The lines of a game; none when it pays in another way. */
export function linesOf({ winMode }: Game): readonly (readonly number[])[] {
  return winMode.kind === 'lines' ? winMode.lines : []
}

/** The most that a round pays, in units. */
export function capOf(game: Game): number {
  return game.maxWinTimesStake * game.unitsPerStake
}

/** The least stake of a round of the game. */
export function leastStake(game: Game): Amount {
  return wholeUnits(Math.min(...game.stakes))
}

/** True when the game takes this stake. The API refuses others; `play` throws on them. */
export function stakeAllowed(game: Game, stake: Amount): boolean {
  return game.stakes.some((units) => wholeUnits(units) === stake)
}
