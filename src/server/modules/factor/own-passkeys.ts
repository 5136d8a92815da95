import { sql } from 'kysely'
import { isBoundPasskey } from '#server/auth/bound-factor.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import type { StoredPasskey } from './passkey.ts'
import { enrolledFactors } from './store.ts'

/** The passkeys of the operator of a call, as they are stored. */

/** The operator's passkeys. One that is not bound to the operator under `APP_SECRET` is none. */
export async function passkeysOf({ deps, caller }: OfficeContext): Promise<(StoredPasskey & { factorId: string })[]> {
  const { operatorId } = caller
  const rows = await enrolledFactors(deps.db, operatorId)
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports', 'passkey_mac'])
    .where('kind', '=', 'passkey')
    .execute()
  return rows.flatMap(
    ({ id: factorId, credential_id: id, public_key: publicKey, counter, transports, passkey_mac }) => {
      if (id === null || publicKey === null || counter === null) return []
      const isBound = isBoundPasskey(deps.config.secret, { operatorId, credentialId: id, publicKey }, passkey_mac)
      return isBound ? [{ factorId, id, publicKey, counter, transports }] : []
    },
  )
}

/**
 * Stores a passkey's counter; false when it does not grow, as with a copied key, or the operator's passkey is not there any
 * more. Passkeys without a counter send 0.
 */
export async function takeCounter(
  tx: Tx,
  operatorId: bigint,
  { factorId, id, counter }: { factorId: string; id: string; counter: bigint },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE operator_factor SET counter = ${counter}, last_used_at = now()
     WHERE id = ${factorId} AND operator_id = ${operatorId} AND credential_id = ${id} AND begun_in IS NULL
       AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0::bigint))
    RETURNING id`.execute(tx)
  return rows.length === 1
}
