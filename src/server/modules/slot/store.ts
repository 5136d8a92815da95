import type { CatalogueGame } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { lockWallet, type Tx } from '#server/ledger/ledger.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { LRUCache } from 'lru-cache'

/** The inputs of a member's next round. The server seed is secret until it is rotated. */
export type SeedInUse = {
  seedId: bigint
  serverSeed: Buffer
  serverSeedHash: Buffer
  clientSeed: string
  /** The nonce of the next round, as last read; the ledger's statement decides. */
  nonce: bigint
  /** How many of the next spins get a dry run before their round is drawn; see `spin`. */
  dryRunsLeft: number
  /** The member's cash as last read, and the time on this process's clock from which the pace allows the next spin. */
  cash: bigint
  paceEndsMs: number
  /** The stake that the member's own limits allow, as last read; null without a limit. */
  stakeLeft: bigint | null
}

const mostCached = 20_000
const caches = new WeakMap<Deps, LRUCache<string, SeedInUse>>()

function cacheOf(deps: Deps): LRUCache<string, SeedInUse> {
  const cached = caches.get(deps)
  if (cached) return cached
  const made = new LRUCache<string, SeedInUse>({ max: mostCached })
  caches.set(deps, made)
  return made
}

/** The member's seed, from the cache or the database; created when there is none yet. */
export async function seedInUse(deps: Deps, memberId: bigint): Promise<SeedInUse> {
  const cached = cacheOf(deps).get(String(memberId))
  if (cached) return cached
  const found = (await readSeed(deps, memberId)) ?? (await makeFirstSeed(deps, memberId))
  cacheOf(deps).set(String(memberId), found)
  return found
}

/** Drops the cached seed, so that the next round reads the database again. */
export function forgetSeed(deps: Deps, memberId: bigint): void {
  cacheOf(deps).delete(String(memberId))
}

/** The member's seed in the database, or null before the first. */
export async function readSeed(deps: Deps, memberId: bigint): Promise<SeedInUse | null> {
  const row = await deps.db
    .selectFrom('wallet')
    .innerJoin('member_seed', 'member_seed.id', 'wallet.seed_id')
    .select(['wallet.nonce', 'member_seed.id', 'member_seed.server_seed_sealed', 'member_seed.key_id'])
    .select(['member_seed.server_seed_hash', 'member_seed.client_seed'])
    .where('wallet.member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) return null
  return {
    seedId: row.id,
    serverSeed: createEncryption(deps.config).decrypt(row.key_id, row.server_seed_sealed),
    serverSeedHash: row.server_seed_hash,
    clientSeed: row.client_seed,
    nonce: row.nonce,
    // The wallet has not been read yet: the first spin gets a dry run.
    dryRunsLeft: 1,
    cash: 0n,
    paceEndsMs: 0,
    stakeLeft: null,
  }
}

/**
 * The member's current seed in the database: the cached one may have been rotated by another process, and an outdated
 * commitment must not be shown.
 */
export async function seedAsItIs(deps: Deps, memberId: bigint, seedId: bigint | null): Promise<SeedInUse> {
  const cached = await seedInUse(deps, memberId)
  if (cached.seedId === seedId) return cached
  forgetSeed(deps, memberId)
  return seedInUse(deps, memberId)
}

async function makeFirstSeed(deps: Deps, memberId: bigint): Promise<SeedInUse> {
  await deps.db.transaction().execute(async (tx) => {
    await lockWallet(tx, memberId)
    const wallet = await walletSeed(tx, memberId)
    if (wallet.seed_id === null) await putSeed(deps, tx, memberId, randomBytes(8).toString('hex'))
  })
  const made = await readSeed(deps, memberId)
  if (!made) throw new Error('a member who plays must have a wallet')
  return made
}

/** The seed of a wallet, and the nonce of its next round. */
export async function walletSeed(tx: Tx, memberId: bigint): Promise<{ seed_id: bigint | null; nonce: bigint }> {
  return tx
    .selectFrom('wallet')
    .select(['seed_id', 'nonce'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Commits to a new server seed; the caller holds the wallet's lock. */
export async function putSeed(deps: Deps, tx: Tx, memberId: bigint, clientSeed: string): Promise<void> {
  const serverSeed = randomBytes(32)
  const { keyId, encrypted } = createEncryption(deps.config).encrypt(serverSeed)
  const row = await tx
    .insertInto('member_seed')
    .values({
      member_id: memberId,
      server_seed_sealed: encrypted,
      key_id: keyId,
      server_seed_hash: createHash('sha256').update(serverSeed).digest(),
      client_seed: clientSeed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`SELECT ledger_seed(${memberId}, ${row.id})`.execute(tx)
}

export type Committed = Pick<SeedInUse, 'serverSeedHash' | 'clientSeed' | 'nonce'>

/** The public part of the seed in use: its commitment, the client seed, the nonce of the next round. */
export function shownFairness(seed: Committed): { serverSeedHash: string; clientSeed: string; nonce: number } {
  return {
    serverSeedHash: seed.serverSeedHash.toString('hex'),
    clientSeed: seed.clientSeed,
    nonce: Number(seed.nonce),
  }
}

/**
 * The rounds whose wins are not shown yet and therefore left out of the displayed balance: no list may reveal them.
 * Maps the round id to its pay, newest first, up to the hidden amount. Nearly always empty.
 */
export async function readUnseenRounds(db: Database, memberId: bigint): Promise<Map<string, Amount>> {
  const { rows } = await sql<{ id: string; pay: bigint }>`
    SELECT r.id, r.pay
      FROM wallet w
     CROSS JOIN LATERAL (
       SELECT o.id, o.pay, sum(o.pay) OVER (ORDER BY o.nonce DESC) - o.pay AS newer
         FROM round o
        WHERE o.member_id = w.member_id AND o.nonce >= w.nonce - 100 AND o.pay > 0
          AND o.shown < json_array_length(o.events::json)) r
     WHERE w.member_id = ${memberId} AND w.unseen > 0 AND w.unseen_until > now() AND r.newer < w.unseen`.execute(db)
  return new Map(rows.map((row) => [row.id, row.pay]))
}

const hashes = new WeakMap<CatalogueGame, string>()

/** The hash of a game's mathematics in this program; SHA-256, hex. */
export function currentMathHash(entry: CatalogueGame): string {
  const cached = hashes.get(entry)
  if (cached !== undefined) return cached
  const made = mathHashOf(entry.game, (text) => createHash('sha256').update(text).digest('hex'))
  hashes.set(entry, made)
  return made
}
