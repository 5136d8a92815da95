import { memberStatuses } from '#domain/member.ts'
import { resetStates } from '#domain/password-reset.ts'
import { z } from 'zod'
import { limitRule } from './limit.ts'
import { cashRules, officeRequest } from './money-request.ts'
import { officeMatch } from './registration.ts'
import { memberReaders, memberRoute, officeRoute, supportRoles } from './route.ts'
import {
  amountOut,
  count,
  emptyBody,
  id,
  idBody,
  listFields,
  moment,
  nothing,
  reason,
  secret,
  storedText,
  text,
  throttled,
} from './wire.ts'

/** The member: the current user (spec §3), my page, and the members that an operator may see. */

const playTypes = ['all', 'casino', 'slot', 'sport'] as const
export type PlayType = (typeof playTypes)[number]

/** Why a signed-in member may not play: blocked by the office, or self-excluded. */
const restrictions = ['blocked', 'excluded'] as const
export type Restriction = (typeof restrictions)[number]

export const currentUser = z
  .object({
    userId: z.string(),
    nick: z.string(),
    phone: z.string().meta({ description: 'Masked but for the last 4 digits.' }),
    rolling: amountOut.meta({ description: 'Comp points.' }),
    balance: amountOut.meta({ description: 'Spendable money as the member has seen it.' }),
    in_balance: amountOut.meta({ description: 'Money in play: at providers and staked in undecided rounds.' }),
    bankname: z.string(),
    bankOwner: z.string(),
    banknum: z.string().meta({ description: 'Masked but for the last 4 digits.' }),
    level: z.int().min(1).max(10),
    playType: z.enum(playTypes),
    noteCount: count,
    helpCount: count,
  })
  .meta({ description: 'The current user (spec §3).' })
export type CurrentUser = z.output<typeof currentUser>

export const restricted = z.object({
  why: z.enum(restrictions),
  until: moment.nullable().meta({ description: 'null: until the office lifts it.' }),
})

const memberSession = z.object({
  id,
  current: z.boolean(),
  startedAt: moment,
  lastSeenAt: moment,
  device: z.string().meta({ description: 'Browser and operating system.' }),
})
export type MemberSession = z.output<typeof memberSession>

const officeMember = z.object({
  id,
  brand: z.string(),
  userId: z.string(),
  nick: z.string(),
  level: z.int(),
  playType: z.enum(playTypes),
  status: z.enum(memberStatuses),
  excludedUntil: moment.nullable(),
  balance: amountOut,
  held: amountOut,
  inPlay: amountOut,
  rolling: amountOut,
  registeredAt: moment,
})
export type OfficeMember = z.output<typeof officeMember>

/** One journal event of a member's money; deltas are signed. */
const journalEntry = z.object({
  seq: z.string(),
  at: moment,
  kind: z.string(),
  stake: amountOut,
  pay: amountOut,
  cash: amountOut,
  held: amountOut,
  inPlay: amountOut,
  rolling: amountOut,
  balanceAfter: amountOut,
})
export type OfficeJournalEntry = z.output<typeof journalEntry>

export const memberMemberRoutes = {
  'get-member': memberRoute({
    access: 'restricted',
    summary: 'My page: the user, the open sessions and the rules of the cashier.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        user: currentUser,
        sessions: z.array(memberSession),
        cash: cashRules,
        block: z
          .object({ until: moment.nullable() })
          .nullable()
          .meta({ description: 'The office’s block in force; `until` null: until the office lifts it.' }),
      }),
    },
  }),
  'get-in-game-balance': memberRoute({
    access: 'restricted',
    summary: 'Money in play beside the balance (spec §3, game balance).',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({ gameMoney: amountOut, balance: amountOut, rolling: amountOut, userId: z.string() }),
    },
    urgency: 'poll',
  }),
  'change-password': memberRoute({
    access: 'member',
    summary: 'Change the password; the member’s other sessions end.',
    body: z.strictObject({ pw: secret, newPw: secret }),
    answers: { success: nothing, fail: nothing, weak: nothing, throttled },
    throttle: 'write',
  }),
  'change-exchange-pass': memberRoute({
    access: 'member',
    summary:
      'Change the withdrawal PIN; needs the password. `wait`: the office reset the password in the last 24 hours.',
    body: z.strictObject({ pw: secret, pass: secret }),
    answers: { success: nothing, fail: nothing, weak: nothing, throttled, wait: z.object({ until: moment }) },
    throttle: 'write',
  }),
}

