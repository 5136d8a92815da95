import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#server/auth/derived-key.ts'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppSecret } from '#server/config.ts'
import { replaceFile } from '#server/write-once.ts'

/**
 * The anchor: the newest head of the journal's seals, kept in a file outside the database. Who can write to the database
 * can remove all heads; the file shows that there were some. It is authenticated with a key derived from `APP_SECRET`
 * (docs/decisions/024-sealed-journal.md).
 */
export type Anchor = {
  /** From when sealing began, as head 0 has it: UTC to the microsecond; empty until the first look at a new database. */
  began: string
  /** The newest head; number 0, with an empty hash and key, before the first. */
  id: bigint
  hash: Buffer
  keyId: string
  /** When an operator last accepted the chain as it was, ISO 8601, and up to which head; empty and 0: never. */
  acceptedAt: string
  acceptedId: bigint
  /** The database that the chain is in, as `identityOf` has it; null in files from before it was kept. */
  database: string | null
  /** What was made under keys that are lost, as accepted: nothing newer may name them. */
  lost: ReadonlyMap<string, LostLimits>
}

/**
 * The newest head and the newest seed pair under a lost key, the digest of what they and all older ones were, and what the
 * key signed; null in files from before acts were accepted, which accept none.
 */
export type LostLimits = { head: bigint; pair: bigint; digest: Buffer; acts: LostActs | null }

/** All groups of acts and changes that a lost key signed: their number, and a digest of them with their signatures. */
export type LostActs = { groups: number; digest: Buffer }

/** Where the anchor is kept, and the keys that authenticate it. */
export type AnchorStore = { dir: string; secret: AppSecret }

/** The state of the file. `absent`: there is none; `unusable`: it is there, and why it cannot be relied on. */
export type AnchorState =
  | { status: 'present'; anchor: Anchor; isOfNewestKey: boolean }
  | { status: 'absent' }
  | { status: 'unusable'; why: string; advice?: string }

/** What a run of the books compares with the database. */
export type KeptAnchor = AnchorState & { dir: string }

const fileName = 'journal.json'
const mostBytes = 65_536

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)
const number = z.string().regex(/^\d{1,18}$/)
const stored = z.object({
  began: z.string(),
  id: number,
  hash: z.string().regex(/^([0-9a-f]{64})?$/),
  keyId: z.string(),
  acceptedAt: z.string(),
  acceptedId: number,
  database: z
    .string()
    .regex(/^\d{1,20}\/\d{1,10}$/)
    .optional(),
  lost: z.array(
    z.object({
      keyId: z.string(),
      head: number,
      pair: number,
      digest: sha256Hex,
      acts: z.object({ groups: z.number().int().nonnegative(), digest: sha256Hex }).optional(),
    }),
  ),
  /** The key of `mac`. */
  macKeyId: z.string(),
  mac: sha256Hex,
})

