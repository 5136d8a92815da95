import { createPersonHashing } from '#server/auth/person-hash.ts'
import { DatabaseUnfit } from '#server/db/assertions.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { sql } from 'kysely'
import { followExclusions } from './followed-exclusion.ts'
import { isUnmarked, isUnreadable, markPersons, type UnmarkedPerson } from './store.ts'

/**
 * Hashing persons whose hashes are missing: members of before the hashes or of an earlier form of the compared values,
 * changed data, a new key of `APP_SECRET`. Those who decide about registrations (restricted members, and registrations
 * that wait) are hashed before the program listens; the others afterwards, by one process at a time. A running exclusion
 * follows to the accounts that are recognised by it.
 */

const rowsPerBatch = 500
const checkEveryMs = 5_000
const forgetEveryMs = 60 * 60 * 1_000

type MarkingDeps = Pick<Deps, 'db' | 'log' | 'config' | 'events'>

/**
 * Checks that every key that hashes were made with is still there and the same, and hashes restricted members. Throws
 * `DatabaseUnfit` when a key is missing: an excluded person could register again.
 */
export async function preparePersonMarks(deps: MarkingDeps): Promise<void> {
  const { proofs } = createPersonHashing(deps.config)
  const known = await deps.db.selectFrom('person_mark_key').select(['key_id', 'proof']).execute()
  for (const { key_id, proof } of known) {
    if (proofs.get(key_id)?.equals(proof) !== true) {
      throw new DatabaseUnfit(
        `APP_SECRET lacks the key ${key_id}, with which the telephones and accounts of members were hashed: excluded members ` +
          'could register again. Add it after the newest key; docs/operations.md describes what to do when it is lost.',
      )
    }
  }
  const keys = [...proofs].map(([key_id, proof]) => ({ key_id, proof }))
  await deps.db.transaction().execute((tx) =>
    tx
      .insertInto('person_mark_key')
      .values(keys)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  await reportUnreadable(deps)
  await markAll(deps, 'decisive', new AbortController().signal)
  await followExclusions(deps, null)
}

const notHashed = 'the personal data of members cannot be hashed: they are not compared with registrations'

/** Those under a lost key are not tried again, so they are reported once. */
async function reportUnreadable({ db, config, log }: MarkingDeps): Promise<void> {
  const { rows } = await sql<{ members: number }>`
    SELECT count(*)::int AS members FROM member_person p WHERE p.erased_at IS NULL AND ${isUnreadable(config)}`.execute(
    db,
  )
  const members = rows[0]?.members ?? 0
  if (members > 0) log.warn({ members, lostKeys: [...(config.secret.lost ?? [])] }, notHashed)
}

/** Starts hashing the others, and removing the hashes of erased persons whose exclusion has ended. */
export function startPersonMarking(deps: MarkingDeps): RunningWork {
  let forgottenAt = -forgetEveryMs
  const isForgettingDue = (): boolean => performance.now() >= forgottenAt + forgetEveryMs
  return startLeasedWork(deps, {
    name: 'person-marks',
    everyMs: checkEveryMs,
    leaseMs: 60_000,
    isDue: async () => isForgettingDue() || (await hasUnmarked(deps)),
    // Hashing all members again after a change of keys takes minutes.
    overdueMs: 3_600_000,
    run: async (signal) => {
      await markAll(deps, 'all', signal)
      if (!isForgettingDue()) return
      forgottenAt = performance.now()
      await forgetPersonMarks(deps)
      // Again for those whose marks were stored before a process ended, and for registrations that were decided since.
      await followExclusions(deps, null)
    },
    failureMessage: 'hashing persons failed; it is tried again',
  })
}

/** Removes the hashes of erased persons without an exclusion in force. */
export async function forgetPersonMarks(deps: MarkingDeps): Promise<void> {
  await deps.db.transaction().execute((tx) => sql`SELECT forget_person_marks()`.execute(tx))
}

async function hasUnmarked(deps: MarkingDeps): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT EXISTS (SELECT 1 FROM member_person p WHERE ${isUnmarked(deps.config)}) AS due`.execute(deps.db)
  return rows[0]?.due === true
}

async function markAll(deps: MarkingDeps, which: 'decisive' | 'all', signal: AbortSignal): Promise<void> {
  let after = 0n
  while (!signal.aborted) {
    const marked = await markBatch(deps, which, after)
    const last = marked.at(-1)
    if (last === undefined) return
    await followExclusions(deps, marked)
    after = last
  }
}

/** Hashes the next rows after a member; returns the members of the batch. */
async function markBatch(deps: MarkingDeps, which: 'decisive' | 'all', after: bigint): Promise<bigint[]> {
  const isDecisive = sql`(m.status IN ('blocked', 'pending') OR m.excluded_until > clock_timestamp())`
  const { failed, members } = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<UnmarkedPerson>`
      SELECT p.member_id, m.public_id, p.key_id, p.phone_sealed, p.bank_number_sealed, p.bank_owner, p.birth_sealed
        FROM member_person p JOIN member m ON m.id = p.member_id
       WHERE ${isUnmarked(deps.config)} AND p.member_id > ${after}
         AND ${which === 'all' ? sql`true` : isDecisive}
       ORDER BY p.member_id LIMIT ${rowsPerBatch} FOR UPDATE OF p`.execute(tx)
    const marked = await markPersons(tx, deps.config, rows)
    return { failed: marked.failed, members: rows.map((row) => row.member_id) }
  })
  const [first] = failed
  if (first !== undefined) {
    const fields = { err: first.error, member: String(first.memberId), members: failed.length }
    deps.log.warn(fields, notHashed)
  }
  return members
}
