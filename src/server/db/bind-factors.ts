import type pg from 'pg'
import { boundRecoveryHashes, isBoundPasskey, passkeyKeyId, passkeyMac } from '#server/auth/bound-factor.ts'
import type { AppSecret } from '#server/config.ts'
import { bindOnce, neverBound } from './bind-once.ts'

/**
 * Binds passkeys and recovery codes to their operators (docs/decisions/029-bound-hashes.md), with the signed act `factors.bind`.
 * Passkeys from before they were bound, and those of a key that is declared lost, are taken as they are, once; those under another
 * key of `APP_SECRET` than the newest are bound under the newest. A recovery code's hash cannot be bound under another key, because
 * the code is not stored.
 */
export async function bindFactors(client: pg.ClientBase, secret: AppSecret): Promise<void> {
  await bindOnce(client, secret, 'factors.bind', async (reasons) => {
    await bindPasskeys(client, secret, reasons)
    if (reasons.has(neverBound)) await bindRecoveryCodes(client, secret)
  })
}

async function bindPasskeys(client: pg.ClientBase, secret: AppSecret, reasons: ReadonlySet<string>): Promise<void> {
  const { rows } = await client.query<{
    id: string
    operatorId: string
    credentialId: string
    publicKey: Buffer
    mac: string | null
  }>(
    `SELECT id, operator_id::text AS "operatorId", credential_id AS "credentialId", public_key AS "publicKey", passkey_mac AS mac
     FROM operator_factor WHERE kind = 'passkey' AND (passkey_mac IS NULL OR NOT starts_with(passkey_mac, $1)) FOR UPDATE`,
    [`${secret.keyId}.`],
  )
  for (const row of rows) {
    if (!reasons.has(passkeyKeyId(row.mac) ?? neverBound) && !isBoundPasskey(secret, row, row.mac)) continue
    await client.query('UPDATE operator_factor SET passkey_mac = $2 WHERE id = $1', [row.id, passkeyMac(secret, row)])
  }
}

async function bindRecoveryCodes(client: pg.ClientBase, secret: AppSecret): Promise<void> {
  // A code that is used or replaced meanwhile would not be bound.
  await client.query('LOCK TABLE operator_recovery_code IN SHARE ROW EXCLUSIVE MODE')
  const { rows } = await client.query<{ operator: string; hash: Buffer }>(
    'SELECT operator_id::text AS operator, code_hash AS hash FROM operator_recovery_code',
  )
  await client.query(
    `UPDATE operator_recovery_code c SET code_hash = n.bound FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) n (operator_id, hash, bound)
     WHERE c.operator_id = n.operator_id AND c.code_hash = n.hash`,
    [
      rows.map(({ operator }) => operator),
      rows.map(({ hash }) => hash),
      rows.map(({ operator, hash }) => boundRecoveryHashes(secret, operator, hash)[0]),
    ],
  )
}
