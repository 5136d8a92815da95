import type { StatementBalances, StatementEntry, StatementKind } from '#contract/statement.ts'
import { daysBetween } from '#domain/brand-time.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { nameIn } from '#domain/notice.ts'
import type { Database } from '#server/db/pool.ts'
import { journalKinds, type JournalKind } from '#server/ledger/events.ts'
import { sql } from 'kysely'
import { readUnseenRounds } from '#server/modules/slot/store.ts'

/**
 * A member's statement, read from the journal. Days are mapped to sequence numbers (`journal_first_at`), so that each
 * query reads one range of the journal's own key. The pay of a round not yet shown is left out, also of every balance
 * after it.
 */

/** The name of each kind of journal event on a statement; null: it moves nothing and is no entry. */
const kindOf = {
  bet: 'bet',
  win: 'win',
  spin: 'round',
  rollback: 'refund',
  tombstone: null,
  deposit_filed: null,
  deposit_paid: 'deposit',
  withdraw_filed: 'withdraw',
  withdraw_paid: 'paid',
  withdraw_rejected: 'returned',
  comp_converted: 'comp',
  issue: 'issue',
  adjustment: 'adjustment',
  jackpot: 'jackpot',
  transfer_in: 'sent',
  transfer_out: 'back',
  transfer_asked: null,
  provider_result: 'result',
  table_result: 'settled',
  table_void: 'voided',
} as const satisfies Record<JournalKind, StatementKind | null>

const kindNames = Object.keys(journalKinds) as JournalKind[]
const kindByNumber = new Map<number, StatementKind | null>(kindNames.map((name) => [journalKinds[name], kindOf[name]]))
const silentKinds = kindNames.filter((name) => kindOf[name] === null).map((name) => journalKinds[name])

/**
 * A period of one member's journal: from the first number to before `end`, the rounds not shown yet, and the events that
 * paid them with their numbers.
 */
export type StatementRange = {
  memberId: bigint
  first: bigint
  end: bigint
  unseen: Map<string, Amount>
  hidden: { seq: bigint; amount: Amount }[]
}

export type StatementTotals = {
  count: number
  in: Amount
  out: Amount
  opening: Balances
  closing: Balances
}

type Balances = { cash: Amount; held: Amount; inPlay: Amount; comp: Amount }

/** The journal range of a period: days of the brand's time zone, both included. */
export async function findStatementRange(
  db: Database,
  memberId: bigint,
  period: { from: string; to: string },
  timeZone: string,
): Promise<StatementRange> {
  const days = daysBetween(period.from, period.to, timeZone)
  const { rows } = await sql<{ first: bigint; end: bigint }>`
    SELECT journal_first_at(${memberId}, ${days.from}) AS first, journal_first_at(${memberId}, ${days.until}) AS end`.execute(
    db,
  )
  // After the end is known, so that a win of a round played meanwhile is either beyond it or known to be hidden.
  const unseen = await readUnseenRounds(db, memberId)
  const hidden = await readHiddenPays(db, memberId, [...unseen.keys()])
  return { memberId, first: rows[0]?.first ?? 1n, end: rows[0]?.end ?? 1n, unseen, hidden }
}

/** The events that paid these rounds, from the moment of the oldest of them on: however much happened since. */
async function readHiddenPays(
  db: Database,
  memberId: bigint,
  roundIds: readonly string[],
): Promise<StatementRange['hidden']> {
  if (roundIds.length === 0) return []
  const { rows } = await sql<StatementRange['hidden'][number]>`
    SELECT u.seq, CASE WHEN u.kind = ${journalKinds.jackpot} THEN u.d_cash ELSE u.pay END AS amount
      FROM (SELECT journal_first_at(${memberId}, min(at)) AS seq FROM round WHERE id = ANY (${roundIds}::uuid[])) oldest
      JOIN journal u ON u.member_id = ${memberId} AND u.seq >= oldest.seq
     WHERE u.kind IN (${journalKinds.spin}, ${journalKinds.jackpot}) AND u.ref = ANY (${roundIds}::uuid[])`.execute(db)
  return rows
}

/** The pay of a row that was not shown yet: 0 for all but the newest rounds. */
const unseenPay = (range: StatementRange) =>
  sql`CASE WHEN j.kind = ${journalKinds.spin} AND j.ref = ANY (${[...range.unseen.keys()]}::uuid[]) THEN j.pay ELSE 0 END`

/** Whether row `j` is an entry: a jackpot is one when its round has been shown, a decision that adds no stake is none. */
const isEntry = (range: StatementRange) =>
  sql`j.kind <> ALL (${silentKinds}::smallint[]) AND NOT (j.kind = ${journalKinds.bet} AND j.stake = 0) AND NOT (j.kind = ${journalKinds.jackpot} AND j.ref = ANY (${[...range.unseen.keys()]}::uuid[]))`

/** Sums, opening and closing balances of a period. An event with a stake and a win counts on both sides. */
export async function readStatementTotals(db: Database, range: StatementRange): Promise<StatementTotals> {
  const hidden = unseenPay(range)
  const { rows } = await sql<{ count: number; in: bigint; out: bigint }>`
    SELECT count(*)::int AS count, coalesce(sum(came.amount), 0)::bigint AS in,
           coalesce(sum(came.amount - (j.d_cash - ${hidden})), 0)::bigint AS out
      FROM journal j
     CROSS JOIN LATERAL (SELECT CASE WHEN j.kind = ${journalKinds.spin} THEN j.pay - ${hidden} ELSE greatest(j.d_cash, 0) END AS amount) came
     WHERE j.member_id = ${range.memberId} AND j.seq >= ${range.first} AND j.seq < ${range.end}
       AND ${isEntry(range)}`.execute(db)
  const [opening, closing] = await Promise.all([
    readBalances(db, range, range.first - 1n),
    readBalances(db, range, range.end - 1n),
  ])
  const [sums] = rows
  return { count: sums?.count ?? 0, in: sums?.in ?? 0n, out: sums?.out ?? 0n, opening, closing }
}

