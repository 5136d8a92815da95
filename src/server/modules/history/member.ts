import type { Bet } from '#contract/history.ts'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { daysBetween } from '#domain/brand-time.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { nameIn } from '#domain/notice.ts'
import type { Database } from '#server/db/pool.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { journalKinds } from '#server/ledger/events.ts'
import { jackpotTiers } from '#server/ledger/jackpots.ts'
import { eventsSearched, mostListed, pageOfListed, takeListed } from '#server/db/bounded-list.ts'
import { readOpenRounds } from '#server/modules/slot/store.ts'
import { readSeatBet } from './seat-bet.ts'
import { readTableBet } from './table-bet.ts'

/** The member's bets. */
export const historyMemberHandlers = {
  'get-slot-bets-list': getSlotBets,
  'get-bet': getBet,
} satisfies Partial<MemberHandlers>

/** Days that stand for a missing bound. */
const earliest = '2000-01-01'
const latest = '9998-12-31'

/** The member's events of spins, newest first. */
function spinsOf({ caller, deps }: MemberContext) {
  return deps.db
    .selectFrom('journal')
    .select(['seq', 'ref', 'stake', 'pay', 'at', 'd_comp'])
    .where('member_id', '=', caller.memberId)
    .where('kind', '=', journalKinds.spin)
    .orderBy('seq', 'desc')
}

/** The versions of a company's games. */
async function versionsOf(db: Database, company: string): Promise<number[]> {
  const versions = await db
    .selectFrom('game_version as v')
    .innerJoin('game as g', 'g.code', 'v.game_code')
    .select('v.id')
    .where('g.company_code', '=', company)
    .execute()
  return versions.map(({ id }) => id)
}

/**
 * The newest rounds of these spins, at most `mostListed`, of a company's games only where it is given; null where there
 * are none. They are read by their numbers, which follow the order of the events: a look-up of each round by its id
 * takes sixteen times as long.
 */
async function roundsOf({ caller, deps: { db } }: MemberContext, spins: ReturnType<typeof spinsOf>, company?: string) {
  const versions = company ? await versionsOf(db, company) : null
  if (versions?.length === 0) return null
  const end = (order: 'asc' | 'desc') =>
    db
      .selectFrom(spins.clearOrderBy().as('j'))
      .innerJoin('round as r', 'r.id', 'j.ref')
      .select('r.nonce')
      .orderBy('j.seq', order)
      .limit(1)
      .executeTakeFirst()
  const newest = await end('desc')
  // Where there is no spin, each look for one reads all events.
  const oldest = newest && (await end('asc'))
  if (newest === undefined || oldest === undefined) return null
  const rounds = db
    .selectFrom('round')
    .select(['id', 'game_version_id'])
    .where('member_id', '=', caller.memberId)
    .where('nonce', '>=', oldest.nonce)
    .where('nonce', '<=', newest.nonce)
    .orderBy('nonce', 'desc')
    .limit(mostListed)
  const listed = db.selectFrom(rounds.as('r')).select('r.id')
  return versions === null ? listed : listed.where('r.game_version_id', 'in', versions)
}

/** Events of spins with their rounds. */
function withRounds(db: Database, spins: ReturnType<typeof spinsOf>) {
  return db
    .selectFrom(spins.as('j'))
    .innerJoin('round as r', 'r.id', 'j.ref')
    .innerJoin('game_version as v', 'v.id', 'r.game_version_id')
    .innerJoin('game as g', 'g.code', 'v.game_code')
    .leftJoin('jackpot_hit as h', 'h.round_id', 'r.id')
}

/** The period of a request in the brand's time zone, or null. */
function daysOf({ brand }: MemberContext, { from, to }: MemberBody<'get-slot-bets-list'>) {
  if (from === undefined && to === undefined) return null
  const within = (day: string): string => (day < earliest ? earliest : day > latest ? latest : day)
  return daysBetween(within(from ?? earliest), within(to ?? latest), brand.timeZone)
}

const betColumns = [
  'r.id',
  'r.units',
  'g.company_code',
  'g.code',
  'g.names',
  'j.stake',
  'j.pay',
  'j.at',
  'j.d_comp',
  'h.tier',
  'h.amount as jackpot',
] as const

type BetRow = {
  id: string
  /** Null of a void round. */
  units: bigint | null
  company_code: string
  code: string
  names: unknown
  stake: Amount
  pay: Amount
  at: Date
  d_comp: Amount
  tier: string | null
  jackpot: Amount | null
}

/** A spin is settled at once and completed; one that is not shown yet is listed as open, without a win. A void one was cancelled. */
function betOf(row: BetRow, open: ReadonlySet<string>, locale: string | null): Bet {
  const isOpen = open.has(row.id)
  return {
    roundId: row.id,
    thirdParty: row.company_code,
    gameName: nameIn(row.names, locale),
    balanceBet: amountToWire(row.stake),
    balanceWin: amountToWire(isOpen ? 0n : row.pay + (row.jackpot ?? 0n)),
    jackpot: isOpen ? null : jackpotOfRow(row),
    betTime: row.at.toISOString(),
    status: row.units === null ? 'cancelled' : isOpen ? 'open' : 'completed',
    rolling: amountToWire(row.d_comp),
    code: row.code,
  }
}

function jackpotOfRow({ tier, jackpot }: BetRow): Bet['jackpot'] {
  const known = jackpotTiers.find((one) => one === tier)
  return known === undefined || jackpot === null ? null : { tier: known, amount: amountToWire(jackpot) }
}

/** Rounds of slots, newest first. */
async function getSlotBets(
  context: MemberContext,
  body: MemberBody<'get-slot-bets-list'>,
): Promise<MemberAnswer<'get-slot-bets-list'>> {
  const { caller, deps, locale } = context
  const { first, end } = await eventsSearched(deps.db, caller.memberId, daysOf(context, body))
  const spins = spinsOf(context).where('seq', '>=', first).where('seq', '<', end)
  const [listed, open] = await Promise.all([
    roundsOf(context, spins, body.company),
    readOpenRounds(deps.db, caller.memberId),
  ])
  if (listed === null) return { status: 'success', bets: [], maxCount: 0 }
  const { ids, count } = await pageOfListed(deps.db, listed, takeListed(body))
  const rows =
    ids.length === 0
      ? []
      : await withRounds(deps.db, spins.where('ref', 'in', ids).limit(ids.length))
          .select(betColumns)
          .orderBy('j.seq', 'desc')
          .execute()
  return {
    status: 'success',
    bets: rows.map((row) => betOf(row, open, locale)),
    maxCount: count,
  }
}

/** One round of a slot or a table, or one with decisions; the answer is the same for another member's and for an unknown one. */
async function getBet(context: MemberContext, body: MemberBody<'get-bet'>): Promise<MemberAnswer<'get-bet'>> {
  const [row, open] = await Promise.all([
    withRounds(context.deps.db, spinsOf(context).where('ref', '=', body.roundId))
      .select(betColumns)
      .executeTakeFirst(),
    readOpenRounds(context.deps.db, context.caller.memberId),
  ])
  const bet =
    row === undefined
      ? ((await readTableBet(context, body.roundId)) ?? (await readSeatBet(context, body.roundId)))
      : betOf(row, open, context.locale)
  return bet === null ? { status: 'none' } : { status: 'success', bet }
}
