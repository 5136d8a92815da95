import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { bookCheckNames } from '#domain/book-check.ts'
import type { AppSecret } from '../config.ts'
import { createDb, createPool, type Database } from '../db/pool.ts'
import type { Report } from '../db/report.ts'
import { checkBooks, longestRunMs, type BookFault } from '../ledger/books.ts'
import type { DatabaseIdentity } from '../db/database-identity.ts'
import { renewChains } from '../ledger/table-chains.ts'
import { replaceFile } from '../write-once.ts'
import { restoredFileName as fileName } from './restored-file.ts'
import { sql } from 'kysely'

/**
 * What a restore leaves to do. It brings back what was ended after its moment: sessions, and codes for new passwords; and
 * seeds and links from which rounds were drawn since, whose results people know. A file in the restored data folder marks
 * them; the first start on the folder ends them before it listens. What was entered after the moment is gone, and only the
 * original knows it: `listLostActs`.
 */

const marker = z.object({ at: z.string().nullable(), backup: z.string(), restoredAt: z.string() })

/** `at`: the restored moment; null: the end of the log. */
export type RestoreMarker = z.output<typeof marker>

export async function markRestored(dataDir: string, restored: RestoreMarker): Promise<void> {
  await replaceFile(join(dataDir, fileName), `${JSON.stringify(restored)}\n`)
}

/** The marker of a folder; null when it was not restored, or the first start has ended everything. */
export async function readRestoreMarker(dataDir: string): Promise<RestoreMarker | null> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : marker.parse(JSON.parse(text))
}

/** How many sessions, codes and seed pairs were ended, and how many tables got a new chain. */
export type EndedAfterRestore = { members: number; operators: number; codes: number; pairs: number; tables: number }

/**
 * Ends what people know of a database that was restored: every session, code and seed pair, and the chains of all tables, in one audited transaction of
 * the owner. Done again it ends nothing twice.
 */
export async function endKnown(
  ownerDb: Database,
  config: { secret: AppSecret },
  restored: RestoreMarker,
): Promise<EndedAfterRestore> {
  return ownerDb.transaction().execute(async (tx) => {
    const count = async (statement: ReturnType<typeof sql>): Promise<number> =>
      Number((await statement.execute(tx)).numAffectedRows ?? 0n)
    const members = await count(
      sql`UPDATE member_session SET ended_at = now(), ended_why = 'restore' WHERE ended_at IS NULL`,
    )
    const operators = await count(sql`UPDATE operator_session SET ended_at = now() WHERE ended_at IS NULL`)
    const resets = await count(sql`UPDATE password_reset SET code_until = now() WHERE code_until > now()`)
    const enrolments = await count(sql`UPDATE operator_enrolment SET expires_at = now() WHERE expires_at > now()`)
    const tables = await renewChains(tx, config)
    // Last, because members who play wait for it.
    const { rows } = await sql<{ pairs: number }>`SELECT seed_renew()::int AS pairs`.execute(tx)
    const all = { members, operators, codes: resets + enrolments, pairs: rows[0]?.pairs ?? 0, tables }
    await tx
      .insertInto('audit')
      // The time at which the pairs were revealed.
      .values({
        at: sql`clock_timestamp()`,
        actor_kind: 'system',
        act: 'restore.begin',
        detail: JSON.stringify({ ...restored, ...all }),
      })
      .execute()
    return all
  })
}

/**
 * The same, once, in a folder that is marked as restored, and says what it ends; null for any other folder. It takes some milliseconds a member, so that
 * no statement of it has a time limit.
 */
export async function endRestored(
  config: { secret: AppSecret; dataDir: string },
  { ownerUrl, identity }: { ownerUrl: string; identity?: DatabaseIdentity },
  report: Report,
): Promise<EndedAfterRestore | null> {
  const restored = await readRestoreMarker(config.dataDir)
  if (restored === null) return null
  report('After the restore: ending what people know, some milliseconds for each member …')
  const limits = { statementTimeoutMs: 0, idleInTransactionMs: 600_000 }
  const pool = createPool(ownerUrl, { max: 1, name: 'baize-restored', ...limits, ...(identity && { identity }) })
  try {
    const ended = await endKnown(createDb(pool, config.secret), config, restored)
    await rm(join(config.dataDir, fileName))
    report(describeEnded(ended))
    return ended
  } finally {
    await pool.end()
  }
}

export function describeEnded({ members, operators, codes, pairs, tables }: EndedAfterRestore): string {
  return `After the restore: ended ${members} sessions of members, ${operators} of operators, ${codes} codes and ${pairs} seed pairs, and began new chains at ${tables} tables. Everybody signs in again.`
}

/** What shows that the acts of a database are those that its program recorded, all of them and unaltered, and that rows are as they say. */
const recordChecks: readonly string[] = ['audit-chain', 'audit-seals', 'journal-seals', 'acts-signed', 'states']

