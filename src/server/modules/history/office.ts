import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { amountToWire } from '#domain/money.ts'
import { nameIn } from '#domain/notice.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { ofBegunPair } from '#server/modules/slot/store.ts'
import { readSeatRounds, readShown, returnedBy } from '#server/modules/seat-round/store.ts'
import { sql, type SqlBool } from 'kysely'
import { brandIdsOf } from '#server/auth/office-scope.ts'
import { findRounds } from './find-rounds.ts'

/** Rounds, for operators who look for one or answer an inquiry about it. */
export const historyOfficeHandlers = {
  'get-found-rounds': findRounds,
  'get-round': getRound,
} satisfies Partial<OfficeHandlers>

async function getRound(context: OfficeContext, body: OfficeBody<'get-round'>): Promise<OfficeAnswer<'get-round'>> {
  const row = await context.deps.db
    .selectFrom('round as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .innerJoin('brand as b', 'b.id', 'm.brand_id')
    .innerJoin('member_seed as s', 's.id', 'r.seed_id')
    .innerJoin('game_version as v', 'v.id', 'r.game_version_id')
    .innerJoin('game as g', 'g.code', 'v.game_code')
    .select(['r.id', 'r.at', 'r.stake', 'r.pay', 'r.nonce', 'r.events', 'r.shown', 'b.code as brand'])
    .select(['m.public_id', 'm.login_id', 'm.nick', 'm.level', 'm.reference_code'])
    .select(['v.math_hash', 's.server_seed_hash', 's.client_seed', 'g.names'])
    .where('r.id', '=', body.id)
    .where(sql<SqlBool>`m.brand_id = any(${brandIdsOf(context)}::int[])`)
    .executeTakeFirst()
  if (row === undefined) return getSeatRound(context, body)
  const events = JSON.parse(row.events) as Record<string, unknown>[]
  return {
    status: 'success',
    round: {
      id: row.id,
      brand: row.brand,
      member: {
        id: row.public_id,
        userId: row.login_id,
        nick: row.nick,
        level: row.level,
        referenceCode: row.reference_code,
      },
      game: nameIn(row.names, context.locale),
      at: row.at.toISOString(),
      stake: amountToWire(row.stake),
      pay: amountToWire(row.pay),
      nonce: String(row.nonce),
      mathHash: row.math_hash,
      serverSeedHash: row.server_seed_hash.toString('hex'),
      clientSeed: ofBegunPair(row.client_seed),
      shownWhole: row.shown >= events.length,
      events,
    },
  }
}

/** A round with decisions as its member saw it: of an open one, no card that is not turned. */
async function getSeatRound(context: OfficeContext, body: OfficeBody<'get-round'>): Promise<OfficeAnswer<'get-round'>> {
  const { deps } = context
  const scope = sql`q.id = ${body.id}::uuid AND m.brand_id = any(${brandIdsOf(context)}::int[])`
  const [row] = await readSeatRounds(deps.db, scope)
  if (row === undefined) return { status: 'none' }
  const [shown, of] = await Promise.all([readShown(deps, row), readOwner(context, row)])
  return {
    status: 'success',
    round: {
      id: row.id,
      brand: of.brand,
      member: {
        id: of.public_id,
        userId: of.login_id,
        nick: of.nick,
        level: of.level,
        referenceCode: of.reference_code,
      },
      game: nameIn(of.names, context.locale),
      at: row.at.toISOString(),
      stake: amountToWire(row.staked),
      pay: amountToWire(returnedBy(row) ?? 0n),
      nonce: String(row.nonce),
      mathHash: row.mathHash,
      serverSeedHash: of.server_seed_hash.toString('hex'),
      clientSeed: ofBegunPair(of.client_seed),
      shownWhole: row.state !== 'open',
      events: [...(shown?.view.events ?? [])],
    },
  }
}

async function readOwner(
  { deps }: OfficeContext,
  { memberId, seedId, gameCode }: { memberId: bigint; seedId: bigint; gameCode: string },
) {
  return deps.db
    .selectFrom('member as m')
    .innerJoin('brand as b', 'b.id', 'm.brand_id')
    .innerJoin('member_seed as s', 's.member_id', 'm.id')
    .innerJoin('game as g', (join) => join.onTrue())
    .select(['m.public_id', 'm.login_id', 'm.nick', 'm.level', 'm.reference_code', 'b.code as brand', 'g.names'])
    .select(['s.server_seed_hash', 's.client_seed'])
    .where('m.id', '=', memberId)
    .where('s.id', '=', seedId)
    .where('g.code', '=', gameCode)
    .executeTakeFirstOrThrow()
}
