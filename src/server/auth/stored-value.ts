import type { Deps } from '#server/deps.ts'
import { decryptName, splitName } from './encrypted-name.ts'
import { createEncryption, type NameOwner, type ValueOwner } from './encryption.ts'

/** Reading encrypted values of rows that somebody may have altered past the program. */

export type ReadingDeps = Pick<Deps, 'log'> & { config: Pick<Deps['config'], 'secret'> }

/** Whose a value is, and the row that it is read from, for the log: `money_request 0190…`. */
export type StoredAt<Owner extends ValueOwner = ValueOwner> = { owner: Owner; row: string }

/**
 * The plain text of a stored value; empty where none is stored. Null where it cannot be read: it is another owner's, it or a field
 * that is authenticated with it was altered, or its key is missing. A log line names the row, unless its key is declared lost.
 */
export function readValue(
  deps: ReadingDeps,
  at: StoredAt,
  { keyId, encrypted }: { keyId: string | null; encrypted: Uint8Array | null },
): string | null {
  if (encrypted === null) return ''
  return read(deps, at, keyId, () => createEncryption(deps.config).decryptText(at.owner, keyId ?? '', encrypted))
}

/** The same for bytes, of which some are stored. */
export function readBytes(
  deps: ReadingDeps,
  at: StoredAt,
  { keyId, encrypted }: { keyId: string; encrypted: Uint8Array },
): Buffer | null {
  return read(deps, at, keyId, () => createEncryption(deps.config).decrypt(at.owner, keyId, encrypted))
}

/** The same for a stored name. A plain one cannot be read. */
export function readName(deps: ReadingDeps, at: StoredAt<NameOwner>, stored: string): string | null {
  return read(deps, at, splitName(stored)?.keyId ?? null, () => decryptName(deps.config, at.owner, stored))
}

function read<Plain>(
  { config, log }: ReadingDeps,
  { owner, row }: StoredAt,
  keyId: string | null,
  decrypt: () => Plain,
): Plain | null {
  try {
    return decrypt()
  } catch (error) {
    if (keyId === null || config.secret.lost?.has(keyId) !== true)
      log.error({ err: error, row, of: owner.of }, unreadable)
    return null
  }
}

const unreadable =
  'an encrypted value cannot be read: it is another owner’s, it or its row was altered, or its key is missing'
