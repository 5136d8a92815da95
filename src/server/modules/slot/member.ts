import type { MemberHandlers } from '#server/auth/context.ts'
import { getOwnRound } from './rounds.ts'

/** A member's round on the site, outside the game window. */
export const slotMemberHandlers = {
  'get-round': getOwnRound,
} satisfies Partial<MemberHandlers>
