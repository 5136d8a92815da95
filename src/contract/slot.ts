import type { RoundEvent } from '#domain/games/round.ts'
import { z } from 'zod'
import { stakeLimit } from './limit.ts'
import { memberRoute } from './route.ts'
import { pastSeatRound } from './seat-round.ts'
import { pastTableRound } from './table.ts'
import {
  amountIn,
  amountOut,
  count,
  emptyBody,
  fairness,
  hash,
  id,
  listBody,
  moment,
  moneyMode,
  names,
  nothing,
  requestId,
  seedScheme,
  text,
} from './wire.ts'

/** The rounds of slot machines as the game window plays them: session, spin, replay, seeds. */

/** One event of a round from the game engine, counted in units of the stake; the window replays the list. */
export const roundEvent = z
  .custom<RoundEvent>((event) => typeof event === 'object' && event !== null && 'type' in event)
  .meta({ type: 'object', description: 'An event of the round; the game’s client code knows the types.' })

const round = z.object({
  roundId: id,
  nonce: count,
  stake: amountOut,
  pay: amountOut,
  jackpot: amountOut.nullable().meta({
    description: 'What the jackpot that the round hit paid, beside `pay`; null when it hit none.',
  }),
  events: z.array(roundEvent),
})
export type WireRound = z.output<typeof round>

export type SeedScheme = z.output<typeof seedScheme>
export type Fairness = z.output<typeof fairness>

const seedPair = z.object({
  pair: count.meta({ description: 'The ordinal: 1, 2, 3 … without gaps.' }),
  scheme: seedScheme,
  serverSeedHash: hash,
  nextServerSeedHash: hash.nullable().meta({
    description: 'The commitment of the pair after it, published when this pair began; null for the old scheme.',
  }),
  clientSeed: z.string(),
  serverSeed: z.string().nullable().meta({ description: '64 hex digits; null while the pair is in use.' }),
  committedAt: moment,
  begunAt: moment,
  revealedAt: moment.nullable(),
  firstNonce: count.meta({ description: 'The number of the first round of the pair.' }),
  lastNonce: count.nullable().meta({ description: 'The number of its last round so far; null without rounds.' }),
})
export type SeedPair = z.output<typeof seedPair>

const seedList = { pairs: z.array(seedPair), maxCount: count }

const pastRound = round.extend({
  game: z.string(),
  betTime: moment,
  shown: z.int().meta({ description: 'The last event acknowledged; -1 for none.' }),
  mathHash: z.string(),
  pair: count.meta({ description: 'The ordinal of the seed pair; `get-seeds` lists the pairs.' }),
  scheme: seedScheme,
  serverSeedHash: hash,
  clientSeed: z.string(),
  serverSeed: z.string().nullable().meta({ description: '64 hex digits; null while the pair is in use.' }),
})
export type PastRound = z.output<typeof pastRound>

export const slotMemberRoutes = {
  'get-round': memberRoute({
    access: 'restricted',
    summary:
      'One round of the member with what verifies it: of a slot with seeds and events, with decisions (`seat-round`) with seeds and decisions, of a table in which the member has a stake (`table-round`) with the name of its series. `open-round`: its result has not been shown yet.',
    reads: true,
    body: z.strictObject({ roundId: id }),
    answers: {
      success: z.object({ round: pastRound }),
      'seat-round': z.object({ round: pastSeatRound }),
      'table-round': z.object({ table: z.string(), round: pastTableRound }),
      'open-round': nothing,
      none: nothing,
    },
  }),
  'get-seeds': memberRoute({
    access: 'restricted',
    summary:
      'The member’s seed pairs, newest first, to verify the chain without a game window, as of a blocked or excluded member.',
    reads: true,
    body: listBody,
    answers: {
      success: z.object({
        member: id.meta({ description: 'Under which the browser stores what was published to this member.' }),
        ...seedList,
      }),
    },
  }),
}

