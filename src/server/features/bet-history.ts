import type { MemberAnswer, MemberBody } from '#contract/member.ts'
import { daysBetween } from '#domain/brand-time.ts'
import { amountToWire } from '#domain/money.ts'
import { nameIn } from '#domain/notice.ts'
import type { MemberContext, MemberHandlers } from '#server/doors/context.ts'
import { journalKinds } from '#server/ledger/events.ts'

/** What the member has bet. */
export const betHistoryHandlers = { 'get-slot-bets-list': getSlotBets } satisfies Partial<MemberHandlers>

/** Days far enough back and ahead to stand for no bound at all. */
const earliest = '2000-01-01'
const latest = '9998-12-31'

/** Rounds of slots, newest first; a spin is decided at once, so each is completed. */
async function getSlotBets(
  context: MemberContext,
  body: MemberBody<'get-slot-bets-list'>,
): Promise<MemberAnswer<'get-slot-bets-list'>> {
  const { brand, caller, deps, locale } = context
  let bets = deps.db
    .selectFrom('journal as j')
    .innerJoin('round as r', 'r.id', 'j.ref')
    .innerJoin('game_version as v', 'v.id', 'r.game_version_id')
    .innerJoin('game as g', 'g.code', 'v.game_code')
    .where('j.member_id', '=', caller.memberId)
    .where('r.member_id', '=', caller.memberId)
    .where('j.kind', '=', journalKinds.spin)
  if (body.from !== undefined || body.to !== undefined) {
    const within = (day: string): string => (day < earliest ? earliest : day > latest ? latest : day)
    const days = daysBetween(within(body.from ?? earliest), within(body.to ?? latest), brand.timeZone)
    bets = bets.where('j.at', '>=', days.from).where('j.at', '<', days.until)
  }
  if (body.company !== undefined && body.company !== '') bets = bets.where('g.company_code', '=', body.company)
  const [rows, total] = await Promise.all([
    bets
      .select(['r.id', 'g.company_code', 'g.names', 'j.stake', 'j.pay', 'j.at', 'j.d_comp'])
      .orderBy('j.seq', 'desc')
      .offset(body.skip)
      .limit(body.take)
      .execute(),
    bets.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return {
    status: 'success',
    bets: rows.map((row) => ({
      roundId: row.id,
      thirdParty: row.company_code,
      gameName: nameIn(row.names, locale),
      balanceBet: amountToWire(row.stake),
      balanceWin: amountToWire(row.pay),
      betTime: row.at.toISOString(),
      status: 'completed' as const,
      rolling: amountToWire(row.d_comp),
    })),
    maxCount: Number(total.count),
  }
}
