import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { OwnReplay } from '#contract/replay.ts'
import { gameByCode } from '#domain/games/catalogue.ts'
import { jackpotOf, voidReasonOf, type RoundEvent } from '#domain/games/round.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import type { Amount } from '#domain/money.ts'
import { decideShare, multipleOf, type SharedRound } from '#domain/replay.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { auditMember } from '#server/modules/audit/store.ts'
import { readSeatRound } from '#server/modules/seat-round/store.ts'
import { currentMathHashes, readOpenRounds } from '#server/modules/slot/store.ts'
import { sql } from 'kysely'
import { getListedReplays, getPublicReplay, getWatchedGame } from './public.ts'
import { forgetListed } from './listed.ts'
import { isRecordedShare } from './recorded.ts'
import { sharedRounds } from './shared-rounds.ts'

/** Public replays: sharing a round and taking it back, and what everyone may watch. */
export const replayMemberHandlers = {
  'share-round': shareRound,
  'take-back-replay': takeBack,
  'get-own-replays': getOwnReplays,
  'get-own-replay': getOwnReplay,
  'get-public-replay': getPublicReplay,
  'get-listed-replays': getListedReplays,
  'get-watched-game': getWatchedGame,
} satisfies Partial<MemberHandlers>

/** Shares a round or changes whether it is listed. The member's row is locked, so that concurrent calls cannot exceed the limit. */
async function shareRound(
  context: MemberContext,
  body: MemberBody<'share-round'>,
): Promise<MemberAnswer<'share-round'>> {
  const { caller, deps } = context
  const { memberId } = caller
  const open = await readOpenRounds(deps.db, memberId)
  const answer = await deps.db.transaction().execute(async (tx): Promise<MemberAnswer<'share-round'>> => {
    const { house } = await tx
      .selectFrom('member')
      .select('house')
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const round =
      (await readSlotRound(tx, memberId, body.roundId, open)) ?? (await readDecidedRound(tx, memberId, body.roundId))
    if (round === null) return { status: 'none' }
    const before = (await readShares(tx, memberId, { roundId: body.roundId, take: 1 }))[0]
    const decision = decideShare({
      round,
      listed: body.listed,
      hasAgreed: body.agreed || (await hasAgreed({ ...deps, db: tx }, memberId)),
      isHouse: house,
      isShared: before !== undefined,
      shared: await countShares(tx, memberId),
    })
    if (decision !== 'share' && decision !== 'change') return { status: decision }
    if (before !== undefined && before.listed === body.listed) return { status: 'success', replay: before }
    const { id } = await writeShare(tx, memberId, body, before?.id)
    await auditMember(tx, context, memberId, 'replay.share', id, { listed: body.listed })
    const [replay] = await readShares(tx, memberId, { roundId: body.roundId, take: 1 })
    if (replay === undefined) throw new Error('the share was not written')
    return { status: 'success', replay }
  })
  if (answer.status === 'success') forgetListed(deps.events)
  return answer
}

function writeShare(tx: Tx, memberId: bigint, body: MemberBody<'share-round'>, before: string | undefined) {
  const { roundId, listed } = body
  return before === undefined
    ? tx
        .insertInto('public_replay')
        .values({ round_id: roundId, member_id: memberId, listed })
        .returning('id')
        .executeTakeFirstOrThrow()
    : tx.updateTable('public_replay').set({ listed }).where('id', '=', before).returning('id').executeTakeFirstOrThrow()
}

/** A round of the member, of a slot; `open`: the rounds whose results are not shown yet. */
async function readSlotRound(
  tx: Tx,
  memberId: bigint,
  roundId: string,
  open: ReadonlySet<string>,
): Promise<SharedRound | null> {
  const row = await tx
    .selectFrom('round as r')
    .innerJoin('game_version as v', 'v.id', 'r.game_version_id')
    .select(['r.events', 'v.math_hash'])
    .where('r.id', '=', roundId)
    .where('r.member_id', '=', memberId)
    .executeTakeFirst()
  if (row === undefined) return null
  const events = JSON.parse(row.events) as RoundEvent[]
  return {
    isOpen: open.has(roundId),
    isVoid: voidReasonOf(events) !== null,
    hasJackpot: jackpotOf(events) !== null,
    isCurrent: currentMathHashes().includes(row.math_hash),
  }
}

