import { z } from 'zod'
import { memberRoute } from './route.ts'
import { amountOut, emptyBody } from './wire.ts'

/** Jackpots with open pools. */

export const jackpotTier = z.enum(['mega', 'major', 'minor'])

const jackpot = z.object({
  tier: jackpotTier,
  amount: amountOut,
  ratePerSecond: amountOut,
  share: z.string().meta({
    description: 'The part of each stake at a linked game that goes to the jackpot, in percent: "0.5".',
  }),
  hit: amountOut.nullable().meta({
    description:
      'What the newest hit paid, while it is announced: from when its round was shown, after 60 s at the latest, to 120 s after it. Null otherwise.',
  }),
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
