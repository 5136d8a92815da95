import { identityOf, identitySql } from '#server/db/database-identity.ts'
import { anchorFault, describeMissing, endsSql, lateSealsSql, lostDigestSql, type EndRow } from '../anchored-chain.ts'
import { createSealKeys, headDigest, type HeadContent } from '../seals.ts'
import type { BookCheck, CheckFault, CheckScope, SqlCheck } from './check.ts'

/**
 * Checks that no sealed row of the journal, no round and no act was changed, removed or inserted: recomputes the digests of
 * all seals (`db/functions/ledger/seals.sql`) and the keyed hashes of all heads (`src/server/ledger/seals.ts`), and compares
 * the audit with the ends that the heads cover.
 */

const sealed: SqlCheck = {
  name: 'journal-sealed',
  description: 'While the program runs, no event of the journal waits to be sealed for longer than a minute.',
  // Without a running program nothing seals. Events from before sealing began are sealed when there is time.
  sql: `SELECT j.member_id || '/' || j.seq AS subject, format('booked at %s and still not sealed', j.at) AS detail
    FROM journal_head h, LATERAL (SELECT j.member_id, min(j.seq) AS seq, min(j.at) AS at
      FROM journal j LEFT JOIN journal_sealed s ON s.member_id = j.member_id
      WHERE j.seq > coalesce(s.seq, 0) AND current_setting('baize.chaining', true) = 'expected' GROUP BY j.member_id) j
    WHERE h.id = 0 AND j.at >= h.at AND j.at < now() - interval '60 seconds'`,
  withoutIndexes: true,
}

/** The heads are what they were by `journal-seals`; here the audit is compared with them, which needs no key. */
const auditSeals: SqlCheck = {
  name: 'audit-seals',
  description: 'The audit’s chain is as each sealed head covered it.',
  // From the first altered row on every hash is another: the first head that differs bounds where that row is.
  sql: `SELECT format('%s-%s', coalesce(unaltered, 0) + 1, audit_seq) AS subject,
      format('at least one of these rows is not what was sealed: head %s covers another hash of row %s', id, audit_seq) AS detail
    FROM (SELECT h.id, h.audit_seq, min(h.id) FILTER (WHERE a.hash IS DISTINCT FROM h.audit_hash) OVER () AS first_id,
        max(h.audit_seq) FILTER (WHERE a.hash = h.audit_hash) OVER (ORDER BY h.id) AS unaltered
      FROM journal_head h LEFT JOIN audit a ON a.seq = h.audit_seq WHERE h.audit_seq > 0) covered
    WHERE id = first_id`,
}

export const sealChecks: readonly BookCheck[] = [
  {
    name: 'journal-seals',
    description:
      'Every sealed event, round and signed record of a table is as it was sealed, and the heads of the seals form one chain under APP_SECRET.',
    find: async (scope) => {
      const { faults, notRun } = await checkHeads(scope)
      const found = [
        ...(await findChangedRows(scope)),
        ...(await findGaps(scope)),
        ...(await findForgottenHeads(scope)),
        ...(await compareAnchor(scope)),
        ...(await compareLost(scope)),
        ...(await findLateSeals(scope)),
        ...faults,
      ]
      return found.length > 0 || notRun === null ? found : { notRun }
    },
  },
  sealed,
  auditSeals,
]

/** Seals whose digest differs from that of their rows today. */
async function findChangedRows(scope: CheckScope): Promise<CheckFault[]> {
  // The function finds a seal's rows by their keys; a plan that reads whole tables for each seal would never end.
  const planner = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']
  const set = (value: string) =>
    scope.rows(`SELECT ${planner.map((name) => `set_config('${name}', '${value}', true)`).join()}`)
  await set('off')
  const rows = await scope.rows<CheckFault>(
    `SELECT format('%s/%s-%s', member_id, after_seq + 1, last_seq) AS subject,
       'these events, their rounds or seeds are not what was sealed' AS detail
     FROM journal_seal s, LATERAL journal_seal_digest(member_id, after_seq, last_seq, first_nonce, rounds) d (computed)
     WHERE d.computed <> s.digest LIMIT ${scope.mostFaults}`,
  )
  await set('on')
  return rows
}

