import { neverBound } from '#server/db/bind-once.ts'
import { valuesBound } from '#server/db/bind-values.ts'
import { createActKeys } from '#server/db/act-signing.ts'
import { beginActs } from '#server/db/begin-states.ts'
import { brokenSteps, otherStates } from '#server/db/state-faults.ts'
import type { LostActs } from '../anchor.ts'
import { lostActsSql, missingActsSql } from '../anchored-chain.ts'
import type { BookCheck, CheckFault, CheckScope, NotRun, SqlCheck } from './check.ts'

/**
 * Checks that every act was recorded by the program, and that every recorded row is as the program left it: recomputes the
 * signatures of all transactions (`src/server/db/act-signing.ts`) and compares the rows with their newest recorded states
 * (`db/functions/audit/states.sql`).
 */

const states: SqlCheck = {
  name: 'states',
  description:
    'Settings, persons, rights, limits, requests, texts and seed pairs are as the program last recorded them, and its own transactions wrote them.',
  sql: `SELECT subject, detail FROM (${otherStates}) other UNION ALL SELECT subject, detail FROM (${brokenSteps}) broken`,
}

export const actChecks: readonly BookCheck[] = [
  {
    name: 'acts-signed',
    description: 'Every act and every recorded change was signed by the program under APP_SECRET.',
    find: async (scope) => {
      const found = [...(await findUnsigned(scope)), ...(await findBeginnings(scope))]
      const lost = await compareLostActs(scope)
      const signatures = await checkSignatures(scope, lost.compared)
      found.push(...lost.faults)
      found.push(...signatures.faults)
      return found.length > 0 || signatures.notRun === null ? found : { notRun: signatures.notRun }
    },
  },
  states,
]

/** Acts without a group from after the first one with a group; groups that a process missed, until an operator accepted it. */
async function findUnsigned(scope: CheckScope): Promise<CheckFault[]> {
  return scope.rows<CheckFault>(
    `SELECT 'audit ' || id AS subject, act || ' was not signed' AS detail FROM audit
     WHERE act_group IS NULL
       AND coalesce(seq, ${unchained}) > (SELECT min(coalesce(seq, ${unchained} - 1)) FROM audit WHERE act_group IS NOT NULL)
     UNION ALL
     SELECT 'acts ' || subject, detail FROM (${missingActsSql}) missing
     LIMIT ${scope.mostFaults}`,
  )
}

/** Tables of which recording never began, or began twice, and hashes and encrypted values that were taken as they were more than once. */
async function findBeginnings(scope: CheckScope): Promise<CheckFault[]> {
  return scope.rows<CheckFault>(
    `SELECT 'table ' || coalesce(t.name, b.name) AS subject, format('recording its rows began %s times (%s)', coalesce(b.times, 0), coalesce(t.act, b.act)) AS detail
     FROM (SELECT 'state.begin' AS act, unnest($1::text[]) AS name UNION ALL SELECT 'state.begin-xids', unnest($3::text[])) t
     FULL JOIN (SELECT act, unnest(string_to_array(subject, ' ')) AS name, count(*) AS times
       FROM audit WHERE act IN ('state.begin', 'state.begin-xids') GROUP BY 1, 2) b USING (act, name)
     WHERE b.times IS DISTINCT FROM 1
     UNION ALL
     SELECT split_part(s.act, '.', 1) || ' ' || s.subject, format('were bound to their owners %s times', count(a.id))
     FROM (VALUES ('hashes.bind', $2), ('factors.bind', $2), ('values.bind', $4)
       UNION SELECT act, subject FROM audit WHERE act IN ('hashes.bind', 'factors.bind', 'values.bind')) s (act, subject)
     LEFT JOIN audit a ON a.act = s.act AND a.subject = s.subject GROUP BY s.act, s.subject HAVING count(a.id) <> 1`,
    [beginActs['state.begin'], neverBound, beginActs['state.begin-xids'], valuesBound],
  )
}

