import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { PlayAnswer, PlayBody } from '#contract/play-api.ts'
import type { PastRound, WireRound } from '#contract/slot.ts'
import { gameByCode, returnPercent } from '#domain/games/catalogue.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { shownBalance } from '#domain/member.ts'
import { amountToWire, wholeUnits, type Amount } from '#domain/money.ts'
import type { Deps } from '#server/deps.ts'
import type { MemberContext, PlayContext } from '#server/auth/context.ts'
import { sql } from 'kysely'
import { openRevealedSeeds, revealedSeedOf } from './revealed-seeds.ts'
import { ofBegunPair, readFairness, readOpenRounds, readUnseenRounds, schemeOf } from './store.ts'

/** A settled round from the database. `shown` is the number of events that the member has been shown. */
export type StoredRound = {
  id: string
  nonce: bigint
  /** The ordinal of its seed pair. */
  pair: number
  at: Date
  stake: Amount
  pay: Amount
  /** What the jackpot that it hit paid; null without a hit. */
  jackpot: Amount | null
  shown: number
  events: RoundEvent[]
}

/** One round of a member by its id, or null, also for another member's. */
export async function readRound(deps: Deps, memberId: bigint, roundId: string): Promise<StoredRound | null> {
  const row = await deps.db
    .selectFrom('round as r')
    .innerJoin('member_seed as s', 's.id', 'r.seed_id')
    .leftJoin('jackpot_hit as h', 'h.round_id', 'r.id')
    .select(['r.id', 'r.nonce', 's.ordinal as pair', 'r.at', 'r.stake', 'r.pay', 'r.shown', 'r.events'])
    .select('h.amount as jackpot')
    .where('r.id', '=', roundId)
    .where('r.member_id', '=', memberId)
    .executeTakeFirst()
  return row ? { ...row, events: parseEvents(row.events) } : null
}

/** Only the spin writes events, and they never change. */
function parseEvents(text: string): RoundEvent[] {
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new Error('the events of a round must be a list')
  return parsed
}

/** The window's initial data. `balance` does not contain the win of a round to resume, nor one that another window shows. */
export async function getSession(context: PlayContext): Promise<PlayAnswer<'get-session'>> {
  const { deps, caller, brand, play } = context
  const entry = gameByCode(play.gameCode)
  // The window of a table has calls of its own.
  if (!entry) return { status: 'elsewhere', code: play.gameCode, company: '' }
  if (play.isEnded) return { status: 'elsewhere', code: entry.game.code, company: entry.company }
  const { fairness, cash, publicId } = await readFairness(deps, caller.memberId)
  const [open, unseen, { closed, signedInAt }] = await Promise.all([
    openRound(context, fairness.nonce),
    // After the cash: a win that was shown in between is in both or in neither.
    readUnseenRounds(deps.db, caller.memberId),
    readWindow(context),
  ])
  if (open) unseen.set(open.id, open.pay + (open.jackpot ?? 0n))
  const hidden = [...unseen.values()].reduce((sum, paid) => sum + paid, 0n)
  return {
    status: 'success',
    game: {
      code: entry.game.code,
      company: entry.company,
      names: entry.names,
      mathHash: play.mathHash,
      stakes: entry.game.stakes.map((units) => amountToWire(wholeUnits(units))),
      rtp: returnPercent(entry),
      maxWin: String(entry.game.maxWinTimesStake),
    },
    // An unseen win may have been spent elsewhere meanwhile.
    balance: amountToWire(shownBalance(cash, hidden)),
    currency: deps.config.currency,
    member: publicId,
    fairness,
    signedInAt: signedInAt.toISOString(),
    openRound: open ? { ...wireRound(open), shown: open.shown - 1, pair: open.pair } : null,
    closed,
    minSpinMs: brand.minSpinMs,
    realityCheckMs: brand.realityCheckMs,
    mode: brand.mode,
    timeZone: brand.timeZone,
  }
}