/** Events between or behind the seals of a member. */
async function findGaps(scope: CheckScope): Promise<CheckFault[]> {
  return scope.rows<CheckFault>(
    `SELECT member_id || '/' || after_seq + 1 AS subject, format('the seal before ends at %s', p_seq) AS detail
     FROM (SELECT member_id, after_seq, first_nonce, lag(last_seq, 1, 0::bigint) OVER m AS p_seq,
         lag(first_nonce + rounds, 1, 0::bigint) OVER m AS p_nonce
       FROM journal_seal WINDOW m AS (PARTITION BY member_id ORDER BY after_seq)) seal
     WHERE after_seq <> p_seq OR first_nonce <> p_nonce
     UNION ALL
     SELECT coalesce(s.member_id, e.member_id)::text,
       format('sealed up to %s, the seals end at %s, the wallet is at %s', s.seq, coalesce(e.seq, 0), coalesce(w.seq::text, 'none'))
     FROM journal_sealed s FULL JOIN (SELECT member_id, max(last_seq) AS seq FROM journal_seal GROUP BY member_id) e USING (member_id)
     LEFT JOIN wallet w ON w.member_id = coalesce(s.member_id, e.member_id)
     WHERE s.seq IS DISTINCT FROM e.seq OR w.seq IS NULL OR w.seq < e.seq
     LIMIT ${scope.mostFaults}`,
  )
}

/** Heads that an earlier run of the books, or the running program, saw and that are no longer there. */
async function findForgottenHeads(scope: CheckScope): Promise<CheckFault[]> {
  const known = scope.knownHead
  return scope.rows<CheckFault>(
    `SELECT 'head ' || r.head_id AS subject, format('was another when run %s saw it', r.id) AS detail
     FROM book_run r LEFT JOIN journal_head h ON h.id = r.head_id
     WHERE r.head_id IS NOT NULL AND h.hash IS DISTINCT FROM r.head_hash
     UNION ALL
     SELECT 'head ' || $1, 'was another when the running program saw it'
     WHERE $1::bigint IS NOT NULL AND (SELECT hash FROM journal_head WHERE id = $1::bigint) IS DISTINCT FROM $2::bytea
     LIMIT ${scope.mostFaults}`,
    [known?.id.toString() ?? null, known?.hash ?? null],
  )
}

/** What is kept outside the database and is not in it, or that nothing is kept. */
async function compareAnchor({ anchor: kept, rows }: CheckScope): Promise<CheckFault[]> {
  if (kept === null) return []
  const ids = kept.status === 'present' ? [String(kept.anchor.id)] : []
  const heads = await rows<EndRow>(`${endsSql}$1::bigint[]) ORDER BY id`, [ids])
  const detail =
    kept.status === 'present'
      ? anchorFault(kept.anchor, heads, identityOf(await rows(identitySql)))
      : describeMissing(kept)
  return detail === null ? [] : [{ subject: 'kept head', detail }]
}

/** What was made under a lost key and accepted has no other proof than the digest that was taken then. */
async function compareLost({ anchor: kept, rows }: CheckScope): Promise<CheckFault[]> {
  if (kept?.status !== 'present') return []
  const faults: CheckFault[] = []
  for (const [keyId, { head, pair, digest }] of kept.anchor.lost) {
    const [found] = await rows<{ digest: Buffer }>(lostDigestSql, [keyId, String(head), String(pair)])
    if (found?.digest.equals(digest) !== true)
      faults.push({
        subject: `lost key ${keyId}`,
        detail: 'its heads, their seals or its seed pairs are not what was accepted',
      })
  }
  return faults
}

/** Events that were added later, but those that an operator accepted. */
async function findLateSeals({ anchor: kept, rows, mostFaults }: CheckScope): Promise<CheckFault[]> {
  const accepted = kept?.status === 'present' ? kept.anchor.acceptedId : 0n
  return rows<CheckFault>(`${lateSealsSql} LIMIT ${mostFaults}`, [String(accepted)])
}

type StoredHead = {
  id: bigint | null
  at: string
  key_id: string
  seals: number
  events: bigint
  hash: Buffer
  audit_seq: bigint | null
  audit_hash: Buffer | null
  /** Of the seals that name this head. */
  found: number
  sealed: bigint
  digest: Buffer
}

const headsSql = `SELECT h.id, to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, h.key_id, h.seals, h.events, h.hash, h.audit_seq, h.audit_hash,
    coalesce(s.found, 0) AS found, coalesce(s.sealed, 0)::bigint AS sealed, coalesce(s.digest, sha256('')) AS digest
  FROM journal_head h FULL JOIN (SELECT head_id, count(*) FILTER (WHERE part = 0)::int AS found, sum(events) AS sealed, ${headDigest} AS digest
    FROM journal_head_part GROUP BY head_id) s ON s.head_id = h.id
  ORDER BY h.id NULLS FIRST`

type Unverified = Map<string, { first: bigint; last: bigint }>

