import { oneUnit, type Amount } from '#domain/money.ts'
import { canonicalJson, type Sha256Hex } from '../math-hash.ts'
import { sha256Hex } from '../sha256.ts'
import type { TableOutcome } from './outcome.ts'
import { marksOf, type TableKind } from './marks.ts'

/**
 * A table game as data: everything that decides what a bet returns, integers and names only. `mathHash` covers its
 * canonical JSON, so pace, limits and titles are elsewhere (`tables.ts`). All members at a table bet on one outcome,
 * which depends on no bet.
 */
export type TableGame = ShoeGame | StreamGame

type CommonRules = {
  /** Kebab-case, part of the random stream; never reused for other rules without a new `version`. */
  code: string
  version: number
  /** The places of the table where a stake can lie. */
  spots: readonly Spot[]
  /** Named combinations of spots; the stake on one is placed on its spots and settled there. */
  calls: readonly Call[]
}

/** A game that is dealt from a shoe of `decks` decks of 52 cards. */
export type ShoeGame = CommonRules & {
  kind: Extract<TableKind, 'baccarat' | 'dragon-tiger'>
  decks: number
  /** The cards behind the cut card. A round begins only while the cut card was not reached; it is then dealt to its end. */
  behindCut: number
}

/** A game whose every round is drawn from a link of its own; `seriesRounds` of them in a row share their salts. */
export type StreamGame = DrawnGame | RaceGame

type DrawnGame = CommonRules & { kind: Exclude<TableKind, ShoeGame['kind'] | 'race'>; seriesRounds: number }

/** A race of eight runners. Its spots are every bet on the first three, with the odds that the strengths and the margin give. */
export type RaceGame = CommonRules & {
  kind: 'race'
  seriesRounds: number
  /** By the number of the runner, from 1: the next runner is drawn among those that are left, in proportion to these. */
  strengths: readonly number[]
  /** What the platform keeps of a stake in the mean, in percent, before the odds are cut off to hundredths. */
  marginPercent: number
}

/** A place where a stake can lie. The first of `pays` that the outcome meets decides; without one the stake is lost. */
export type Spot = { code: string; pays: readonly PayRule[] }

/** Returns this part of the stake if the outcome has one of these marks (`marks.ts` lists the marks of each kind). */
export type PayRule = { when: readonly string[]; returns: Fraction }

/** A part of the stake, the stake itself included: odds of 8:1 return `[9, 1]`, a stake given back `[1, 1]`. */
export type Fraction = readonly [numerator: number, denominator: number]

/** A call bet: equal chips, `count` of them on each spot. */
export type Call = { code: string; chips: readonly { spot: string; count: number }[] }

/** The math hash of a table game: SHA-256 of its canonical JSON, as that of a slot. It changes with any spot, pay, call or shoe. The server gives a faster `hash`. */
export function tableHashOf(game: TableGame, hash: Sha256Hex = sha256Hex): string {
  return hash(canonicalJson(game))
}

/** True for a game that is dealt from a shoe. */
export function isShoeGame(game: TableGame): game is ShoeGame {
  return game.kind === 'baccarat' || game.kind === 'dragon-tiger'
}

/** The number of links that a series uses up, also one that ends early. */
export function linksOfSeries(game: TableGame): number {
  return isShoeGame(game) ? 1 : game.seriesRounds
}

/** The part of a stake on the spot that an outcome returns; `[0, 1]` when the stake is lost. */
export function settle(spot: Spot, outcome: TableOutcome): Fraction {
  return returnedBy(spot, new Set(marksOf(outcome)))
}

/** The same for an outcome whose marks are known, as where many bets of one round are settled. */
export function returnedBy({ pays }: Spot, marks: ReadonlySet<string>): Fraction {
  return pays.find(({ when }) => when.some((mark) => marks.has(mark)))?.returns ?? [0, 1]
}

/**
 * The least stake of a game in whole units of the currency. Every stake is a multiple of it, and then every return is a
 * whole number of units: nothing is rounded. It is the least common multiple of all denominators, 20 for a commission of 5 %.
 */
export function leastChip(game: TableGame): number {
  const denominators = game.spots.flatMap(({ pays }) => pays.map(({ returns: [, denominator] }) => denominator))
  return denominators.reduce(
    (multiple, denominator) => (multiple / commonDivisor(multiple, denominator)) * denominator,
    1,
  )
}

/**
 * What comes back of a stake. Throws RangeError for a stake that is not above 0, and for a return that is not a whole number of
 * units; a multiple of `leastChip` never gives one.
 */
export function amountReturned(stake: Amount, [numerator, denominator]: Fraction): Amount {
  if (stake <= 0n) throw new RangeError(`A stake of ${stake} is not above 0.`)
  const scaled = stake * BigInt(numerator)
  if (scaled % (BigInt(denominator) * oneUnit) !== 0n) {
    throw new RangeError(`${numerator}/${denominator} of ${stake} is not a whole number of units.`)
  }
  return scaled / BigInt(denominator)
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}
