import { createHash, randomBytes } from 'node:crypto'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import type { AppSecret } from '#server/config.ts'

/** A new server seed as the database stores it: encrypted, with its SHA-256 as the commitment. */
export type NewSeed = { keyId: string; encrypted: Buffer; hash: Buffer }

/** Draws a server seed of 32 bytes. */
export function drawServerSeed(deps: { config: { secret: AppSecret } }): NewSeed {
  const serverSeed = randomBytes(32)
  const hash = createHash('sha256').update(serverSeed).digest()
  return { ...createEncryption(deps.config).encrypt(nobody, serverSeed), hash }
}
