import type { Amount } from '#domain/money.ts'
import { retryDelayMs, underwayStates, type TransferDirection, type TransferState } from '#domain/transfer.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { requestHash, type RequestParts } from '#server/ledger/events.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { sql } from 'kysely'
import { isCallableBase, type TransferProvider } from './client.ts'

/** Transfers and their providers in the database; the functions of `db/functions/ledger/transfers.sql` move them. */

/** A transfer to execute, with the id of the member at the provider. */
export type OpenTransfer = {
  id: string
  memberId: bigint
  memberPublicId: string
  direction: TransferDirection
  state: TransferState
  /** null: all whole units at the provider. */
  amount: Amount | null
  attempts: number
  askedAt: Date
  provider: TransferProvider
}

export type TransferOutcome = {
  outcome: 'asked' | 'known' | 'conflict' | 'underway' | 'short' | 'limit' | 'refused' | 'concluded' | 'contradiction'
  id: string | null
  state: TransferState | null
  /** With `limit`: what is left of the member's own limit. */
  amount: Amount | null
  reason: string | null
}

/** Time beyond the call's own timeout before the resolver may take over. */
const graceMs = 3_000

/** Accepts a transfer in the caller's transaction: posts incoming money, reserves the key of an outgoing transfer. */
export async function takeUpTransfer(
  tx: Tx,
  wanted: {
    id: string
    memberId: bigint
    provider: TransferProvider
    direction: TransferDirection
    amount: Amount | null
    key: string
    request: RequestParts
  },
): Promise<TransferOutcome> {
  const { id, memberId, provider, direction, amount, key } = wanted
  return outcomeOf(
    await sql<TransferOutcome>`SELECT * FROM transfer_request(${id}::uuid, ${memberId}::bigint, ${provider.id}::smallint, ${direction},
      ${amount}::bigint, ${key}::uuid, ${requestHash(wanted.request)}::bigint, ${provider.timeoutMs + graceMs}::int)`.execute(
      tx,
    ),
  )
}

/** Marks before the call that it may have been made; false when another process has taken the transfer over. */
export async function markSent(db: Database, id: string, provider: TransferProvider): Promise<boolean> {
  const send = sql<{ mine: boolean }>`SELECT transfer_send(${id}::uuid, ${provider.timeoutMs + graceMs}::int) AS mine`
  const sent = await db.transaction().execute((tx) => send.execute(tx))
  return sent.rows[0]?.mine ?? false
}

/** Records that the outcome is open and the next inquiry due after `waitMs`. */
export async function markWaiting(db: Database, id: string, waitMs: number, isAttempt: boolean): Promise<void> {
  const wait = sql`SELECT transfer_wait(${id}::uuid, ${waitMs}::int, ${isAttempt})`
  await db.transaction().execute((tx) => wait.execute(tx))
}

/** Posts the provider's answer about a transfer. Idempotent. */
export async function concludeTransfer(
  db: Database,
  id: string,
  conclusion: { kind: 'done'; amount: Amount; balance: Amount } | { kind: 'refused'; reason: string },
): Promise<TransferOutcome> {
  const [amount, balance, reason] =
    conclusion.kind === 'done' ? [conclusion.amount, conclusion.balance, null] : [null, null, conclusion.reason]
  const conclude = sql<TransferOutcome>`
    SELECT * FROM transfer_conclude(${id}::uuid, ${conclusion.kind === 'done'}, ${amount}::bigint, ${balance}::bigint, ${reason}::text)`
  return outcomeOf(await db.transaction().execute((tx) => conclude.execute(tx)))
}

function outcomeOf(answer: { rows: TransferOutcome[] }): TransferOutcome {
  const row = answer.rows[0]
  if (row === undefined) throw new Error('a transfer function returned no row')
  return row
}

export type StoredTransfer = {
  id: string
  requestHash: bigint
  state: TransferState
  amount: Amount | null
  reason: string
}

