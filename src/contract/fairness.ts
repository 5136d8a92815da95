import { z } from 'zod'
import { memberRoute } from './route.ts'
import { count, day, emptyBody, moment } from './wire.ts'

/** What anyone may check about the books. It contains no amount and nothing of a member or operator. */

const dayHead = z.object({
  day,
  kind: z.enum(['audit', 'journal']).meta({
    description:
      'The chain that ends here: `audit` records acts of staff and members, `journal` seals every event of money and every round.',
  }),
  head: z.string().meta({
    description:
      'The hash of the chain’s last row of the day, hex. `/fairness/heads.jsonl` has those of 400 days as a file.',
  }),
})
export type DayHead = z.output<typeof dayHead>

export const fairnessMemberRoutes = {
  'get-fairness': memberRoute({
    access: 'guest',
    summary:
      'The last check of the books, the rounds they hold, whether payments are stopped, and the chain heads of the last 30 days.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        books: z.object({
          checkedAt: moment
            .nullable()
            .meta({ description: 'The end of the last conclusive check; null before the first.' }),
          outcome: z
            .enum(['clean', 'faults', 'failed'])
            .nullable()
            .meta({ description: '`failed`: the check could not finish.' }),
          rounds: count.meta({ description: 'The brand’s rounds in the books.' }),
        }),
        moneyOutStoppedSince: moment
          .nullable()
          .meta({ description: 'Since when payments are paused; null: they are not.' }),
        heads: z.array(dayHead).meta({ description: 'Newest first; days of the brand’s time zone that have ended.' }),
      }),
    },
    urgency: 'poll',
  }),
}
