import { z } from 'zod'
import { memberRoute } from './route.ts'
import { amountOut, emptyBody } from './wire.ts'

/** Jackpots with open pools. */

const jackpot = z.object({
  tier: z.enum(['mega', 'major', 'minor']),
  amount: amountOut,
  ratePerSecond: amountOut,
})
export type Jackpot = z.output<typeof jackpot>

export const jackpotMemberRoutes = {
  'get-jackpots': memberRoute({
    access: 'guest',
    summary: 'The jackpots with open pools; an empty list when there are none.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ jackpots: z.array(jackpot) }) },
    urgency: 'poll',
  }),
}