/**
 * Anybody can sign under a lost key. So what it signed must be what an operator accepted, by the number and the digest that
 * were taken then: those of the anchor, or without it those of the act that accepted, which another key signed.
 */
async function compareLostActs({
  secret,
  anchor: kept,
  rows,
}: CheckScope): Promise<{ faults: CheckFault[]; compared: ReadonlySet<string> }> {
  const faults: CheckFault[] = []
  const compared = new Set<string>()
  for (const keyId of secret?.lost ?? []) {
    const accepted =
      kept?.status === 'present'
        ? (kept.anchor.lost.get(keyId)?.acts ?? null)
        : ((await rows<LostActs>(acceptedActsSql, [keyId, [...(secret?.keys.keys() ?? [])]]))[0] ?? null)
    if (accepted === null && kept === null) continue
    compared.add(keyId)
    const [found] = await rows<LostActs>(lostActsSql, [keyId])
    const { groups = 0, digest } = found ?? {}
    if (accepted === null ? groups === 0 : digest?.equals(accepted.digest) === true) continue
    const detail =
      accepted === null
        ? `signed ${groups} groups of acts and changes, none of which is accepted: compare a kept file of heads, then accept them`
        : `what it signed is not what was accepted: ${accepted.groups} groups of acts and changes then, ${groups} now`
    faults.push({ subject: `lost key ${keyId}`, detail })
  }
  return { faults, compared }
}

/** The newest acceptance that a key of `$2` signed; that it did is checked with all other signatures. */
const acceptedActsSql = `SELECT (a.detail #>> ARRAY['lost', $1, 'groups'])::int AS groups,
    decode(a.detail #>> ARRAY['lost', $1, 'digest'], 'hex') AS digest
  FROM audit a JOIN act_signature s USING (act_group)
  WHERE a.act = 'books.accept-heads' AND a.detail #> ARRAY['lost', $1] IS NOT NULL AND s.key_id = ANY ($2::text[]) ORDER BY a.id DESC LIMIT 1`

/** The place of acts that are not chained yet: after all others. */
const unchained = '9223372036854775807'

type SignedGroup = {
  group: string
  /** What the signature names; null where there is none. */
  at: string | null
  acts: number
  changes: number
  key_id: string
  hash: Buffer
  /** What there is. */
  found_acts: number
  found_changes: number
  digest: Buffer
  first_act: bigint | null
  first_row: string | null
  /** The lowest and the highest number of its changes; null without changes. */
  lowest_change: bigint | null
  highest_change: bigint | null
}

// In the order of the audit's chain.
const groupsSql = `SELECT act_group::text AS group, to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, s.acts,
    s.changes, s.key_id, s.hash, coalesce(a.found, 0) AS found_acts, coalesce(c.found, 0) AS found_changes,
    sha256(coalesce(a.digest, sha256('')) || coalesce(c.digest, sha256(''))) AS digest, a.first_act, c.first_row,
    c.lowest_change, c.highest_change
  FROM act_signature s
    FULL JOIN (SELECT act_group, count(*)::int AS found, sha256(string_agg(act_form(audit), ''::bytea ORDER BY id)) AS digest,
        min(id) AS first_act, min(coalesce(seq, ${unchained})) AS place
      FROM audit WHERE act_group IS NOT NULL GROUP BY act_group) a USING (act_group)
    FULL JOIN (SELECT act_group, count(*)::int AS found, min(relation || ' ' || row_key) AS first_row,
        min(id) AS lowest_change, max(id) AS highest_change,
        sha256(string_agg(sha256(state_change_form(state_change)), ''::bytea ORDER BY id)) AS digest
      FROM state_change GROUP BY act_group) c USING (act_group)
  ORDER BY a.place NULLS LAST, a.first_act`

