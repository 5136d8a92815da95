import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { decideFavourite, recentGamesLimit, recentOpeningsLimit } from '#domain/favourite.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { sql } from 'kysely'

/** The games a member marked, and those played last. */
export const favouriteMemberHandlers = {
  'get-favourites': getFavourites,
  'set-favourite': setFavourite,
  'get-recent-games': getRecentGames,
} satisfies Partial<MemberHandlers>

/** The marked games that this brand still offers, newest first; empty for blocked or self-excluded members. */
async function getFavourites(context: MemberContext): Promise<MemberAnswer<'get-favourites'>> {
  const { brand, caller, deps } = context
  if (caller.restricted !== null) return { status: 'success', games: [] }
  const rows = await deps.db
    .selectFrom('favourite as f')
    .innerJoin('game as g', 'g.code', 'f.game_code')
    .innerJoin('brand_game as bg', (join) => join.onRef('bg.game_code', '=', 'g.code').on('bg.brand_id', '=', brand.id))
    .where('f.member_id', '=', caller.memberId)
    .where('g.released_at', '<=', sql<Date>`now()`)
    .select(['g.code', 'g.company_code'])
    .orderBy('f.marked_at', 'desc')
    .orderBy('g.code')
    .execute()
  return { status: 'success', games: rows.map((row) => ({ code: row.code, gameCompany: row.company_code })) }
}

/** Marks or unmarks a game. The member's row is locked, so that concurrent calls cannot exceed the limit. */
async function setFavourite(
  context: MemberContext,
  body: MemberBody<'set-favourite'>,
): Promise<MemberAnswer<'set-favourite'>> {
  const { brand, caller, deps } = context
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('member').select('id').where('id', '=', caller.memberId).forNoKeyUpdate().execute()
    const listed = await tx
      .selectFrom('game as g')
      .innerJoin('brand_game as bg', 'bg.game_code', 'g.code')
      .select('g.code')
      .where('g.code', '=', body.code)
      .where('bg.brand_id', '=', brand.id)
      .where('g.released_at', '<=', sql<Date>`now()`)
      .executeTakeFirst()
    const marks = await tx
      .selectFrom('favourite')
      .select((of) => [
        of.fn.countAll<bigint>().as('count'),
        of.fn.countAll<bigint>().filterWhere('game_code', '=', body.code).as('marked'),
      ])
      .where('member_id', '=', caller.memberId)
      .executeTakeFirstOrThrow()
    const decision = decideFavourite({
      on: body.on,
      listed: listed !== undefined,
      marked: marks.marked > 0n,
      count: Number(marks.count),
    })
    if (decision === 'none' || decision === 'full') return { status: decision }
    const favourite = { member_id: caller.memberId, game_code: body.code }
    if (decision === 'mark') await tx.insertInto('favourite').values(favourite).execute()
    if (decision === 'unmark') {
      await tx
        .deleteFrom('favourite')
        .where('member_id', '=', favourite.member_id)
        .where('game_code', '=', favourite.game_code)
        .execute()
    }
    return { status: 'success' as const }
  })
}

/** The games the member opened last, each once; only launches that reached the game window count. */
async function getRecentGames(context: MemberContext): Promise<MemberAnswer<'get-recent-games'>> {
  const { brand, caller, deps } = context
  if (caller.restricted !== null) return { status: 'success', games: [] }
  const openings = deps.db
    .selectFrom('play_session')
    .select(['game_version_id', 'created_at'])
    .where('member_id', '=', caller.memberId)
    .where('opened_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(recentOpeningsLimit)
  const rows = await deps.db
    .selectFrom(openings.as('o'))
    .innerJoin('game_version as v', 'v.id', 'o.game_version_id')
    .innerJoin('game as g', 'g.code', 'v.game_code')
    .innerJoin('brand_game as bg', (join) => join.onRef('bg.game_code', '=', 'g.code').on('bg.brand_id', '=', brand.id))
    .select(['g.code', 'g.company_code', 'g.kind'])
    .select((of) => of.fn.max('o.created_at').as('played_at'))
    .groupBy(['g.code', 'g.company_code', 'g.kind'])
    .orderBy('played_at', 'desc')
    .limit(recentGamesLimit)
    .execute()
  return {
    status: 'success',
    games: rows.map((row) => ({
      code: row.code,
      gameCompany: row.company_code,
      kind: row.kind as 'slot' | 'casino' | 'sport',
      playedAt: row.played_at.toISOString(),
    })),
  }
}
