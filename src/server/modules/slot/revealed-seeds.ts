import { createHash, timingSafeEqual } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { readRecorded } from '#server/db/recorded-row.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { createKeyReader } from '#server/auth/derived-key.ts'
import { nobody } from '#server/auth/encryption.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { readBytes } from '#server/auth/stored-value.ts'
import { keepRevealed } from './revealed-pairs.ts'

/**
 * Showing server seeds of revealed pairs (docs/decisions/034-bound-values.md). A seed is shown with a keyed hash of it and its pair, which
 * the database cannot make. The program makes it only after a transaction that recorded the pair as it is was signed and
 * committed: somebody who reads the hash in a statement, and ends it, cannot keep the record from being there. So a row that
 * somebody with rights on the database planted for a moment, with a seed that is still secret, is refused, or contradicts that record.
 */

/** The purpose must never change: stored hashes depend on it. */
const keysOf = createKeyReader('baize revealed seed')

/** A seed pair of a member, as it is read to be shown. */
export type ShownPair = {
  pair_id: bigint
  key_id: string
  server_seed_hash: Buffer
  /** By `revealedSeedOf`. */
  revealed_seed: Buffer | null
  reveal_mac: Buffer | null
}

/**
 * The encrypted server seed of a pair where it is revealed, else null. It is null, too, while another row has the same seed unrevealed:
 * somebody with rights on the database may have copied a seed that is in use, or waits, into a pair that looks revealed.
 * `pair` is the pair's name in the statement.
 */
export function revealedSeedOf(pair: 'pair' | 'member_seed'): RawBuilder<Buffer | null> {
  const of = sql.raw(pair)
  return sql<Buffer | null>`CASE WHEN ${of}.revealed_at IS NOT NULL AND NOT EXISTS (SELECT FROM member_seed secret
    WHERE secret.server_seed_hash = ${of}.server_seed_hash AND secret.revealed_at IS NULL) THEN ${of}.server_seed_sealed END`
}

/** A seed that may be shown, and its SHA-256. */
type Opened = { pair: ShownPair; seed: Buffer; digest: Buffer }

/**
 * The revealed server seeds of a member's pairs as hex, by the numbers of the pairs. Left out is what is secret, and what must not be shown,
 * with a log line that names the row: a seed that cannot be read, a row that is not as the program recorded it, and a keyed
 * hash of something else. A seed that is another than the row's hash commits to is shown, so that a verifier names it, unless it is
 * secret in another row. A pair whose seed was never shown is recorded first, unless a committed transaction has done so (`recorded`), and
 * then gets its keyed hash.
 */
export async function openRevealedSeeds(
  deps: Deps,
  memberId: bigint,
  pairs: readonly ShownPair[],
  recorded: RecordedPairs = new Map(),
): Promise<ReadonlyMap<bigint, string>> {
  const opened = new Map<bigint, Opened>()
  for (const pair of pairs) {
    const one = opened.has(pair.pair_id) ? null : await openPair(deps, pair)
    if (one !== null) opened.set(pair.pair_id, one)
  }
  const first = [...opened.values()].filter(({ pair }) => pair.reveal_mac === null)
  const rows = await recordAndStore(deps, memberId, first, recorded)
  const shown = new Map<bigint, string>()
  for (const [id, { pair, seed, digest }] of opened) {
    const row = pair.reveal_mac === null ? rows.get(id) : { sealed: pair.revealed_seed, mac: pair.reveal_mac }
    const problem = refusalOf(deps.config.secret, { memberId, pair, digest }, row)
    if (problem === null) {
      keepRevealed(deps, id)
      shown.set(id, seed.toString('hex'))
    } else deps.log.error({ row: rowOf(pair), memberId }, `a revealed server seed is not shown: ${problem}`)
  }
  return shown
}

/** Revealed pairs by their numbers, as `recordPairs` left them: the encrypted seed, and the keyed hash of one that was shown before. */
export type RecordedPairs = ReadonlyMap<bigint, RecordedRow>
type RecordedRow = { sealed: Buffer | null; mac: Buffer | null }

/**
 * Records revealed pairs of a member as they are, in a transaction after whose commit `openRevealedSeeds` may show their seeds. Left out is
 * a row that is not as it was last recorded.
 */
