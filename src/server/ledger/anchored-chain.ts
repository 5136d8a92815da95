import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { identityOf, identitySql } from '#server/db/database-identity.ts'
import { lostActsOf } from '#server/db/lost-acts.ts'
import type { Database } from '#server/db/pool.ts'
import {
  readAnchor,
  writeAnchor,
  type Anchor,
  type AnchorState,
  type AnchorStore,
  type LostActs,
  type LostLimits,
} from './anchor.ts'
import { inOneSpan, setClockSpansSql } from './clock-spans.ts'
import { HeadsAltered, headDigest, type KnownHead } from './seals.ts'

/**
 * Follows the chain of the journal's heads in one process: what this process remembers and what the anchor outside the
 * database says must both be in it (docs/decisions/024-sealed-journal.md).
 */
export type AnchoredChain = {
  /** The newest head that this process knows to be in the chain; null before the first. */
  known: () => KnownHead | null
  /** Why the newest head is not kept outside the database; null where it is. */
  problem: () => string | null
  /** Compares, and keeps the newest head. Throws `HeadsAltered`, and keeps nothing, when a known or kept head is not in the chain. */
  look: () => Promise<void>
  /** Keeps the head of a pass of this process. */
  keep: (head: KnownHead & { keyId: string }) => Promise<void>
}

export function followChain(db: Database, store: AnchorStore): AnchoredChain {
  const inTurn = createTurn()
  let known: KnownHead | null = null
  let acceptedAt: string | null = null
  let problem: string | null = null
  let began = ''
  const write = async (anchor: Anchor): Promise<void> => {
    problem = await writeAnchor(store, { ...anchor, began: anchor.began || began }).then(
      () => null,
      (error: unknown) => `the newest head cannot be kept in ${store.dir}: ${String(error)}`,
    )
  }
  const look = async (): Promise<void> => {
    // The file is read first: what it names was committed before.
    const state = await readAnchor(store)
    const anchor = state.status === 'present' ? state.anchor : null
    // An operator has accepted the chain as it is: what this process remembers of another one no longer counts.
    // An older file that was put back does not make it forget.
    if (anchor !== null && (acceptedAt === null || anchor.acceptedAt > acceptedAt)) {
      acceptedAt = anchor.acceptedAt
      known = null
    }
    const heads = await readHeads(db, [known?.id, anchor?.id])
    const database = await readDatabase(db)
    const fault = anchor === null ? null : anchorFault(anchor, heads, database)
    if (fault !== null) throw new HeadsAltered(`${fault} in ${store.dir}`)
    if (known !== null && heads.find(({ id }) => id === known?.id)?.hash.equals(known.hash) !== true)
      throw new HeadsAltered(`head ${known.id} of the journal, which this process knows, is missing or altered`)
    const [first, newest] = [heads[0], heads.at(-1)]
    if (first === undefined || newest === undefined || first.id !== 0n)
      throw new HeadsAltered('the beginning of the heads of the journal is missing')
    began = first.at
    if (newest.id > 0n) known = newest
    if (state.status === 'present') {
      const isBehind = newest.id > state.anchor.id || state.anchor.began === ''
      if (isBehind || !state.isOfNewestKey || state.anchor.database === null)
        await write({ ...state.anchor, ...endOf(newest), database })
      else problem = null
    } else problem = describeMissing({ ...state, dir: store.dir })
  }
  return {
    known: () => known,
    problem: () => problem,
    // A head that a pass keeps during a look is newer than the heads which that has read.
    look: () => inTurn(look),
    keep: (head) =>
      inTurn(async () => {
        known = { id: head.id, hash: head.hash }
        const state = await readAnchor(store)
        if (state.status !== 'present') problem = describeMissing({ ...state, dir: store.dir })
        else if (head.id > state.anchor.id) await write({ ...state.anchor, ...endOf({ ...head, key_id: head.keyId }) })
      }),
  }
}

/** Runs acts one after the other. */
function createTurn(): (act: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  return (act) => {
    const next = last.then(act)
    last = next.catch(() => {})
    return next
  }
}

