import type { MemberHandlers } from '#server/auth/context.ts'
import { jackpotMeterOf } from './store.ts'

/** Jackpots with founded pools, their amounts and growth; empty until then. */
export const jackpotMemberHandlers = {
  'get-jackpots': async ({ deps }) => ({ status: 'success', jackpots: [...(await jackpotMeterOf(deps.pool).read())] }),
} satisfies Partial<MemberHandlers>
