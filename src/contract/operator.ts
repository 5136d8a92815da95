import { factorKinds } from '#domain/factor.ts'
import { z } from 'zod'
import { officeRoute, operatorRoles } from './route.ts'
import { count, id, idBody, listBody, moment, nothing, reason, secret, text, throttled } from './wire.ts'

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

export const operatorOfficeRoutes = {
  'get-operators': officeRoute({
    access: readsOperators,
    summary: 'The operators of the caller’s brands with their roles, second factors and open sessions, by login.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ operators: z.array(officeOperator), maxCount: count }) },
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