/** A head as far as an anchor is compared with it. `at` is UTC to the microsecond. */
export type EndRow = KnownHead & { at: string; key_id: string }

/** The statement that reads the beginning, the newest head, and those of `$1`, in order. */
export const endsSql = `SELECT id, hash, key_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
  FROM journal_head WHERE id = 0 OR id = (SELECT max(id) FROM journal_head) OR id = ANY (`

async function readHeads(db: Database, ids: readonly (bigint | undefined)[]): Promise<EndRow[]> {
  const wanted = ids.filter((id) => id !== undefined).map(String)
  return (await sql<EndRow>`${sql.raw(endsSql)}${wanted}::bigint[]) ORDER BY id`.execute(db)).rows
}

/** What identifies the database of a connection or transaction. */
async function readDatabase(db: Database): Promise<string> {
  return identityOf((await db.executeQuery<object>(CompiledQuery.raw(identitySql))).rows)
}

/** What of an anchor is not in the chain of a database, or null. */
export function anchorFault(anchor: Anchor, heads: readonly EndRow[], database: string): string | null {
  if (anchor.database !== null && anchor.database !== database)
    return `the database is ${database} (system identifier/OID), and ${anchor.database} by what is kept: it was exchanged, or moved or restored from a dump`
  // The file of a new installation, before the first look at its database.
  if (anchor.began === '' && heads.at(-1)?.id === 0n) return null
  const began = heads.find(({ id }) => id === 0n)?.at
  if (began !== anchor.began)
    return `sealing began at ${began ?? 'no time'} by the journal, and at ${anchor.began || 'no time'} by the head that is kept`
  const head = heads.find(({ id }) => id === anchor.id)
  if (anchor.id > 0n && (head?.hash.equals(anchor.hash) !== true || head.key_id !== anchor.keyId))
    return `head ${anchor.id} of the journal is missing or altered: it is another than the head that is kept`
  return null
}

/** Why there is nothing to compare the chain with. */
export function describeMissing(state: Exclude<AnchorState, { status: 'present' }> & { dir: string }): string {
  const why = state.status === 'absent' ? `no head of the journal is kept in ${state.dir}` : state.why
  const advice = state.status === 'unusable' ? state.advice : undefined
  return `${why}: ${advice ?? 'find out why, then accept the heads as they are with "npm run books -- --accept-heads"'}`
}

function endOf({
  id,
  hash,
  key_id: keyId,
}: Pick<EndRow, 'id' | 'hash' | 'key_id'>): Pick<Anchor, 'id' | 'hash' | 'keyId'> {
  return { id, hash: Buffer.from(hash), keyId }
}

/** What is a fault until the heads are accepted, and none afterwards. */
export type Excused = {
  /** Groups of acts that were signed and committed, and that a process then missed. */
  missing: { subject: string; detail: string }[]
  /** Events that were sealed long after their time. */
  late: { subject: string; detail: string }[]
  /** Names exactly these; empty without any. */
  code: string
}

/** Accepting the heads excuses more than was confirmed; nothing was accepted. */
export class HeadsUnconfirmed extends Error {
  override name = 'HeadsUnconfirmed'
  readonly excused: Excused
  constructor(excused: Excused) {
    super(`accepting the heads excuses ${excused.missing.length} missing acts and ${excused.late.length} late events`)
    this.excused = excused
  }
}

/** The number of late events that the act lists. */
const mostListed = 200

/**
 * Groups that a process missed, until an acceptance that names them. Acceptances of an older release name none, and excuse all before them.
 */
export const missingActsSql = `SELECT m.subject, format('were signed and committed, and %s at %s', CASE WHEN m.detail ? 'unchained' THEN 'still not chained'
    WHEN m.detail ? 'altered' THEN 'not what a head covers' ELSE 'gone' END, m.at) AS detail
  FROM audit m WHERE m.act = 'acts.missing' AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.act = 'books.accept-heads'
    AND CASE WHEN a.detail ? 'missing' THEN a.detail -> 'missing' ? m.subject ELSE a.id > m.id END)`