/** The transfer of a member's key, or null. */
export async function findTransfer(db: Database, memberId: bigint, key: string): Promise<StoredTransfer | null> {
  const row = await db
    .selectFrom('transfer')
    .select(['id', 'request_hash as requestHash', 'state', 'amount', 'reason'])
    .where('member_id', '=', memberId)
    .where('request_key', '=', key)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, state: row.state as TransferState }
}

type ProviderRow = {
  id: number
  code: string
  base_url: string | null
  key_id: string | null
  key_sealed: Buffer | null
  timeout_ms: number
}

/**
 * Whether transfers of a provider `p` are held: the database was restored, and nobody has said since that what the provider did after
 * the restored moment was entered (`acceptBalances`). Until then a balance other than ours is not the result of play alone.
 */
const isHeld = sql<boolean>`EXISTS (SELECT FROM audit r WHERE r.act = 'restore.begin' AND NOT EXISTS (
  SELECT FROM audit a WHERE a.act = 'provider.accept-balances' AND a.subject = p.code AND a.id > r.id))`

const providerColumns = ['p.id', 'p.code', 'p.base_url', 'p.key_id', 'p.key_sealed', 'p.timeout_ms'] as const

/**
 * A transfer-wallet provider of a brand, whether it takes money now, and whether it is held; null when the brand has none with that code.
 */
export async function findProvider(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  brandId: number,
  code: string,
): Promise<{ provider: TransferProvider; takesMoney: boolean; isHeld: boolean } | null> {
  const row = await deps.db
    .selectFrom('provider as p')
    .innerJoin('brand_provider as b', 'b.provider_id', 'p.id')
    .select([...providerColumns, 'p.active', 'b.used', isHeld.as('isHeld')])
    .where('b.brand_id', '=', brandId)
    .where('p.wallet', '=', 'transfer')
    .where('p.code', '=', code)
    .executeTakeFirst()
  if (row === undefined) return null
  const provider = openProvider(deps, row)
  return provider === null ? null : { provider, takesMoney: row.active && row.used, isHeld: row.isHeld }
}

/** A provider ready to be called; null, and logged, when its address or key cannot be used. */
function openProvider(deps: Pick<Deps, 'config' | 'log'>, row: ProviderRow): TransferProvider | null {
  if (row.base_url === null || row.key_id === null || row.key_sealed === null) return null
  try {
    if (!isCallableBase(row.base_url)) throw new Error('its address may not be called')
    const { id, code, base_url: address } = row
    const key = createEncryption(deps.config).decrypt({ of: 'provider', id, code, address }, row.key_id, row.key_sealed)
    const { mostAtProvider: mostBalance } = deps.config
    return { id, code, baseUrl: address, key, timeoutMs: row.timeout_ms, mostBalance }
  } catch (error) {
    deps.log.error({ err: error, provider: row.code }, 'provider cannot be called')
    return null
  }
}

/**
 * Transfers due for an inquiry, the longest due first: of each provider at most `mostOfEach`, and none of the providers
 * `except` and of those that are held. One whose provider cannot be called is postponed.
 */
export async function dueTransfers(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  mostOfEach: number,
  except: readonly number[],
): Promise<OpenTransfer[]> {
  const rows = await deps.db
    .selectFrom((db) =>
      db
        .selectFrom('transfer')
        .select(['id', 'member_id', 'provider_id', 'direction', 'state', 'amount', 'tries', 'asked_at', 'next_try_at'])
        .select(sql<number>`row_number() OVER (PARTITION BY provider_id ORDER BY next_try_at)::int`.as('place'))
        .where('state', 'in', underwayStates)
        .where('next_try_at', '<=', sql<Date>`clock_timestamp()`)
        .where(sql<boolean>`provider_id <> ALL (${except}::smallint[])`)
        .as('t'),
    )
    .innerJoin('provider as p', 'p.id', 't.provider_id')
    .innerJoin('member as m', 'm.id', 't.member_id')
    .select([...providerColumns, 't.id as transfer_id', 't.member_id', 'm.public_id', 't.direction', 't.state'])
    .select(['t.amount', 't.tries', 't.asked_at'])
    .where('t.place', '<=', mostOfEach)
    .where(sql<boolean>`NOT ${isHeld}`)
    .orderBy('t.next_try_at')
    .execute()
  const due: OpenTransfer[] = []
  for (const row of rows) {
    const provider = openProvider(deps, row)
    if (provider === null) {
      await markWaiting(deps.db, row.transfer_id, retryDelayMs(row.tries + 1), true)
      continue
    }
    due.push({
      id: row.transfer_id,
      memberId: row.member_id,
      memberPublicId: row.public_id,
      direction: row.direction as TransferDirection,
      state: row.state as TransferState,
      amount: row.amount,
      attempts: row.tries,
      askedAt: row.asked_at,
      provider,
    })
  }
  return due
}

