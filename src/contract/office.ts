import { memberStatuses } from '#domain/member.ts'
import { z } from 'zod'
import { limitRule } from './limits.ts'
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
import { officeBooksRoutes } from './office-books.ts'
import { officeRoute, operatorRoles, type AnswerOf, type AnswersOf, type BodiesOf, type BodyOf } from './route.ts'
import { helpKinds, maintenanceTexts, requestTypes } from './shapes.ts'
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
 * The office door: `POST /api/office/<name>` on its own listener, with its own cookie. Each row names the roles that may
 * call it; an operator may hold several. Everything is limited to the operator's brands.
 */

const everyone = operatorRoles
const money = ['manager', 'cashier'] as const
const readsMoney = ['manager', 'cashier', 'auditor'] as const
const support = ['manager', 'support'] as const
const readsSupport = ['manager', 'support', 'auditor'] as const
const words = ['manager', 'editor'] as const
const readsWords = ['manager', 'editor', 'auditor'] as const
const readsMembers = ['manager', 'cashier', 'support', 'auditor'] as const
const sendsNotes = ['manager', 'support', 'editor'] as const

const byId = z.strictObject({ id })
const reason = someText(500)
/** HTML an operator wrote: it passes the one safe-html door before it is stored. */
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
  /** Another operator has it. */
  taken: by,
  /** It was decided already. */
  late: by,
  /** Nobody has claimed it. */
  unclaimed: nothing,
  /** The caller approved it first: another operator decides. */
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
    summary: 'Who is signed in, and how much waits.',
    body: emptyBody,
    answers: {
      success: z.object({
        operator,
        waiting: z.object({ deposits: count, withdrawals: count, helps: count, registrations: count, resets: count }),
        serverTime: moment,
        currency: z.string(),
        mode: moneyMode,
        moneyOutStoppedSince: moment.nullable().meta({
          description: 'Since when no money leaves the house, because the books were found wrong; null: it may.',
        }),
      }),
    },
    urgency: 'poll',
  }),

  'get-requests': officeRoute({
    access: readsMoney,
    summary:
      'The queue of requests, oldest first, or the history of decided ones, newest first; counts of what is open.',
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
    summary: 'One request with its history.',
    body: byId,
    answers: { success: z.object({ request: officeRequest, history: z.array(requestEvent) }), none: nothing },
  }),
  'claim-request': officeRoute({
    access: money,
    summary:
      'Take a request on: only one operator has it. A manager may take it over from whoever has it. `self`: you approved it first, so another operator takes it on.',
    body: z.strictObject({ id, takeOver: z.boolean().default(false) }),
    answers: { success: z.object({ request: officeRequest }), taken: by, self: nothing, late: by, none: nothing },
  }),
  'release-request': officeRoute({
    access: money,
    summary: 'Put a claimed request back into the queue. A manager may put back what another has, too.',
    body: z.strictObject({ id, takeOver: z.boolean().default(false) }),
    answers: { success: z.object({ request: officeRequest }), taken: by, late: by, none: nothing },
  }),
  'approve-deposit': officeRoute({
    access: money,
    summary: 'Pay a deposit in with the amount that arrived.',
    body: z.strictObject({ id, requestId, credited: amountIn, note: text(500).optional() }),
    answers: { ...decided, amount: nothing, conflict: nothing },
    urgency: 'money',
  }),
  'reject-request': officeRoute({
    access: money,
    summary: 'Reject a deposit or a withdrawal with a reason the member reads; held money goes back.',
    body: z.strictObject({ id, requestId, reason }),
    answers: { ...decided, conflict: nothing },
    urgency: 'money',
  }),
  'approve-withdrawal': officeRoute({
    access: money,
    summary:
      'Give the first of two approvals, where the brand asks for two operators: nothing moves, the request goes back into the queue, and another operator pays it. `single`: there is nothing to approve, it may be paid.',
    body: z.strictObject({ id, requestId, note: text(500).optional() }),
    answers: { ...decided, conflict: nothing, single: nothing, stopped: z.object({ since: moment }) },
    urgency: 'money',
  }),
  'pay-withdrawal': officeRoute({
    access: money,
    summary:
      'Say that a withdrawal was paid out; the held money leaves the books. `second`: it takes the first approval of another operator. `stopped`: no money leaves the house until the books are found clean.',
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
    summary: 'Take an inquiry on; for the kind `account` with the reply the house would send.',
    body: byId,
    answers: {
      success: z.object({ help: officeHelp, suggestion: z.string().nullable() }),
      none: nothing,
    },
  }),
  'answer-help': officeRoute({
    access: support,
    summary:
      'Answer an inquiry. For the kind `account` the house itself adds the deposit account and the member’s reference code: no operator types an account.',
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
    summary: 'Let a member in.',
    body: byId,
    answers: { success: nothing, late: by, none: nothing },
  }),
  'reject-registration': officeRoute({
    access: support,
    summary: 'Refuse a registration with a reason.',
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
    summary: 'One member with the latest requests and the last events of the journal.',
    body: byId,
    answers: {
      success: z.object({
        member: officeMember,
        phone: z.string(),
        bank: z.object({ bankname: z.string(), bankOwner: z.string(), banknum: z.string() }),
        referenceCode: z.string(),
        requests: z.array(officeRequest),
        journal: z.array(journalEntry).meta({ description: 'The last 20 events, newest first.' }),
        limits: z.array(limitRule).meta({ description: 'The member’s own limits in force; to be read only.' }),
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
    access: readsWords,
    summary: 'Notices, newest first, hidden ones too.',
    body: z.strictObject(listFields),
    answers: { success: z.object({ notices: z.array(officeNotice), maxCount: count }) },
  }),
  'create-notice': officeRoute({
    access: words,
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
    access: words,
    summary: 'Take a notice off the sites.',
    body: byId,
    answers: { success: nothing, none: nothing },
  }),
  'get-popups': officeRoute({
    access: readsWords,
    summary: 'Popups, newest first, hidden ones too.',
    body: z.strictObject(listFields),
    answers: { success: z.object({ popups: z.array(officePopup), maxCount: count }) },
  }),
  'create-popup': officeRoute({
    access: words,
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
    access: words,
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
        description: 'How long from now; null: until it is ended.',
      }),
      texts: maintenanceTexts.default({}),
    }),
    answers: { success: z.object({ maintenance: officeMaintenance }), none: nothing },
  }),

  'get-password-resets': officeRoute({
    access: readsSupport,
    summary: 'Forgotten passwords that wait for the office, oldest first; one nobody saw to for a week is gone.',
    body: z.strictObject(listFields),
    answers: { success: z.object({ resets: z.array(passwordReset), maxCount: count }) },
  }),
  'open-password-reset': officeRoute({
    access: support,
    summary: 'What is known of the member, so that the operator can make sure on the telephone who asks. Written down.',
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
    summary: 'A one-time code for 30 minutes, said this once; it takes the place of one that is out.',
    body: byId,
    answers: { success: z.object({ code: z.string(), until: moment }), none: nothing },
  }),
  'refuse-password-reset': officeRoute({
    access: support,
    summary: 'Put a reset away: whoever asked could not show who they are. A code that is out opens nothing any more.',
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
/** What each office call answers, and takes. */
export type OfficeAnswers = AnswersOf<OfficeRoutes>
export type OfficeBodies = BodiesOf<OfficeRoutes>
