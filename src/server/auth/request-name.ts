import { createHash } from 'node:crypto'
import type { NameOwner, RowOwner } from './encryption.ts'

/**
 * Whose the names of money requests are. With each name the fields of its request are authenticated that an operator acts on: a
 * request of which one was altered, be it for a moment, has no readable name (docs/decisions/034-bound-values.md).
 */

/** The request that a name is of; `amount` in the ledger's unit. */
type Named = { id: string; amount: bigint | string }

/** The account that a withdrawal goes to, as it is stored. */
export type StoredAccount = {
  key_id: string | null
  bank_number_sealed: Buffer | null
  bank_number_last4: string
  bank_name: string
}

/** Who pays a deposit in. */
export function depositorOf(member: RowOwner, { id, amount }: Named): NameOwner {
  return { of: 'depositor', ...member, request: [id, String(amount)] }
}

/** Who is paid by a withdrawal: the name vouches for the request's member, amount, bank and account number. */
export function payeeOf(member: RowOwner, { id, amount }: Named, account: StoredAccount): NameOwner {
  const { key_id: keyId, bank_number_sealed: number, bank_number_last4: lastDigits, bank_name: bank } = account
  const digest = number === null ? null : createHash('sha256').update(number).digest('hex')
  return { of: 'payee', ...member, request: [id, String(amount), bank, keyId, digest, lastDigits] }
}