/** A round of the member with decisions. */
async function readDecidedRound(tx: Tx, memberId: bigint, roundId: string): Promise<SharedRound | null> {
  const row = await readSeatRound(tx, memberId, roundId)
  if (row === null) return null
  return {
    isOpen: row.state === 'open',
    isVoid: row.state === 'void',
    hasJackpot: false,
    isCurrent: currentMathHashes().includes(row.mathHash),
  }
}

/** How many rounds the member shares. */
async function countShares(db: Database | Tx, memberId: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('public_replay')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('member_id', '=', memberId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether the member has ever agreed to share: the first share is the agreement. */
async function hasAgreed(
  deps: Pick<Deps, 'config' | 'log'> & { db: Database | Tx },
  memberId: bigint,
): Promise<boolean> {
  const first = await deps.db
    .selectFrom('public_replay')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('shared_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined && (await isRecordedShare(deps, first.id, 'made'))
}

/** The member's shares, the newest first. */
async function readShares(
  db: Database | Tx,
  memberId: bigint,
  { roundId, skip = 0, take }: { roundId?: string; skip?: number; take: number },
): Promise<OwnReplay[]> {
  const { rows } = await sql<{
    id: string
    roundId: string
    listed: boolean
    at: Date
    stake: Amount
    pay: Amount
    game: string
  }>`
    SELECT p.id, p.round_id AS "roundId", p.listed, s.at, s.stake, s.pay, s.game FROM public_replay p JOIN ${sharedRounds} ON true
     WHERE p.member_id = ${memberId} AND p.taken_back_at IS NULL AND (${roundId ?? null}::uuid IS NULL OR p.round_id = ${roundId ?? null}::uuid)
     ORDER BY p.shared_at DESC, p.id OFFSET ${skip} LIMIT ${take}`.execute(db)
  return rows.map(({ at, stake, pay, ...row }) => ({
    ...row,
    names: namesOf(row.game),
    multiple: multipleOf(pay, stake),
    betTime: at.toISOString(),
  }))
}

/** The names of a game; its code where the catalogue does not have it any more. */
function namesOf(code: string): OwnReplay['names'] {
  return (gameByCode(code) ?? seatGameByCode(code))?.names ?? { ko: code, en: code, jp: code, vn: code, cn: code }
}

async function takeBack(
  context: MemberContext,
  body: MemberBody<'take-back-replay'>,
): Promise<MemberAnswer<'take-back-replay'>> {
  const { caller, deps } = context
  const { status, isEnded } = await deps.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('public_replay')
      .set({ taken_back_at: sql<Date>`clock_timestamp()`, listed: false })
      .where('id', '=', body.id)
      .where('member_id', '=', caller.memberId)
      .where('taken_back_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (ended !== undefined) {
      await auditMember(tx, context, caller.memberId, 'replay.take-back', body.id)
      return { status: 'success', isEnded: true } as const
    }
    const earlier = await tx
      .selectFrom('public_replay')
      .select('id')
      .where('id', '=', body.id)
      .where('member_id', '=', caller.memberId)
      .executeTakeFirst()
    return { status: earlier === undefined ? 'none' : 'success', isEnded: false } as const
  })
  if (isEnded) forgetListed(deps.events)
  return { status }
}

async function getOwnReplays(
  { caller, deps }: MemberContext,
  body: MemberBody<'get-own-replays'>,
): Promise<MemberAnswer<'get-own-replays'>> {
  const [replays, maxCount] = await Promise.all([
    readShares(deps.db, caller.memberId, body),
    countShares(deps.db, caller.memberId),
  ])
  return { status: 'success', replays, maxCount }
}

async function getOwnReplay(
  { caller, deps }: MemberContext,
  body: MemberBody<'get-own-replay'>,
): Promise<MemberAnswer<'get-own-replay'>> {
  const [[replay], agreed] = await Promise.all([
    readShares(deps.db, caller.memberId, { roundId: body.roundId, take: 1 }),
    hasAgreed(deps, caller.memberId),
  ])
  return { status: 'success', replay: replay ?? null, agreed }
}