/** Whether a void round closed the window's version of the game, and when the member signed in. */
async function readWindow({ deps, play }: PlayContext): Promise<{ closed: boolean; signedInAt: Date }> {
  const row = await deps.db
    .selectFrom('play_session as p')
    .innerJoin('game_version as v', 'v.id', 'p.game_version_id')
    .innerJoin('member_session as s', 's.id', 'p.session_id')
    .select(['v.closed_at', 's.created_at'])
    .where('p.id', '=', play.playSessionId)
    .executeTakeFirstOrThrow()
  return { closed: row.closed_at !== null, signedInAt: row.created_at }
}

/** How many of the member's rounds back the last one of the game is resumed. */
const mostResumed = 100

/** The member's newest round of this game, if it is not shown to its end; rounds of other games may follow it. */
async function openRound(context: PlayContext, nextNonce: number): Promise<StoredRound | null> {
  const row = await context.deps.db
    .selectFrom('round')
    .innerJoin('member_seed as s', 's.id', 'round.seed_id')
    .leftJoin('jackpot_hit as h', 'h.round_id', 'round.id')
    .select(['round.id', 'nonce', 's.ordinal as pair', 'round.at', 'stake', 'pay', 'shown', 'events'])
    .select('h.amount as jackpot')
    .where('round.member_id', '=', context.caller.memberId)
    .where('nonce', '>=', BigInt(nextNonce - mostResumed))
    .where('game_version_id', '=', context.play.gameVersionId)
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const events = parseEvents(row.events)
  return row.shown < events.length ? { ...row, events } : null
}

function wireRound(round: Omit<StoredRound, 'pair'>): WireRound {
  return {
    roundId: round.id,
    nonce: Number(round.nonce),
    stake: amountToWire(round.stake),
    pay: amountToWire(round.pay),
    jackpot: round.jackpot === null ? null : amountToWire(round.jackpot),
    events: round.events,
  }
}

/** Events up to `index` have been shown; after the last one, the win joins the displayed balance. */
export async function acknowledge(context: PlayContext, body: PlayBody<'ack'>): Promise<PlayAnswer<'ack'>> {
  const round = await readRound(context.deps, context.caller.memberId, body.roundId)
  if (!round) return { status: 'none' }
  const shown = Math.min(body.index + 1, round.events.length)
  await sql`SELECT ledger_shown(${context.caller.memberId}, ${round.id}, ${shown}::int,
    ${shown === round.events.length}::boolean)`.execute(context.deps.db)
  // The displayed balance changes with the last event only.
  if (shown === round.events.length) {
    context.deps.events.publish({ kind: 'balance', memberId: context.caller.memberId })
  }
  return { status: 'success' }
}

/** The window is closed: its hidden wins join the displayed balance. The round can still be resumed. */
export async function closeWindow(context: PlayContext): Promise<PlayAnswer<'close-window'>> {
  const { deps, caller, play } = context
  // The window of this game that was opened since shows the round.
  if (play.isEnded && (await isOpenedAgain(context))) return { status: 'success' }
  await sql`SELECT ledger_seen(${caller.memberId}, ${play.gameVersionId}::smallint)`.execute(deps.db)
  deps.events.publish({ kind: 'balance', memberId: caller.memberId })
  return { status: 'success' }
}

/** Whether the member has opened another window of this game since. */
async function isOpenedAgain({ deps, caller, play }: PlayContext): Promise<boolean> {
  const later = deps.db
    .selectFrom('play_session as later')
    .innerJoin('play_session as p', 'p.member_id', 'later.member_id')
    .select('later.id')
    .where('p.id', '=', play.playSessionId)
    .where('later.member_id', '=', caller.memberId)
    .where('later.game_version_id', '=', play.gameVersionId)
    .whereRef('later.created_at', '>', 'p.created_at')
    .whereRef('later.opened_at', '>', 'p.opened_at')
  return (await later.executeTakeFirst()) !== undefined
}

