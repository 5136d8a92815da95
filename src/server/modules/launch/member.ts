import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { PlayType } from '#contract/member.ts'
import { gameByCode } from '#domain/games/catalogue.ts'
import { leastStake } from '#domain/games/game.ts'
import { blackjackHashOf } from '#domain/games/blackjack/game.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import { openTableByCode } from '#domain/games/table/tables.ts'
import type { Amount } from '#domain/money.ts'
import { decideLaunch, redeem } from '#domain/launch.ts'
import type { Deps } from '#server/deps.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { newToken, tokenHashes } from '#server/auth/session.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { stakeLeft } from '#server/ledger/limits.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { isUnderMaintenance } from '#server/modules/maintenance/store.ts'
import { currentMathHash, forgetSeed } from '#server/modules/slot/store.ts'
import { currentTableHash, readTables } from '#server/modules/table/store.ts'

/** Opening a game, and redeeming its launch address. */
export const launchMemberHandlers = { 'open-game': openGame } satisfies Partial<MemberHandlers>

/** A single-use address, valid for 60 s and only in this session. */
async function openGame(context: MemberContext, body: MemberBody<'open-game'>): Promise<MemberAnswer<'open-game'>> {
  const { caller, deps } = context
  return deps.db.transaction().execute(async (tx) => {
    if (await isUnderMaintenance(tx, context.brand.id)) return { status: 'time' as const }
    const member = await lockPlayer(tx, caller.memberId)
    const game = await findGame(tx, context.brand.id, body)
    const decision = decideLaunch({
      game,
      playType: member.playType,
      msSinceLast: member.msSinceLast,
      stakeLeft: await stakeLeft(tx, caller.memberId, caller.sessionId),
      leastStake: await leastStakeOf(tx, context.brand.id, body.code),
    })
    if (decision !== 'open') return { status: decision }
    if (game === null || game.versionId === null) return { status: 'fail' as const }
    const token = newToken()
    const [hash] = tokenHashes(deps.config.secret, { of: 'launch', holder: caller.sessionId }, token)
    await tx
      .insertInto('play_session')
      .values({
        id: uuidv7(),
        member_id: caller.memberId,
        session_id: caller.sessionId,
        game_version_id: game.versionId,
        launch_hash: hash,
      })
      .execute()
    return { status: 'success' as const, gameUrl: `/play/launch/${token}` }
  })
}

/** The least stake of a machine, or of the brand's table; 0 of a game that this program cannot play. */
async function leastStakeOf(tx: Tx, brandId: number, code: string): Promise<Amount> {
  const entry = gameByCode(code)
  if (entry) return leastStake(entry.game)
  const [table] = await readTables(tx, brandId, [code])
  return table?.leastStake ?? 0n
}

/** The hash of the mathematics of a game in this program; empty of one that it cannot play. */
function mathHashOfGame(code: string): string {
  const machine = gameByCode(code)
  if (machine) return currentMathHash(machine)
  const seat = seatGameByCode(code)
  if (seat) return blackjackHashOf(seat.game)
  const table = openTableByCode(code)
  return table ? currentTableHash(table) : ''
}

/** Locks the member's row, so that of two concurrent launches one is too soon. */
async function lockPlayer(tx: Tx, memberId: bigint): Promise<{ playType: PlayType; msSinceLast: number | null }> {
  const member = await tx
    .selectFrom('member')
    .select('play_type')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const last = await tx
    .selectFrom('play_session')
    .select(sql<number | null>`extract(epoch FROM clock_timestamp() - max(created_at))::float8 * 1000`.as('ms'))
    .where('member_id', '=', memberId)
    // One of the future, after the clock was set back, says nothing of how long ago it was.
    .where('created_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return { playType: member.play_type as PlayType, msSinceLast: last.ms }
}

type FoundGame = {
  kind: 'casino' | 'slot' | 'sport'
  used: boolean
  playable: boolean
  closed: boolean
  versionId: number | null
}

/** The game of a code and its company in this brand; playable when this program has its mathematics. */
async function findGame(
  tx: Tx,
  brandId: number,
  request: { code: string; company: string },
): Promise<FoundGame | null> {
  const row = await tx
    .selectFrom('game as g')
    .leftJoin('brand_game as bg', (join) => join.onRef('bg.game_code', '=', 'g.code').on('bg.brand_id', '=', brandId))
    .leftJoin('brand_company as bc', (join) =>
      join.onRef('bc.company_code', '=', 'g.company_code').on('bc.brand_id', '=', brandId),
    )
    .leftJoin('game_version as v', (join) =>
      join.onRef('v.game_code', '=', 'g.code').on('v.math_hash', '=', mathHashOfGame(request.code)),
    )
    .select(['g.kind', 'v.id as version_id', 'v.closed_at'])
    .select(sql<boolean>`coalesce(bg.used AND bc.used, false)`.as('used'))
    .where('g.code', '=', request.code)
    .where('g.company_code', '=', request.company)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    kind: row.kind as FoundGame['kind'],
    used: row.used,
    playable: row.version_id !== null,
    closed: row.closed_at !== null,
    versionId: row.version_id,
  }
}

