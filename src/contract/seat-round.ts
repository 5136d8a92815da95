import type { VisibleBlackjack } from '#domain/games/blackjack/visible.ts'
import { blackjackActions } from '#domain/games/blackjack/events.ts'
import { z } from 'zod'
import { stakeLimit } from './limit.ts'
import { memberReaders, memberRoute, officeRoute } from './route.ts'
import { voidDecision, voidProposal } from './round-void.ts'
import {
  amountIn,
  amountOut,
  count,
  day,
  emptyBody,
  fairness,
  hash,
  id,
  idBody,
  listBody,
  listFields,
  memberRef,
  moment,
  moneyMode,
  names,
  nothing,
  requestId,
  seedScheme,
  text,
} from './wire.ts'

/** Rounds that a member plays alone against the dealer, with decisions: Blackjack. Their seeds are those of slots (`set-client-seed`, `get-seeds`). */

/** What the member may see of the cards; `src/domain/games/blackjack/visible.ts` has the shape. */
export const seatView = z
  .custom<VisibleBlackjack>((value) => typeof value === 'object' && value !== null && 'hands' in value)
  .meta({
    type: 'object',
    description: 'Cards, actions and result in units of the stake; the game’s client code knows it.',
  })

export const seatAction = z.enum(blackjackActions)

/** `open`: a decision is due. `settled`: paid. `void`: stakes returned. */
export const seatRoundState = z.enum(['open', 'settled', 'void'])
export type SeatRoundState = z.output<typeof seatRoundState>

/**
 * Why a round is void. `no-result`, `wrong-result`: its result failed its check. `lost-key`: its server seed cannot be decrypted any more. `office`: two
 * operators made it void.
 */
export const seatVoidReasons = ['no-result', 'wrong-result', 'lost-key', 'office'] as const
export type SeatVoidReason = (typeof seatVoidReasons)[number]

export const seatDecision = z.object({
  action: seatAction,
  isDefault: z.boolean().meta({ description: 'Whether the round took it because no decision came in time.' }),
})

const seatRound = z.object({
  roundId: id,
  nonce: count.meta({
    description: 'The member’s round number, counted over all games that draw from the seed pairs.',
  }),
  pair: count.meta({ description: 'The ordinal of the seed pair that the shoe is drawn from.' }),
  betTime: moment,
  state: seatRoundState,
  stake: amountOut.meta({ description: 'The stake with which the round began; `view` counts in units of it.' }),
  unit: amountOut.meta({ description: 'The amount of one unit of `view`.' }),
  staked: amountOut.meta({ description: 'All stakes so far, with insurance, doubles and splits.' }),
  returned: amountOut.nullable().meta({ description: 'Null until it is settled; of a void round, what was staked.' }),
  decisions: z.array(seatDecision).meta({ description: 'In their order; decision 1 is the first.' }),
  decision: z
    .object({
      number: z.int().min(1),
      until: moment.meta({ description: 'From then on the round takes the default: no insurance, and stand.' }),
    })
    .nullable()
    .meta({ description: 'The decision that is due; null when none is.' }),
  view: seatView.nullable().meta({ description: 'Null of a void round.' }),
  voidReason: z.enum(seatVoidReasons).nullable(),
})
export type WireSeatRound = z.output<typeof seatRound>

export const pastSeatRound = z.object({
  scheme: seedScheme,
  ...seatRound.shape,
  game: z.string(),
  mathHash: z.string(),
  serverSeedHash: hash,
  clientSeed: z.string(),
  serverSeed: z.string().nullable().meta({ description: '64 hex digits; null while the pair is in use.' }),
})
export type PastSeatRound = z.output<typeof pastSeatRound>

const played = z.object({
  now: moment.meta({ description: 'The server’s clock, by which `until` is given.' }),
  balance: amountOut,
  round: seatRound,
})