export async function recordPairs(tx: Tx, memberId: bigint, pairs: readonly bigint[]): Promise<RecordedPairs> {
  const { rows } = await sql<RecordedRow & { pair_id: bigint }>`
    SELECT * FROM seed_show(${memberId}, ${pairs.map(String)}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.pair_id, row]))
}

/** The same in a transaction of its own, of the pairs whose newest record the program signed. */
async function recordVerified(
  tx: Tx,
  { config }: Deps,
  memberId: bigint,
  ids: readonly bigint[],
): Promise<RecordedPairs> {
  const signed: bigint[] = []
  for (const id of ids) if ((await readRecorded(tx, config.secret, 'member_seed', id)) !== null) signed.push(id)
  return recordPairs(tx, memberId, signed)
}

const rowOf = ({ pair_id: id }: ShownPair): string => `member_seed ${id}`

async function openPair(deps: Deps, pair: ShownPair): Promise<Opened | null> {
  const { key_id: keyId, revealed_seed: encrypted } = pair
  if (encrypted === null) return null
  const seed = readBytes(deps, { owner: nobody, row: rowOf(pair) }, { keyId, encrypted })
  if (seed === null) return null
  const digest = createHash('sha256').update(seed).digest()
  if (!digest.equals(pair.server_seed_hash)) {
    const secret = deps.db.selectFrom('member_seed').select('id').where('server_seed_hash', '=', digest)
    if ((await secret.where('revealed_at', 'is', null).executeTakeFirst()) !== undefined) return null
  }
  return { pair, seed, digest }
}

/** Why a pair must not be shown; null where it may be. Without a keyed hash in `row`, this process has just recorded it. */
function refusalOf(
  secret: AppSecret,
  { memberId, pair, digest }: Pick<Opened, 'pair' | 'digest'> & { memberId: bigint },
  row: RecordedRow | undefined,
): string | null {
  if (row === undefined || row.sealed === null) return 'its row is not as the program recorded it'
  if (pair.revealed_seed?.equals(row.sealed) !== true) return 'its row was altered while it was read'
  if (row.mac === null) return null
  const due = revealMac(secret, { memberId, pair, digest })
  return row.mac.length === due.length && timingSafeEqual(row.mac, due) ? null : 'its keyed hash is of something else'
}

/** Records pairs whose seeds were never shown, and then stores their keyed hashes; resolves with their rows as they were recorded. */
async function recordAndStore(
  deps: Deps,
  memberId: bigint,
  first: readonly Opened[],
  recorded: RecordedPairs,
): Promise<RecordedPairs> {
  const ids = first.flatMap(({ pair }) => (recorded.has(pair.pair_id) ? [] : [pair.pair_id]))
  const more =
    ids.length === 0 ? [] : await deps.db.transaction().execute((tx) => recordVerified(tx, deps, memberId, ids))
  const rows = new Map([...recorded, ...more])
  // Only now: until the record is committed, nothing that is sent to the database would let a seed be shown.
  const macs = first.flatMap(({ pair, digest }) => {
    const row = rows.get(pair.pair_id)
    const isDue = row?.mac === null && refusalOf(deps.config.secret, { memberId, pair, digest }, row) === null
    return isDue ? [{ id: String(pair.pair_id), mac: revealMac(deps.config.secret, { memberId, pair, digest }) }] : []
  })
  if (macs.length > 0) {
    const store = sql`SELECT seed_shown(${macs.map(({ id }) => id)}::bigint[], ${macs.map(({ mac }) => mac)}::bytea[])`
    await deps.db.transaction().execute((tx) => store.execute(tx))
  }
  return rows
}

/** The keyed hash of a seed and its pair, under the key that encrypts the seed: without that key, neither is of use. 32 bytes. */
function revealMac(
  secret: AppSecret,
  { memberId, pair, digest }: Pick<Opened, 'pair' | 'digest'> & { memberId: bigint },
): Buffer {
  const key = keysOf(secret).get(pair.key_id)
  if (key === undefined) throw new Error(`APP_SECRET has no key named ${pair.key_id}`)
  // No field contains a line break.
  const message = ['baize revealed seed 1', memberId, pair.pair_id, digest.toString('hex')].join('\n')
  return Buffer.from(hmacSha256(key, message))
}
