import { unmixedReasons } from '#domain/games/table/salt-list.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { z } from 'zod'
import { stakeLimit } from './limit.ts'
import { memberRoute } from './route.ts'
import {
  amountIn,
  amountOut,
  count,
  emptyBody,
  hash,
  id,
  listFields,
  moment,
  moneyMode,
  names,
  nothing,
  requestId,
} from './wire.ts'

/** Shared rounds of table games: the table as its window shows it, bets, salts, history and proof. */

const hex = z.string().regex(/^[0-9a-f]{64}$/)
/** The number of a link in the chain of a table. */
const link = z.int().min(1).max(2_147_483_647)
/** What a round showed; `src/domain/games/table/outcome.ts` has the shape of each kind. */
export const tableOutcome = z
  .custom<TableOutcome>((value) => typeof value === 'object' && value !== null && 'kind' in value)
  .meta({ type: 'object', description: 'Cards, a pocket or dice; the game’s client code knows the kinds.' })

export const spotStake = z.object({ spot: z.string(), stake: amountOut })

/** `open`: bets are taken. `closed`: no more bets. `dealt`: the outcome is published. `settled`: paid. `void`: stakes returned. */
export const tableRoundState = z.enum(['open', 'closed', 'dealt', 'settled', 'void'])
export type TableRoundState = z.output<typeof tableRoundState>

/** Why a round is void. */
export const tableVoidReason = z.enum(['interrupted', 'office'])

const tableRound = z.object({
  roundId: id,
  number: count.meta({ description: 'The ordinal of the round at its table: 1, 2, 3 … without gaps.' }),
  state: tableRoundState,
  opensAt: moment,
  closesAt: moment.meta({ description: 'No bet is taken from this moment on, by the server’s clock.' }),
  outcome: tableOutcome.nullable().meta({
    description:
      'Null until the round is dealt, and of a round that was void before; one that was made void later shows it still.',
  }),
  voidReason: tableVoidReason.nullable(),
})
export type WireTableRound = z.output<typeof tableRound>

const saltEntry = z.object({
  seat: z.string(),
  saltHash: hash,
  salt: hash.nullable(),
  unmixed: z.enum(unmixedReasons).nullable(),
})

/**
 * `hashes`: browsers send the hashes of their salts. `salts`: the hashes are closed and listed, browsers send the salts.
 * `running`: the list is final and rounds are dealt. `ended`: the links are revealed.
 */
export const tableSeries = z.object({
  table: z.string().meta({ description: 'The name of the table in hashes and streams.' }),
  game: z.string(),
  chainEnd: hash.meta({ description: 'The end of the table’s chain, published when it was made.' }),
  firstLink: z.int().min(1),
  previousLink: hash,
  phase: z.enum(['hashes', 'salts', 'running', 'ended']),
  phaseEndsAt: moment.nullable().meta({ description: 'Of `hashes` and `salts`; null otherwise.' }),
  entries: z
    .array(saltEntry)
    .meta({ description: 'By seat. Hashes alone before the list is final; empty in the phase `hashes`.' }),
  lateSeats: z.array(z.string()),
  links: z
    .array(hash)
    .meta({ description: 'The links revealed so far: of a shoe when it has ended, else one for each round.' }),
})
export type WireSeries = z.output<typeof tableSeries>

const spotTotal = z.object({ spot: z.string(), stake: amountOut, members: count })
export type TableSpotTotal = z.output<typeof spotTotal>

/** What the table announces, one step after the other. Each has the number after the one before it. */
const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('series'), number: count, at: moment, series: tableSeries }),
  z.object({ kind: z.literal('opened'), number: count, at: moment, round: tableRound }),
  z.object({ kind: z.literal('closed'), number: count, at: moment, roundId: id }),
  z.object({
    kind: z.literal('dealt'),
    number: count,
    at: moment,
    roundId: id,
    outcome: tableOutcome,
    links: z.array(hash),
  }),
  z.object({ kind: z.literal('settled'), number: count, at: moment, roundId: id }),
  z.object({ kind: z.literal('void'), number: count, at: moment, roundId: id, reason: tableVoidReason }),
  z.object({ kind: z.literal('resting'), number: count, at: moment }),
])
export type TableStep = z.output<typeof step>

