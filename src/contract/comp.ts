import { z } from 'zod'
import { memberRoute } from './route.ts'
import { amountIn, amountOut, count, emptyBody, id, listBody, moment, nothing, requestId } from './wire.ts'

/** Comp points: what each bet earned, the rates, and converting points into balance. */

const compEntry = z.object({
  date: moment,
  gameName: z.string(),
  bet: amountOut,
  rate: z.string().meta({ description: 'Percent of the stake: "0.5".' }),
  point: amountOut.meta({ description: 'Comp earned; negative where a rolled-back bet took it back.' }),
  roundId: id.nullable(),
})
export type CompEntry = z.output<typeof compEntry>

const gameKind = z.enum(['slot', 'casino', 'sport'])
const percent = z.string().meta({ description: 'Percent.' })

export const compMemberRoutes = {
  'roll-to-balance': memberRoute({
    access: 'member',
    summary:
      'Convert comp points into balance; all whole units when `point` is left out. Points of stakes in rounds of tables, and in rounds with decisions, are converted once the round has ended.',
    body: z.strictObject({ requestId: requestId.optional(), point: amountIn.optional() }),
    answers: {
      success: z.object({ balance: amountOut, rolling: amountOut }),
      low_point: nothing,
      conflict: nothing,
    },
    urgency: 'money',
  }),
  'get-comp-list': memberRoute({
    access: 'restricted',
    summary: 'Comp earned bet by bet, newest first, the last 10 000 in the member’s last 50 000 events.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ comps: z.array(compEntry), maxCount: count }) },
  }),
  'get-comp-rates': memberRoute({
    access: 'restricted',
    summary: 'What the member’s level earns of each stake now, by kind of game, and what every level earns.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        level: z.int(),
        rates: z.array(z.object({ kind: gameKind, rate: percent })),
        levels: z
          .array(z.object({ level: z.int(), slot: percent, casino: percent, sport: percent }))
          .meta({ description: 'What each of the ten levels earns now.' }),
      }),
    },
  }),
}
