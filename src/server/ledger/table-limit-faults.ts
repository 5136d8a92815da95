import { largestOwed, owedFor } from '#domain/games/table/exposure.ts'
import { mostOnSpot, mostPlacements, stakesOfText } from '#domain/games/table/table-limits.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { ReadRows } from './redraw.ts'

/**
 * Whether the stakes of a round are within what its table took: the most on a spot, the exposure, the number of placements, and the chip. What was
 * undone is left out but for the number, since it was paid back; so the order of placements and undos does not matter.
 */

/** What a table took in a time, in ms since 1970. */
type TableLimits = { tableId: number; from: number; until: number; chip: Amount; most: Amount; exposure: Amount }

/** What every table took at each time, by the acts of its changes, since when placements are judged by it, and with what overlap. */
export type LimitHistory = { since: number; limits: readonly TableLimits[] }

/** A placement that was read after a change may be booked by what was in force before, so for 60 s before and after one either holds. */
const overlapMs = 60_000

const ms = (time: string): string => `(1000 * extract(epoch FROM ${time}))::float8`

/**
 * Reads the history. `bounds` gives the SQL of the earliest and the latest time of an act, where the clock was set back. Rounds from before the
 * changes were acts are not judged.
 */
export async function readLimitHistory(
  read: ReadRows,
  bounds: { earliest: (at: string) => string; latest: (at: string) => string },
): Promise<LimitHistory> {
  type Limits = { chip: string; most: string; exposure: string }
  const steps = await read<{ tableId: number; from: number; until: number; before: Limits; after: Limits }>(
    `SELECT (detail ->> 'table')::int AS "tableId", ${ms(bounds.earliest('at'))} AS from, ${ms(bounds.latest('at'))} AS until, detail -> 'before' AS before,
       detail -> 'after' AS after FROM audit WHERE act = 'table.limits' ORDER BY id`,
    [],
  )
  const tables = await read<{ tableId: number; limits: Limits }>(
    `SELECT id::int AS "tableId", game_table_limits(t) AS limits FROM game_table t`,
    [],
  )
  const [start] = await read<{ since: number }>(
    `SELECT ${ms('applied_at')} AS since FROM migration WHERE name ~ '^[0-9]+_table_recounts[.]sql$'`,
    [],
  )
  const ofTable = Map.groupBy(steps, ({ tableId }) => tableId)
  const limits = tables.flatMap(({ tableId, limits: now }): TableLimits[] => {
    const own = ofTable.get(tableId) ?? []
    const values = [own[0]?.before ?? now, ...own.map(({ after }) => after)]
    return values.map(({ chip, most, exposure }, index) => ({
      tableId,
      from: (own[index - 1]?.from ?? -Infinity) - overlapMs,
      until: (own[index]?.until ?? Infinity) + overlapMs,
      chip: BigInt(chip),
      most: BigInt(most),
      exposure: BigInt(exposure),
    }))
  })
  return { since: start?.since ?? Infinity, limits }
}

/** A placement with its member. */
type Placed = { memberId: bigint; spots: string; isUndone: boolean }

/** A round with the times at which it was open, in ms since 1970. */
type OpenRound = { tableId: number; openedAt: number; closedAt: number }

/** How the placements of a round pass what its table took. */
export function limitFaults(
  { since, limits }: LimitHistory,
  game: TableGame,
  round: OpenRound,
  placed: readonly Placed[],
): string[] {
  if (round.openedAt <= since || placed.length === 0) return []
  const held = limits.filter(
    ({ tableId, from, until }) => tableId === round.tableId && from <= round.closedAt && until >= round.openedAt,
  )
  const faults = [...Map.groupBy(placed, ({ memberId }) => memberId)]
    .filter(([, own]) => own.length > mostPlacements)
    .map(([memberId, { length }]) => `has ${length} placements of member ${memberId}`)
  const live = placed
    .filter(({ isUndone }) => !isUndone)
    .flatMap(({ memberId, spots }) => stakesOfText(spots).map((stake) => ({ memberId, ...stake })))
  const spots = new Map(game.spots.map((spot) => [spot.code, spot]))
  const strange = live.find(({ spot, stake }) => !spots.has(spot) || held.every(({ chip }) => stake % chip !== 0n))
  if (strange)
    return [...faults, `has a stake of ${amountToWire(strange.stake)} on ${strange.spot}, which it did not take`]
  const totals = new Map<string, Amount>()
  const ofMembers = new Map<string, Amount>()
  for (const { memberId, spot, stake } of live) {
    totals.set(spot, (totals.get(spot) ?? 0n) + stake)
    ofMembers.set(`${memberId} ${spot}`, (ofMembers.get(`${memberId} ${spot}`) ?? 0n) + stake)
  }
  for (const [name, staked] of ofMembers) {
    const [memberId = '', code = ''] = name.split(' ')
    const spot = spots.get(code)
    const most = greatest(held.map((one) => (spot ? mostOnSpot(spot, one) : 0n)))
    if (staked > most)
      faults.push(`has ${amountToWire(staked)} of member ${memberId} on ${code}, which took ${amountToWire(most)}`)
  }
  const owed = largestOwed(owedFor(game, totals))
  const exposure = greatest(held.map((one) => one.exposure))
  return owed > exposure
    ? [...faults, `owes up to ${amountToWire(owed)}, and the exposure was ${amountToWire(exposure)}`]
    : faults
}

function greatest(amounts: readonly Amount[]): Amount {
  return amounts.reduce((most, one) => (one > most ? one : most), 0n)
}
