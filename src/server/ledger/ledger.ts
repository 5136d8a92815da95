import type { AppSecret } from '#server/config.ts'
import { crashPoint } from '#server/crash-point.ts'
import { inSignedTransaction } from '#server/db/act-signing.ts'
import type { Database } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import type { Amount } from '#domain/money.ts'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type pg from 'pg'
import { createBatcher } from './batcher.ts'
import {
  eventRow,
  requestColumns,
  type LedgerEvent,
  type LedgerOutcome,
  type LedgerRow,
  type RecordedEvent,
  type SpinEvent,
  type VoidedSpin,
} from './events.ts'
import { provenRow, provenSpinRow, provenVoidRow } from './proofs.ts'
import { outcomeFrom, postBatch, postRow } from './statements.ts'

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

/**
 * Settings for the connections of a ledger. It looks rows up one by one, so every plan goes by an index; by its costs
 * PostgreSQL would read and sort a small table for each event.
 */
export const ledgerSettings = { enable_seqscan: 'off', enable_sort: 'off' } as const

/** Builds the ledger on a pool of its own with one connection per lane, so that bets never wait for polls. */
export function createLedger(options: {
  pool: pg.Pool
  /** Signs a new account, and proves events of play and spins. */
  secret: AppSecret
  lanes?: number
  mostTogether?: number
  mostWaiting?: number
}): Ledger {
  const { pool, secret } = options
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
    const sql = 'SELECT ledger_account($1, $2, $3) AS id'
    const values = [brandId, accountClass, reference]
    const found = await inSignedTransaction(pool, secret, (client) => client.query<{ id: number }>(sql, values))
    return only(found.rows).id
  }

  return {
    post: (event) => batcher.add(event.memberId, provenRow(eventRow(event), secret)),
    spin: (event) => batcher.add(event.memberId, provenSpinRow(event, secret)),
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
export async function postIn(tx: Tx, event: RecordedEvent): Promise<LedgerOutcome> {
  return postBy('ledger_post', tx, eventRow(event))
}

/** Posts one event inside the caller's transaction, with its proof where its kind has one. */
export async function postProvenIn(tx: Tx, secret: AppSecret, event: LedgerEvent): Promise<LedgerOutcome> {
  return postBy('ledger_post', tx, provenRow(eventRow(event), secret))
}

/**
 * Books a void round inside the caller's transaction and closes its version of the game (`db/functions/ledger/void.sql`). Every
 * other outcome than `done` is that of a spin, and then nothing is closed.
 */
export async function voidSpinIn(tx: Tx, secret: AppSecret, spin: VoidedSpin): Promise<LedgerOutcome> {
  const row = requestOf(provenVoidRow(spin, secret))
  const answer = await sql<{ outcome: string }>`
    SELECT ledger_void(${row}, ${spin.stake}::bigint, ${spin.reason}, ${spin.detail})::text AS outcome`.execute(tx)
  return outcomeFrom(only(answer.rows).outcome)
}

async function postBy(name: 'ledger_post' | 'ledger_issue', tx: Tx, row: LedgerRow): Promise<LedgerOutcome> {
  const answer = await sql<{ outcome: string }>`SELECT ${sql.raw(name)}(${requestOf(row)})::text AS outcome`.execute(tx)
  return outcomeFrom(only(answer.rows).outcome)
}

function requestOf(row: LedgerRow): RawBuilder<unknown> {
  const values = row.map((value, index) => sql`${value}::${sql.raw(requestColumns[index]?.[1] ?? '')}`)
  return sql`ROW(${sql.join(values)})::ledger_request`
}

/**
 * Issues play money inside the caller's transaction, with its audit row: an act of the platform, refused on a brand
 * that holds real money.
 */
export async function issueIn(tx: Tx, event: LedgerEvent & { kind: 'issue' }): Promise<LedgerOutcome> {
  return postBy('ledger_issue', tx, eventRow(event))
}

/** A provider's own transaction id: a text of 1 to 64 characters, unique per provider. */
export type ProviderTransaction = { providerId: number; transaction: string }

/** The most characters of a provider's transaction id. */
export const longestProviderTransaction = 64

/**
 * Posts an event under a provider's own transaction id, inside the caller's transaction: the id stands for one journal
 * key, so a repeated id is `replay` or, for another request, `conflict`. A rollback uses the id of its bet. Resolves
 * with `other-member`, and nothing has happened, when the id belongs to another member. Key and event are written
 * together: an event posted elsewhere could survive the loss of its key and be posted again under another, and an id without
 * an event would refuse the provider's own call.
 */
export async function postForProvider(
  tx: Tx,
  secret: AppSecret,
  { providerId, transaction }: ProviderTransaction,
  event: Omit<LedgerEvent, 'key' | 'source'>,
): Promise<LedgerOutcome | 'other-member'> {
  const { rows } = await sql<{ key: string | null }>`
    SELECT ledger_provider_key(${providerId}, ${transaction}, ${event.memberId}) AS key`.execute(tx)
  const { key } = only(rows)
  if (key === null) return 'other-member'
  const row = provenRow(eventRow({ ...event, source: providerId, key }), secret, transaction)
  const answer = await sql<{ outcome: string }>`
    SELECT ledger_post_for_provider(${requestOf(row)}, ${transaction})::text AS outcome`.execute(tx)
  return outcomeFrom(only(answer.rows).outcome)
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

/**
 * The wallet, locked, as if the member's stakes in open rounds had not been placed: their comp is not there, and the turnover that they met is due. A void
 * of such a round gives the stake back, so nothing that leaves the wallet counts it.
 */
export async function lockWithoutOpenStakes(tx: Tx, memberId: bigint): Promise<LockedWallet | null> {
  const wallet = await lockWallet(tx, memberId)
  if (wallet === null || wallet.inPlay === 0n) return wallet
  const { rows } = await sql<{ comp: bigint; turnover: bigint }>`SELECT * FROM ledger_open_stakes(${memberId})`.execute(
    tx,
  )
  const { comp = 0n, turnover = 0n } = rows[0] ?? {}
  return { ...wallet, comp: comp > wallet.comp ? 0n : wallet.comp - comp, turnoverDue: wallet.turnoverDue + turnover }
}

/**
 * Before a key takes effect outside the journal, under `lockWallet`: an event whose facts were read before looks the key
 * up again.
 */
export async function renewWallet(tx: Tx, memberId: bigint): Promise<void> {
  await sql`SELECT ledger_renew(${memberId})`.execute(tx)
}

type RawWallet = { cash: bigint | null; held: bigint; in_play: bigint; comp: bigint; turnover_due: bigint }

/** Posts one row by itself and several as a batch; a row that fails the batch fails alone. */
async function postRows(pool: pg.Pool, rows: LedgerRow[]): Promise<(LedgerOutcome | Error)[]> {
  const first = rows[0]
  if (first !== undefined && rows.length === 1) return [await postRow(pool, first)]
  try {
    return await postBatch(pool, rows)
  } catch (error) {
    if (!isStatementFault(error)) throw error
    // PostgreSQL rejected the statement, so nothing took effect: each row is posted alone, and only the bad one fails.
    const outcomes: (LedgerOutcome | Error)[] = []
    for (const row of rows) outcomes.push(await postRow(pool, row).catch(asError))
    return outcomes
  }
}

/** Whether PostgreSQL rejected the statement; a lost connection leaves the outcome unknown instead. */
export function isStatementFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(22|23|42|P0)...$/.test(code)
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

function only<Row>(rows: Row[]): Row {
  const row = rows[0]
  if (row === undefined) throw new Error('a statement that returns one row returned none')
  return row
}
