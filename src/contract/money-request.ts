import { exclusionKinds } from '#domain/limit.ts'
import { requestStates, requestStatuses, requestTypes } from '#domain/money-request.ts'
import { z } from 'zod'
import { memberRoute, officeRoute } from './route.ts'
import {
  amountIn,
  amountOut,
  by,
  count,
  day,
  emptyOrLine,
  id,
  idBody,
  listFields,
  memberRef,
  moment,
  nothing,
  reason,
  requestId,
  roundKind,
  secret,
  storedText,
  text,
} from './wire.ts'

/** Deposits and withdrawals: filed by members, claimed and decided by operators. */

const moneyRequest = z.object({
  id,
  type: z.enum(requestTypes),
  balance: amountOut.meta({ description: 'The amount requested.' }),
  credited: amountOut.nullable().meta({ description: 'The amount that arrived or was paid.' }),
  status: z.enum(requestStatuses),
  regdate: moment,
  history: z.array(z.object({ status: z.enum(requestStatuses), at: moment })),
  reason: z.string().nullable(),
})
export type MoneyRequest = z.output<typeof moneyRequest>

const cashSide = {
  min: amountOut,
  max: amountOut,
  step: amountOut,
  usualMinutes: count.meta({
    description:
      'The usual time from filing to decision: the median of the brand’s decided requests of this type in the last 30 days; with fewer than 20 of them the brand’s setting.',
  }),
}

export const cashRules = z.object({
  deposit: z.object({ ...cashSide, quick: z.array(amountOut) }),
  withdraw: z.object({
    ...cashSide,
    turnover: amountOut.meta({ description: 'What must still be staked before money can leave.' }),
    waitsUntil: moment.nullable().meta({ description: 'Set for 24 h after a password reset: no withdrawal before.' }),
  }),
  hours: z
    .object({ opens: z.string(), closes: z.string() })
    .nullable()
    .meta({ description: 'HH:MM in the brand’s time zone; null: always open.' }),
  opens: moment.nullable().meta({ description: 'null: open now; else when deposits are accepted again.' }),
})
export type CashRules = z.output<typeof cashRules>

export const officeRequest = z.object({
  id,
  brand: z.string(),
  type: z.enum(requestTypes),
  /** The internal state; the member sees the status of the wire instead. */
  state: z.enum(requestStates),
  member: memberRef,
  amount: amountOut,
  credited: amountOut.nullable(),
  depositor: storedText,
  bank: z
    .object({
      bankname: z.string(),
      bankOwner: storedText,
      banknum: z.string(),
      unreadable: z.boolean().meta({
        description:
          'Whether the stored account cannot be read, is not the member’s, or was altered with the amount: the withdrawal cannot be paid.',
      }),
    })
    .nullable()
    .meta({ description: 'Where a withdrawal goes; the number is masked, see `show-account-number`.' }),
  reason: z.string(),
  claimedBy: z.string().nullable(),
  mine: z.boolean(),
  proposal: z
    .object({
      by: z.string(),
      mine: z.boolean(),
      at: moment,
      expiresAt: moment,
      credited: amountOut,
      reason: z.string().meta({ description: 'What the member would read about a different amount; else empty.' }),
    })
    .nullable()
    .meta({
      description:
        'The first of two approvals: open while the request is, or the one that took effect. Who gave it can neither claim nor decide the request.',
    }),
  needsSecond: z.boolean().meta({
    description: 'Whether the caller cannot decide it alone, at the requested amount and without another’s proposal.',
  }),
  day: amountOut.meta({
    description: 'What the member was credited (deposits) or paid (withdrawals) in the last 24 hours, while open.',
  }),
  secondFrom: amountOut.nullable().meta({ description: 'From this sum of 24 hours on it takes two; null: none.' }),
  exclusion: z
    .object({ kind: z.enum(exclusionKinds), until: moment.nullable() })
    .nullable()
    .meta({
      description:
        'The member’s break or exclusion in force: no more than the request is credited meanwhile; until null: for ever.',
    }),
  owed: z.array(z.object({ round: id, kind: roundKind.exclude(['slot']), amount: amountOut })).meta({
    description:
      'Of an open withdrawal: the rounds that were made void and for which the member owes an amount, because the cash did not cover it; the newest 20.',
  }),
  decidedBy: z.string().nullable(),
  filedAt: moment,
  changedAt: moment,
})
export type OfficeRequest = z.output<typeof officeRequest>

