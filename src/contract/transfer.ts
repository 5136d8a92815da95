import { transferDirections } from '#domain/transfer.ts'
import { z } from 'zod'
import { memberRoute } from './route.ts'
import { amountIn, amountOut, emptyBody, moment, nothing, requestId, text } from './wire.ts'

/** Money at providers that keep a wallet of their own: to them, back, and what is there. */

const body = z.strictObject({
  requestId,
  company: text(60),
  balance: amountIn.optional().meta({ description: 'Left out: everything whole.' }),
})

const answers = {
  success: z.object({
    moved: amountOut,
    balance: amountOut,
    gameMoney: amountOut,
    rolling: amountOut,
  }),
  balance: nothing,
  fail: nothing,
  unknown: nothing,
  conflict: nothing,
} as const

export const transferWallet = z.object({
  company: z.string(),
  name: z.string(),
  amount: amountOut.meta({ description: 'What is there as far as the house knows, with what is on its way in.' }),
  takesMoney: z.boolean(),
  underway: z
    .object({
      direction: z.enum(transferDirections),
      amount: amountOut.nullable().meta({ description: 'null: everything, how much is not known yet.' }),
      since: moment,
    })
    .nullable()
    .meta({ description: 'A transfer whose outcome is being found out.' }),
})
export type TransferWallet = z.output<typeof transferWallet>

export const transferRoutes = {
  'user-transfer-in': memberRoute({
    access: 'member',
    summary:
      'Move balance to a transfer-wallet provider. `balance`: there is not so much; `fail`: nothing has moved; `unknown`: ' +
      'being found out, the money is in gameMoney; `limit`: it could all be lost there, and a limit of the member’s own is lower.',
    body,
    answers: { ...answers, limit: z.object({ remaining: amountOut }) },
    urgency: 'money',
  }),
  'user-withdraw': memberRoute({
    access: 'restricted',
    summary: 'Bring money back from a transfer-wallet provider; the words are those of user-transfer-in.',
    body,
    answers,
    urgency: 'money',
  }),
  'get-transfer-wallets': memberRoute({
    access: 'restricted',
    summary:
      'The transfer wallets of this site with what the member has there; none where the brand has no such provider.',
    body: emptyBody,
    answers: { success: z.object({ wallets: z.array(transferWallet) }) },
  }),
}
