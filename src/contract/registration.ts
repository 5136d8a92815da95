import { memberStatuses } from '#domain/member.ts'
import { personMarkKinds } from '#domain/person-mark.ts'
import { z } from 'zod'
import { memberRoute, officeRoute, supportReaders, supportRoles } from './route.ts'
import {
  by,
  count,
  emptyBody,
  id,
  listBody,
  moment,
  moneyMode,
  nothing,
  reason,
  secret,
  storedText,
  text,
} from './wire.ts'

/** Signing up, and its approval by the office. */

/** Another member with at least one of the same values, over all brands of the installation. */
export const officeMatch = z.object({
  id: id.nullable().meta({ description: 'null, like userId and brand: of a brand that the operator may not see.' }),
  userId: z.string().nullable(),
  brand: z.string().nullable(),
  by: z.array(z.enum(personMarkKinds)).meta({
    description: 'phone, bank account, person (name with birth date), device; also of earlier telephones and accounts.',
  }),
  status: z.enum(memberStatuses),
  excluded: z.boolean().meta({ description: 'A self-exclusion or a break is in force.' }),
})
export type OfficeMatch = z.output<typeof officeMatch>

const registration = z.object({
  id,
  brand: z.string(),
  userId: z.string(),
  nick: z.string(),
  phone: z.string().meta({ description: 'Masked but for the last 4 digits.' }),
  bankname: z.string(),
  bankOwner: storedText,
  code: z.string().nullable(),
  registeredAt: moment,
  matches: z.array(officeMatch).meta({ description: 'At most 20, restricted members first.' }),
  approval: z.enum(['free', 'duplicate', 'excluded']).meta({
    description:
      'duplicate: approved with confirmDuplicate only; excluded: cannot be approved while the exclusion lasts.',
  }),
})
export type OfficeRegistration = z.output<typeof registration>

export const registrationMemberRoutes = {
  'user-register': memberRoute({
    access: 'guest',
    summary:
      'Sign up; get-reg-domain answers whether registrations need approval. `contact`: it cannot be completed online, for a reason that is not revealed.',
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
      contact: z.object({
        contact: z.string().meta({ description: 'An address, a telephone number or a link; empty: none is set.' }),
      }),
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
    summary: 'Registrations that wait for approval, oldest first, with the accounts that may be of the same person.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ registrations: z.array(registration), maxCount: count }) },
  }),
  'approve-registration': officeRoute({
    access: supportRoles,
    summary: 'Approve a registration; judged again at that moment.',
    body: z.strictObject({
      id,
      confirmDuplicate: z
        .boolean()
        .optional()
        .meta({ description: 'The operator has seen the matches and approves nevertheless; stored with their name.' }),
    }),
    answers: {
      success: nothing,
      duplicate: z.object({ matches: z.array(officeMatch) }),
      excluded: z.object({ matches: z.array(officeMatch) }),
      late: by,
      none: nothing,
    },
  }),
  'reject-registration': officeRoute({
    access: supportRoles,
    summary: 'Reject a registration with a reason.',
    body: z.strictObject({ id, reason }),
    answers: { success: nothing, late: by, none: nothing },
  }),
}