const recentCredit = z.object({
  at: moment,
  kind: z.enum(['deposit', 'correction']),
  amount: amountOut,
  by: z.string().nullable(),
  proposedBy: z.string().nullable().meta({ description: 'Who proposed it, where two operators credited it.' }),
  staked: amountOut.nullable().meta({
    description:
      'What the member staked between this credit and the withdrawal’s filing, less rolled-back bets; null for a credit after the filing.',
  }),
})
export type RecentCredit = z.output<typeof recentCredit>

const requestEvent = z.object({
  at: moment,
  state: z.enum(requestStates),
  operator: z.string().nullable(),
  note: z.string(),
})

const money = ['manager', 'cashier'] as const
const readsMoney = ['manager', 'cashier', 'auditor'] as const
/** The roles that may take over, or release, what another operator has claimed. */
const takeOver = ['manager'] as const

const creditBody = z.strictObject({
  id,
  requestId,
  credited: amountIn,
  reason: reason.optional().meta({ description: 'For the member; required when `credited` differs from the request.' }),
  note: text(500).optional(),
})

const decided = {
  success: z.object({ request: officeRequest }),
  /** Another operator has claimed it. */
  taken: by,
  /** It is already decided. */
  late: by,
  /** Nobody has claimed it. */
  unclaimed: nothing,
  /** The caller’s proposal is open: another operator decides. */
  self: nothing,
  none: nothing,
}

/** More than was requested, while the member's restriction or own limit forbids a deposit. */
const overRequest = { excluded: nothing, limit: z.object({ remaining: amountOut }) }

export const moneyRequestMemberRoutes = {
  'apply-user-deposit': memberRoute({
    access: 'member',
    summary: 'File a deposit; an operator credits the amount that arrived.',
    body: z.strictObject({
      requestId: requestId.optional(),
      balance: amountIn,
      depositor: emptyOrLine(100).optional(),
    }),
    answers: {
      success: z.object({ request: moneyRequest }),
      wait: nothing,
      min: nothing,
      max: nothing,
      step: nothing,
      limit: z.object({ remaining: amountOut }),
      excluded: nothing,
      closed: z.object({ opens: moment }),
      conflict: nothing,
    },
    throttle: 'write',
    urgency: 'money',
  }),
  'apply-user-withdraw': memberRoute({
    access: 'restricted',
    summary: 'File a withdrawal; the money is held at once.',
    body: z.strictObject({ requestId: requestId.optional(), balance: amountIn, pass: secret.optional() }),
    answers: {
      success: z.object({ request: moneyRequest }),
      balance: nothing,
      /** Another is open; with `until`, the 24 hours after a password reset. */
      wait: z.object({ until: moment.optional() }),
      pass: nothing,
      locked: nothing,
      min: nothing,
      max: nothing,
      step: nothing,
      turnover: z.object({ remaining: amountOut }),
      conflict: nothing,
    },
    throttle: 'write',
    urgency: 'money',
  }),
  'get-money-requests': memberRoute({
    access: 'restricted',
    summary: 'The member’s deposits and withdrawals with their states, newest first.',
    reads: true,
    body: z.strictObject({ type: z.enum(requestTypes).optional(), ...listFields }),
    answers: { success: z.object({ balances: z.array(moneyRequest), maxCount: count }) },
  }),
  'cancel-money-request': memberRoute({
    access: 'restricted',
    summary: 'Cancel a deposit that no operator has claimed yet; `late` for everything else.',
    body: idBody,
    answers: { success: nothing, late: nothing },
    throttle: 'write',
    urgency: 'money',
  }),
}

