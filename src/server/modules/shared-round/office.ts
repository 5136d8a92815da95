import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { brandIdsOf, isOfDays } from '#server/auth/office-scope.ts'
import { waitsForVoid } from '#server/modules/round-void/store.ts'
import { sql } from 'kysely'
import { listRounds, readSharedRound, type RoundScope } from './rounds.ts'
import { readOfficeTables } from './tables.ts'

/** Tables and their rounds for operators. */
export const sharedRoundOfficeHandlers = {
  'get-game-tables': getTables,
  'get-shared-rounds': getRounds,
  'get-shared-round': getRound,
} satisfies Partial<OfficeHandlers>

function scopeOf(context: OfficeContext): RoundScope {
  return { brandIds: brandIdsOf(context), operatorId: context.caller.operatorId }
}

async function getTables(context: OfficeContext): Promise<OfficeAnswer<'get-game-tables'>> {
  const { now, tables } = await readOfficeTables(context.deps.db, brandIdsOf(context))
  return { status: 'success', now: now.toISOString(), tables }
}

async function getRounds(
  context: OfficeContext,
  { table, state, day, waits, ...page }: OfficeBody<'get-shared-rounds'>,
): Promise<OfficeAnswer<'get-shared-rounds'>> {
  const days = { from: day ?? 'today', to: day ?? 'today' }
  const conditions = [
    waits ? waitsForVoid(sql`r.id`) : isOfDays(context, { at: sql`r.opened_at`, brandId: sql`t.brand_id` }, days),
    ...(table === undefined ? [] : [sql`t.name = ${table}`]),
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
  ]
  return { status: 'success', ...(await listRounds(context.deps.db, scopeOf(context), { conditions, ...page })) }
}

async function getRound(
  context: OfficeContext,
  { id }: OfficeBody<'get-shared-round'>,
): Promise<OfficeAnswer<'get-shared-round'>> {
  const round = await readSharedRound(context.deps.db, id, scopeOf(context))
  return round === null ? { status: 'none' } : { status: 'success', round }
}
