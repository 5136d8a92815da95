import { z } from 'zod'
import { officeRoute } from './route.ts'
import { by, id, idBody, moment, nothing, reason, requestId } from './wire.ts'

/** Voids of rounds, of a table or with decisions, by two operators. */

export const voidProposal = z.object({
  id,
  reason: z.string().meta({ description: 'What the members read.' }),
  by: z.string().meta({ description: 'Who proposed it.' }),
  mine: z.boolean(),
  at: moment,
  expiresAt: moment,
})
export type VoidProposal = z.output<typeof voidProposal>

export const voidDecision = z.object({ reason: z.string(), by: z.string(), decidedBy: z.string(), at: moment })
export type VoidDecision = z.output<typeof voidDecision>

const roundVoid = z.object({
  round: id,
  proposal: voidProposal.nullable().meta({ description: 'The void that waits for a second operator.' }),
  decision: voidDecision.nullable().meta({ description: 'Of a round that two operators made void.' }),
})
export type RoundVoid = z.output<typeof roundVoid>

const money = ['manager', 'cashier'] as const

const success = z.object({ roundVoid })

const decided = {
  success,
  /** The caller proposed it: another operator decides. */
  self: nothing,
  /** It is decided already; or its 72 hours are over, or its proposer was deactivated (`by` empty). */
  late: by,
  conflict: nothing,
  none: nothing,
}

export const roundVoidOfficeRoutes = {
  'propose-round-void': officeRoute({
    access: money,
    summary:
      'Propose to make a round void, of a table or with decisions: nothing changes until another operator approves it within 72 hours. `open`: another proposal waits; `void`: it is void already. It uses up a proof of the second factor.',
    body: idBody.extend({ requestId, reason }),
    answers: { success, open: nothing, void: nothing, conflict: nothing, none: nothing },
    urgency: 'money',
  }),
  'approve-round-void': officeRoute({
    access: money,
    summary:
      'Approve another operator’s proposal (`id`): the round is void at once, whatever its state by now. Every stake goes back with its comp, turnover and limits; what a settled round returned is taken back, and what a member’s cash does not cover is owed. `void`: it is void already. It uses up a proof of the second factor.',
    body: idBody.extend({ requestId }),
    answers: { ...decided, void: nothing },
    urgency: 'money',
  }),
  'refuse-round-void': officeRoute({
    access: money,
    summary: 'Refuse another operator’s proposal (`id`), with a reason for the audit. Nothing changes.',
    body: idBody.extend({ requestId, reason }),
    answers: decided,
    urgency: 'money',
  }),
}