/** `unproven`: why what `listLostActs` reads may be incomplete although no fault was found; null where it is proven. */
export type OriginalVerified = { faults: BookFault[]; unproven: string | null }

/**
 * Verifies the original's record of acts: with a fault, what `listLostActs` reads may be altered or incomplete. `anchorDir`: the
 * `ANCHOR_DIR` of the original; nothing inside the database shows that its newest heads were removed with all that they covered. Acts of the
 * last seconds, which no head covers, are not proven.
 */
export async function verifyOriginal(
  originalUrl: string,
  { secret, anchorDir }: { secret: AppSecret | null; anchorDir: string | null },
): Promise<OriginalVerified> {
  if (secret === null) return { faults: [], unproven: 'without the key nothing proves the acts of the original' }
  const pool = createPool(originalUrl, { max: 2, statementTimeoutMs: 0, name: 'restore' })
  try {
    const without = bookCheckNames.filter((name) => !recordChecks.includes(name))
    const anchor = anchorDir === null ? {} : { anchor: { dir: anchorDir, secret } }
    const { faults } = await checkBooks(pool, { secret, without, limitMs: longestRunMs, ...anchor })
    const unproven =
      anchorDir === null
        ? 'without --original-anchor nothing shows whether the newest acts of the original were removed with their seals'
        : null
    return { faults, unproven }
  } finally {
    await pool.end()
  }
}

/**
 * An act of the original that a restored copy lacks. `protects`: until it is entered again, the copy allows what the act ended or bounded, such as an
 * exclusion, a lost passkey, a former deposit account or a refused proposal.
 */
export type LostAct = { at: Date; act: string; subject: string; detail: string; protects: boolean }

/** Acts that leave nothing to enter again: they say what was seen, or follow from what a restore ends or does itself. */
const leaveNothing: readonly string[] = [
  'state.changed',
  'acts.missing',
  'books.check',
  'books.accept-heads',
  'hashes.bind',
  'restore.begin',
  'member.sign-in',
  'member.pin-right',
  'member.pin-wrong',
  'office.sign-in',
  'factor.prove',
  'member.end-session',
  'member.end-sessions',
  'operator.end-sessions',
  'maintenance.begin',
  'maintenance.end',
  'registration.match',
  'registration.approval-refused',
  'limit.exclusion-match',
  'limit.break-match',
  'help.open',
  'request.see-account-number',
]

/** Prefixes of acts that protect members or the operator. */
const protecting: readonly string[] = [
  'limit.',
  'member.block',
  'member.unblock',
  'member.change-',
  'member.reset-password',
  'reset.',
  'replay.take-back',
  'operator',
  'factor.',
  'brand.',
  'setting.',
  'hand.',
  'table.',
  'comp-rate.',
  'game.',
  'registration.reject',
  'correction.refuse',
  'round-void.refuse',
]

/** An act has the time of its statement, and is lost where its transaction was committed after the moment. */
const longestTransaction = "interval '10 minutes'"

/** The numbers of the acts that a copy has, from before a moment by the longest transaction on. */
export async function readRecentActs(copy: pg.Pool, moment: Date | string): Promise<string[]> {
  const { rows } = await copy.query<{ id: string }>(
    `SELECT id::text FROM audit WHERE at > $1::timestamptz - ${longestTransaction} AND act <> ALL ($2::text[])`,
    [moment, leaveNothing],
  )
  return rows.map(({ id }) => id)
}

/**
 * What was entered after a moment and a copy restored to it lacks, read from the original: first what protects, each oldest first. Acts that are not
 * known here are listed too, so that a new kind of act is not left out. `recent`: those of the copy (`readRecentActs`), by which acts are found
 * whose transaction was open at the moment.
 */
export async function listLostActs(
  originalUrl: string,
  after: Date | string,
  recent: readonly string[] | null = null,
): Promise<LostAct[]> {
  const client = new pg.Client({ connectionString: originalUrl, application_name: 'baize-restore' })
  await client.connect()
  try {
    const { rows } = await client.query<LostAct>(
      `SELECT at, act, subject, (CASE WHEN act ^@ 'cash.transfer-' THEN detail || coalesce((SELECT jsonb_build_object('state', t.state,
          'moved', trim_scale(t.amount / 10000.0)::text) FROM transfer t WHERE t.id::text = subject), '{}') ELSE detail END)::text AS detail,
          act ^@ ANY ($3::text[]) AS protects FROM audit
        WHERE at > $1::timestamptz - CASE WHEN $4::bigint[] IS NULL THEN interval '0' ELSE ${longestTransaction} END
          AND (at > $1::timestamptz OR id <> ALL ($4::bigint[])) AND act <> ALL ($2::text[]) ORDER BY 5 DESC, id`,
      [after, leaveNothing, protecting, recent],
    )
    return rows
  } finally {
    await client.end()
  }
}