/** Recomputes the chain of heads; `notRun` says which part cannot be verified without its key. */
async function checkHeads(scope: CheckScope): Promise<{ faults: CheckFault[]; notRun: string | null }> {
  const keys = scope.secret === null ? null : createSealKeys(scope.secret)
  const faults: CheckFault[] = []
  const unverified: Unverified = new Map()
  let verified: bigint | null = null
  let before: { id: bigint; events: bigint; hash: Buffer } = { id: -1n, events: 0n, hash: Buffer.alloc(0) }
  for await (const heads of scope.batches<StoredHead>(headsSql)) {
    for (const { id, ...head } of heads) {
      const subject = id === null ? 'heads' : `head ${id}`
      const detail =
        id === null
          ? `${head.found} seals, or signed records of tables, belong to no head`
          : headFault(id, head, before)
      if (detail !== null) faults.push({ subject, detail })
      else if (id !== null && id > 0n && keys !== null) {
        const hash = keys.hashOf(contentOf(id, head, before.hash))
        const lost = hash === null ? lostKeyFault(id, head.key_id, verified, scope) : null
        if (hash === null) unverified.set(head.key_id, { first: unverified.get(head.key_id)?.first ?? id, last: id })
        else verified ??= id
        if (lost !== null) faults.push({ subject, detail: lost })
        else if (hash !== null && !hash.equals(head.hash))
          faults.push({
            subject,
            detail: 'its hash is not that of its seals, of the proofs that it covers and of the head before',
          })
      }
      if (id !== null) before = { id, events: head.events, hash: id === 0n ? Buffer.from(head.at) : head.hash }
    }
    if (faults.length >= scope.mostFaults) break
  }
  if (before.id < 0n) faults.push({ subject: 'heads', detail: 'the beginning is missing' })
  faults.push(...unknownKeys(unverified, scope))
  return { faults, notRun: notVerified(unverified, scope, before.id) }
}

type Head = Omit<StoredHead, 'id'>

/**
 * A head under a lost key can be written by anybody. So none may be newer than what an operator accepted; where nothing
 * is kept outside the database, none may follow a head under a key that is known.
 */
function lostKeyFault(id: bigint, keyId: string, verified: bigint | null, scope: CheckScope): string | null {
  if (scope.secret?.lost?.has(keyId) !== true) return null
  if (scope.anchor === null)
    return verified === null ? null : `has the lost key ${keyId}, and head ${verified} before it has a known one`
  const accepted = scope.anchor.status === 'present' ? (scope.anchor.anchor.lost.get(keyId)?.head ?? 0n) : 0n
  return id <= accepted
    ? null
    : `has the lost key ${keyId}, under which heads are accepted up to ${accepted}: compare a kept file of heads, then accept them`
}

function headFault(id: bigint, head: Head, before: { id: bigint; events: bigint }): string | null {
  const isBlank = head.key_id === '' && head.hash.length === 0 && head.audit_seq === null
  if (id === 0n && !isBlank) return 'the beginning of the chain has a hash or a key, which it never had'
  if (id !== before.id + 1n) return `follows ${before.id}: the heads between are missing`
  if (head.found !== head.seals) return `was made with ${head.seals} seals, there are ${head.found}`
  if (head.events !== before.events + head.sealed)
    return `counts ${head.events} events, ${before.events + head.sealed} are sealed`
  return null
}

function contentOf(id: bigint, head: Head, previous: Buffer): HeadContent {
  const { at, key_id: keyId, seals, events, digest, audit_seq: seq, audit_hash: hash } = head
  const audit = seq === null || hash === null ? null : { seq, hash }
  return { id, at, keyId, seals, events, previous, digest, audit }
}

/** A key that is missing without being declared lost is a fault: a forger could name any key. */
function unknownKeys(unverified: Unverified, { secret }: CheckScope): CheckFault[] {
  return [...unverified]
    .filter(([keyId]) => secret?.lost?.has(keyId) !== true)
    .map(([keyId, { first, last }]) => ({
      subject: `heads ${first}-${last}`,
      detail: `cannot be verified: APP_SECRET lacks their key ${keyId}; add it, or declare it lost with ${keyId}:lost`,
    }))
}

function notVerified(unverified: Unverified, { secret }: CheckScope, last: bigint): string | null {
  if (secret === null)
    return last > 0n ? `the hashes of heads 1-${last} need APP_SECRET; their seals were compared` : null
  const parts = [...unverified].map(([keyId, heads]) => `heads ${heads.first}-${heads.last} have the lost key ${keyId}`)
  return parts.length === 0 ? null : `${parts.join('; ')}: their seals were compared, their hashes cannot be verified`
}
