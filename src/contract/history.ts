import { z } from 'zod'
import { jackpotTier } from './jackpot.ts'
import { memberReaders, memberRoute, officeRoute } from './route.ts'
import { amountOut, count, day, id, idBody, listFields, memberRef, moment, names, nothing, text } from './wire.ts'

/** A member’s bets, and one round for the operator who answers an inquiry about it. */

const betStatuses = ['open', 'completed', 'cancelled', 'refunded'] as const

const bet = z.object({
  roundId: id,
  thirdParty: z.string().meta({ description: 'The company’s code.' }),
  gameName: z.string(),
  balanceBet: amountOut,
  balanceWin: amountOut,
  jackpot: z
    .object({ tier: jackpotTier, amount: amountOut })
    .nullable()
    .meta({ description: 'The jackpot that the round hit, contained in `balanceWin`; null without a hit.' }),
  betTime: moment,
  status: z.enum(betStatuses),
  rolling: amountOut.meta({ description: 'Comp earned by this bet.' }),
  code: z.string().meta({ description: 'The game’s code; its window can replay the round.' }),
})
export type Bet = z.output<typeof bet>

/** One round, for the operator who answers an inquiry about it. */
const officeRound = z.object({
  id,
  brand: z.string(),
  member: memberRef,
  game: z.string(),
  at: moment,
  stake: amountOut,
  pay: amountOut,
  nonce: z.string(),
  mathHash: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  shownWhole: z.boolean().meta({ description: 'Whether the member’s window has shown it to its end.' }),
  events: z.array(z.record(z.string(), z.unknown())),
})

const foundRound = z.object({
  kind: z.enum(['slot', 'table', 'seat']).meta({
    description:
      '`slot`: `get-round` has it. `table`: `get-shared-round`. `seat`, a round with decisions: `get-seat-round`.',
  }),
  id,
  brand: z.string(),
  names: names.meta({ description: 'Of its game.' }),
  number: count.meta({ description: 'Of the table, or the member’s round number.' }),
  at: moment,
  member: memberRef.nullable().meta({ description: 'Null of a round of a table, which many share.' }),
})
export type FoundRound = z.output<typeof foundRound>

export const historyMemberRoutes = {
  'get-slot-bets-list': memberRoute({
    access: 'restricted',
    summary:
      'The member’s bets, newest first, the last 10 000 in the last 50 000 events of a period; `from` and `to` are days of the brand’s time zone, both included. `company` selects among these.',
    reads: true,
    body: z.strictObject({
      ...listFields,
      from: day.optional(),
      to: day.optional(),
      company: text(60).optional(),
    }),
    answers: { success: z.object({ bets: z.array(bet), maxCount: count }) },
  }),
  'get-bet': memberRoute({
    access: 'restricted',
    summary:
      'One round of the member, of a slot or a table, in the shape of the list of bets, for an inquiry about it.',
    reads: true,
    body: z.strictObject({ roundId: id }),
    answers: { success: z.object({ bet }), none: nothing },
  }),
}

export const historyOfficeRoutes = {
  'get-found-rounds': officeRoute({
    access: memberReaders,
    summary:
      'Rounds of every kind by their id, or by their number behind the name of a table or of a member: `baccarat 120`, `haneul 7`. The newest first, at most 20.',
    reads: true,
    body: z.strictObject({ text: text(100) }),
    answers: { success: z.object({ rounds: z.array(foundRound) }) },
  }),
  'get-round': officeRoute({
    access: memberReaders,
    summary: 'One round of a member, for an inquiry about it.',
    reads: true,
    body: idBody,
    answers: { success: z.object({ round: officeRound }), none: nothing },
  }),
}
