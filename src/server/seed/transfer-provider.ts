import type { AppSecret } from '../config.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../ledger/ledger.ts'
import { isCallableBase } from '#server/modules/transfer/client.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { sql } from 'kysely'

/** Registers a provider with a wallet of its own, for `npm run provider` and the tests. */

export type WantedProvider = {
  /** Lower-case letters, digits and hyphens; `company` on the wire. */
  code: string
  names: Readonly<Record<string, string>>
  baseUrl: string
  /** The shared key that signs our calls. */
  key: Buffer
  timeoutMs?: number
  /** Whether it takes new money. */
  active?: boolean
  brandIds: readonly number[]
}

export type ProviderEntered =
  | { status: 'made' | 'changed'; id: number }
  | { status: 'code' | 'address' | 'key' | 'taken' }

/** Creates a provider, or updates the address, key or names of an existing one. Its id is its source in the journal. */
export async function enterTransferProvider(
  site: { db: Database | Tx; config: { secret: AppSecret } },
  wanted: WantedProvider,
): Promise<ProviderEntered> {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(wanted.code)) return { status: 'code' }
  if (!isCallableBase(wanted.baseUrl)) return { status: 'address' }
  if (wanted.key.length < 32) return { status: 'key' }
  const { keyId, encrypted } = createEncryption(site.config).encrypt(wanted.key)
  const existing = await site.db
    .selectFrom('provider')
    .select(['id', 'wallet'])
    .where('code', '=', wanted.code)
    .executeTakeFirst()
  if (existing !== undefined && existing.wallet !== 'transfer') return { status: 'taken' }
  const id = existing?.id ?? (await newSource(site.db, wanted.code))
  const values = {
    names: JSON.stringify(wanted.names),
    base_url: wanted.baseUrl.replace(/\/$/, ''),
    key_id: keyId,
    key_sealed: encrypted,
    active: wanted.active ?? true,
    ...(wanted.timeoutMs === undefined ? {} : { timeout_ms: wanted.timeoutMs }),
  }
  if (existing === undefined) {
    await site.db
      .insertInto('provider')
      .values({ id, code: wanted.code, wallet: 'transfer', ...values })
      .execute()
  } else {
    await site.db.updateTable('provider').set(values).where('id', '=', id).execute()
  }
  for (const brandId of wanted.brandIds) {
    await site.db
      .insertInto('brand_provider')
      .values({ brand_id: brandId, provider_id: id, used: true })
      .onConflict((conflict) => conflict.columns(['brand_id', 'provider_id']).doUpdateSet({ used: true }))
      .execute()
  }
  return { status: existing === undefined ? 'made' : 'changed', id }
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