/**
 * Events that were sealed more than ten minutes after their time although there are heads from two to ten minutes after
 * it: they were added later. A stop or crash leaves no heads of that time, so it excuses what waited for the next start, and so
 * does a clock that jumped: heads from before it was set back are not from after the event. Those that heads up to `$1` cover were accepted.
 */
export const lateSealsSql = `SELECT format('%s/%s', member_id, seq) AS subject, format('booked at %s and sealed at %s, although heads were made meanwhile', at, sealed_at) AS detail
  FROM (SELECT s.member_id, s.after_seq + 1 AS seq, h.id, h.at AS sealed_at,
      (SELECT j.at FROM journal j WHERE j.member_id = s.member_id AND j.seq = s.after_seq + 1) AS at
    FROM journal_seal s JOIN journal_head h ON h.id = s.head_id WHERE h.id > $1::bigint OFFSET 0) seal
  WHERE at < sealed_at - interval '10 minutes' AND at >= (SELECT b.at FROM journal_head b WHERE b.id = 0)
    AND EXISTS (SELECT 1 FROM journal_head g WHERE g.id > 0 AND g.id < seal.id
      AND g.at > seal.at + interval '2 minutes' AND g.at <= seal.at + interval '10 minutes' AND NOT ${inOneSpan('g.at', 'seal.at')})`

async function findExcused(tx: Database, before: AnchorState): Promise<Excused> {
  const acceptedId = before.status === 'present' ? before.anchor.acceptedId : 0n
  type Row = Excused['missing'][number]
  const missing = (await tx.executeQuery<Row>(CompiledQuery.raw(`${missingActsSql} ORDER BY m.id`))).rows
  await tx.executeQuery(CompiledQuery.raw(setClockSpansSql, [true]))
  const late = (await tx.executeQuery<Row>(CompiledQuery.raw(`${lateSealsSql} ORDER BY 1`, [String(acceptedId)]))).rows
  const lines = [missing, late].map((rows) => rows.map(({ subject }) => subject).join('\n'))
  const digest = createHash('sha256').update(lines.join('\n\n')).digest('hex')
  return { missing, late, code: missing.length + late.length === 0 ? '' : digest.slice(0, 12) }
}

/**
 * Accepts the chain as the database has it, with what was made under lost keys until now: records the act in the audit
 * and then writes the anchor. Returns what was kept before. Where that excuses missing acts or late events, `accept` must have the code of
 * exactly these, and the act names them: otherwise throws `HeadsUnconfirmed`, and accepts nothing.
 */
export async function acceptChain(
  db: Database,
  store: AnchorStore,
  accept: { code: string; reason: string } | null = null,
): Promise<{ before: AnchorState; anchor: Anchor; excused: Excused }> {
  const before = await readAnchor(store)
  let excused: Excused = { missing: [], late: [], code: '' }
  const anchor = await db.transaction().execute(async (tx): Promise<Anchor> => {
    const heads = await readHeads(tx, [])
    const [first, newest] = [heads[0], heads.at(-1)]
    if (first === undefined || newest === undefined || first.id !== 0n)
      throw new HeadsAltered('the beginning of the heads of the journal is missing: restore it from a backup')
    excused = await findExcused(tx, before)
    if (excused.code !== (accept?.code ?? '')) throw new HeadsUnconfirmed(excused)
    const lost = new Map<string, LostLimits>()
    for (const keyId of store.secret.lost ?? []) lost.set(keyId, await readLimits(tx, keyId))
    const database = await readDatabase(tx)
    const detail = {
      database,
      databaseBefore: before.status === 'present' ? before.anchor.database : null,
      head: String(newest.id),
      hash: newest.hash.toString('hex'),
      before: before.status === 'present' ? String(before.anchor.id) : before.status,
      lost: Object.fromEntries([...lost].map(([keyId, { acts }]) => [keyId, detailOf(acts)])),
      reason: accept?.reason ?? '',
      missing: excused.missing.map(({ subject }) => subject),
      lateEvents: excused.late.length,
      late: excused.late.slice(0, mostListed).map(({ subject, detail: text }) => `${subject} ${text}`),
    }
    await tx
      .insertInto('audit')
      .values({ actor_kind: 'system', act: 'books.accept-heads', subject: `head ${newest.id}`, detail })
      .execute()
    const acceptedAt = new Date().toISOString()
    return { ...endOf(newest), began: first.at, acceptedAt, acceptedId: newest.id, database, lost }
  })
  await writeAnchor(store, anchor, true)
  return { before, anchor, excused }
}

