import { randomBytes } from 'node:crypto'
import { inTransaction } from '#server/db/pool.ts'
import type { AppSecret } from '../config.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../ledger/ledger.ts'
import { isCallableBase } from '#server/modules/transfer/client.ts'
import { createEncryption, type ValueOwner } from '#server/auth/encryption.ts'
import { sql } from 'kysely'

/** Registers a provider with a wallet of its own, for `npm run provider` and the tests. */

export type ProviderInput = {
  /** Lower-case letters, digits and hyphens; `company` on the wire. */
  code: string
  /** By language; an existing provider keeps those that are left out, a new one has its code. */
  names?: Readonly<Record<string, string>>
  baseUrl: string
  /** The shared key that signs our calls. Without one a new provider gets a random key. */
  key?: Buffer
  /** Replaces the key of an existing provider, by `key` or a random one. Without it the key stays. */
  renewKey?: boolean
  timeoutMs?: number
  /** Whether it takes new money: a new one does; left out, an existing one stays as it is. */
  active?: boolean
  brandIds: readonly number[]
}

export type ProviderEntered =
  | { status: 'made' | 'changed'; id: number; drawnKey: Buffer | null; active: boolean }
  | { status: 'code' | 'address' | 'key' | 'renew' | 'unreadable' | 'taken' }

/**
 * Creates a provider, or updates the address and names of an existing one, and its key if `renewKey` is set; `renew`: a
 * key was given without it; `unreadable`: the address changes, and the key, which is bound to it, cannot be read. `drawnKey` is the new random key, if one was drawn. The id is the source in the journal.
 */
export function enterTransferProvider(
  site: { db: Database | Tx; config: { secret: AppSecret } },
  input: ProviderInput,
): Promise<ProviderEntered> {
  return inTransaction(site.db, (db) => enter({ ...site, db }, input))
}

async function enter(site: { db: Tx; config: { secret: AppSecret } }, input: ProviderInput): Promise<ProviderEntered> {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(input.code)) return { status: 'code' }
  if (!isCallableBase(input.baseUrl)) return { status: 'address' }
  if (input.key !== undefined && input.key.length < 32) return { status: 'key' }
  const existing = await site.db
    .selectFrom('provider')
    .select(['id', 'wallet', 'base_url', 'key_id', 'key_sealed', 'names', 'active'])
    .where('code', '=', input.code)
    .forUpdate()
    .executeTakeFirst()
  if (existing !== undefined && existing.wallet !== 'transfer') return { status: 'taken' }
  const isRenewed = existing === undefined || input.renewKey === true
  if (!isRenewed && input.key !== undefined) return { status: 'renew' }
  const drawnKey = isRenewed && input.key === undefined ? randomBytes(32) : null
  const address = input.baseUrl.replace(/\/$/, '')
  const isMoved = existing !== undefined && existing.base_url !== address
  const key = input.key ?? drawnKey ?? (isMoved ? storedKey(site, { ...existing, code: input.code }) : null)
  if (isMoved && key === null) return { status: 'unreadable' }
  const id = existing?.id ?? (await newSource(site.db, input.code))
  const active = input.active ?? existing?.active ?? true
  const values = {
    names: JSON.stringify({ ...namesOf(existing?.names ?? { ko: input.code }), ...input.names }),
    base_url: address,
    ...(key === null ? {} : encryptedKey(site, { of: 'provider', id, code: input.code, address }, key)),
    active,
    ...(input.timeoutMs === undefined ? {} : { timeout_ms: input.timeoutMs }),
  }
  if (existing === undefined) {
    await site.db
      .insertInto('provider')
      .values({ id, code: input.code, wallet: 'transfer', ...values })
      .execute()
  } else {
    await site.db.updateTable('provider').set(values).where('id', '=', id).execute()
  }
  for (const brandId of input.brandIds) {
    await site.db
      .insertInto('brand_provider')
      .values({ brand_id: brandId, provider_id: id, used: true })
      .onConflict((conflict) => conflict.columns(['brand_id', 'provider_id']).doUpdateSet({ used: true }))
      .execute()
  }
  return { status: existing === undefined ? 'made' : 'changed', id, drawnKey, active }
}

function namesOf(stored: unknown): object {
  return typeof stored === 'object' && stored !== null ? stored : {}
}

function encryptedKey(
  site: { config: { secret: AppSecret } },
  owner: ValueOwner,
  key: Buffer,
): { key_id: string; key_sealed: Buffer } {
  const { keyId, encrypted } = createEncryption(site.config).encrypt(owner, key)
  return { key_id: keyId, key_sealed: encrypted }
}

/** The key of a provider at its present address; null when it cannot be read. */
function storedKey(
  { config }: { config: { secret: AppSecret } },
  row: { id: number; code: string; base_url: string | null; key_id: string | null; key_sealed: Buffer | null },
): Buffer | null {
  const { id, code, base_url: address, key_id: keyId, key_sealed: encrypted } = row
  if (address === null || keyId === null || encrypted === null) return null
  try {
    return createEncryption(config).decrypt({ of: 'provider', id, code, address }, keyId, encrypted)
  } catch {
    return null
  }
}

/** Sources below 100 are reserved for the platform. */
async function newSource(db: Database | Tx, code: string): Promise<number> {
  const source = await db
    .insertInto('journal_source')
    .values({ id: sql<number>`(SELECT greatest(max(id) + 1, 100) FROM journal_source)`, name: code })
    .returning('id')
    .executeTakeFirstOrThrow()
  return source.id
}
