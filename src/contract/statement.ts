import { z } from 'zod'
import { memberRoute } from './route.ts'
import { amountOut, count, day, id, listFields, moment, nothing } from './wire.ts'

/** What became of a member’s money in a period, as a list and as a file. */

/**
 * The kinds of statement entries; a deposit that is only filed moves nothing and is no entry. `round`: stake and win in
 * one · `refund`: a bet undone · `withdraw`: held · `paid`: held money paid out · `returned`: held money back in the
 * balance · `issue`: play money · `sent`, `back`, `result`: to a provider with a wallet of its own, from there, and the
 * result of play there.
 */
const statementKinds = [
  'bet',
  'win',
  'round',
  'refund',
  'deposit',
  'withdraw',
  'paid',
  'returned',
  'comp',
  'issue',
  'adjustment',
  'jackpot',
  'sent',
  'back',
  'result',
  'settled',
  'voided',
] as const
export type StatementKind = (typeof statementKinds)[number]

const statementBalances = z.object({
  balance: amountOut.meta({ description: 'Spendable money; wins not yet shown are left out until they are.' }),
  held: amountOut.meta({ description: 'Held for withdrawals.' }),
  inPlay: amountOut,
  rolling: amountOut,
})
export type StatementBalances = z.output<typeof statementBalances>

const statementEntry = statementBalances.extend({
  date: moment,
  kind: z.enum(statementKinds),
  gameName: z.string().nullable(),
  in: amountOut.meta({ description: 'Added to the balance.' }),
  out: amountOut.meta({ description: 'Taken from the balance.' }),
  point: amountOut.meta({ description: 'Comp earned; negative where it was taken back or converted.' }),
  roundId: id.nullable(),
  requestId: id.nullable(),
  reason: z.string().nullable().meta({ description: 'Why operators corrected the balance (`adjustment`); else null.' }),
})
export type StatementEntry = z.output<typeof statementEntry>

/** Days of the brand's time zone, both included. */
const period = { from: day, to: day }

export const statementMemberRoutes = {
  'get-statement': memberRoute({
    access: 'restricted',
    summary:
      'Every entry of the member’s own accounts with the balances after it, newest first; totals and balances of the whole period. `period`: the days are in the wrong order, or more than 366.',
    reads: true,
    body: z.strictObject({ ...period, ...listFields }),
    answers: {
      success: z.object({
        entries: z.array(statementEntry),
        maxCount: count,
        totals: z.object({ in: amountOut, out: amountOut }),
        opening: statementBalances,
        closing: statementBalances,
      }),
      period: nothing,
    },
  }),
  'get-statement-file': memberRoute({
    access: 'restricted',
    summary: 'The same as a file, oldest first, in the member’s language. `many`: more entries than such a file holds.',
    reads: true,
    body: z.strictObject({ ...period, format: z.enum(['csv', 'pdf']) }),
    answers: { success: nothing, period: nothing, many: z.object({ most: count }) },
    throttle: 'file',
    file: true,
  }),
}
