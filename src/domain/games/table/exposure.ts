import type { Amount } from '#domain/money.ts'
import { possibleMarks } from './marks.ts'
import { amountReturned, returnedBy, type Call, type Fraction, type TableGame } from './table-game.ts'

/** A stake on a spot. */
export type Placement = { spot: string; stake: Amount }

/** The placements of a call with chips of this amount. */
export function placementsOf({ chips }: Call, chip: Amount): Placement[] {
  return chips.map(({ spot, count }) => ({ spot, stake: chip * BigInt(count) }))
}

/**
 * The most that placements can cost the platform: what they return in the worst outcome, less all stakes; below 0 if it wins in
 * every outcome. Throws RangeError for a spot that the game does not have, and as `amountReturned`.
 */
export function largestLoss(game: TableGame, placements: readonly Placement[]): Amount {
  const staked = placements.reduce((sum, { stake }) => sum + stake, 0n)
  const spots = placements.map((placement) => {
    const spot = game.spots.find(({ code }) => code === placement.spot)
    if (!spot) throw new RangeError(`${game.code} has no spot ${placement.spot}.`)
    return { spot, stake: placement.stake }
  })
  const returned = possibleMarks(game.kind).map((marks) => {
    const shown = new Set(marks)
    return spots.reduce((sum, { spot, stake }) => sum + amountReturned(stake, returnedBy(spot, shown)), 0n)
  })
  return returned.reduce((most, one) => (one > most ? one : most), 0n) - staked
}

/** Stakes by spot: of a member, or of all at a table. */
export type SpotStakes = ReadonlyMap<string, Amount>

/**
 * What the platform may owe above the stakes for placements of which any may still be undone: for each set of marks, in the order of
 * `possibleMarks`, what the spots that win return above their own stakes. Lost stakes cover nothing, because their members can take them
 * back while the round is open.
 */
export type Owed = readonly Amount[]

/** What is owed for stakes. */
export function owedFor(game: TableGame, stakes: SpotStakes): Owed {
  const nothing: Owed = possibleMarks(game.kind).map(() => 0n)
  return [...stakes].reduce((owed, [spot, stake]) => owedWith(game, owed, { spot, stake }), nothing)
}

/** What is owed with one more placement. Throws RangeError for a spot that the game does not have, and as `amountReturned`. */
export function owedWith(game: TableGame, owed: Owed, { spot, stake }: Placement): Owed {
  const after = [...owed]
  for (const { index, returns } of stake > 0n ? gainsOf(game, spot) : []) {
    after[index] = (after[index] ?? 0n) + amountReturned(stake, returns) - stake
  }
  return after
}

/** What is owed in the worst outcome. */
export function largestOwed(owed: Owed): Amount {
  return owed.reduce((most, one) => (one > most ? one : most), 0n)
}

/**
 * The largest further stake on a spot with which what is owed stays within the exposure, a multiple of the chip; null where no outcome
 * pays more than the stake.
 */
export function roomOn(
  game: TableGame,
  owed: Owed,
  { spot: code, exposure, chip }: { spot: string; exposure: Amount; chip: Amount },
): Amount | null {
  const rooms = gainsOf(game, code).map(({ index, returns: [numerator, denominator] }) => {
    const left = exposure - (owed[index] ?? 0n)
    return left <= 0n ? 0n : (left * BigInt(denominator)) / BigInt(numerator - denominator)
  })
  if (rooms.length === 0) return null
  const room = rooms.reduce((least, one) => (one < least ? one : least))
  return room - (room % chip)
}

/** A set of marks, by its index in `possibleMarks`, with which a spot returns more than its stake. */
type Gain = { index: number; returns: Fraction }

const knownGains = new WeakMap<TableGame, ReadonlyMap<string, readonly Gain[]>>()

/** The gains of a spot. Kept for each game: a race has 436 spots and 336 sets of marks, and few of them belong together. */
function gainsOf(game: TableGame, code: string): readonly Gain[] {
  const known = knownGains.get(game) ?? allGains(game)
  knownGains.set(game, known)
  const gains = known.get(code)
  if (!gains) throw new RangeError(`${game.code} has no spot ${code}.`)
  return gains
}

function allGains({ kind, spots }: TableGame): Map<string, Gain[]> {
  const sets = possibleMarks(kind).map((marks) => new Set(marks))
  return new Map(
    spots.map((spot) => [
      spot.code,
      sets.flatMap((marks, index): Gain[] => {
        const returns = returnedBy(spot, marks)
        return returns[0] > returns[1] ? [{ index, returns }] : []
      }),
    ]),
  )
}