const seat = z.object({
  name: z.string().meta({ description: 'The nick, masked: its first letter and ***.' }),
  staked: amountOut,
})
export type TableSeat = z.output<typeof seat>

const placement = z.object({
  requestId: id,
  spots: z.array(spotStake),
  undone: z.boolean(),
})
export type WirePlacement = z.output<typeof placement>

/** The member’s own money in a round. */
const ownRound = z.object({
  staked: amountOut,
  returned: amountOut
    .nullable()
    .meta({ description: 'Null until the round is settled; of a void round, what was staked.' }),
  placements: z.array(placement),
})
export type WireOwnRound = z.output<typeof ownRound>

const tableLimits = z.object({
  chips: z.array(amountOut).meta({ description: 'The chips of the table, ascending.' }),
  leastStake: amountOut.meta({ description: 'Of a spot in a round.' }),
  spots: z.array(
    z.object({
      spot: z.string(),
      most: amountOut,
      edge: z.string().meta({ description: 'Of the house in percent, four decimals.' }),
    }),
  ),
})
export type WireTableLimits = z.output<typeof tableLimits>

/** What past races showed of a runner: `src/domain/games/table/race/form.ts`. */
const runnerForm = z.object({
  runner: count,
  wins: count,
  places: count.meta({ description: 'How often it was among the first three.' }),
  finishes: z.array(count).meta({ description: 'Its places, the newest race first.' }),
})

export const pastTableRound = z.object({
  round: tableRound,
  own: ownRound.nullable(),
  series: z
    .object({ firstLink: z.int(), chainEnd: hash })
    .meta({ description: 'Names the series of the round in `get-series`.' }),
})
export type PastTableRound = z.output<typeof pastTableRound>

export const tablePlayRoutes = {
  'get-table-session': memberRoute({
    access: 'member',
    summary:
      'The initial data of a table’s window: game, limits, balance, the round in progress with the own bets, and the last rounds. `elsewhere`: another window was opened since, and this one has ended.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        game: z.object({ code: z.string(), company: z.string(), names, mathHash: z.string() }),
        table: z.string(),
        seat: z.string().meta({ description: 'The name under which this browser sends salts.' }),
        limits: tableLimits,
        balance: amountOut,
        currency: z.string(),
        member: id,
        signedInAt: moment,
        now: moment.meta({ description: 'The server’s clock, by which all moments of a table are given.' }),
        step: count.meta({ description: 'The number of the last step that this answer includes.' }),
        series: tableSeries,
        round: tableRound.nullable(),
        own: ownRound.nullable(),
        totals: z.array(spotTotal),
        seats: z.array(seat),
        rounds: z.array(tableRound).meta({
          description:
            'The dealt and void rounds of the shoe, oldest first; of a table without a shoe its newest 120, of whatever series.',
        }),
        form: z
          .array(runnerForm)
          .nullable()
          .meta({ description: 'Of each runner in the last 100 races of this table; null of other games.' }),
        betSeconds: count.meta({ description: 'How long bets are open; of races at least, until the next start.' }),
        dealMs: count.meta({
          description: 'From `dealt` to `settled`: the time in which the window shows the outcome.',
        }),
        realityCheckMs: count,
        mode: moneyMode,
        timeZone: z.string(),
      }),
      elsewhere: z.object({ code: z.string(), company: z.string() }),
    },
  }),
  'get-table': memberRoute({
    access: 'member',
    summary:
      'The steps of the table after `after`, with the totals, seats and own bets of the round in progress. `reload`: so many steps were missed that the session is to be loaded anew.',
    reads: true,
    body: z.strictObject({ after: z.int().min(0).max(2_147_483_647) }),
    answers: {
      success: z.object({
        now: moment,
        steps: z.array(step),
        balance: amountOut,
        own: ownRound.nullable(),
        totals: z.array(spotTotal),
        seats: z.array(seat),
      }),
      reload: nothing,
      elsewhere: nothing,
    },
    urgency: 'poll',
  }),
  'place-bet': memberRoute({
    access: 'member',
    summary:
      'Stakes on spots of the open round, all or none of them. `late`: the round takes no more bets. `spot`: a spot does not exist, or its stake is no multiple of the least chip or lies below the least stake. `used`: the table is closed. `table`: a spot would pass its limit, or the table its exposure; `room` is what may still be staked there. `many`: the round has 40 placements of the member.',
    body: z.strictObject({
      requestId,
      roundId: id,
      spots: z
        .array(z.strictObject({ spot: z.string().max(60), stake: amountIn }))
        .min(1)
        .max(40),
    }),
    answers: {
      success: z.object({ balance: amountOut, own: ownRound }),
      late: nothing,
      spot: z.object({ spot: z.string() }),
      table: z.object({ spot: z.string(), room: amountOut }),
      many: nothing,
      balance: nothing,
      limit: stakeLimit,
      excluded: nothing,
      used: nothing,
      elsewhere: nothing,
      conflict: nothing,
      none: nothing,
    },
    urgency: 'money',
  }),
  'undo-bets': memberRoute({
    access: 'restricted',
    summary:
      'Takes placements back while the round is open: the named one, or all of the member. `late`: the round takes no changes any more. `spent`: their comp was converted, or a withdrawal was filed or paid since; they stay.',
    body: z.strictObject({ roundId: id, placement: id.optional() }),
    answers: { success: z.object({ balance: amountOut, own: ownRound }), late: nothing, spent: nothing, none: nothing },
    urgency: 'money',
  }),
  'send-salt-hash': memberRoute({
    access: 'member',
    summary:
      'The hash of this browser’s salt for the series. `late`: the hashes are closed; the seat is listed as late.',
    body: z.strictObject({ firstLink: link, saltHash: hex }),
    answers: { success: nothing, late: nothing, none: nothing },
    throttle: 'seed',
  }),
  'send-salt': memberRoute({
    access: 'member',
    summary:
      'The salt, after the hashes were closed and listed. `late`: the list is final; the salt is listed as late.',
    body: z.strictObject({ firstLink: link, salt: hex }),
    answers: { success: nothing, early: nothing, late: nothing, wrong: nothing, none: nothing },
    throttle: 'seed',
  }),
  'get-table-rounds': memberRoute({
    access: 'restricted',
    summary: 'The rounds of this table, newest first, with the member’s own money in each.',
    reads: true,
    body: z.strictObject({ ...listFields, own: z.boolean().default(false) }),
    answers: { success: z.object({ rounds: z.array(pastTableRound), maxCount: count }) },
  }),
}

