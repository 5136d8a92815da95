import { readName, readValue, type ReadingDeps } from '#server/auth/stored-value.ts'
import { payeeOf, type StoredAccount } from '#server/auth/request-name.ts'
import type { Amount } from '#domain/money.ts'
import type { Tx } from '#server/ledger/ledger.ts'

/** The account that a withdrawal goes to, as it was filed. */

export type AccountRow = StoredAccount & {
  id: string
  member_id: bigint
  public_id: string
  amount: Amount
  bank_owner: string
}

/** The columns of an account, for `select` from `money_request as q` and its `member as m`. */
export const accountColumns = [
  'q.id',
  'q.member_id',
  'm.public_id',
  'q.amount',
  'q.key_id',
  'q.bank_name',
  'q.bank_number_sealed',
  'q.bank_number_last4',
  'q.bank_owner',
] as const

/**
 * Number and owner in plain text; null for what is missing, cannot be read, is another member's or of another request, or where the bank or
 * the amount was altered: then nothing may be paid to it.
 */
export function readAccount(deps: ReadingDeps, row: AccountRow): { number: string | null; owner: string | null } {
  const at = `money_request ${row.id}`
  const member = { id: row.member_id, publicId: row.public_id }
  const number = readValue(
    deps,
    { owner: { of: 'account', ...member }, row: at },
    { keyId: row.key_id, encrypted: row.bank_number_sealed },
  )
  return {
    number: number === '' ? null : number,
    owner: readName(deps, { owner: payeeOf(member, row, row), row: at }, row.bank_owner),
  }
}

/** Whether nothing may be paid to the account of a withdrawal, read in the transaction that would. */
export async function isAccountUnreadable(tx: Tx, deps: ReadingDeps, requestId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('money_request as q')
    .innerJoin('member as m', 'm.id', 'q.member_id')
    .select(accountColumns)
    .where('q.id', '=', requestId)
    .executeTakeFirstOrThrow()
  const { number, owner } = readAccount(deps, row)
  return number === null || owner === null
}