/** Subject to the signature of the act, so that it holds also where nothing is kept outside the database. */
function detailOf(acts: LostActs | null): object {
  return { groups: acts?.groups ?? 0, digest: acts?.digest.toString('hex') ?? '' }
}

/**
 * How many heads, seed pairs and signatures of acts under known keys are older than the newest under lost keys. A change of keys while
 * several processes run leaves a few; many mean that somebody renamed newer ones.
 */
export async function countOverlap(
  db: Database,
  { lost }: Anchor,
): Promise<{ heads: number; pairs: number; acts: number }> {
  const limits = [...lost.values()]
  const { rows } = await sql<{ heads: number; pairs: number; acts: number }>`
    SELECT (SELECT count(*)::int FROM journal_head WHERE id > 0 AND key_id <> ALL (${[...lost.keys()]}::text[])
        AND id < ANY (${limits.map(({ head }) => String(head))}::bigint[])) AS heads,
      (SELECT count(*)::int FROM member_seed WHERE key_id <> ALL (${[...lost.keys()]}::text[])
        AND id < ANY (${limits.map(({ pair }) => String(pair))}::bigint[])) AS pairs,
      (SELECT count(*)::int FROM act_signature WHERE key_id <> ALL (${[...lost.keys()]}::text[])
        AND at < (SELECT max(at) FROM act_signature WHERE key_id = ANY (${[...lost.keys()]}::text[]))) AS acts`.execute(
    db,
  )
  return rows[0] ?? { heads: 0, pairs: 0, acts: 0 }
}

/**
 * The digest of the heads with their seals, and of the numbers of the seed pairs, under the key `$1` up to head `$2` and pair
 * `$3`: without the key it shows that they are what they were.
 */
export const lostDigestSql = `SELECT sha256(coalesce((SELECT string_agg(sha256(record_send(ROW(h.id, h.at, h.seals, h.events, h.hash,
      h.audit_seq, h.audit_hash, s.digest))), ''::bytea ORDER BY h.id) FROM journal_head h
      LEFT JOIN (SELECT head_id, ${headDigest} AS digest FROM journal_head_part GROUP BY head_id) s ON s.head_id = h.id
      WHERE h.key_id = $1::text AND h.id <= $2::bigint), ''::bytea)
    || coalesce((SELECT string_agg(int8send(id), ''::bytea ORDER BY id) FROM member_seed
      WHERE key_id = $1::text AND id <= $3::bigint), ''::bytea)) AS digest`

/** All that was signed under the key `$1`, with its signatures: the number of the groups and a digest of them. */
export const lostActsSql = lostActsOf('$1::text')

async function readLimits(db: Database, keyId: string): Promise<LostLimits> {
  const { rows } = await sql<{ head: bigint; pair: bigint }>`
    SELECT (SELECT coalesce(max(id), 0) FROM journal_head WHERE key_id = ${keyId}) AS head,
      (SELECT coalesce(max(id), 0) FROM member_seed WHERE key_id = ${keyId}) AS pair`.execute(db)
  const { head = 0n, pair = 0n } = rows[0] ?? {}
  const query = CompiledQuery.raw(lostDigestSql, [keyId, String(head), String(pair)])
  const found = await db.executeQuery<{ digest: Buffer }>(query)
  const signed = await db.executeQuery<LostActs>(CompiledQuery.raw(lostActsSql, [keyId]))
  return { head, pair, digest: found.rows[0]?.digest ?? Buffer.alloc(32), acts: signed.rows[0] ?? null }
}
