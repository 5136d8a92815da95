import { z } from 'zod'
import { amountOut, count, moment } from './wire.ts'

/** The current user, spec §3, in the one shape that every call uses. */

export const playTypes = ['all', 'casino', 'slot', 'sport'] as const
export type PlayType = (typeof playTypes)[number]

/** Why a signed-in member may not play: blocked by the office, or self-excluded. */
export const restrictions = ['blocked', 'excluded'] as const
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
