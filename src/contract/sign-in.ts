import { z } from 'zod'
import { currentUser, restricted } from './member.ts'
import { memberRoute, officeRoute, operatorRoles } from './route.ts'
import { amountOut, count, emptyBody, id, idBody, moment, moneyMode, nothing, secret, text, throttled } from './wire.ts'

/** Sessions of members and operators: sign-in, the health check, and their end. */

const operator = z.object({
  id,
  login: z.string(),
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  brands: z.array(z.object({ code: z.string(), name: z.string(), timeZone: z.string() })),
})
export type OfficeOperator = z.output<typeof operator>

export const signInMemberRoutes = {
  'user-do-login': memberRoute({
    access: 'guest',
    summary: 'Sign in; the session is set as a cookie, or returned once as a token where the caller requests one.',
    body: z.strictObject({ id: text(100), pw: secret, token: z.boolean().optional() }),
    answers: {
      success: z.object({
        user: currentUser,
        restricted: restricted.optional(),
        token: z.string().optional(),
        passwordResetAt: moment
          .optional()
          .meta({ description: 'When a code of the office set the password, for 7 days after it.' }),
      }),
      fail: nothing,
      throttled,
      pending: nothing,
    },
    throttle: 'sign-in',
  }),
  'user-health-check': memberRoute({
    access: 'restricted',
    summary: 'Every 30 s while signed in: balances, counts and the database’s time. Does not count as activity.',
    body: emptyBody,
    answers: {
      success: z.object({
        user: currentUser,
        held: amountOut.meta({ description: 'Money of withdrawals that are not decided; not part of the balance.' }),
        noteCount: count,
        helpCount: count,
        serverTime: moment,
        endsAt: moment.meta({ description: 'When this session ends regardless of activity (spec §9, 288e5).' }),
        idleEndsAt: moment.meta({
          description: 'The earliest end of this session for inactivity; exact in the last ten minutes before.',
        }),
      }),
    },
    urgency: 'poll',
    session: 'own',
  }),
  'user-logout': memberRoute({
    access: 'restricted',
    summary: 'End this session.',
    body: emptyBody,
    answers: { success: nothing },
  }),
  'end-session': memberRoute({
    access: 'restricted',
    summary: 'End one of the member’s sessions; `none` for another member’s session and for one that does not exist.',
    body: idBody,
    answers: { success: nothing, none: nothing },
  }),
  'end-other-sessions': memberRoute({
    access: 'restricted',
    summary: 'End every session of the member but this one.',
    body: emptyBody,
    answers: { success: z.object({ ended: count }) },
  }),
}

export const signInOfficeRoutes = {
  'sign-in': officeRoute({
    access: 'anyone',
    summary: 'An operator signs in; the session comes as a cookie.',
    body: z.strictObject({ login: text(100), pw: text(200) }),
    answers: { success: z.object({ operator }), fail: nothing, throttled },
    throttle: 'sign-in',
  }),
  'sign-out': officeRoute({
    access: operatorRoles,
    summary: 'End this session.',
    factor: 'none',
    body: emptyBody,
    answers: { success: nothing },
  }),
  me: officeRoute({
    access: operatorRoles,
    summary:
      'The signed-in operator and the numbers of waiting items; 0 for a list that the roles of the operator may not read.',
    factor: 'session',
    body: emptyBody,
    answers: {
      success: z.object({
        operator,
        waiting: z.object({
          deposits: count,
          withdrawals: count,
          corrections: count.meta({ description: 'Those of other operators, which the caller may decide.' }),
          voids: count.meta({ description: 'Voids of rounds of tables that another operator proposed.' }),
          seatVoids: count.meta({ description: 'Voids of rounds with decisions that another operator proposed.' }),
          helps: count,
          registrations: count,
          resets: count,
          operators: count.meta({ description: 'Resets of operators that the caller may decide.' }),
        }),
        ownReset: z
          .object({
            state: z.enum(['open', 'approved']),
            by: z.string().nullable().meta({ description: 'Who proposed it; null: on the machine.' }),
            decidedBy: z.string().nullable(),
            at: moment,
          })
          .nullable()
          .meta({ description: 'A proposal to reset the caller’s sign-in, or their latest reset, for 96 hours.' }),
        serverTime: moment,
        currency: z.string(),
        mode: moneyMode,
        withoutFactor: z.boolean().meta({
          description: 'Set for the demo world’s operators, who sign in without a second factor; every page shows it.',
        }),
        closedGames: z.array(z.string()).meta({
          description: 'The games that the failed check of a round’s result closed; every page shows them.',
        }),
        moneyOutStoppedSince: moment.nullable().meta({
          description: 'Since when payouts are stopped because the books check found faults; null: they are allowed.',
        }),
      }),
    },
    urgency: 'poll',
  }),
}
