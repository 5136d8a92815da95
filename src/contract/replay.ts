import { exampleKinds, seatExampleKinds } from '#domain/replay.ts'
import { z } from 'zod'
import { memberRoute } from './route.ts'
import { seatDecision, seatView } from './seat-round.ts'
import { roundEvent } from './slot.ts'
import { tableOutcome } from './table.ts'
import { count, day, id, idBody, listBody, moment, names, nothing, text } from './wire.ts'

/** Rounds that anyone may watch: those that members share, the last ones of tables, and recorded examples. */

const multiple = z.string().meta({
  description:
    'What the round paid, in stakes, cut off to hundredths: "12.5". With decisions: in all of its stakes, also those that decisions added.',
})
const percent = z.string().meta({
  description: 'Theoretical return in percent: "96.02"; of a game with decisions by the published strategy.',
})

const ownReplay = z.object({
  id: id.meta({ description: 'Of the replay, not of the round: everyone who has it may watch.' }),
  roundId: id,
  game: z.string(),
  names,
  multiple,
  betTime: moment,
  listed: z.boolean(),
})
export type OwnReplay = z.output<typeof ownReplay>

const listedReplay = z.object({ id, game: z.string(), names, rtp: percent, multiple, day })
/** What lists show of a shared round: no amount, no member, and no time finer than the day. */
export type ListedReplay = z.output<typeof listedReplay>

const watchedRound = z.object({
  multiple,
  events: z.array(roundEvent).meta({ description: 'Counted in units of the stake, so that they tell no amount.' }),
})

const watchedGame = z.object({
  game: z.string(),
  names,
  rtp: percent,
  mathHash: z.string(),
  winPercent: z.string().meta({ description: 'How many rounds in a hundred pay more than their stake: "14.4".' }),
})
const slotWatch = watchedGame.extend({ kind: z.enum(['slot']) })
const seatWatch = watchedGame.extend({ kind: z.enum(['seat']) })

const watchedSeatRound = z.object({
  multiple,
  view: seatView.meta({ description: 'Cards and result in units of the stake, so that they tell no amount.' }),
  decisions: z.array(seatDecision),
})
export type WatchedSeatRound = z.output<typeof watchedSeatRound>

const sharedRound = z.union([
  slotWatch.extend({ day, round: watchedRound }),
  seatWatch.extend({ day, round: watchedSeatRound }),
])
export type WatchedReplay = z.output<typeof sharedRound>

const slotExample = watchedRound.extend({
  why: z.enum(exampleKinds),
  record: z.string().meta({ description: 'Its record with the seeds, which `/fairness` verifies.' }),
  nonce: count,
})
export type SlotExample = z.output<typeof slotExample>

const seatExample = watchedSeatRound.extend({
  why: z.enum(seatExampleKinds),
  record: z.string().meta({ description: 'Its record with seeds and decisions, which `/fairness` verifies.' }),
  nonce: count,
})
export type SeatExample = z.output<typeof seatExample>

const tableRound = z.object({
  outcome: tableOutcome,
  number: count.nullable().meta({ description: 'The ordinal of the round at its table; null of an example.' }),
  day: day.nullable().meta({ description: 'Null of an example.' }),
})
export type WatchedTableRound = z.output<typeof tableRound>

const examples = z.union([
  slotWatch.extend({ serverSeed: z.string(), clientSeed: z.string(), examples: z.array(slotExample) }),
  seatWatch.extend({ serverSeed: z.string(), clientSeed: z.string(), examples: z.array(seatExample) }),
  z.object({
    kind: z.enum(['table']),
    game: z.string(),
    names,
    dealMs: count,
    rounds: z.array(tableRound).meta({
      description: 'The last settled rounds of the table; recorded examples where it has none.',
    }),
    record: z
      .string()
      .nullable()
      .meta({ description: 'The evidence of the examples, which `/fairness` verifies; null of settled rounds.' }),
  }),
])
export type WatchedGame = z.output<typeof examples>

export const replayMemberRoutes = {
  'share-round': memberRoute({
    access: 'member',
    summary:
      'Shares a round of a slot, or one with decisions, under an address of its own, and lets it be listed or not. The first time the member must have agreed (`consent` otherwise). A round that is shared keeps its address. `open-round`: its result is not shown yet, or it waits for a decision. `unfit`: a void round, one of an older version, or one that hit a jackpot. `many`: 50 rounds are shared. `house`: rounds of accounts of the house are in no list.',
    body: z.strictObject({
      roundId: id,
      listed: z.boolean().default(false).meta({
        description:
          'Whether lists may show it, from the next day of the brand on, and 10 minutes after it at the earliest.',
      }),
      agreed: z.boolean().default(false).meta({ description: 'The member has read what is shown, and agrees.' }),
    }),
    answers: {
      success: z.object({ replay: ownReplay }),
      consent: nothing,
      'open-round': nothing,
      unfit: nothing,
      many: nothing,
      house: nothing,
      none: nothing,
    },
    throttle: 'write',
  }),
  'take-back-replay': memberRoute({
    access: 'restricted',
    summary: 'Ends the public replay of a round at once; its address never shows a round again.',
    body: idBody,
    answers: { success: nothing, none: nothing },
    throttle: 'write',
  }),
  'get-own-replays': memberRoute({
    access: 'restricted',
    summary: 'The rounds that the member shares, the newest share first.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ replays: z.array(ownReplay), maxCount: count }) },
  }),
  'get-own-replay': memberRoute({
    access: 'restricted',
    summary: 'Whether the member shares a round, and whether they ever agreed to share.',
    reads: true,
    body: z.strictObject({ roundId: id }),
    answers: { success: z.object({ replay: ownReplay.nullable(), agreed: z.boolean() }) },
  }),
  'get-public-replay': memberRoute({
    access: 'guest',
    summary: 'One shared round by the id of its replay, for everyone.',
    reads: true,
    body: idBody,
    answers: { success: z.object({ replay: sharedRound }), none: nothing },
    throttle: 'watch',
  }),
  'get-listed-replays': memberRoute({
    access: 'guest',
    summary:
      'The shared rounds that may be listed, at most 10 and 2 of a member, the newest share first; of one game where it is named. None of a member who is blocked, excluded or on a break.',
    reads: true,
    body: z.strictObject({ game: text(60).optional() }),
    answers: { success: z.object({ replays: z.array(listedReplay) }) },
  }),
  'get-watched-game': memberRoute({
    access: 'guest',
    summary:
      'What everyone may watch of a game beside shared rounds: recorded examples of a slot and of a game with decisions, with the seeds that prove them, the last rounds of a table.',
    reads: true,
    body: z.strictObject({ game: text(60) }),
    answers: { success: z.object({ watch: examples }), none: nothing },
  }),
}
