import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { OfficeListedSeatRound, OfficeSeatRound, SeatRoundState, SeatVoidReason } from '#contract/seat-round.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { brandIdsOf, containing, isOfDays } from '#server/auth/office-scope.ts'
import { ofBegunPair } from '#server/modules/slot/store.ts'
import {
  readVoidDecision,
  waitingProposal,
  waitsForVoid,
  wireProposal,
  type StoredProposal,
} from '#server/modules/round-void/store.ts'
import { sql, type RawBuilder } from 'kysely'
import { readSeatRounds, readShown, wireDecisions, type SeatRoundRow } from './store.ts'

/** Rounds with decisions for operators; the module `round-void` makes one void. Every query is limited to the operator's brands. */
export const seatRoundOfficeHandlers = {
  'get-seat-rounds': getRounds,
  'get-seat-round': getRound,
} satisfies Partial<OfficeHandlers>

type ListedRow = {
  id: string
  brand: string
  publicId: string
  loginId: string
  nick: string
  level: number
  referenceCode: string
  gameCode: string
  nonce: bigint
  state: SeatRoundState
  at: Date
  endedAt: Date | null
  stake: Amount
  staked: Amount
  returned: Amount | null
  voidReason: SeatVoidReason | null
  proposal: StoredProposal | null
}

const listedColumns = (
  operatorId: bigint,
) => sql`q.id, b.code AS brand, m.public_id AS "publicId", m.login_id AS "loginId", m.nick, m.level, m.reference_code AS "referenceCode",
  v.game_code AS "gameCode", q.nonce, q.state, q.at, q.ended_at AS "endedAt", q.stake, q.staked, q.returned, q.void_reason AS "voidReason",
  ${waitingProposal(sql`q.id`, operatorId)} AS proposal`

const rounds = sql`seat_round q JOIN member m ON m.id = q.member_id JOIN brand b ON b.id = m.brand_id JOIN game_version v ON v.id = q.game_version_id`

/** The conditions of a list: on a day of the brand's time zone, today where neither a day nor a member is named. */
function conditionsOf(
  context: OfficeContext,
  { member, state, day, waits }: OfficeBody<'get-seat-rounds'>,
): RawBuilder<unknown>[] {
  const search = member?.trim() ?? ''
  const days = { from: day ?? 'today', to: day ?? 'today' }
  const isOfDay = isOfDays(context, { at: sql`q.at`, brandId: sql`m.brand_id` }, days)
  const pattern = containing(search)
  const isOfMember = sql`(m.login_id ILIKE ${pattern} OR m.nick ILIKE ${pattern} OR m.reference_code ILIKE ${pattern})`
  return [
    sql`m.brand_id = any(${brandIdsOf(context)}::int[])`,
    ...(waits ? [waitsForVoid(sql`q.id`)] : day === undefined && search !== '' ? [] : [isOfDay]),
    ...(search === '' ? [] : [isOfMember]),
    ...(state === undefined ? [] : [sql`q.state = ${state}`]),
  ]
}

async function getRounds(
  context: OfficeContext,
  body: OfficeBody<'get-seat-rounds'>,
): Promise<OfficeAnswer<'get-seat-rounds'>> {
  const { db } = context.deps
  const where = sql.join(conditionsOf(context, body), sql` AND `)
  const [{ rows }, counted] = await Promise.all([
    sql<ListedRow>`SELECT ${listedColumns(context.caller.operatorId)} FROM ${rounds} WHERE ${where}
      ORDER BY q.at DESC, q.id DESC OFFSET ${body.skip} LIMIT ${body.take}`.execute(db),
    sql<{ count: number }>`SELECT count(*)::int AS count FROM ${rounds} WHERE ${where}`.execute(db),
  ])
  return { status: 'success', rounds: rows.map(listedRound), maxCount: counted.rows[0]?.count ?? 0 }
}

function listedRound(row: ListedRow): OfficeListedSeatRound {
  const returned = row.state === 'void' ? row.staked : row.returned
  return {
    id: row.id,
    brand: row.brand,
    member: {
      id: row.publicId,
      userId: row.loginId,
      nick: row.nick,
      level: row.level,
      referenceCode: row.referenceCode,
    },
    game: row.gameCode,
    number: Number(row.nonce),
    state: row.state,
    at: row.at.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    stake: amountToWire(row.stake),
    staked: amountToWire(row.staked),
    returned: returned === null ? null : amountToWire(returned),
    voidReason: row.voidReason,
    proposal: wireProposal(row.proposal),
  }
}

async function getRound(
  context: OfficeContext,
  { id }: OfficeBody<'get-seat-round'>,
): Promise<OfficeAnswer<'get-seat-round'>> {
  const { deps, caller } = context
  const scope = sql`q.id = ${id}::uuid AND m.brand_id = any(${brandIdsOf(context)}::int[])`
  const [[row], { rows }] = await Promise.all([
    readSeatRounds(deps.db, scope),
    sql<ListedRow & PairColumns>`
      SELECT ${listedColumns(caller.operatorId)}, s.server_seed_hash AS "serverSeedHash", s.client_seed AS "clientSeed",
             (SELECT coalesce(sum(d.amount), 0)::bigint FROM receivable d WHERE d.member_id = q.member_id AND d.round_id = q.id) AS owed
        FROM ${rounds} JOIN member_seed s ON s.id = q.seed_id WHERE ${scope}`.execute(deps.db),
  ])
  const [listed] = rows
  if (row === undefined || listed === undefined) return { status: 'none' }
  return { status: 'success', round: await officeRound(context, row, listed) }
}

type PairColumns = { serverSeedHash: Buffer; clientSeed: string | null; owed: Amount }

async function officeRound(
  { deps }: OfficeContext,
  row: SeatRoundRow,
  listed: ListedRow & PairColumns,
): Promise<OfficeSeatRound> {
  const shown = await readShown(deps, row)
  const isTakenBack = row.voidedAt !== null && row.returned !== null
  return {
    // The round as it was read, not as it is a moment later.
    ...listedRound({ ...listed, ...row }),
    unit: amountToWire(shown?.unit ?? row.stake),
    decisions: wireDecisions(row, shown?.defaults ?? []),
    decideBy: row.state === 'open' ? row.decideBy.toISOString() : null,
    view: shown?.view ?? null,
    voidedAt: row.voidedAt?.toISOString() ?? null,
    decision: row.voidReason === 'office' ? await readVoidDecision(deps.db, row.id) : null,
    takenBack: isTakenBack ? { returned: amountToWire(row.returned ?? 0n), owed: amountToWire(listed.owed) } : null,
    pair: row.pair,
    mathHash: row.mathHash,
    serverSeedHash: listed.serverSeedHash.toString('hex'),
    clientSeed: ofBegunPair(listed.clientSeed),
  }
}