/** The member's rounds of this game, newest first. */
export async function getRounds(context: PlayContext, body: PlayBody<'get-rounds'>): Promise<PlayAnswer<'get-rounds'>> {
  const rows = await pastRounds(context).orderBy('round.nonce', 'desc').offset(body.skip).limit(body.take).execute()
  const counted = await context.deps.db
    .selectFrom('round')
    .innerJoin('game_version', 'game_version.id', 'round.game_version_id')
    .select(({ fn }) => fn.countAll<bigint>().as('many'))
    .where('round.member_id', '=', context.caller.memberId)
    .where('game_version.game_code', '=', context.play.gameCode)
    .executeTakeFirstOrThrow()
  return {
    status: 'success',
    rounds: await toPastRounds(context, rows),
    maxCount: Number(counted.many),
  }
}

/** One round of the member, with its events. */
export async function getRound(context: PlayContext, body: PlayBody<'get-round'>): Promise<PlayAnswer<'get-round'>> {
  const row = await pastRounds(context).where('round.id', '=', body.roundId).executeTakeFirst()
  const [round] = await toPastRounds(context, row ? [row] : [])
  return round ? { status: 'success', round } : { status: 'none' }
}

/** One round of the member for the site; one that the window has not shown yet stays hidden, whether it won or not. */
export async function getOwnRound(
  context: MemberContext,
  body: MemberBody<'get-round'>,
): Promise<MemberAnswer<'get-round'>> {
  const [row, open] = await Promise.all([
    ownRounds(context).where('round.id', '=', body.roundId).executeTakeFirst(),
    readOpenRounds(context.deps.db, context.caller.memberId),
  ])
  if (row !== undefined && open.has(row.id)) return { status: 'open-round' }
  const [round] = await toPastRounds(context, row ? [row] : [])
  return round ? { status: 'success', round } : { status: 'none' }
}

/** The member's rounds of the window's game. */
function pastRounds(context: PlayContext) {
  return ownRounds(context).where('game_version.game_code', '=', context.play.gameCode)
}

/** The member's rounds. The server seed is selected only where it has been revealed. */
function ownRounds(context: MemberContext) {
  return context.deps.db
    .selectFrom('round')
    .innerJoin('member_seed', 'member_seed.id', 'round.seed_id')
    .innerJoin('game_version', 'game_version.id', 'round.game_version_id')
    .leftJoin('jackpot_hit', 'jackpot_hit.round_id', 'round.id')
    .select('jackpot_hit.amount as jackpot')
    .select(['round.id', 'round.nonce', 'round.at', 'round.stake', 'round.pay', 'round.shown', 'round.events'])
    .select(['game_version.game_code', 'game_version.math_hash'])
    .select(['member_seed.ordinal', 'member_seed.scheme', 'member_seed.server_seed_hash'])
    .select(['member_seed.id as pair_id', 'member_seed.client_seed', 'member_seed.key_id', 'member_seed.reveal_mac'])
    .select(revealedSeedOf('member_seed').as('revealed_seed'))
    .where('round.member_id', '=', context.caller.memberId)
}

type PastRow = Awaited<ReturnType<ReturnType<typeof ownRounds>['execute']>>[number]

async function toPastRounds({ deps, caller }: MemberContext, rows: readonly PastRow[]): Promise<PastRound[]> {
  const seeds = await openRevealedSeeds(deps, caller.memberId, rows)
  return rows.map((row) => ({
    ...wireRound({ ...row, events: parseEvents(row.events) }),
    game: row.game_code,
    betTime: row.at.toISOString(),
    shown: row.shown - 1,
    mathHash: row.math_hash,
    pair: row.ordinal,
    scheme: schemeOf(row.scheme),
    serverSeedHash: row.server_seed_hash.toString('hex'),
    clientSeed: ofBegunPair(row.client_seed),
    serverSeed: seeds.get(row.pair_id) ?? null,
  }))
}
