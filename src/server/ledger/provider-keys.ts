import { sql } from 'kysely'
import type { Tx } from './ledger.ts'

/** A provider's own name of a transaction: a text of 1 to 64 characters, unique per provider. */
export type ProviderTransaction = { providerId: number; transaction: string; memberId: bigint }

/** The most characters of a provider's transaction id. */
export const longestProviderTransaction = 64

/**
 * The journal key that a provider's transaction id stands for, in the caller's transaction: the same key for the same id, a new
 * one for a new id, null for an id of another member. A rollback uses the id of its bet. The journal judges by its request
 * hash whether a repeated id asks for the same.
 */
export async function providerKey(
  tx: Tx,
  { providerId, transaction, memberId }: ProviderTransaction,
): Promise<string | null> {
  const { rows } = await sql<{
    key: string | null
  }>`SELECT provider_key(${providerId}, ${transaction}, ${memberId}) AS key`.execute(tx)
  return rows[0]?.key ?? null
}
