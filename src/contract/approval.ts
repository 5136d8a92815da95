import { z } from 'zod'
import { approvalStates, correctedAccounts } from '#domain/approval.ts'
import { memberReaders, officeRoute } from './route.ts'
import {
  amountOut,
  by,
  changeIn,
  count,
  id,
  idBody,
  listFields,
  memberRef,
  moment,
  nothing,
  reason,
  requestId,
} from './wire.ts'

/**
 * Corrections of a member's balance: proposed by one operator, decided by another. Proposals about money requests are
 * fields of the requests (`money-request.ts`).
 */

const correction = z.object({
  id,
  brand: z.string(),
  member: memberRef,
  account: z.enum(correctedAccounts).meta({ description: 'The balance: `cash`, or `comp` (points).' }),
  amount: amountOut.meta({ description: 'Signed: negative where it takes away.' }),
  balance: amountOut.meta({ description: 'The balance of that account now; the correction is not in it while open.' }),
  reason: z.string().meta({ description: 'What the member reads in their statement.' }),
  state: z.enum(approvalStates),
  by: z.string().meta({ description: 'Who proposed it.' }),
  mine: z.boolean(),
  at: moment,
  expiresAt: moment,
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
})
export type OfficeCorrection = z.output<typeof correction>

const money = ['manager', 'cashier'] as const

const decided = {
  success: z.object({ correction }),
  /** The caller proposed it: another operator decides. */
  self: nothing,
  /** It is decided already; or its 72 hours are over, or its proposer was deactivated (`by` empty). */
  late: by,
  conflict: nothing,
  none: nothing,
}

export const approvalOfficeRoutes = {
  'get-corrections': officeRoute({
    access: memberReaders,
    summary:
      'Corrections of balances: those that wait for a second operator, oldest first, or the ended, newest first.',
    reads: true,
    body: z.strictObject({
      show: z.enum(['open', 'decided']).default('open'),
      memberId: id.optional(),
      ...listFields,
    }),
    answers: { success: z.object({ corrections: z.array(correction), maxCount: count }) },
  }),
  'propose-correction': officeRoute({
    access: money,
    summary:
      'Propose to correct a member’s balance: nothing is booked until another operator approves it within 72 hours. `open`: another correction of this member waits; `short`: the balance would fall below zero; `amount`: zero, or a typing error. It uses up a proof of the second factor.',
    body: z.strictObject({ id, requestId, account: z.enum(correctedAccounts), amount: changeIn, reason }),
    answers: {
      success: z.object({ correction }),
      open: nothing,
      short: nothing,
      amount: nothing,
      conflict: nothing,
      none: nothing,
    },
    urgency: 'money',
  }),
  'approve-correction': officeRoute({
    access: money,
    summary:
      'Approve another operator’s correction: it is booked at once, under this call’s request id. `short`: the balance would fall below zero by now; it stays open. It uses up a proof of the second factor.',
    body: idBody.extend({ requestId }),
    answers: { ...decided, short: nothing },
    urgency: 'money',
  }),
  'refuse-correction': officeRoute({
    access: money,
    summary: 'Refuse another operator’s correction, with a reason for the audit. Nothing is booked.',
    body: idBody.extend({ requestId, reason }),
    answers: decided,
    urgency: 'money',
  }),
}
