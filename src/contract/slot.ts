import type { RoundEvent } from '#domain/games/round.ts'
import { z } from 'zod'
import { stakeLimit } from './limit.ts'
import { memberRoute } from './route.ts'
import {
  amountIn,
  amountOut,
  count,
  emptyBody,
  id,
  listBody,
  moment,
  moneyMode,
  names,
  nothing,
  requestId,
  text,
} from './wire.ts'

/** The rounds of slot machines as the game window plays them: session, spin, replay, seeds. */

/** One event of a round from the game engine, counted in units of the stake; the window replays the list. */
const roundEvent = z
  .custom<RoundEvent>((event) => typeof event === 'object' && event !== null && 'type' in event)
  .meta({ type: 'object', description: 'An event of the round; the game’s client code knows the types.' })

const round = z.object({
  roundId: id,
  nonce: count,
  stake: amountOut,
  pay: amountOut,
  events: z.array(roundEvent),
})
export type WireRound = z.output<typeof round>

const fairness = z.object({
  serverSeedHash: z.string().meta({ description: 'SHA-256 of the seed in use, hex.' }),
  clientSeed: z.string(),
  nonce: count.meta({ description: 'Of the next round.' }),
})
export type Fairness = z.output<typeof fairness>

const pastRound = round.extend({
  game: z.string(),
  betTime: moment,
  shown: z.int().meta({ description: 'The last event acknowledged; -1 for none.' }),
  mathHash: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  serverSeed: z.string().nullable().meta({ description: 'Hex; null until the seed is rotated.' }),
})
export type PastRound = z.output<typeof pastRound>

export const slotMemberRoutes = {
  'get-round': memberRoute({
    access: 'restricted',
    summary:
      'One round of the member with seeds and events, to verify it. `open-round`: its result has not been shown yet.',
    reads: true,
    body: z.strictObject({ roundId: id }),
    answers: { success: z.object({ round: pastRound }), 'open-round': nothing, none: nothing },
  }),
}

export const slotPlayRoutes = {
  'get-session': memberRoute({
    access: 'member',
    summary: 'The window’s initial data: the game, the balance, the committed seed and a round to resume.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        game: z.object({
          code: z.string(),
          names,
          mathHash: z.string(),
          stakes: z.array(amountOut),
          rtp: z.string().meta({ description: 'Theoretical return in percent.' }),
          maxWin: z.string().meta({ description: 'The largest win as a multiple of the stake.' }),
        }),
        balance: amountOut,
        currency: z.string(),
        fairness,
        openRound: round.extend({ shown: z.int() }).nullable(),
        minSpinMs: count,
        realityCheckMs: count,
        mode: moneyMode,
        timeZone: z.string().meta({ description: 'The brand’s time zone, for every date shown.' }),
      }),
    },
  }),
  spin: memberRoute({
    access: 'member',
    summary: 'One spin: drawn, posted and answered in one round trip to the ledger.',
    body: z.strictObject({ requestId, stake: amountIn }),
    answers: {
      success: z.object({ round, balance: amountOut, balanceAfterStake: amountOut }),
      balance: nothing,
      stake: nothing,
      pace: z.object({ retryAfterMs: count }),
      limit: stakeLimit,
      excluded: nothing,
      used: nothing,
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
    summary: 'The window closes: wins it has not shown join the displayed balance.',
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
  'set-client-seed': memberRoute({
    access: 'member',
    summary: 'Set the member’s client seed; refused while a round of the seed is open.',
    body: z.strictObject({ clientSeed: text(64).regex(/^[\x21-\x7e]+$/) }),
    answers: { success: z.object({ fairness }), 'open-round': nothing },
    throttle: 'seed',
  }),
  'rotate-seed': memberRoute({
    access: 'member',
    summary: 'Reveal the seed in use and commit to a new one; refused while a round of it is open.',
    body: emptyBody,
    answers: {
      success: z.object({
        revealed: z.object({
          serverSeed: z.string(),
          serverSeedHash: z.string(),
          clientSeed: z.string(),
          nonce: count,
        }),
        fairness,
      }),
      'open-round': nothing,
    },
    throttle: 'seed',
  }),
}
