import {
  breakLengths,
  exclusionKinds,
  exclusionLengths,
  limitKinds,
  limitPeriods,
  stakeLimitKinds,
} from '#domain/limit.ts'
import { z } from 'zod'
import { memberRoute } from './route.ts'
import { amountIn, amountOut, count, day, emptyBody, moment, nothing, secret, throttled } from './wire.ts'

/** Limits, breaks and self-exclusion. A limit of `session_time` is counted in minutes. */

const limitKind = z.enum(limitKinds)
const limitPeriod = z.enum(limitPeriods)

const figure = z
  .string()
  .meta({ description: 'Decimal string: money, or whole minutes where the kind is session_time.' })

export const limitRule = z.object({
  kind: limitKind,
  period: limitPeriod,
  most: figure.nullable().meta({ description: 'null: no limit.' }),
  used: figure.nullable().meta({
    description: 'In the running period; for loss the net loss, negative after wins. null without a limit.',
  }),
  remaining: figure.nullable(),
  resetsAt: moment.nullable().meta({ description: 'When the next period begins; null without a limit.' }),
  pending: z
    .object({ most: figure.nullable(), effectiveFrom: moment, until: moment })
    .nullable()
    .meta({ description: 'A requested raise (or removal): may be confirmed from `effectiveFrom` to `until`.' }),
})
export type LimitRule = z.output<typeof limitRule>

export const limits = z.object({
  rules: z.array(limitRule).meta({ description: 'Every kind and period, in that order.' }),
  exclusion: z
    .object({ kind: z.enum(exclusionKinds), since: moment.nullable(), until: moment.nullable() })
    .nullable()
    .meta({
      description: 'The break or exclusion in force; since null: it was entered by the office; until null: for ever.',
    }),
})
export type Limits = z.output<typeof limits>

const setLimitBody = z.strictObject({
  kind: limitKind,
  period: limitPeriod,
  most: amountIn.nullable().meta({ description: 'null: no limit; whole minutes for session_time.' }),
  confirm: z.boolean().default(false).meta({ description: 'Confirms a raise whose waiting day is over.' }),
})

const breakLength = z.enum(breakLengths)
const exclusionLength = z.enum(exclusionLengths)

/** The limit that refuses a stake, its period, and what may still be staked. */
export const stakeLimit = z.object({
  which: z.enum(stakeLimitKinds),
  period: limitPeriod,
  remaining: amountOut.meta({ description: '"0" when the time is used up.' }),
})

export const limitMemberRoutes = {
  'get-limits': memberRoute({
    access: 'restricted',
    summary: 'The member’s own limits with their use, pending raises, and a break or exclusion in force.',
    reads: true,
    body: emptyBody,
    answers: { success: z.object({ limits }) },
  }),
  'get-time-played': memberRoute({
    access: 'restricted',
    summary: 'The minutes with at least one round of our own games, on each of the last 7 days.',
    reads: true,
    body: emptyBody,
    answers: {
      success: z.object({
        days: z.array(z.object({ day, minutes: count })).meta({ description: 'Oldest first; the last one is today.' }),
      }),
    },
  }),
  'set-limit': memberRoute({
    access: 'member',
    summary:
      'Set a limit. A lower (or the first) one applies at once: `success`. A higher one, or none, waits: `pending`; requested ' +
      'again after a day `confirm`, and with `confirm: true` it applies. `invalid`: not countable (minutes must be whole).',
    body: setLimitBody,
    answers: {
      success: z.object({ limits }),
      pending: z.object({ effectiveFrom: moment, limits }),
      confirm: z.object({ effectiveFrom: moment, limits }),
      invalid: nothing,
      excluded: nothing,
    },
    throttle: 'write',
  }),
  'take-a-break': memberRoute({
    access: 'restricted',
    summary:
      'No deposits and no play for a while, from now; it cannot be cancelled or shortened. A deposit that was filed before is still credited, up to the amount filed; it can be withdrawn.',
    body: z.strictObject({ lasts: breakLength }),
    answers: { success: z.object({ until: moment.nullable() }) },
    throttle: 'write',
  }),
  'exclude-me': memberRoute({
    access: 'restricted',
    summary:
      'Self-exclusion for months or for ever, from now; needs the password and cannot be cancelled. A deposit that was filed before is still credited, up to the amount filed; it can be withdrawn.',
    body: z.strictObject({ lasts: exclusionLength, pw: secret }),
    answers: {
      success: z.object({ until: moment.nullable() }),
      fail: nothing,
      throttled,
    },
    throttle: 'write',
  }),
}
