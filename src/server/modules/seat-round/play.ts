import type { PlayAnswer, PlayBody } from '#contract/play-api.ts'
import { blackjackHashOf } from '#domain/games/blackjack/game.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import { amountToWire } from '#domain/money.ts'
import type { PlayContext, PlayHandlers } from '#server/auth/context.ts'
import { countListed, takeListed } from '#server/db/bounded-list.ts'
import { readFairness } from '#server/modules/slot/store.ts'
import { readMoney } from '#server/modules/table/store.ts'
import { sql } from 'kysely'
import { beginSeatRoundCall, decideSeatRoundCall } from './calls.ts'
import { edgeOf } from './edge.ts'
import { endDue } from './ending.ts'
import { readLimits } from './limits.ts'
import { readPastSeatRounds, readSeatRound, readSeatRounds, wireSeatRound } from './store.ts'

/** The calls of a window of a game with decisions. */
export const seatRoundPlayHandlers = {
  'get-seat-session': getSeatSession,
  'begin-seat-round': beginSeatRoundCall,
  'decide-seat-round': decideSeatRoundCall,
  'get-seat-rounds': getSeatRounds,
  'get-seat-round': getSeatRound,
} satisfies Partial<PlayHandlers>

/** Of a window of another game. */
const noCompany = ''

/** What `get-seat-session` answers of the window itself. */
async function getSeatSession(context: PlayContext): Promise<PlayAnswer<'get-seat-session'>> {
  const { deps, caller, brand, play } = context
  const entry = seatGameByCode(play.gameCode)
  const limits = entry ? await readLimits(deps.db, brand.id, entry) : null
  if (play.isEnded || !entry || limits === null || blackjackHashOf(entry.game) !== play.mathHash)
    return { status: 'elsewhere', code: play.gameCode, company: entry?.company ?? noCompany }
  const { fairness, publicId } = await readFairness(deps, caller.memberId)
  const [newest] = await readSeatRounds(
    deps.db,
    sql`q.member_id = ${caller.memberId} AND v.game_code = ${play.gameCode}`,
  )
  const round = newest ? await endDue(deps, newest) : null
  const [money, window] = await Promise.all([readMoney(deps.db, caller.memberId), readWindow(context)])
  return {
    status: 'success',
    game: { code: entry.game.code, company: entry.company, names: entry.names, mathHash: play.mathHash },
    limits: {
      chips: limits.chips.map((chip) => amountToWire(chip)),
      leastStake: amountToWire(limits.least),
      mostStake: amountToWire(limits.most),
      step: amountToWire(limits.step),
    },
    edge: edgeOf(entry.game),
    balance: amountToWire(money.balance),
    currency: deps.config.currency,
    member: publicId,
    fairness,
    signedInAt: window.signedInAt.toISOString(),
    now: money.now.toISOString(),
    round: round && (await wireSeatRound(deps, round)),
    closed: window.closedAt !== null,
    decisionSeconds: limits.decisionSeconds,
    minRoundMs: brand.minSpinMs,
    realityCheckMs: brand.realityCheckMs,
    mode: brand.mode,
    timeZone: brand.timeZone,
  }
}

/** When the window's version of the game was closed, and when the member signed in. */
async function readWindow({ deps, play }: PlayContext): Promise<{ closedAt: Date | null; signedInAt: Date }> {
  return deps.db
    .selectFrom('play_session as p')
    .innerJoin('game_version as v', 'v.id', 'p.game_version_id')
    .innerJoin('member_session as s', 's.id', 'p.session_id')
    .select(['v.closed_at as closedAt', 's.created_at as signedInAt'])
    .where('p.id', '=', play.playSessionId)
    .executeTakeFirstOrThrow()
}

async function getSeatRounds(
  context: PlayContext,
  body: PlayBody<'get-seat-rounds'>,
): Promise<PlayAnswer<'get-seat-rounds'>> {
  const { deps, caller, play } = context
  const ended = deps.db
    .selectFrom('seat_round as q')
    .innerJoin('game_version as v', 'v.id', 'q.game_version_id')
    .where('q.member_id', '=', caller.memberId)
    .where('v.game_code', '=', play.gameCode)
    .where('q.state', '!=', 'open')
  const [rows, maxCount] = await Promise.all([
    readSeatRounds(
      deps.db,
      sql`q.member_id = ${caller.memberId} AND v.game_code = ${play.gameCode} AND q.state <> 'open'`,
      takeListed(body),
    ),
    countListed(deps.db, ended),
  ])
  return { status: 'success', rounds: await readPastSeatRounds(deps, caller.memberId, rows), maxCount }
}

async function getSeatRound(
  context: PlayContext,
  body: PlayBody<'get-seat-round'>,
): Promise<PlayAnswer<'get-seat-round'>> {
  const { deps, caller, play } = context
  const found = await readSeatRound(deps.db, caller.memberId, body.roundId)
  if (found?.gameCode !== play.gameCode) return { status: 'none' }
  const [round] = await readPastSeatRounds(deps, caller.memberId, [await endDue(deps, found)])
  return round ? { status: 'success', round } : { status: 'none' }
}
