import { factorKinds } from '#domain/factor.ts'
import { z } from 'zod'
import { officeRoute, operatorRoles } from './route.ts'
import { amountOut, count, id, idBody, listBody, moment, nothing, reason, secret, text, throttled } from './wire.ts'

/** The operators as managers see them: their roles, second factors and sessions. */

const readsOperators = ['manager', 'auditor'] as const

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
  'reset-operator-factors': officeRoute({
    access: ['manager'],
    summary:
      'Remove an operator’s second factors and recovery codes, end their sessions and their password: with the code, shown once and good for 24 hours, they set a new password and enrol anew. `self`: nobody resets their own.',
    factor: 'each',
    body: idBody.extend({ reason }),
    answers: {
      success: z.object({ code: z.string().meta({ description: 'Shown once; only its hash is stored.' }) }),
      self: nothing,
      none: nothing,
    },
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