export type Redeemed =
  | { outcome: 'open'; playSessionId: string; gameCode: string }
  /** Redeemed before, older than 60 s, or not of this session. */
  | { outcome: 'used' | 'late' | 'unknown' }

/** Longer than a session, and so than a window: older ones need not be looked for. */
const longestWindow = sql`interval '1 day'`

/**
 * Redeems a launch address for its window, once, and ends the member's other windows: of a table those of the same table, of a slot those of all
 * slots, in a brand with several slot windows only those of the same game. A round that an ended window shows is booked: it is shown to its end there, or resumed by the
 * next window of its game. `token` is that of the address; an address of another session counts as unknown and stays valid
 * for its owner.
 */
export async function redeemLaunch(deps: Deps, token: string, sessionId: bigint): Promise<Redeemed> {
  const hashes = tokenHashes(deps.config.secret, { of: 'launch', holder: sessionId }, token)
  return deps.db.transaction().execute(async (tx) => {
    // Of two launches that are redeemed at once, the second ends the first.
    const player = await tx
      .selectFrom('member as m')
      .innerJoin('member_session as s', 's.member_id', 'm.id')
      .innerJoin('brand as b', 'b.id', 'm.brand_id')
      .select(['m.id', 'b.one_slot_window'])
      .where('s.id', '=', sessionId)
      .forNoKeyUpdate('m')
      .executeTakeFirst()
    const row = await tx
      .selectFrom('play_session as p')
      .innerJoin('game_version as v', 'v.id', 'p.game_version_id')
      .innerJoin('game as g', 'g.code', 'v.game_code')
      .select(['p.id', 'p.member_id', 'v.game_code', 'p.opened_at', 'g.kind'])
      .select(sql<number>`extract(epoch FROM clock_timestamp() - p.created_at)::float8 * 1000`.as('age_ms'))
      .where('p.launch_hash', 'in', hashes)
      .where('p.session_id', '=', sessionId)
      .forUpdate('p')
      .executeTakeFirst()
    const outcome = redeem(row === undefined ? null : { opened: row.opened_at !== null, ageMs: row.age_ms })
    if (outcome !== 'open' || row === undefined) return { outcome: outcome === 'open' ? 'unknown' : outcome }
    await tx
      .updateTable('play_session')
      .set({ opened_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', row.id)
      .execute()
    const isOfSlots = row.kind === 'slot' && player?.one_slot_window !== false
    await endOthers(tx, row, isOfSlots ? { kind: 'slot' } : { code: row.game_code })
    // An ended window would draw its next round before it is refused.
    forgetSeed(deps, row.member_id)
    return { outcome, playSessionId: row.id, gameCode: row.game_code }
  })
}

/** Ends the member's other open windows of these games. */
async function endOthers(
  tx: Tx,
  window: { id: string; member_id: bigint },
  games: { kind: 'slot' } | { code: string },
): Promise<void> {
  const versions = tx
    .selectFrom('game_version as v')
    .innerJoin('game as g', 'g.code', 'v.game_code')
    .select('v.id')
    .where('kind' in games ? 'g.kind' : 'g.code', '=', 'kind' in games ? games.kind : games.code)
  await tx
    .updateTable('play_session')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('member_id', '=', window.member_id)
    .where('created_at', '>', sql<Date>`now() - ${longestWindow}`)
    .where('id', '!=', window.id)
    .where('opened_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('game_version_id', 'in', versions)
    .execute()
}
