import { crashPoint } from '#server/crash-point.ts'
import type { Database } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import type { Amount } from '#domain/money.ts'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type pg from 'pg'
import { createBatcher } from './batcher.ts'
import {
  eventRow,
  requestColumns,
  spinRow,
  type LedgerEvent,
  type LedgerOutcome,
  type LedgerRow,
  type OutcomeName,
  type SpinEvent,
} from './events.ts'

/** A transaction of the application. A function that locks or posts takes one as its parameter. */
export type Tx = Transaction<DB>

/** The balances of a wallet that is locked, for the rules that decide by them. */
export type LockedWallet = { cash: Amount; held: Amount; inPlay: Amount; comp: Amount; turnoverDue: Amount }

export type AccountClass =
  | 'gaming'
  | 'comp_cost'
  | 'cashier_clearing'
  | 'adjustment'
  | 'play_money_issue'
  | 'tip'
  | 'receivable'

/** The only writer of money. */
export type Ledger = {
  /** Posts in a transaction of its own, together with other waiting events; resolves after the commit. */
  post(event: LedgerEvent): Promise<LedgerOutcome>
  /** Books a round of our own games: checks, stake, win and round in one statement. */
  spin(event: SpinEvent): Promise<LedgerOutcome>
  /** The number of a platform account, created when it is first needed. */
  accountId(brandId: number, accountClass: AccountClass, reference?: string): Promise<number>
  pending(): number
  /** Resolves when every event posted so far is settled. */
  drain(): Promise<void>
}

const rowType = requestColumns.map(([, type], index) => `$${index + 1}::${type}`).join(', ')
const oneStatement = { name: 'ledger_post', text: `SELECT * FROM ledger_post(ROW(${rowType})::ledger_request)` }
const arrayType = requestColumns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
const batchStatement = { name: 'ledger_post_batch', text: `SELECT * FROM ledger_post_batch(${arrayType})` }

/** Builds the ledger on a pool of its own with one connection per lane, so that bets never wait for polls. */
export function createLedger(options: {
  pool: pg.Pool
  lanes?: number
  mostTogether?: number
  mostWaiting?: number
}): Ledger {
  const { pool } = options
  const accounts = new Map<string, Promise<number>>()
  const batcher = createBatcher<LedgerRow, LedgerOutcome>({
    lanes: options.lanes ?? 2,
    mostTogether: options.mostTogether ?? 256,
    mostWaiting: options.mostWaiting ?? 2_000,
    run: async (rows) => {
      crashPoint('money.before-send')
      const outcomes = await postRows(pool, rows)
      crashPoint('money.committed')
      return outcomes
    },
  })

  async function lookUpAccount(brandId: number, accountClass: string, reference: string): Promise<number> {
    const found = await pool.query<{ id: number }>('SELECT ledger_account($1, $2, $3) AS id', [
      brandId,
      accountClass,
      reference,
    ])
    return only(found.rows).id
  }

  return {
    post: (event) => batcher.add(event.memberId, eventRow(event)),
    spin: (event) => batcher.add(event.memberId, spinRow(event)),
    accountId(brandId, accountClass, reference = '') {
      const name = `${brandId}/${accountClass}/${reference}`
      const cached = accounts.get(name)
      if (cached) return cached
      const account = lookUpAccount(brandId, accountClass, reference)
      accounts.set(name, account)
      account.catch(() => accounts.delete(name))
      return account
    },
    pending: batcher.pending,
    drain: batcher.drained,
  }
}

/** Posts one event inside the caller's transaction; it takes effect when that commits. */
export async function postIn(tx: Tx, event: LedgerEvent): Promise<LedgerOutcome> {
  return postBy('ledger_post', tx, event)
}

async function postBy(name: 'ledger_post' | 'ledger_issue', tx: Tx, event: LedgerEvent): Promise<LedgerOutcome> {
  const values = eventRow(event).map((value, index): RawBuilder<unknown> => {
    return sql`${value}::${sql.raw(requestColumns[index]?.[1] ?? '')}`
  })
  const answer = await sql<RawOutcome>`
    SELECT * FROM ${sql.raw(name)}(ROW(${sql.join(values)})::ledger_request)`.execute(tx)
  return outcomeFrom(only(answer.rows))
}

/**
 * Issues play money inside the caller's transaction, with its audit row: an act of the platform, refused on a brand
 * that holds real money.
 */
export async function issueIn(tx: Tx, event: LedgerEvent & { kind: 'issue' }): Promise<LedgerOutcome> {
  return postBy('ledger_issue', tx, event)
}

/** A provider's own transaction id: a text of 1 to 64 characters, unique per provider. */
export type ProviderTransaction = { providerId: number; transaction: string }

/** The most characters of a provider's transaction id. */
export const longestProviderTransaction = 64