export const moneyRequestOfficeRoutes = {
  'get-requests': officeRoute({
    access: readsMoney,
    summary:
      'The queue of money requests, oldest first, or the history of decided ones, newest first; counts of open ones.',
    reads: true,
    body: z.strictObject({
      show: z.enum(['open', 'mine', 'decided']).default('open'),
      type: z.enum(requestTypes).optional(),
      search: text(100).optional().meta({
        description:
          'User id, nick or reference code, in part; or the depositor’s whole name, which is stored encrypted.',
      }),
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
    summary:
      'One money request with its history, and for a withdrawal the member’s credits of the 72 hours before, with the play since.',
    reads: true,
    body: idBody,
    answers: {
      success: z.object({ request: officeRequest, history: z.array(requestEvent), credits: z.array(recentCredit) }),
      none: nothing,
    },
  }),
  'show-account-number': officeRoute({
    access: money,
    summary:
      'The full number of the account that a withdrawal is paid to, for the operator who claimed it. Audited. `unclaimed`: the caller has not claimed it; `unreadable`: the stored number or owner cannot be read, is not the member’s, or bank or amount was altered, so that nothing may be paid there.',
    factor: 'each',
    body: idBody,
    answers: { success: z.object({ banknum: z.string() }), unclaimed: nothing, unreadable: nothing, none: nothing },
  }),
  'claim-request': officeRoute({
    access: money,
    summary:
      'Claim a request: only one operator holds it. A manager may take over another operator’s claim. `self`: your proposal is open, so another operator must claim it.',
    body: z.strictObject({ id, takeOver: z.boolean().default(false) }),
    fieldRoles: { takeOver },
    answers: { success: z.object({ request: officeRequest }), taken: by, self: nothing, late: by, none: nothing },
  }),
  'release-request': officeRoute({
    access: money,
    summary: 'Put a claimed request back into the queue. A manager may also release another operator’s claim.',
    body: z.strictObject({ id, takeOver: z.boolean().default(false) }),
    fieldRoles: { takeOver },
    answers: { success: z.object({ request: officeRequest }), taken: by, late: by, none: nothing },
  }),
  'approve-deposit': officeRoute({
    access: money,
    summary:
      'Credit a deposit with the amount that arrived; an amount other than requested takes a reason that the member reads (`reason`). With the amount and reason of another operator’s open proposal it carries that out. `second`: this amount takes two operators, so it must be proposed. What was requested is credited always, because it is the member’s; more is refused while the member is on a break or excluded (`excluded`), or where it exceeds what their own deposit limit leaves now (`limit`), also when it was proposed before.',
    body: creditBody,
    answers: { ...decided, ...overRequest, amount: nothing, reason: nothing, conflict: nothing, second: nothing },
    urgency: 'money',
  }),
  'propose-deposit': officeRoute({
    access: money,
    summary:
      'Propose to credit a deposit, where the amount takes two operators: no money moves, the request returns to the queue, and another operator approves it within 72 hours. It replaces another operator’s open proposal. `single`: the amount takes no second operator. `excluded`, `limit`: as in approve-deposit.',
    body: creditBody,
    answers: { ...decided, ...overRequest, amount: nothing, reason: nothing, conflict: nothing, single: nothing },
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
      'Give the first of two approvals, where the caller cannot pay it alone: no money moves, the request returns to the queue, and another operator pays it within 72 hours. `single`: the caller may pay it alone; `unreadable`: as in show-account-number.',
    body: z.strictObject({ id, requestId, note: text(500).optional() }),
    answers: {
      ...decided,
      conflict: nothing,
      single: nothing,
      unreadable: nothing,
      stopped: z.object({ since: moment }),
    },
    urgency: 'money',
  }),
  'pay-withdrawal': officeRoute({
    access: money,
    summary:
      'Record that a withdrawal was paid out; the held money leaves the books. `second`: it needs the first approval of another operator: the sum of 24 hours reaches the brand’s amount, or the caller credited the member in the last 72 hours. `stopped`: payouts are stopped until the books check is clean; `unreadable`: as in show-account-number.',
    body: z.strictObject({ id, requestId, note: text(500).optional() }),
    answers: {
      ...decided,
      conflict: nothing,
      second: nothing,
      unreadable: nothing,
      stopped: z.object({ since: moment }),
    },
    urgency: 'money',
  }),
}
