import { transferDirections } from '#domain/transfer.ts'
import { z } from 'zod'
import { memberRoute } from './route.ts'
import { amountIn, amountOut, emptyBody, moment, nothing, requestId, text } from './wire.ts'

/** Money at providers with a wallet of their own: transfers there and back, and the balances there. */

const body = z.strictObject({
  requestId,
  company: text(60),
  balance: amountIn.optional().meta({ description: 'Left out: everything.' }),
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
  amount: amountOut.meta({ description: 'The last known balance there, with what is on its way in.' }),
  takesMoney: z.boolean(),
  isHeld: z.boolean().meta({
    description: 'Nothing moves in either direction until the operator has compared the balances after a restore.',
  }),
  underway: z
    .object({
      direction: z.enum(transferDirections),
      amount: amountOut.nullable().meta({ description: 'null: everything; the amount is not known yet.' }),
      since: moment,
    })
    .nullable()
    .meta({ description: 'A transfer whose outcome is open.' }),
})
export type TransferWallet = z.output<typeof transferWallet>

export const transferMemberRoutes = {
  'user-transfer-in': memberRoute({
    access: 'member',
    summary:
      'Move balance to a transfer-wallet provider. `balance`: insufficient funds; `fail`: nothing has moved; `unknown`: the ' +
      'outcome is open, the money is in gameMoney; `limit`: it exceeds a limit of the member, who could lose all of it there.',
    body,
    answers: { ...answers, limit: z.object({ remaining: amountOut }) },
    urgency: 'money',
    throttle: 'write',
  }),
  'user-withdraw': memberRoute({
    access: 'restricted',
    summary: 'Bring money back from a transfer-wallet provider; answers as for user-transfer-in.',
    body,
    answers,
    urgency: 'money',
    throttle: 'write',
  }),
  'get-transfer-wallets': memberRoute({
    access: 'restricted',
    summary:
      'The transfer wallets of this site with the member’s balances; empty where the brand has no such provider.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ wallets: z.array(transferWallet) }) },
  }),
}
