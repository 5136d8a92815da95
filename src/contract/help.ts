import { helpCategories, helpKinds, helpStates, helpStatuses } from '#domain/help.ts'
import { z } from 'zod'
import { memberRoute, officeRoute, supportReaders, supportRoles } from './route.ts'
import {
  by,
  count,
  emptyBody,
  id,
  idBody,
  listBody,
  listFields,
  memberRef,
  moment,
  nothing,
  requestId,
  roundKind,
  secret,
  emptyOrText,
  someLine,
  someText,
  text,
} from './wire.ts'

/** Inquiries of members and the replies of the office; the request for the deposit account is a kind of inquiry. */

const help = z.object({
  id,
  kind: z.enum(helpKinds),
  title: z.string(),
  contents: z.string(),
  regDate: moment,
  lastDate: moment,
  status: z.enum(helpStatuses),
  read: z.boolean(),
  ref: z.object({ contents: z.string(), date: moment }).nullable().meta({ description: 'The reply.' }),
  roundId: id.nullable().meta({ description: 'The round it is about.' }),
  category: z.enum(helpCategories),
})
export type Help = z.output<typeof help>

const officeHelp = z.object({
  id,
  brand: z.string(),
  kind: z.enum(helpKinds),
  category: z.enum(helpCategories),
  state: z.enum(helpStates),
  member: memberRef,
  title: z.string(),
  contents: z.string(),
  roundId: id.nullable(),
  roundKind: roundKind.nullable().meta({
    description:
      'What the round is of: `get-shared-round` has one of a table, `get-seat-round` one with decisions, `get-round` one of a slot.',
  }),
  reply: z.string().nullable(),
  openedBy: z.string().nullable(),
  repliedBy: z.string().nullable(),
  filedAt: moment,
  lastAt: moment,
})
export type OfficeHelp = z.output<typeof officeHelp>

const usualMinutes = z.int().min(1).nullable()

/** Why no further inquiry is taken. Hidden inquiries count while they wait. */
const waitingInquiries = z.object({
  open: count.meta({ description: 'How many inquiries of this kind wait for a reply.' }),
  hidden: count.meta({ description: 'How many of those the member has hidden; `show-open-helps` shows them again.' }),
})

export const helpMemberRoutes = {
  'user-write-help': memberRoute({
    access: 'restricted',
    summary: 'Send an inquiry.',
    body: z.strictObject({
      title: someLine(200),
      contents: someText(5_000),
      roundId: id.optional(),
      category: z.enum(helpCategories).default('other').meta({ description: 'What it is about.' }),
      requestId: requestId.optional().meta({ description: 'Repeated with the same inquiry: the same answer.' }),
    }),
    answers: { success: z.object({ id }), fail: nothing, wait: waitingInquiries, conflict: nothing },
  }),
  'get-help-list': memberRoute({
    access: 'restricted',
    summary: 'The member’s inquiries with their replies, newest first.',
    reads: true,
    body: listBody,
    answers: { success: z.object({ helps: z.array(help), maxCount: count }) },
  }),
  'read-help-message': memberRoute({
    access: 'restricted',
    summary: 'Open one inquiry; its reply counts as read.',
    body: idBody,
    answers: { success: z.object({ help }), none: nothing },
  }),
  'del-all-help': memberRoute({
    access: 'restricted',
    summary: 'Hide all inquiries; nothing is destroyed.',
    body: emptyBody,
    answers: { success: nothing, fail: nothing },
    throttle: 'write',
  }),
  'show-open-helps': memberRoute({
    access: 'restricted',
    summary: 'Show the hidden inquiries again that still wait for a reply.',
    body: emptyBody,
    answers: { success: nothing },
    throttle: 'write',
  }),
  'get-usual-times': memberRoute({
    access: 'guest',
    summary:
      'How long the brand takes, measured: the medians of what was answered and paid in the last 30 days, in minutes; null of fewer than 20 cases.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        deposit: usualMinutes.meta({ description: 'From the application to the credit.' }),
        withdraw: usualMinutes.meta({ description: 'From the application to the payment.' }),
        reply: usualMinutes.meta({
          description: 'From an inquiry to its reply, those for a deposit account left out.',
        }),
      }),
    },
  }),
  'user-ask-account': memberRoute({
    access: 'member',
    summary: 'Request the account for deposits; the reply is a help item of kind `account`.',
    body: z.strictObject({ pass: secret.optional() }),
    answers: { success: z.object({ helpId: id }), pass: nothing, locked: nothing, wait: waitingInquiries },
    throttle: 'write',
    urgency: 'money',
  }),
  'get-deposit-account': memberRoute({
    access: 'restricted',
    summary:
      'The account that the member may pay into: of the newest reply of kind `account`, while the brand still uses it; hidden inquiries count.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        account: z
          .object({
            helpId: id,
            contents: z.string().meta({ description: 'The reply in the reader’s language.' }),
            date: moment,
            read: z.boolean(),
          })
          .nullable(),
        withdrawn: z
          .boolean()
          .meta({ description: 'Whether the newest reply names an account that the brand does not use any more.' }),
        waitingSince: moment.nullable().meta({ description: 'When the open request for the account was filed.' }),
      }),
    },
  }),
}

export const helpOfficeRoutes = {
  'get-helps': officeRoute({
    access: supportReaders,
    summary: 'Inquiries, oldest first while open, newest first when answered.',
    reads: true,
    body: z.strictObject({
      show: z.enum(['open', 'answered']).default('open'),
      kind: z.enum(helpKinds).optional(),
      search: text(100).optional(),
      ...listFields,
    }),
    answers: { success: z.object({ helps: z.array(officeHelp), maxCount: count }) },
  }),
  'open-help': officeRoute({
    access: supportRoles,
    summary: 'Open an inquiry; for the kind `account` with the suggested reply.',
    body: idBody,
    answers: {
      success: z.object({ help: officeHelp, suggestion: z.string().nullable() }),
      none: nothing,
    },
  }),
  'answer-help': officeRoute({
    access: supportRoles,
    summary:
      'Answer an inquiry. For the kind `account` the server adds the deposit account and the member’s reference code, so that no operator types an account.',
    body: z.strictObject({ id, contents: emptyOrText(5_000).optional() }),
    answers: { success: z.object({ help: officeHelp }), contents: nothing, late: by, none: nothing },
  }),
}