const tableTile = z.object({
  code: z.string(),
  round: tableRound.nullable(),
  seated: count.meta({ description: 'Members with a stake in the last two rounds.' }),
  leastStake: amountOut,
  mostStake: amountOut,
  outcomes: z.array(tableOutcome).meta({
    description:
      'Of the settled rounds of the series, oldest first; of wheels, dice and races of the last 20. A round that is being shown is not among them.',
  }),
})
/** What the lobby shows of a table; it is the same for everyone. */
export type TableTile = z.output<typeof tableTile>

export const tableMemberRoutes = {
  'get-tables': memberRoute({
    access: 'guest',
    summary:
      'Live state of the tables for the tiles in view: countdown, seats, limits and the last outcomes. Tables that are not offered are left out. A table that is asked for is dealt.',
    reads: true,
    body: z.strictObject({ codes: z.array(z.string().max(60)).min(1).max(20) }),
    answers: {
      success: z.object({
        now: moment,
        tables: z.array(tableTile),
      }),
    },
    urgency: 'poll',
  }),
  'get-series': memberRoute({
    access: 'guest',
    summary:
      'A series of a table with everything that proves it: salts, revealed links and rounds, and the hash of the game’s data. Without `chainEnd` that of the newest chain with such a link.',
    reads: true,
    body: z.strictObject({
      table: z.string().max(60),
      firstLink: link,
      chainEnd: hex
        .optional()
        .meta({ description: 'The end of the series’ chain; a table gets a new chain when one is used up.' }),
    }),
    answers: {
      success: z.object({
        mathHash: hash.meta({ description: 'SHA-256 of the data of the game, of which `/fairness` has the file.' }),
        series: tableSeries,
        rounds: z.array(tableRound),
      }),
      none: nothing,
    },
  }),
}
