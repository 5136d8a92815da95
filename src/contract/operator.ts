import { factorKinds } from '#domain/factor.ts'
import { z } from 'zod'
import { officeRoute, operatorRoles } from './route.ts'
import {
  amountOut,
  by,
  count,
  id,
  idBody,
  listBody,
  moment,
  nothing,
  reason,
  requestId,
  secret,
  text,
  throttled,
} from './wire.ts'

/** The operators as managers see them: their roles, second factors, sessions and resets. */

const readsOperators = ['manager', 'auditor'] as const

const operatorReset = z.object({
  id: id.nullable().meta({ description: 'Of the approval; null: on the machine, by `npm run operator`.' }),
  state: z.enum(['open', 'approved']),
  reason: z.string(),
  by: z.string().nullable().meta({ description: 'The manager who proposed it; null: on the machine.' }),
  mine: z.boolean().meta({ description: 'The caller proposed it, or counts as the same person as the proposer.' }),
  at: moment,
  expiresAt: moment.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
})
export type OperatorReset = z.output<typeof operatorReset>

const officeOperator = z.object({
  id,
  login: z.string(),
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  brands: z.array(z.string()).nullable().meta({ description: 'Codes of the brands; null: every brand.' }),
  active: z.boolean(),
  factors: z.array(z.enum(factorKinds)),
  recoveryCodesLeft: count,
  withoutFactor: z.boolean().meta({ description: 'An operator of the demo world, who needs no second factor.' }),
  sessions: count.meta({ description: 'Open sessions.' }),
  lastSeenAt: moment.nullable(),
  reset: operatorReset.nullable().meta({
    description:
      'The open proposal to reset their sign-in, or else their latest reset, for 96 hours. For these the operator counts as the same person as the two who took part wherever an act takes two.',
  }),
})
export type OfficeOperatorRow = z.output<typeof officeOperator>

const operatorSum = z.object({
  id: id.meta({ description: 'The operator.' }),
  login: z.string(),
  name: z.string(),
  brand: z.string().meta({ description: 'Code of the brand.' }),
  credited: amountOut.meta({ description: 'Deposits decided by the operator.' }),
  corrected: amountOut.meta({ description: 'Corrections of cash upwards, proposed or approved by the operator.' }),
  paid: amountOut.meta({ description: 'Withdrawals decided by the operator.' }),
  members: count.meta({ description: 'Members who were credited or paid.' }),
  bothWays: amountOut.meta({
    description:
      'Over all members, the lesser of what the operator alone credited to a member and alone paid to the same one.',
  }),
  bothWaysMembers: count.meta({ description: 'Members of whom that is more than zero.' }),
  withoutPlay: count.meta({
    description:
      'Those of them without a stake between the first such credit and the last such payment; of the 200 with the largest sums.',
  }),
  marked: z
    .boolean()
    .meta({ description: '`bothWays` is at least 5 times the brand’s amount for deposits by two operators.' }),
})
export type OperatorSum = z.output<typeof operatorSum>

const decided = {
  self: nothing,
  /** It is decided already; or its 72 hours are over, or its proposer was deactivated (`by` empty). */
  late: by,
  conflict: nothing,
  none: nothing,
}

export const operatorOfficeRoutes = {
  'get-operators': officeRoute({
    access: readsOperators,
    summary: 'The operators of the caller’s brands with their roles, second factors and open sessions, by login.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ operators: z.array(officeOperator), maxCount: count }) },
  }),
  'get-operator-sums': officeRoute({
    access: readsOperators,
    summary:
      'What each operator credited, corrected and paid over all members of a brand in 30 days; at most 50, those with the most credited and paid alone first.',
    reads: true,
    body: z.strictObject({}),
    answers: { success: z.object({ sums: z.array(operatorSum) }) },
  }),
  'end-operator-sessions': officeRoute({
    access: ['manager'],
    summary: 'End every session of an operator, with a reason for the audit.',
    body: idBody.extend({ reason }),
    answers: { success: z.object({ ended: count }), none: nothing },
  }),
  'propose-operator-reset': officeRoute({
    access: ['manager'],
    summary:
      'Propose to reset an operator’s sign-in: nothing changes until another manager approves it within 72 hours. `open`: another proposal about this operator waits; `self`: nobody resets their own.',
    factor: 'each',
    body: z.strictObject({ id, requestId, reason }),
    answers: { success: nothing, open: nothing, self: nothing, conflict: nothing, none: nothing },
  }),
  'approve-operator-reset': officeRoute({
    access: ['manager'],
    summary:
      'Approve another manager’s reset of an operator, by the id of the proposal: their second factors, recovery codes, sessions and password end. With the code, shown once and good for 24 hours, they set a new password and enrol anew. `self`: the caller proposed it, or is the operator concerned.',
    factor: 'each',
    body: idBody.extend({ requestId }),
    answers: {
      success: z.object({
        code: z.string().meta({ description: 'Shown once, also where the call is repeated; only its hash is stored.' }),
        login: z.string().meta({ description: 'The login of the operator whom the code is for.' }),
      }),
      ...decided,
    },
  }),
  'refuse-operator-reset': officeRoute({
    access: ['manager'],
    summary:
      'Refuse another manager’s reset of an operator, with a reason for the audit. A manager who is the operator concerned may refuse it too.',
    body: idBody.extend({ requestId, reason }),
    answers: { success: nothing, ...decided },
  }),
  'change-own-password': officeRoute({
    access: operatorRoles,
    summary:
      'Change the operator’s own password; their other sessions end. `demo`: the passwords of the demo world are published.',
    factor: 'each',
    body: z.strictObject({ pw: secret, newPw: secret }),
    answers: { success: z.object({ ended: count }), fail: nothing, weak: nothing, demo: nothing, throttled },
  }),
  'enrol-operator': officeRoute({
    access: 'anyone',
    summary:
      'After a reset of their factors, an operator sets a new password with the one-time code; the next sign-in enrols a factor.',
    body: z.strictObject({ login: text(100), code: text(40), newPw: secret }),
    answers: { success: nothing, fail: nothing, weak: nothing, throttled },
    throttle: 'sign-in',
  }),
}