export const memberOfficeRoutes = {
  'get-members': officeRoute({
    access: memberReaders,
    summary: 'Members by id, nick or reference code, newest first.',
    reads: true,
    body: z.strictObject({
      search: text(100).optional(),
      status: z.enum(memberStatuses).optional(),
      ...listFields,
    }),
    answers: { success: z.object({ members: z.array(officeMember), maxCount: count }) },
  }),
  'get-member': officeRoute({
    access: memberReaders,
    summary: 'One member with the latest requests and the last journal events.',
    reads: true,
    body: idBody,
    answers: {
      success: z.object({
        member: officeMember,
        phone: z.string(),
        bank: z.object({ bankname: z.string(), bankOwner: storedText, banknum: z.string() }),
        referenceCode: z.string(),
        requests: z.array(officeRequest),
        journal: z.array(journalEntry).meta({ description: 'The last 20 events, newest first.' }),
        limits: z.array(limitRule).meta({ description: 'The member’s own limits in force; read-only.' }),
        matches: z
          .array(officeMatch)
          .meta({ description: 'Other accounts that may be of the same person; at most 20.' }),
        opposites: z.array(z.object({ id, userId: z.string(), rounds: count, roundId: id, at: moment })).meta({
          description:
            'Accounts that may be of the same person and bet against this one in rounds of tables, with the number of rounds and the newest; at most 20.',
        }),
        owed: amountOut.meta({ description: 'What the member owes of voided rounds, which the cash did not cover.' }),
        block: z
          .object({ reason: z.string(), by: z.string().nullable(), since: moment, until: moment.nullable() })
          .nullable()
          .meta({ description: 'Why the member is blocked; `until` null: until the office lifts it.' }),
        sessions: count.meta({ description: 'Open sessions.' }),
        resets: z
          .array(
            z.object({
              id,
              askedAt: moment,
              state: z.enum(resetStates),
              fromKnownBrowser: z.boolean().nullable(),
              issuedBy: z.string().nullable(),
              proposedBy: z.string().nullable(),
            }),
          )
          .meta({
            description:
              'The last 5 password resets, newest first. `fromKnownBrowser` false: requested in a browser from which the member had not signed in.',
          }),
      }),
      none: nothing,
    },
  }),
  'block-member': officeRoute({
    access: supportRoles,
    summary:
      'Block an active member, or change the end of a block: no game, no bet and no deposit until then. Sessions end at once; wins of running rounds are paid, and the member can sign in to withdraw. `past`: the end is not in the future.',
    body: z.strictObject({
      id,
      reason,
      until: z.iso.datetime().nullable().default(null).meta({ description: 'null: until the office lifts it.' }),
    }),
    answers: { success: z.object({ ended: count }), past: nothing, state: nothing, none: nothing },
  }),
  'unblock-member': officeRoute({
    access: supportRoles,
    summary: 'Lift a member’s block. `state`: the member is not blocked.',
    body: idBody.extend({ reason }),
    answers: { success: nothing, state: nothing, none: nothing },
  }),
  'end-member-sessions': officeRoute({
    access: supportRoles,
    summary: 'End every session of a member and its game windows, with a reason for the audit.',
    body: idBody.extend({ reason }),
    answers: { success: z.object({ ended: count }), none: nothing },
  }),
}