/** `compared`: the lost keys of which all that they signed was compared with what was accepted. */
async function checkSignatures(
  scope: CheckScope,
  compared: ReadonlySet<string>,
): Promise<{ faults: CheckFault[]; notRun: string | null }> {
  const keys = scope.secret === null ? null : createActKeys(scope.secret)
  const faults: CheckFault[] = []
  const lost = new Map<string, number>()
  const unknown = new Map<string, string>()
  let hasVerified = false
  const isLate = createOrder()
  for await (const groups of scope.batches<SignedGroup>(groupsSql)) {
    for (const group of groups) {
      const subject = nameOf(group)
      const detail = countFault(group)
      if (detail !== null) faults.push({ subject, detail })
      if (isLate(group))
        faults.push({ subject, detail: `its changes of rows (${group.first_row}) have numbers of long before it` })
      if (detail !== null || keys === null || group.at === null) continue
      const { key_id: keyId, at, acts, changes, digest } = group
      const hash = keys.hashOf({ group: group.group, at, keyId, acts, changes, digest })
      if (hash !== null) {
        hasVerified = true
        if (!hash.equals(group.hash)) faults.push({ subject, detail: `${rowsOf(group)} not what was signed` })
      } else if (scope.secret?.lost?.has(keyId) !== true) unknown.set(keyId, unknown.get(keyId) ?? subject)
      else if (hasVerified && !compared.has(keyId))
        faults.push({ subject, detail: `is signed with the lost key ${keyId} after another key was in use` })
      else lost.set(keyId, (lost.get(keyId) ?? 0) + 1)
    }
    if (faults.length >= scope.mostFaults) break
  }
  for (const [keyId, subject] of unknown)
    faults.push({
      subject,
      detail: `cannot be verified: APP_SECRET lacks the key ${keyId}; add it, or declare it lost with ${keyId}:lost`,
    })
  return { faults, notRun: keys === null ? withoutKeys.notRun : lostNotRun(lost) }
}

/** A change that is signed so much later than one with a higher number was not merely concurrent: no transaction takes so long. */
const orderMs = 600_000

/**
 * The newest change of a row is the one with the highest number, so numbers must rise: after a reset of their sequence the
 * program would sign changes that do not count. Takes the groups in the order of the audit's chain; answers whether a
 * group has a number below that of a group that was both chained and signed long before it. Concurrent transactions may
 * number their changes in any order, and a clock that was wrong excuses the groups of that time.
 */
function createOrder(): (group: SignedGroup) => boolean {
  const recent: { atMs: number; highest: bigint }[] = []
  let highestBefore = 0n
  return ({ at, lowest_change: lowest, highest_change: highest }) => {
    if (at === null || lowest === null || highest === null) return false
    const atMs = Date.parse(at)
    const old = recent.findIndex((one) => one.atMs >= atMs - orderMs)
    for (const one of recent.splice(0, old < 0 ? recent.length : old))
      if (one.highest > highestBefore) highestBefore = one.highest
    // Stays sorted also where a clock was set back.
    const later = recent.findLastIndex((one) => one.atMs < atMs) + 1
    const joined = recent.splice(later)
    recent.push({ atMs, highest: joined.reduce((most, one) => (one.highest > most ? one.highest : most), highest) })
    return lowest <= highestBefore
  }
}

const withoutKeys: NotRun = { notRun: 'signatures need APP_SECRET; acts and changes were counted' }

function lostNotRun(lost: ReadonlyMap<string, number>): string | null {
  if (lost.size === 0) return null
  return [...lost].map(([keyId, groups]) => `${groups} signatures have the lost key ${keyId}`).join('; ')
}

function nameOf({ group, first_act: act, first_row: row }: SignedGroup): string {
  if (act !== null) return `audit ${act}`
  return row ?? `signature ${group}`
}

function rowsOf({ changes, first_row: row }: SignedGroup): string {
  return changes === 0 ? 'this act is' : `this act and its ${changes} changes of rows (${row}) are`
}

function countFault(group: SignedGroup): string | null {
  if (group.at === null) return group.first_row === null ? 'was not signed' : `was not signed (${group.first_row})`
  const { acts, changes, found_acts: foundActs, found_changes: foundChanges } = group
  if (acts === foundActs && changes === foundChanges) return null
  return `was signed with ${acts} acts and ${changes} changes of rows, there are ${foundActs} and ${foundChanges}`
}
