import { z } from 'zod'
import { memberReaders, officeRoute } from './route.ts'
import { voidDecision, voidProposal } from './round-void.ts'
import { spotStake, tableOutcome, tableRoundState, tableSeries, tableVoidReason } from './table.ts'
import { amountOut, count, day, emptyBody, id, idBody, listFields, memberRef, moment, nothing, text } from './wire.ts'

/** Tables and their shared rounds as operators see them. */

const gameTable = z.object({
  name: z.string(),
  brand: z.string(),
  game: z.string(),
  offered: z.boolean().meta({ description: 'Whether the brand offers the table now.' }),
  resting: z.boolean().meta({ description: 'Nobody watched: nothing is dealt until somebody does.' }),
  lease: z.enum(['held', 'lapsed', 'none']).meta({
    description: '`held`: a process deals at the table. `lapsed`: its time is over, another one may take it.',
  }),
  leaseUntil: moment.nullable(),
  watchedAt: moment.nullable().meta({ description: 'When a window or tile was last seen.' }),
  series: z
    .object({ firstLink: z.int().min(1), phase: tableSeries.shape.phase, phaseEndsAt: moment.nullable() })
    .nullable()
    .meta({ description: 'The newest series.' }),
  round: z
    .object({ id, number: count, state: tableRoundState, opensAt: moment, closesAt: moment })
    .nullable()
    .meta({ description: 'The round in progress.' }),
  members: count.meta({ description: 'How many have a stake in it.' }),
  staked: amountOut.meta({ description: 'The stakes in it that are not undone.' }),
  owed: amountOut.meta({
    description:
      'Of the exposure, what is used: the most that the stakes return above themselves, in the worst outcome.',
  }),
  settings: z.object({
    betSeconds: count,
    chips: z.array(amountOut),
    leastStake: amountOut,
    mostStake: amountOut,
    exposure: amountOut,
  }),
})
export type OfficeTable = z.output<typeof gameTable>

const listedRound = z.object({
  id,
  brand: z.string(),
  table: z.string(),
  game: z.string(),
  number: count,
  state: tableRoundState,
  opensAt: moment,
  closesAt: moment,
  endedAt: moment.nullable().meta({ description: 'When it was settled or became void.' }),
  outcome: tableOutcome
    .nullable()
    .meta({ description: 'Null until the round is dealt, and of a round that never was.' }),
  voidReason: tableVoidReason.nullable(),
  members: count,
  staked: amountOut.meta({ description: 'The stakes that were not undone.' }),
  proposal: voidProposal.nullable().meta({ description: 'A void that waits for a second operator.' }),
})
export type OfficeSharedRound = z.output<typeof listedRound>

const roundBet = z.object({
  member: memberRef,
  placements: z.array(z.object({ at: moment, spots: z.array(spotStake), undone: z.boolean() })),
  staked: amountOut,
  returned: amountOut
    .nullable()
    .meta({ description: 'Null until the round is settled; of a void round, what was staked.' }),
  takenBack: z.object({ returned: amountOut, owed: amountOut }).nullable().meta({
    description:
      'Of a settled round that was made void: what it had returned, and what of it the member owes because the cash did not cover it.',
  }),
})
export type OfficeRoundBet = z.output<typeof roundBet>

const sharedRound = listedRound.extend({
  voidedAt: moment.nullable().meta({ description: 'When a settled round was made void.' }),
  decision: voidDecision.nullable().meta({ description: 'Of a round that two operators made void.' }),
  place: count.meta({ description: 'The ordinal of its cards or link in the series, from 1.' }),
  link: z.string().nullable().meta({ description: 'The link that it was dealt from, once it is revealed.' }),
  series: tableSeries,
  bets: z.array(roundBet),
})

export const sharedRoundOfficeRoutes = {
  'get-game-tables': officeRoute({
    access: memberReaders,
    summary: 'The tables with their state, settings and the round in progress.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ now: moment, tables: z.array(gameTable) }) },
    urgency: 'poll',
  }),
  'get-shared-rounds': officeRoute({
    access: memberReaders,
    summary: 'Rounds of tables that opened on a day of the brand’s time zone, today where none is named; newest first.',
    reads: true,
    body: z.strictObject({
      table: text(60).optional(),
      state: tableRoundState.optional(),
      day: day.optional(),
      waits: z.boolean().default(false).meta({
        description: 'Only rounds whose void waits for a second operator, of all days.',
      }),
      ...listFields,
    }),
    answers: { success: z.object({ rounds: z.array(listedRound), maxCount: count }) },
  }),
  'get-shared-round': officeRoute({
    access: memberReaders,
    summary: 'One round of a table: its outcome, its series with salts and links, and the bets by member.',
    reads: true,
    body: idBody,
    answers: { success: z.object({ round: sharedRound }), none: nothing },
  }),
}
