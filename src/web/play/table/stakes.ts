import type { WireOwnRound, WireTableLimits } from '#contract/table.ts'
import { marksOf } from '#domain/games/table/marks.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { amountReturned, leastChip, returnedBy, settle, type TableGame } from '#domain/games/table/table-game.ts'
import { amountFromWire, wholeUnits, type Amount } from '#domain/money.ts'

/** What lies on the spots of a round, what may still be placed there, and what it returns. */

/** Stakes by spot. */
export type Stakes = ReadonlyMap<string, Amount>

/** A placement that was sent and has no answer yet. `isUnknown`: every attempt was lost. */
export type PendingPlacement = {
  requestId: string
  roundId: string
  spots: readonly SpotStake[]
  isUnknown: boolean
}

export type SpotStake = { spot: string; stake: Amount }

/** The placements of a member in a round, undone ones included. */
export const mostPlacements = 40

/** An amount of the server. */
export function amountOf(wire: string): Amount {
  return amountFromWire(wire) ?? 0n
}

/** The stakes that the server has confirmed, without the placements of `undoing`. */
export function confirmedStakes(own: WireOwnRound | null, undoing: readonly string[] = []): Stakes {
  const placed = own?.placements.filter(({ undone, requestId }) => !undone && !undoing.includes(requestId)) ?? []
  return sumBySpot(placed.flatMap(({ spots }) => spots.map(({ spot, stake }) => ({ spot, stake: amountOf(stake) }))))
}

/** What the window knows of the own placements of a round. */
export type KnownPlacements = {
  own: WireOwnRound | null
  pending: readonly PendingPlacement[]
  /** The request ids of placements that the member has taken back and the server has not answered. */
  undoing: readonly string[]
}

/** The stakes that lie on the table as the member left it: changes without an answer are included. */
export function shownStakes({ own, pending, undoing }: KnownPlacements): Stakes {
  const confirmed = [...confirmedStakes(own, undoing)].map(([spot, stake]) => ({ spot, stake }))
  const sent = pending.filter(({ requestId }) => !undoing.includes(requestId))
  return sumBySpot([...confirmed, ...sent.flatMap(({ spots }) => spots)])
}

/** The request ids of the placements that lie on the table, in their order. */
export function standingPlacements({ own, pending, undoing }: KnownPlacements): string[] {
  const placed = own?.placements.filter(({ undone }) => !undone) ?? []
  return [...placed, ...pending].map(({ requestId }) => requestId).filter((id) => !undoing.includes(id))
}

/** The spots with a change that has no answer yet. */
export function pendingSpots({ own, pending, undoing }: KnownPlacements): ReadonlySet<string> {
  const leaving = own?.placements.filter(({ requestId }) => undoing.includes(requestId)) ?? []
  return new Set([...pending, ...leaving].flatMap(({ spots }) => spots.map(({ spot }) => spot)))
}

/** The sum of stakes. */
export function sumOf(stakes: Stakes): Amount {
  return [...stakes.values()].reduce((sum, stake) => sum + stake, 0n)
}

function sumBySpot(all: readonly SpotStake[]): Stakes {
  const sums = new Map<string, Amount>()
  for (const { spot, stake } of all) sums.set(spot, (sums.get(spot) ?? 0n) + stake)
  return sums
}

/** What stakes return in an outcome, by the rules of the game: the same function as the server's. */
export function returnedOf(game: TableGame, stakes: Stakes, outcome: TableOutcome): Amount {
  return [...stakes].reduce((sum, [code, stake]) => {
    const spot = game.spots.find((one) => one.code === code)
    return spot && stake > 0n ? sum + amountReturned(stake, settle(spot, outcome)) : sum
  }, 0n)
}

/** How spots ended: `won` returns more than its stake, `back` the stake itself, `part` less of it; the others have lost. */
export type SpotEnd = 'won' | 'back' | 'part'
export type SpotEnds = ReadonlyMap<string, SpotEnd>

export function spotEnds(game: TableGame, outcome: TableOutcome): SpotEnds {
  const marks = new Set(marksOf(outcome))
  const ends = new Map<string, SpotEnd>()
  for (const spot of game.spots) {
    const [numerator, denominator] = returnedBy(spot, marks)
    if (numerator > denominator) ends.set(spot.code, 'won')
    else if (numerator === denominator) ends.set(spot.code, 'back')
    else if (numerator > 0) ends.set(spot.code, 'part')
  }
  return ends
}

/** Why chips cannot be placed, as far as the window knows before it sends them. */
export type PlacementFault =
  | { kind: 'balance' }
  | { kind: 'many' }
  | { kind: 'least'; least: Amount }
  | { kind: 'chip'; chip: Amount }
  | { kind: 'table'; spot: string; room: Amount }

/** Checks a placement against limits and balance; `placed` lies on the spots already. Null when it may be sent. */
export function placementFault(
  game: TableGame,
  limits: WireTableLimits,
  known: { placed: Stakes; balance: Amount; placements: number },
  wanted: readonly SpotStake[],
): PlacementFault | null {
  if (known.placements >= mostPlacements) return { kind: 'many' }
  const chip = wholeUnits(leastChip(game))
  const least = amountOf(limits.leastStake)
  for (const { spot, stake } of wanted) {
    if (stake % chip !== 0n) return { kind: 'chip', chip }
    const before = known.placed.get(spot) ?? 0n
    if (before + stake < least) return { kind: 'least', least }
    const most = amountOf(limits.spots.find((one) => one.spot === spot)?.most ?? '0')
    if (before + stake > most) return { kind: 'table', spot, room: most > before ? most - before : 0n }
  }
  const sum = wanted.reduce((all, { stake }) => all + stake, 0n)
  return sum > known.balance ? { kind: 'balance' } : null
}