export const seatRoundPlayRoutes = {
  'get-seat-session': memberRoute({
    access: 'member',
    summary:
      'The initial data of the window: game, limits, balance, the committed seed, the open round to resume, and the newest one that has ended. `elsewhere`: another window was opened since, and this one has ended.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        game: z.object({ code: z.string(), company: z.string(), names, mathHash: z.string() }),
        limits: z.object({
          chips: z.array(amountOut).meta({ description: 'The chips of the table, ascending.' }),
          leastStake: amountOut,
          mostStake: amountOut,
          step: amountOut.meta({ description: 'Every stake is a multiple of it.' }),
        }),
        edge: z.string().meta({
          description: 'Of the house in percent of the first stake with the published strategy, four decimals.',
        }),
        balance: amountOut,
        currency: z.string(),
        member: id.meta({ description: 'Under which the browser stores what was published to this member.' }),
        fairness,
        signedInAt: moment,
        now: moment.meta({ description: 'The server’s clock, by which `until` is given.' }),
        round: seatRound
          .nullable()
          .meta({ description: 'The open round, or the newest one that has ended; null before the first.' }),
        closed: z.boolean().meta({ description: 'The game takes no new rounds: the result of one failed its check.' }),
        decisionSeconds: count.meta({ description: 'How long a decision may take.' }),
        minRoundMs: count.meta({ description: 'The pace: from the begin of a round to that of the next at least.' }),
        realityCheckMs: count,
        mode: moneyMode,
        timeZone: z.string(),
      }),
      elsewhere: z.object({ code: z.string(), company: z.string() }),
    },
  }),
  'begin-seat-round': memberRoute({
    access: 'member',
    summary:
      'Puts a stake in play and deals. `open-round`: a round of the member waits for a decision. `stake`: below the least, above the most, or no multiple of the step. `seed`: the member has not set a client seed yet. `closed`: the result of a round failed its check.',
    body: z.strictObject({ requestId, stake: amountIn }),
    answers: {
      success: played,
      'open-round': played,
      balance: nothing,
      stake: nothing,
      closed: nothing,
      pace: z.object({ retryAfterMs: count }),
      limit: stakeLimit,
      excluded: nothing,
      used: nothing,
      elsewhere: nothing,
      seed: nothing,
      conflict: nothing,
    },
    urgency: 'money',
  }),
  'decide-seat-round': memberRoute({
    access: 'member',
    summary:
      'Takes decision `number` of the open round; what it adds to the stake goes into play. `late`: the round has that decision already, or its time is over. `action`: it is not possible now. A refusal changes nothing, and the same decision can be taken otherwise.',
    body: z.strictObject({ requestId, roundId: id, number: z.int().min(1).max(1_000), action: seatAction }),
    answers: {
      success: played,
      late: played,
      action: nothing,
      balance: nothing,
      limit: stakeLimit,
      excluded: nothing,
      elsewhere: nothing,
      conflict: nothing,
      none: nothing,
    },
    urgency: 'money',
  }),
  'get-seat-rounds': memberRoute({
    access: 'restricted',
    summary:
      'The member’s rounds of this game that have ended, newest first, with decisions and seeds, to show and verify them.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ rounds: z.array(pastSeatRound), maxCount: count }) },
  }),
  'get-seat-round': memberRoute({
    access: 'restricted',
    summary: 'One round of the member, with decisions and seeds; of an open one what the member may see.',
    reads: true,
    body: z.strictObject({ roundId: id }),
    answers: { success: z.object({ round: pastSeatRound }), none: nothing },
  }),
}

const listedSeatRound = z.object({
  id,
  brand: z.string(),
  member: memberRef,
  game: z.string().meta({ description: 'The game’s code.' }),
  number: count.meta({ description: 'The member’s round number.' }),
  state: seatRoundState,
  at: moment,
  endedAt: moment.nullable().meta({ description: 'When it was settled or became void.' }),
  stake: amountOut,
  staked: amountOut.meta({ description: 'All stakes, with insurance, doubles and splits.' }),
  returned: amountOut
    .nullable()
    .meta({ description: 'Null until the round is settled; of a void round, what was staked.' }),
  voidReason: z.enum(seatVoidReasons).nullable(),
  proposal: voidProposal.nullable().meta({ description: 'A void that waits for a second operator.' }),
})
export type OfficeListedSeatRound = z.output<typeof listedSeatRound>

const officeSeatRound = listedSeatRound.extend({
  unit: amountOut.meta({ description: 'The amount of one unit of `view`.' }),
  decisions: z.array(seatDecision),
  decideBy: moment.nullable().meta({ description: 'Of an open round: until when the next decision is taken.' }),
  view: seatView.nullable().meta({
    description: 'What the member saw, also of a round that two operators made void; null of another void round.',
  }),
  voidedAt: moment.nullable().meta({ description: 'When a settled round was made void.' }),
  decision: voidDecision.nullable().meta({ description: 'Of a round that two operators made void.' }),
  takenBack: z.object({ returned: amountOut, owed: amountOut }).nullable().meta({
    description:
      'Of a settled round that was made void: what it had returned, and what of it the member owes because the cash did not cover it.',
  }),
  pair: count.meta({ description: 'The ordinal of the member’s seed pair.' }),
  mathHash: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
})
export type OfficeSeatRound = z.output<typeof officeSeatRound>

export const seatRoundOfficeRoutes = {
  'get-seat-rounds': officeRoute({
    access: memberReaders,
    summary:
      'Rounds with decisions, newest first: those that began on a day of the brand’s time zone, today where neither a day nor a member is named.',
    reads: true,
    body: z.strictObject({
      member: text(60).optional().meta({ description: 'A part of the member’s user ID, nick or reference code.' }),
      state: seatRoundState.optional(),
      day: day.optional(),
      waits: z.boolean().default(false).meta({
        description: 'Only rounds whose void waits for a second operator, of all days.',
      }),
      ...listFields,
    }),
    answers: { success: z.object({ rounds: z.array(listedSeatRound), maxCount: count }) },
  }),
  'get-seat-round': officeRoute({
    access: memberReaders,
    summary: 'One round with decisions as its member saw it; of an open one, no card that is not turned.',
    reads: true,
    body: idBody,
    answers: { success: z.object({ round: officeSeatRound }), none: nothing },
  }),
}
