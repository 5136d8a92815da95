import { helpKinds } from '#domain/help.ts'
import { memberStatuses } from '#domain/member.ts'
import { requestTypes } from '#domain/money-request.ts'
import { z } from 'zod'
import { limitRule } from './limit.ts'
import {
  operator,
  by,
  officeRequest,
  requestEvent,
  officeHelp,
  registration,
  officeMember,
  journalEntry,
  officeMaintenance,
  officeNotice,
  officePopup,
  officeRound,
  passwordReset,
} from './office-shapes.ts'
import { officeBooksRoutes } from './books.ts'
import { officeRoute, operatorRoles, type AnswerOf, type AnswersOf, type BodiesOf, type BodyOf } from './route.ts'
import { maintenanceTexts } from './shapes.ts'
import {
  amountIn,
  count,
  day,
  emptyBody,
  id,
  listFields,
  moment,
  moneyMode,
  nothing,
  requestId,
  someText,
  text,
} from './wire.ts'

/**
 * The office API: `POST /api/office/<name>` on its own listener, with its own cookie. Each row names the roles that may
 * call it; an operator may hold several. Every call is limited to the operator's brands.
 */

const everyone = operatorRoles
const money = ['manager', 'cashier'] as const
const readsMoney = ['manager', 'cashier', 'auditor'] as const
const support = ['manager', 'support'] as const
const readsSupport = ['manager', 'support', 'auditor'] as const
const texts = ['manager', 'editor'] as const
const readsTexts = ['manager', 'editor', 'auditor'] as const
const readsMembers = ['manager', 'cashier', 'support', 'auditor'] as const
const sendsNotes = ['manager', 'support', 'editor'] as const