export type Underway = { underway: number; stuck: number; held: string[] }

/** The number of transfers underway, and of those older than `stuckAfterMs`; and the codes of the providers that are held. */
export async function countUnderway(db: Database, stuckAfterMs: number): Promise<Underway> {
  const { rows } = await sql<Underway>`
    SELECT ARRAY(SELECT p.code FROM provider p WHERE p.wallet = 'transfer' AND ${isHeld} ORDER BY p.code) AS held,
      count(*)::int AS underway,
      count(*) FILTER (WHERE asked_at < clock_timestamp() - ${stuckAfterMs}::int * interval '1 millisecond')::int AS stuck
    FROM transfer WHERE state = any(${underwayStates}::text[])`.execute(db)
  return rows[0] ?? { underway: 0, stuck: 0, held: [] }
}

/**
 * Says that what a provider did after the moment of a restore was entered: from now on the difference of its balances is play. `free`: it is
 * not held. Money may be anywhere until then, so who says it has compared every transfer.
 */
export async function acceptBalances(db: Database, code: string): Promise<'accepted' | 'free' | 'none'> {
  return db.transaction().execute(async (tx) => {
    const provider = await tx
      .selectFrom('provider as p')
      .select(isHeld.as('isHeld'))
      .where('p.code', '=', code)
      .where('p.wallet', '=', 'transfer')
      .executeTakeFirst()
    if (provider === undefined) return 'none'
    if (!provider.isHeld) return 'free'
    const values = { actor_kind: 'system', act: 'provider.accept-balances', subject: code }
    await tx.insertInto('audit').values(values).execute()
    return 'accepted'
  })
}

export type TransferWallet = {
  code: string
  names: unknown
  amount: Amount
  takesMoney: boolean
  isHeld: boolean
  underway: { direction: TransferDirection; amount: Amount | null; askedAt: Date } | null
}

/** The transfer wallets to show a member: those of the brand that take money, and any that hold money. */
export async function listWallets(db: Database, memberId: bigint, brandId: number): Promise<TransferWallet[]> {
  const rows = await db
    .selectFrom('provider as p')
    .innerJoin('brand_provider as b', (join) => join.onRef('b.provider_id', '=', 'p.id').on('b.brand_id', '=', brandId))
    .leftJoin('transfer_balance as a', (join) =>
      join.onRef('a.provider_id', '=', 'p.id').on('a.member_id', '=', memberId),
    )
    .leftJoin('transfer as t', (join) =>
      join.onRef('t.provider_id', '=', 'p.id').on('t.member_id', '=', memberId).on('t.state', 'in', underwayStates),
    )
    .select(['p.code', 'p.names', 'p.active', 'b.used', 'a.amount', 't.direction', 't.amount as moving', 't.asked_at'])
    .select(isHeld.as('isHeld'))
    .where('p.wallet', '=', 'transfer')
    .orderBy('p.id')
    .execute()
  return rows
    .map((row) => ({
      code: row.code,
      names: row.names,
      amount: row.amount ?? 0n,
      takesMoney: row.active && row.used,
      isHeld: row.isHeld,
      underway:
        row.asked_at === null
          ? null
          : { direction: row.direction as TransferDirection, amount: row.moving, askedAt: row.asked_at },
    }))
    .filter((wallet) => wallet.takesMoney || wallet.amount > 0n || wallet.underway !== null)
}
