import { z } from 'zod'
import { memberRoute, officeRoute, supportReaders, supportRoles } from './route.ts'
import { by, count, emptyBody, id, idBody, listBody, moment, moneyMode, nothing, reason, secret, text } from './wire.ts'

/** Signing up, and its approval by the office. */

const registration = z.object({
  id,
  brand: z.string(),
  userId: z.string(),
  nick: z.string(),
  phone: z.string().meta({ description: 'Masked but for the last 4 digits.' }),
  bankname: z.string(),
  bankOwner: z.string(),
  code: z.string().nullable(),
  registeredAt: moment,
})
export type OfficeRegistration = z.output<typeof registration>

export const registrationMemberRoutes = {
  'user-register': memberRoute({
    access: 'guest',
    summary: 'Sign up; get-reg-domain answers whether registrations need approval.',
    body: z.strictObject({
      id: text(100),
      pw: secret,
      nick: text(100),
      phone: text(40),
      bankname: text(40),
      banknum: text(60),
      bankOwner: text(100),
      exchange_pw: secret,
      birth: text(10),
      code: text(40).optional(),
      agree: z.strictObject({ terms: z.boolean(), privacy: z.boolean(), adult: z.boolean() }),
    }),
    answers: {
      success: nothing,
      pending: nothing,
      already_have_user: nothing,
      already_have_nick: nothing,
      cant_find_code: nothing,
      underage: nothing,
      closed: nothing,
      invalid: z.object({ fields: z.record(z.string(), z.string()) }),
    },
    throttle: 'register',
  }),
  'check-user-id': memberRoute({
    access: 'guest',
    summary: 'Is this id free?',
    body: z.strictObject({ id: text(100) }),
    answers: { success: nothing, taken: nothing, invalid: z.object({ why: z.string() }) },
    throttle: 'check-name',
  }),
  'check-user-nick': memberRoute({
    access: 'guest',
    summary: 'Is this nickname free?',
    body: z.strictObject({ nick: text(100) }),
    answers: { success: nothing, taken: nothing, invalid: z.object({ why: z.string() }) },
    throttle: 'check-name',
  }),
  'get-reg-domain': memberRoute({
    access: 'guest',
    summary: 'The requirements for registering on this domain.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        domain: z.string(),
        brand: z.string(),
        codeRequired: z.boolean(),
        approval: z.boolean(),
        minAge: z.int(),
        banks: z.array(z.string()),
        languages: z.array(z.string()),
        mode: moneyMode,
      }),
      closed: nothing,
    },
    origin: 'any',
  }),
}

export const registrationOfficeRoutes = {
  'get-registrations': officeRoute({
    access: supportReaders,
    summary: 'Registrations that wait for approval, oldest first.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ registrations: z.array(registration), maxCount: count }) },
  }),
  'approve-registration': officeRoute({
    access: supportRoles,
    summary: 'Approve a registration.',
    body: idBody,
    answers: { success: nothing, late: by, none: nothing },
  }),
  'reject-registration': officeRoute({
    access: supportRoles,
    summary: 'Reject a registration with a reason.',
    body: z.strictObject({ id, reason }),
    answers: { success: nothing, late: by, none: nothing },
  }),
}
