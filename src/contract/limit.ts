import {
  breakLengths,
  exclusionKinds,
  exclusionLengths,
  limitKinds,
  limitPeriods,
  stakeLimitKinds,
} from '#domain/limit.ts'
import { z } from 'zod'
import { amountIn, amountOut, moment } from './wire.ts'

/** The shapes of limits, breaks and self-exclusion. A limit of `session_time` is counted in minutes. */

export const limitKind = z.enum(limitKinds)
export const limitPeriod = z.enum(limitPeriods)

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
    .object({ kind: z.enum(exclusionKinds), until: moment.nullable() })
    .nullable()
    .meta({ description: 'The break or exclusion in force; until null: for ever.' }),
})
export type Limits = z.output<typeof limits>

export const setLimitBody = z.strictObject({
  kind: limitKind,
  period: limitPeriod,
  most: amountIn.nullable().meta({ description: 'null: no limit; whole minutes for session_time.' }),
  confirm: z.boolean().default(false).meta({ description: 'Confirms a raise whose waiting day is over.' }),
})
export const breakLength = z.enum(breakLengths)
export const exclusionLength = z.enum(exclusionLengths)

/** The limit that refuses a stake, its period, and what may still be staked. */
export const stakeLimit = z.object({
  which: z.enum(stakeLimitKinds),
  period: limitPeriod,
  remaining: amountOut.meta({ description: '"0" when the time is used up.' }),
})
