import { hash } from 'node:crypto'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import { bytesOf, readRecorded, type RecordedRow } from '#server/db/recorded-row.ts'
import type { Tx } from '#server/ledger/ledger.ts'

/** What rounds are drawn from: a pair with its server seed, of which the SHA-256 is not as the database has it. */
export type DrawnPair = {
  seedId: bigint
  /** The ordinal of the pair, as the member knows it. */
  pair: number
  serverSeed: Buffer
  /** The SHA-256 of the server seed in hex, not as the database has it. */
  serverSeedHash: string
  clientSeed: string
}

/** A begun pair of the member as the program recorded and signed it, with its server seed; null where there is none. Throws where its key is not known. */
export async function readPair(
  deps: { db: Database | Tx; config: { secret: AppSecret } },
  memberId: bigint,
  seedId: bigint,
): Promise<(DrawnPair & { isRevealed: boolean }) | null> {
  const recorded = await readRecorded(deps.db, deps.config.secret, 'member_seed', seedId)
  const row = recorded && seedRowOf(recorded)
  if (row === null || row.memberId !== memberId || row.clientSeed === null) return null
  const serverSeed = createEncryption(deps.config).decrypt(nobody, row.keyId, row.sealed)
  const { ordinal: pair, clientSeed, isRevealed } = row
  return { seedId, pair, serverSeed, serverSeedHash: hash('sha256', serverSeed), clientSeed, isRevealed }
}

/** The columns of a pair that a round is drawn from. */
function seedRowOf(row: RecordedRow) {
  const { client_seed: clientSeed } = row
  return {
    memberId: BigInt(Number(row['member_id'])),
    ordinal: Number(row['ordinal']),
    keyId: String(row['key_id']),
    sealed: bytesOf(String(row['server_seed_sealed'])),
    clientSeed: clientSeed === null ? null : String(clientSeed),
    isRevealed: row['revealed_at'] !== null,
  }
}