/**
 * Posts an event under a provider's own transaction id, inside the caller's transaction: the id stands for one journal
 * key, so a repeated id is `replay` or, for another request, `conflict`. A rollback uses the id of its bet. Resolves
 * with `other-member`, and nothing has happened, when the id belongs to another member. Key and event are written
 * together: an event posted elsewhere could survive the loss of its key and be posted again under another.
 */
export async function postForProvider(
  tx: Tx,
  { providerId, transaction }: ProviderTransaction,
  event: Omit<LedgerEvent, 'key' | 'source'>,
): Promise<LedgerOutcome | 'other-member'> {
  const { rows } = await sql<{ key: string | null }>`
    SELECT provider_key(${providerId}, ${transaction}, ${event.memberId}) AS key`.execute(tx)
  const { key } = only(rows)
  return key === null ? 'other-member' : postIn(tx, { ...event, source: providerId, key })
}

/** Opens the wallet of a new member. */
export async function openWallet(tx: Tx | Database, memberId: bigint, brandId: number): Promise<void> {
  await sql`SELECT ledger_open(${memberId}, ${brandId})`.execute(tx)
}

/** Locks a member's wallet until the transaction ends and returns it; null for an unknown member. */
export async function lockWallet(tx: Tx, memberId: bigint): Promise<LockedWallet | null> {
  const answer = await sql<RawWallet>`SELECT * FROM ledger_lock(${memberId})`.execute(tx)
  const wallet = answer.rows[0]
  if (wallet === undefined || wallet.cash === null) return null
  return {
    cash: wallet.cash,
    held: wallet.held,
    inPlay: wallet.in_play,
    comp: wallet.comp,
    turnoverDue: wallet.turnover_due,
  }
}

type RawWallet = { cash: bigint | null; held: bigint; in_play: bigint; comp: bigint; turnover_due: bigint }
type RawOutcome = {
  outcome: OutcomeName
  seq: bigint | null
  at: Date | null
  cash: bigint | null
  held: bigint | null
  in_play: bigint | null
  comp: bigint | null
  d_comp: bigint | null
  ref: string | null
  nonce: bigint | null
  seed_id: bigint | null
  wait_ms: number | null
  limit_kind: LimitKind | null
  limit_period: LimitPeriod | null
  limit_left: bigint | null
}

function outcomeFrom(raw: RawOutcome): LedgerOutcome {
  return {
    outcome: raw.outcome,
    seq: raw.seq,
    at: raw.at,
    cash: raw.cash ?? 0n,
    held: raw.held ?? 0n,
    inPlay: raw.in_play ?? 0n,
    comp: raw.comp ?? 0n,
    compDelta: raw.d_comp ?? 0n,
    ref: raw.ref,
    nonce: raw.nonce,
    seedId: raw.seed_id,
    waitMs: raw.wait_ms,
    limit:
      raw.limit_kind === null || raw.limit_period === null
        ? null
        : { kind: raw.limit_kind, period: raw.limit_period, left: raw.limit_left ?? 0n },
    stakeLeft: raw.limit_kind === null ? raw.limit_left : null,
  }
}

/** Posts one row by the one-row function and several as a batch; a row that fails the batch fails alone. */
async function postRows(pool: pg.Pool, rows: LedgerRow[]): Promise<(LedgerOutcome | Error)[]> {
  const first = rows[0]
  if (first !== undefined && rows.length === 1) return [await postRow(pool, first)]
  try {
    const values = requestColumns.map((_, column) => arrayLiteral(rows, column))
    const answer = await pool.query<RawOutcome>({ ...batchStatement, values })
    return answer.rows.map(outcomeFrom)
  } catch (error) {
    if (!isStatementFault(error)) throw error
    // PostgreSQL rejected the statement, so nothing took effect: each row is posted alone, and only the bad one fails.
    const outcomes: (LedgerOutcome | Error)[] = []
    for (const row of rows) outcomes.push(await postRow(pool, row).catch(asError))
    return outcomes
  }
}

async function postRow(pool: pg.Pool, row: LedgerRow): Promise<LedgerOutcome> {
  const answer = await pool.query<RawOutcome>({ ...oneStatement, values: [...row] })
  return outcomeFrom(only(answer.rows))
}

/** Whether PostgreSQL rejected the statement; a lost connection leaves the outcome unknown instead. */
function isStatementFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(22|23|42|P0)...$/.test(code)
}

/** One column of all rows as an array literal: far cheaper to write than the driver's general way. */
function arrayLiteral(rows: LedgerRow[], column: number): string {
  let text = '{'
  for (const row of rows) {
    const value = row[column] ?? null
    if (text.length > 1) text += ','
    if (value === null) text += 'NULL'
    else if (typeof value === 'string') text += `"${value.replace(/[\\"]/g, '\\$&')}"`
    else text += String(value)
  }
  return `${text}}`
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

function only<Row>(rows: Row[]): Row {
  const row = rows[0]
  if (row === undefined) throw new Error('a statement that returns one row returned none')
  return row
}