/** Reads the file. Never throws: a file that cannot be read is `unusable`. */
export async function readAnchor({ dir, secret }: AnchorStore): Promise<AnchorState> {
  const file = join(dir, fileName)
  try {
    if ((await stat(file)).size > mostBytes) return { status: 'unusable', why: `${file} is too large` }
    const found = stored.parse(JSON.parse(await readFile(file, 'utf8')))
    const key = secret.keys.get(found.macKeyId)
    if (key === undefined) {
      const { macKeyId } = found
      return secret.lost?.has(macKeyId)
        ? {
            status: 'unusable',
            why: `${file} has the lost key ${macKeyId}`,
            advice: 'accept the heads as they are with "npm run books -- --accept-heads"',
          }
        : {
            status: 'unusable',
            why: `${file} has the key ${macKeyId}, which is missing`,
            advice: 'add the key to APP_SECRET behind the one that signs',
          }
    }
    const anchor: Anchor = {
      began: found.began,
      id: BigInt(found.id),
      hash: Buffer.from(found.hash, 'hex'),
      keyId: found.keyId,
      acceptedAt: found.acceptedAt,
      acceptedId: BigInt(found.acceptedId),
      database: found.database ?? null,
      lost: new Map(
        found.lost.map(({ keyId, head, pair, digest, acts }) => [
          keyId,
          {
            head: BigInt(head),
            pair: BigInt(pair),
            digest: Buffer.from(digest, 'hex'),
            acts: acts === undefined ? null : { groups: acts.groups, digest: Buffer.from(acts.digest, 'hex') },
          },
        ]),
      ),
    }
    if (!timingSafeEqual(macOf(key, anchor), Buffer.from(found.mac, 'hex')))
      return { status: 'unusable', why: `${file} was not written with APP_SECRET` }
    return { status: 'present', anchor, isOfNewestKey: found.macKeyId === secret.keyId }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { status: 'absent' }
    const why = error instanceof z.ZodError || error instanceof SyntaxError ? 'is damaged' : `cannot be read: ${error}`
    return { status: 'unusable', why: `${file} ${why}` }
  }
}

/**
 * Replaces the file as a whole, synced to disk. Only with `create` the folder is made: a disk that is not mounted must
 * not be replaced by an empty folder in its place.
 */
export async function writeAnchor({ dir, secret }: AnchorStore, anchor: Anchor, create = false): Promise<void> {
  const key = secret.keys.get(secret.keyId)
  if (key === undefined) throw new Error('the newest key of APP_SECRET is missing')
  const text = JSON.stringify({
    began: anchor.began,
    id: String(anchor.id),
    hash: anchor.hash.toString('hex'),
    keyId: anchor.keyId,
    acceptedAt: anchor.acceptedAt,
    acceptedId: String(anchor.acceptedId),
    ...(anchor.database === null ? {} : { database: anchor.database }),
    lost: [...anchor.lost].map(([keyId, { head, pair, digest, acts }]) => ({
      keyId,
      head: String(head),
      pair: String(pair),
      digest: digest.toString('hex'),
      ...(acts === null ? {} : { acts: { groups: acts.groups, digest: acts.digest.toString('hex') } }),
    })),
    macKeyId: secret.keyId,
    mac: macOf(key, anchor).toString('hex'),
  } satisfies z.infer<typeof stored>)
  if (create) await mkdir(dir, { recursive: true, mode: 0o700 })
  await replaceFile(join(dir, fileName), `${text}\n`)
}

/**
 * Writes the file of an installation whose database is still empty, the only one that is made without an operator: the first look at the
 * database completes it. A file that is there stays as it is.
 */
export async function beginAnchor(store: AnchorStore): Promise<void> {
  if ((await readAnchor(store)).status !== 'absent') return
  const nothing = { id: 0n, hash: Buffer.alloc(0), keyId: '' }
  const anchor = { ...nothing, began: '', acceptedAt: '', acceptedId: 0n, database: null, lost: new Map() }
  await writeAnchor(store, anchor, true)
}

/** One field a line; no field contains a line break. */
function macOf(key: Buffer, { began, id, hash, keyId, acceptedAt, acceptedId, database, lost }: Anchor): Buffer {
  // The info text must never change: stored files depend on it.
  const derived = deriveKey(key, 'baize journal anchor')
  const limits = [...lost]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([lostId, { head, pair, digest, acts }]) => [
      lostId,
      head,
      pair,
      digest.toString('hex'),
      // No name of a key has a space.
      ...(acts === null ? [] : [`acts ${acts.groups} ${acts.digest.toString('hex')}`]),
    ])
  // As above: it is no name of a key.
  const place = database === null ? [] : [`database ${database}`]
  const head = [began, id, hash.toString('hex'), keyId, acceptedAt, acceptedId]
  const fields = ['baize journal anchor 1', ...head, ...place, ...limits]
  return createHmac('sha256', derived).update(fields.join('\n')).digest()
}
