import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { readPastSeatRounds, readSeatRound } from '#server/modules/seat-round/store.ts'
import { readPastTableRounds } from '#server/modules/table/store.ts'
import { getOwnRound } from './rounds.ts'
import { getSeeds } from './seed.ts'

/** A member's rounds and seed pairs on the site, outside the game window: also those of a restricted member. */
export const slotMemberHandlers = {
  'get-round': getRound,
  'get-seeds': async (context, body) => ({
    ...(await getSeeds(context, body)),
    member: context.caller.memberPublicId,
  }),
} satisfies Partial<MemberHandlers>

/** One round of the member, of whatever kind; that of a table where they have a stake in it. */
async function getRound(context: MemberContext, body: MemberBody<'get-round'>): Promise<MemberAnswer<'get-round'>> {
  const { deps, caller } = context
  const answer = await getOwnRound(context, body)
  if (answer.status !== 'none') return answer
  const found = await readSeatRound(deps.db, caller.memberId, body.roundId)
  if (found?.state === 'open') return { status: 'open-round' }
  const [decided] = await readPastSeatRounds(deps, caller.memberId, found === null ? [] : [found])
  if (decided) return { status: 'seat-round', round: decided }
  const [shared] = await readPastTableRounds(deps.db, caller.memberId, [body.roundId])
  if (!shared?.past.own) return { status: 'none' }
  const { table, past } = shared
  const isOver = past.round.state === 'settled' || past.round.state === 'void'
  return isOver ? { status: 'table-round', table, round: past } : { status: 'open-round' }
}