const byId = z.strictObject({ id })
const reason = someText(500)
/** HTML written by an operator; `safe-html.ts` sanitises it before it is stored. */
const html = someText(200_000)
const colour = z.string().regex(/^(#[0-9a-fA-F]{6})?$/)
const largeBodyBytes = 256 * 1024

export type OfficeOperator = z.output<typeof operator>
export type OfficeRequest = z.output<typeof officeRequest>
export type OfficeHelp = z.output<typeof officeHelp>
export type OfficeRegistration = z.output<typeof registration>
export type OfficeMember = z.output<typeof officeMember>
export type OfficeJournalEntry = z.output<typeof journalEntry>
export type OfficeNotice = z.output<typeof officeNotice>
export type OfficePopup = z.output<typeof officePopup>
export type OfficePasswordReset = z.output<typeof passwordReset>
export type OfficeRound = z.output<typeof officeRound>
export type OfficeMaintenance = z.output<typeof officeMaintenance>

const decided = {
  success: z.object({ request: officeRequest }),
  /** Another operator has claimed it. */
  taken: by,
  /** It is already decided. */
  late: by,
  /** Nobody has claimed it. */
  unclaimed: nothing,
  /** The caller gave the first approval: another operator decides. */
  self: nothing,
  none: nothing,
}

export const officeRoutes = {
  'sign-in': officeRoute({
    access: 'anyone',
    summary: 'An operator signs in; the session comes as a cookie.',
    body: z.strictObject({ login: text(100), pw: text(200) }),
    answers: { success: z.object({ operator }), fail: nothing, throttled: z.object({ retryAfter: z.int().min(1) }) },
    throttle: 'sign-in',
  }),
  'sign-out': officeRoute({
    access: everyone,
    summary: 'End this session.',
    body: emptyBody,
    answers: { success: nothing },
  }),
  me: officeRoute({
    access: everyone,
    summary: 'The signed-in operator and the numbers of waiting items.',
    body: emptyBody,
    answers: {
      success: z.object({
        operator,
        waiting: z.object({ deposits: count, withdrawals: count, helps: count, registrations: count, resets: count }),
        serverTime: moment,
        currency: z.string(),
        mode: moneyMode,
        moneyOutStoppedSince: moment.nullable().meta({
          description: 'Since when payouts are stopped because the books check found faults; null: they are allowed.',
        }),
      }),
    },
    urgency: 'poll',
  }),

  'get-requests': officeRoute({
    access: readsMoney,
    summary:
      'The queue of money requests, oldest first, or the history of decided ones, newest first; counts of open ones.',
    body: z.strictObject({
      show: z.enum(['open', 'mine', 'decided']).default('open'),
      type: z.enum(requestTypes).optional(),
      search: text(100).optional().meta({ description: 'User id, nick, depositor or reference code.' }),
      from: day.optional(),
      to: day.optional(),
      ...listFields,
    }),
    answers: {
      success: z.object({
        requests: z.array(officeRequest),
        maxCount: count,
        counts: z.object({ deposits: count, withdrawals: count, mine: count }),
      }),
    },
  }),
  'get-request': officeRoute({
    access: readsMoney,
    summary: 'One money request with its history.',
    body: byId,
    answers: { success: z.object({ request: officeRequest, history: z.array(requestEvent) }), none: nothing },
  }),
  'claim-request': officeRoute({
    access: money,
    summary:
      'Claim a request: only one operator holds it. A manager may take over another operator’s claim. `self`: you gave the first approval, so another operator must claim it.',
    body: z.strictObject({ id, takeOver: z.boolean().default(false) }),
    answers: { success: z.object({ request: officeRequest }), taken: by, self: nothing, late: by, none: nothing },
  }),
  'release-request': officeRoute({
    access: money,
    summary: 'Put a claimed request back into the queue. A manager may also release another operator’s claim.',
    body: z.strictObject({ id, takeOver: z.boolean().default(false) }),
    answers: { success: z.object({ request: officeRequest }), taken: by, late: by, none: nothing },
  }),
  'approve-deposit': officeRoute({
    access: money,
    summary: 'Credit a deposit with the amount that arrived.',
    body: z.strictObject({ id, requestId, credited: amountIn, note: text(500).optional() }),
    answers: { ...decided, amount: nothing, conflict: nothing },
    urgency: 'money',
  }),
  'reject-request': officeRoute({
    access: money,
    summary: 'Reject a deposit or a withdrawal with a reason for the member; held money returns to the balance.',
    body: z.strictObject({ id, requestId, reason }),
    answers: { ...decided, conflict: nothing },
    urgency: 'money',
  }),
  'approve-withdrawal': officeRoute({
    access: money,
    summary:
      'Give the first of two approvals, where the brand requires two operators: no money moves, the request returns to the queue, and another operator pays it. `single`: it needs no first approval and may be paid.',
    body: z.strictObject({ id, requestId, note: text(500).optional() }),
    answers: { ...decided, conflict: nothing, single: nothing, stopped: z.object({ since: moment }) },
    urgency: 'money',
  }),
  'pay-withdrawal': officeRoute({
    access: money,
    summary:
      'Record that a withdrawal was paid out; the held money leaves the books. `second`: it needs the first approval of another operator. `stopped`: payouts are stopped until the books check is clean.',
    body: z.strictObject({ id, requestId, note: text(500).optional() }),
    answers: { ...decided, conflict: nothing, second: nothing, stopped: z.object({ since: moment }) },
    urgency: 'money',
  }),

  'get-helps': officeRoute({
    access: readsSupport,
    summary: 'Inquiries, oldest first while open, newest first when answered.',
    body: z.strictObject({
      show: z.enum(['open', 'answered']).default('open'),
      kind: z.enum(helpKinds).optional(),
      search: text(100).optional(),
      ...listFields,
    }),
    answers: { success: z.object({ helps: z.array(officeHelp), maxCount: count }) },
  }),
  'open-help': officeRoute({
    access: support,
    summary: 'Open an inquiry; for the kind `account` with the suggested reply.',
    body: byId,
    answers: {
      success: z.object({ help: officeHelp, suggestion: z.string().nullable() }),
      none: nothing,
    },
  }),
  'answer-help': officeRoute({
    access: support,
    summary:
      'Answer an inquiry. For the kind `account` the server adds the deposit account and the member’s reference code, so that no operator types an account.',
    body: z.strictObject({ id, contents: text(5_000).optional() }),
    answers: { success: z.object({ help: officeHelp }), contents: nothing, late: by, none: nothing },
  }),

  'get-registrations': officeRoute({
    access: readsSupport,
    summary: 'Registrations that wait for approval, oldest first.',
    body: z.strictObject(listFields),
    answers: { success: z.object({ registrations: z.array(registration), maxCount: count }) },
  }),
  'approve-registration': officeRoute({
    access: support,
    summary: 'Approve a registration.',
    body: byId,
    answers: { success: nothing, late: by, none: nothing },
  }),
  'reject-registration': officeRoute({
    access: support,
    summary: 'Reject a registration with a reason.',
    body: z.strictObject({ id, reason }),
    answers: { success: nothing, late: by, none: nothing },
  }),

  'get-members': officeRoute({
    access: readsMembers,
    summary: 'Members by id, nick or reference code, newest first.',
    body: z.strictObject({
      search: text(100).optional(),
      status: z.enum(memberStatuses).optional(),
      ...listFields,
    }),
    answers: { success: z.object({ members: z.array(officeMember), maxCount: count }) },
  }),
  'get-member': officeRoute({
    access: readsMembers,
    summary: 'One member with the latest requests and the last journal events.',
    body: byId,
    answers: {
      success: z.object({
        member: officeMember,
        phone: z.string(),
        bank: z.object({ bankname: z.string(), bankOwner: z.string(), banknum: z.string() }),
        referenceCode: z.string(),
        requests: z.array(officeRequest),
        journal: z.array(journalEntry).meta({ description: 'The last 20 events, newest first.' }),
        limits: z.array(limitRule).meta({ description: 'The member’s own limits in force; read-only.' }),
      }),
      none: nothing,
    },
  }),
  'send-note': officeRoute({
    access: sendsNotes,
    summary: 'Send a note to one member, named by user id.',
    body: z.strictObject({
      brand: text(31).optional(),
      userId: someText(100),
      title: someText(200),
      titleColor: colour.optional(),
      contents: html,
    }),
    answers: { success: z.object({ id }), none: nothing },
    bodyLimitBytes: largeBodyBytes,
  }),

  'get-notices': officeRoute({
    access: readsTexts,
    summary: 'Notices, newest first, hidden ones too.',
    body: z.strictObject(listFields),
    answers: { success: z.object({ notices: z.array(officeNotice), maxCount: count }) },
  }),
  'create-notice': officeRoute({
    access: texts,
    summary: 'Publish a notice on the brand’s sites, or on those named.',
    body: z.strictObject({
      brand: text(31).optional(),
      domain: text(500).default(''),
      title: someText(200),
      contents: html,
    }),
    answers: { success: z.object({ id }), none: nothing },
    bodyLimitBytes: largeBodyBytes,
  }),
  'hide-notice': officeRoute({
    access: texts,
    summary: 'Take a notice off the sites.',
    body: byId,
    answers: { success: nothing, none: nothing },
  }),
  'get-popups': officeRoute({
    access: readsTexts,
    summary: 'Popups, newest first, hidden ones too.',
    body: z.strictObject(listFields),
    answers: { success: z.object({ popups: z.array(officePopup), maxCount: count }) },
  }),
  'create-popup': officeRoute({
    access: texts,
    summary: 'Publish a popup.',
    body: z.strictObject({
      brand: text(31).optional(),
      domain: text(500).default(''),
      posX: z.int().min(0).max(1400).default(40),
      posY: z.int().min(0).max(2000).default(120),
      title: someText(200),
      titleColor: colour.optional(),
      contents: html,
    }),
    answers: { success: z.object({ id }), none: nothing },
    bodyLimitBytes: largeBodyBytes,
  }),
  'hide-popup': officeRoute({
    access: texts,
    summary: 'Take a popup off the sites.',
    body: byId,
    answers: { success: nothing, none: nothing },
  }),

  'get-maintenance': officeRoute({
    access: ['manager', 'auditor'],
    summary: 'Maintenance of each brand.',
    body: emptyBody,
    answers: { success: z.object({ maintenance: z.array(officeMaintenance) }) },
  }),
  'set-maintenance': officeRoute({
    access: ['manager'],
    summary: 'Begin, change or end maintenance: no game opens and no round begins meanwhile.',
    body: z.strictObject({
      brand: text(31).optional(),
      on: z.boolean(),
      minutes: z.int().min(1).max(10_080).nullable().default(null).meta({
        description: 'Duration from now; null: until it is ended.',
      }),
      texts: maintenanceTexts.default({}),
    }),
    answers: { success: z.object({ maintenance: officeMaintenance }), none: nothing },
  }),

  'get-password-resets': officeRoute({
    access: readsSupport,
    summary: 'Password resets that wait for the office, oldest first; after a week without action they lapse.',
    body: z.strictObject(listFields),
    answers: { success: z.object({ resets: z.array(passwordReset), maxCount: count }) },
  }),
  'open-password-reset': officeRoute({
    access: support,
    summary: 'The member’s data, with which the operator verifies the caller on the telephone. Audited.',
    body: byId,
    answers: {
      success: z.object({
        reset: passwordReset,
        phone: z.string(),
        birth: z.string(),
        bank: z.object({ bankname: z.string(), bankOwner: z.string(), banknum: z.string() }),
      }),
      none: nothing,
    },
  }),
  'issue-reset-code': officeRoute({
    access: support,
    summary: 'Issue a one-time code for 30 minutes, returned only here; it replaces an earlier code.',
    body: byId,
    answers: { success: z.object({ code: z.string(), until: moment }), none: nothing },
  }),
  'refuse-password-reset': officeRoute({
    access: support,
    summary: 'Refuse a reset: the caller could not prove their identity. An issued code becomes invalid.',
    body: z.strictObject({ id, reason }),
    answers: { success: nothing, none: nothing },
  }),
  'get-round': officeRoute({
    access: readsMembers,
    summary: 'One round of a member, for an inquiry about it.',
    body: byId,
    answers: { success: z.object({ round: officeRound }), none: nothing },
  }),

  ...officeBooksRoutes,
}

export type OfficeRoutes = typeof officeRoutes
export type OfficeRouteName = keyof OfficeRoutes
export type OfficeAnswer<Name extends OfficeRouteName> = AnswerOf<OfficeRoutes[Name]>
export type OfficeBody<Name extends OfficeRouteName> = BodyOf<OfficeRoutes[Name]>
/** Answers and bodies of each office call. */
export type OfficeAnswers = AnswersOf<OfficeRoutes>
export type OfficeBodies = BodiesOf<OfficeRoutes>