export const slotPlayRoutes = {
  'get-session': memberRoute({
    access: 'member',
    summary:
      'The window’s initial data: the game, the balance, the committed seed and a round to resume. `elsewhere`: another window was opened since, and this one has ended.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        game: z.object({
          code: z.string(),
          company: z.string(),
          names,
          mathHash: z.string(),
          stakes: z.array(amountOut),
          rtp: z.string().meta({ description: 'Theoretical return in percent.' }),
          maxWin: z.string().meta({ description: 'The largest win as a multiple of the stake.' }),
        }),
        balance: amountOut,
        currency: z.string(),
        member: id.meta({ description: 'Under which the browser stores what was published to this member.' }),
        fairness,
        signedInAt: moment.meta({ description: 'Net result and time played count from this sign-in on.' }),
        openRound: round
          .extend({ shown: z.int(), pair: count })
          .nullable()
          .meta({ description: 'The newest round of this game, if it was not shown to its end.' }),
        closed: z.boolean().meta({ description: 'The game takes no new rounds: the result of one failed its check.' }),
        minSpinMs: count,
        realityCheckMs: count,
        mode: moneyMode,
        timeZone: z.string().meta({ description: 'The brand’s time zone, for every date shown.' }),
      }),
      elsewhere: z
        .object({ code: z.string(), company: z.string() })
        .meta({ description: 'What open-game takes to open this game here again.' }),
    },
  }),
  spin: memberRoute({
    access: 'member',
    summary:
      'One spin: drawn, posted and answered in one round trip to the ledger. `seed`: the member has not set a client seed yet. `void`: the result failed its check; the number is used, nothing was staked, and the game is closed. `closed`: the game was closed by such a round. `elsewhere`: another window was opened since, and this one has ended.',
    body: z.strictObject({ requestId, stake: amountIn }),
    answers: {
      success: z.object({
        round,
        pair: count.meta({ description: 'The ordinal of the seed pair that the round was drawn from.' }),
        balance: amountOut,
        balanceAfterStake: amountOut,
      }),
      void: z.object({
        round,
        pair: count,
        balance: amountOut,
      }),
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
    session: 'own',
  }),
  ack: memberRoute({
    access: 'restricted',
    summary: 'The events up to `index` have been shown; a lower index than before changes nothing.',
    body: z.strictObject({ roundId: id, index: z.int().min(0).max(1_000_000) }),
    answers: { success: nothing, none: nothing },
    urgency: 'money',
  }),
  'close-window': memberRoute({
    access: 'restricted',
    summary: 'The window closes: wins it has not shown join the displayed balance, unless another window shows a win.',
    body: emptyBody,
    answers: { success: nothing },
  }),
  'get-rounds': memberRoute({
    access: 'restricted',
    summary: 'The member’s rounds of this game, newest first, with events for the replay.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ rounds: z.array(pastRound), maxCount: count }) },
  }),
  'get-round': memberRoute({
    access: 'restricted',
    summary: 'One round of the member, with events for the replay.',
    reads: true,
    body: z.strictObject({ roundId: id }),
    answers: { success: z.object({ round: pastRound }), none: nothing },
  }),
  'get-seeds': memberRoute({
    access: 'restricted',
    summary: 'The member’s seed pairs, newest first: the chain of commitments that a verifier checks.',
    reads: true,
    body: listBody,
    answers: { success: z.object(seedList) },
  }),
  'set-client-seed': memberRoute({
    access: 'member',
    summary:
      'Reveal the pair in use and begin the next one: its server seed was committed before, the client seed is chosen now. `open-round`: a round of the pair is being shown. `used`: a client seed serves one pair only. `commitment`: another seed is committed than the one for which the client seed was chosen, or none was; choose again. The same client seed for the same commitment again: the pair that it began, while that is in use. `elsewhere`: another window was opened since, and this one has ended.',
    body: z.strictObject({
      clientSeed: text(64).regex(/^[\x21-\x7e]+$/),
      nextServerSeedHash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional()
        .meta({ description: 'The commitment that the member has seen; without it, the one published last.' }),
    }),
    answers: {
      success: z.object({ revealed: seedPair.nullable(), fairness }),
      'open-round': nothing,
      used: nothing,
      commitment: z.object({ fairness }),
      elsewhere: nothing,
      blocked: nothing,
      excluded: nothing,
    },
    throttle: 'seed',
  }),
}
