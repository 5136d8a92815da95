import type { MemberHandlers } from '#server/auth/context.ts'
import { getOwnRound } from './rounds.ts'
import { getSeeds } from './seed.ts'

/** A member's rounds and seed pairs on the site, outside the game window: also those of a restricted member. */
export const slotMemberHandlers = {
  'get-round': getOwnRound,
  'get-seeds': async (context, body) => ({
    ...(await getSeeds(context, body)),
    member: context.caller.memberPublicId,
  }),
} satisfies Partial<MemberHandlers>