/** The balances after one event; all 0 before the first. */
async function readBalances(db: Database, range: StatementRange, seq: bigint): Promise<Balances> {
  const { rows } = await sql<Balances>`
    SELECT j.cash, j.held, j.in_play AS "inPlay", j.comp FROM journal j
     WHERE j.member_id = ${range.memberId} AND j.seq = ${seq}`.execute(db)
  const [row] = rows
  if (row === undefined) return { cash: 0n, held: 0n, inPlay: 0n, comp: 0n }
  return { ...row, cash: shownCash(range, row.cash, seq) }
}

/** The cash that a member has seen, of the cash after one event: without the hidden pays up to and including it. */
function shownCash(range: StatementRange, cash: Amount, seq: bigint): Amount {
  const unshown = range.hidden.reduce((sum, pay) => (pay.seq <= seq ? sum + pay.amount : sum), 0n)
  return cash > unshown ? cash - unshown : 0n
}

type Row = {
  seq: bigint
  at: Date
  kind: number
  d_cash: bigint
  d_comp: bigint
  cash: bigint
  held: bigint
  in_play: bigint
  comp: bigint
  pay: bigint
  ref: string | null
  hidden: bigint
  round_id: string | null
  game_names: unknown
  company_names: unknown
  reason: string | null
}

export type StatementPage = { take: number } & (
  | { order: 'newest'; skip: number }
  /** Oldest first, after this number. */
  | { order: 'oldest'; after: bigint }
)

/** Entries of a period in the shape of the wire, with the number of the last one read. */
export async function readStatementEntries(
  db: Database,
  range: StatementRange,
  page: StatementPage,
  locale: string | null,
): Promise<{ entries: StatementEntry[]; last: bigint }> {
  const first = page.order === 'oldest' && page.after >= range.first ? page.after + 1n : range.first
  const order = page.order === 'newest' ? sql`DESC` : sql`ASC`
  const skip = page.order === 'newest' ? page.skip : 0
  const { rows } = await sql<Row>`
    SELECT j.*, r.id AS round_id, coalesce(g.names, tg.names) AS game_names, c.names AS company_names, p.command ->> 'reason' AS reason
      FROM (SELECT j.member_id, j.seq, j.at, j.kind, j.d_cash, j.d_comp, j.cash, j.held, j.in_play, j.comp, j.pay, j.ref, j.contra_id,
                   (${unseenPay(range)})::bigint AS hidden
              FROM journal j
             WHERE j.member_id = ${range.memberId} AND j.seq >= ${first} AND j.seq < ${range.end}
               AND ${isEntry(range)}
             ORDER BY j.seq ${order} OFFSET ${skip} LIMIT ${page.take}) j
      LEFT JOIN round r ON r.id = j.ref AND r.member_id = j.member_id
      LEFT JOIN seat_round sr ON sr.id = j.ref AND sr.member_id = j.member_id
      LEFT JOIN game_version v ON v.id = coalesce(r.game_version_id, sr.game_version_id)
      LEFT JOIN game g ON g.code = v.game_code
      LEFT JOIN table_round tr ON tr.id = j.ref
      LEFT JOIN game_table gt ON gt.id = tr.table_id
      LEFT JOIN game tg ON tg.code = gt.game_code
      LEFT JOIN account a ON a.id = j.contra_id AND a.class = 'gaming'
      LEFT JOIN company c ON c.code = a.reference
      LEFT JOIN approval p ON (j.kind = ${journalKinds.adjustment} AND p.id = j.ref)
        -- What two operators gave back and took of a round that they made void.
        OR (j.kind IN (${journalKinds.table_void}, ${journalKinds.rollback}) AND p.subject = j.ref AND p.kind = 'void_round' AND p.state = 'approved'
          AND p.decided_at <= j.at)
     ORDER BY j.seq ${order}`.execute(db)
  return { entries: rows.map((row) => entryOf(row, range, locale)), last: rows.at(-1)?.seq ?? range.end }
}

function entryOf(row: Row, range: StatementRange, locale: string | null): StatementEntry {
  const kind = kindByNumber.get(row.kind)
  if (!kind) throw new Error(`the journal's kind ${row.kind} has no name on a statement`)
  const moved = row.d_cash - row.hidden
  const came = kind === 'round' ? row.pay - row.hidden : moved > 0n ? moved : 0n
  const isRequest = kind === 'deposit' || kind === 'withdraw' || kind === 'paid' || kind === 'returned'
  return {
    date: row.at.toISOString(),
    kind,
    gameName: row.game_names
      ? nameIn(row.game_names, locale)
      : row.company_names
        ? nameIn(row.company_names, locale)
        : null,
    in: amountToWire(came),
    out: amountToWire(came - moved),
    point: amountToWire(row.d_comp),
    ...balancesToWire({
      cash: shownCash(range, row.cash, row.seq),
      held: row.held,
      inPlay: row.in_play,
      comp: row.comp,
    }),
    roundId: row.round_id,
    requestId: isRequest ? row.ref : null,
    reason: row.reason,
  }
}

/** Balances in the shape of the wire. */
export function balancesToWire({ cash, held, inPlay, comp }: Balances): StatementBalances {
  return {
    balance: amountToWire(cash),
    held: amountToWire(held),
    inPlay: amountToWire(inPlay),
    rolling: amountToWire(comp),
  }
}
