import { openResetStates } from '#domain/password-reset.ts'
import { z } from 'zod'
import { memberRoute, officeRoute, supportReaders, supportRoles } from './route.ts'
import {
  by,
  count,
  id,
  idBody,
  listBody,
  memberRef,
  moment,
  nothing,
  reason,
  secret,
  storedText,
  text,
} from './wire.ts'

/** Password resets through the office. */

/** A password reset that waits for the office: `issued` while a code is valid for it. */
const passwordReset = z.object({
  id,
  brand: z.string(),
  state: z.enum(openResetStates),
  member: memberRef,
  phone: z.string().meta({ description: 'Masked but for the last 4 digits.' }),
  askedAt: moment,
  issuedBy: z.string().nullable(),
  codeUntil: moment.nullable(),
  fromKnownBrowser: z.boolean().nullable().meta({
    description: 'Whether the member had signed in from the browser it was requested in; null: not recorded.',
  }),
  takesTwo: z
    .boolean()
    .meta({ description: 'Whether another operator must have proposed the code before it is issued.' }),
  proposal: z
    .object({ by: z.string(), mine: z.boolean(), until: moment })
    .nullable()
    .meta({ description: 'The open proposal to issue a code.' }),
})
export type OfficePasswordReset = z.output<typeof passwordReset>

export const passwordResetMemberRoutes = {
  'ask-password-reset': memberRoute({
    access: 'guest',
    summary: 'Request a password reset from the office; the answer is the same for every id and phone number.',
    body: z.strictObject({ id: text(100), phone: text(40) }),
    answers: { success: nothing },
    throttle: 'reset',
  }),
  'reset-password': memberRoute({
    access: 'guest',
    summary: 'Set a new password with the one-time code of the office; every session ends, withdrawals wait 24 hours.',
    body: z.strictObject({ id: text(100), code: text(40), newPw: secret }),
    answers: { success: nothing, fail: nothing, weak: nothing },
    throttle: 'reset',
  }),
}

export const passwordResetOfficeRoutes = {
  'get-password-resets': officeRoute({
    access: supportReaders,
    summary: 'Password resets that wait for the office, oldest first; after a week without action they lapse.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ resets: z.array(passwordReset), maxCount: count }) },
  }),
  'open-password-reset': officeRoute({
    access: supportRoles,
    factor: 'each',
    summary: 'The member’s data, with which the operator verifies the caller on the telephone. Audited.',
    body: idBody,
    answers: {
      success: z.object({
        reset: passwordReset,
        phone: storedText,
        birth: storedText,
        bank: z.object({ bankname: z.string(), bankOwner: storedText, banknum: z.string() }),
      }),
      none: nothing,
    },
  }),
  'propose-reset-code': officeRoute({
    access: supportRoles,
    factor: 'each',
    summary:
      'After verifying the caller, propose to issue a code; another operator verifies again and issues it within 72 hours. `unopened`: the operator has not opened this reset; `single`: this brand takes one operator.',
    body: idBody,
    answers: {
      success: z.object({ reset: passwordReset }),
      unopened: nothing,
      single: nothing,
      late: by,
      none: nothing,
    },
  }),
  'issue-reset-code': officeRoute({
    access: supportRoles,
    factor: 'each',
    summary:
      'Issue a one-time code for 30 minutes, returned only here; it replaces an earlier code. `unopened`: the operator has not opened this reset; `second`: another operator must have proposed it; `self`: the open proposal is the caller’s own.',
    body: idBody,
    answers: {
      success: z.object({ code: z.string(), until: moment }),
      unopened: nothing,
      second: nothing,
      self: nothing,
      none: nothing,
    },
  }),
  'refuse-password-reset': officeRoute({
    access: supportRoles,
    summary: 'Refuse a reset: the caller could not prove their identity. An issued code becomes invalid.',
    body: z.strictObject({ id, reason }),
    answers: { success: nothing, none: nothing },
  }),
}
