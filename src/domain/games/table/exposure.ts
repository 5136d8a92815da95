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
 * The most that the platform may owe above the stakes for placements of which any may still be undone: in the worst outcome, what the
 * winning spots return above their own stakes. Lost stakes cover nothing, because their members can take them back while the round is open.
 */
export function mostOwed(game: TableGame, stakes: SpotStakes): Amount {
  return owedByMarks(game, stakes).reduce((most, one) => (one > most ? one : most), 0n)
}

/**
 * The largest further stake on a spot with which `mostOwed` stays within the exposure, a multiple of the chip; null where no outcome
 * pays more than the stake.
 */
export function roomOn(
  game: TableGame,
  stakes: SpotStakes,
  { spot: code, exposure, chip }: { spot: string; exposure: Amount; chip: Amount },
): Amount | null {
  const owed = owedByMarks(game, stakes)
  const rooms = gainsOf(game, code).map(({ index, returns: [numerator, denominator] }) => {
    const left = exposure - (owed[index] ?? 0n)
    return left <= 0n ? 0n : (left * BigInt(denominator)) / BigInt(numerator - denominator)
  })
  if (rooms.length === 0) return null
  const room = rooms.reduce((least, one) => (one < least ? one : least))
  return room - (room % chip)
}

/** For each set of marks what the spots that win return above their stakes. */
function owedByMarks(game: TableGame, stakes: SpotStakes): Amount[] {
  const owed = possibleMarks(game.kind).map(() => 0n)
  for (const [code, stake] of stakes) {
    if (stake <= 0n) continue
    for (const { index, returns } of gainsOf(game, code)) {
      owed[index] = (owed[index] ?? 0n) + amountReturned(stake, returns) - stake
    }
  }
  return owed
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
