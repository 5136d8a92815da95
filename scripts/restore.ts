import { copyFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import {
  describeEnded,
  endKnown,
  listLostActs,
  readRecentActs,
  verifyOriginal,
  type LostAct,
} from '#server/backup/after-restore.ts'
import { restore } from '#server/backup/restore.ts'
import { describeUnreadable, findUnreadable, type Unreadable } from '#server/backup/encrypted-values.ts'
import { loadConfig, parseSecret, roleOf, type AppSecret } from '#server/config.ts'
import { createDatabaseIdentity } from '#server/ledger/kept-database.ts'
import type { EmbeddedDatabase } from '#server/db/embedded.ts'
import { findMigrationGap, findMissingMigrations, migrate } from '#server/db/migrate.ts'
import { assertSigningKey } from '#server/db/signing-key.ts'
import { createDb, createPool, longReads } from '#server/db/pool.ts'
import { checkBooks, longestRunMs, type BooksReport } from '#server/ledger/books.ts'
import { unverifiedLines } from './books-report.ts'
import { readCommand, refuse, runCommand } from './command.ts'
import { printFault, printLine } from './printable.ts'

/**
 * `npm run restore -- --from <backup folder> --to <new data folder> [--at <moment>] [--secret <file>]`: restores the
 * embedded database to a moment (to the microsecond; without `--at` to the end of the log), runs the oracle on it and
 * prints a summary. `APP_SECRET`, or the file with it, verifies the signatures of the backup, is tested on the encrypted
 * values and, from a file, copied into the new folder. Exits with 1 when the restore failed, the books are wrong, or the
 * secret does not decrypt the values.
 */
const usage = `restore -- --from <backup folder> --to <new data folder> [--at '2026-11-21T00:00:00Z']
  and the key: APP_SECRET in the environment, or --secret <file>; --without-secret for no key
  --timeline <number>         follows this timeline of the archive and not the newest, for a moment that a restored copy left behind
  --accept-unsigned           restores also what is not signed, from before there were signatures; nothing shows whether it was altered
  --upgrade                   updates a copy of an older release to this one, as a start does, before the books are checked
  --original <database URL>   lists what was entered there after the restored moment, first what protects, such as exclusions
  --original-anchor <folder>  the ANCHOR_DIR of the original, which shows that none of it was removed; without it the exit code is 1
or:    restore -- --begin [--upgrade]
                              ends the sessions, codes, seed pairs and chains of a database that was restored by other means, or that
                              took over without the last commits: with DATABASE_URL and DATABASE_OWNER_URL, before anybody plays on it`

type Inspection = Known & { older: string[] } & ({ report: BooksReport; unreadable: Unreadable[] } | { report: null })
/** The newest event and act, and the number of members. */
type Last = { last: string | null; lastAct: Date | null; members: bigint }
/** `recentActs`: see `readRecentActs`. */
type Known = Last & { recentActs: string[] }

async function main(): Promise<number> {
  const { values } = readCommand(usage, {
    from: { type: 'string' },
    to: { type: 'string' },
    at: { type: 'string' },
    timeline: { type: 'string' },
    secret: { type: 'string' },
    'without-secret': { type: 'boolean' },
    'accept-unsigned': { type: 'boolean', default: false },
    original: { type: 'string' },
    'original-anchor': { type: 'string' },
    begin: { type: 'boolean', default: false },
    upgrade: { type: 'boolean', default: false },
  })
  const { upgrade } = values
  if (values.begin) return begin(values.at ?? null, upgrade)
  const { from, to } = values
  const text = values.secret === undefined ? process.env['APP_SECRET'] : await readFile(values.secret, 'utf8')
  const secret = text === undefined || text === '' ? null : parseSecret(text)
  const isSure = (secret !== null) !== (values['without-secret'] === true)
  if (from === undefined || to === undefined || !isSure) {
    const isWrong = text !== undefined && secret === null
    return refuse(
      usage,
      isWrong ? 'That is not a secret: key-id:base64 of 32 bytes.' : 'Required: --from, --to and the key.',
    )
  }
  if (upgrade && secret === null) return refuse(usage, '--upgrade takes the key, which signs what it changes.')
  const timeline = values.timeline === undefined ? null : Number(values.timeline)
  if (timeline !== null && !(Number.isSafeInteger(timeline) && timeline >= 1))
    return refuse(usage, '--timeline is a whole number from 1 on.')
  const acceptsUnsigned = secret === null || values['accept-unsigned']
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  const { backup, seconds, inspected } = await restore({
    from,
    to,
    at: values.at ?? null,
    timeline,
    secret,
    acceptsUnsigned,
    inspect: (database) => inspect(database, secret, { upgrade, at: values.at ?? null }),
    report: printLine,
    signal: ended.signal,
  })
  if (values.secret !== undefined) await copyFile(values.secret, join(to, 'secret'))
  printLine(
    `Restored from ${backup} to ${values.at ?? 'the end of the WAL'} in ${seconds.toFixed(1)} s: ${resolve(to)}`,
  )
  const code = printSummary(inspected, secret)
  if (acceptsUnsigned)
    printFault(
      `NOT VERIFIED: ${secret === null ? 'without the key' : 'with --accept-unsigned'} nothing shows whether somebody altered the backup or its WAL.`,
    )
  const anchorDir = values['original-anchor'] ?? null
  const isProven = await printLost(values.original ?? null, {
    after: values.at ?? inspected.lastAct,
    recentActs: inspected.recentActs,
    secret,
    anchorDir,
  })
  return isProven ? code : 1
}

/** Ends what people know of an external database, as the first start on a restored folder does. */
async function begin(at: string | null, upgrade: boolean): Promise<number> {
  const config = await loadConfig(process.env)
  const { appUrl, ownerUrl } = config.database.kind === 'external' ? config.database : { appUrl: '', ownerUrl: null }
  if (ownerUrl === null) return refuse(usage, '--begin takes DATABASE_URL and DATABASE_OWNER_URL of the database.')
  const identity = createDatabaseIdentity({ dir: config.anchorDir, secret: config.secret })
  const pool = createPool(ownerUrl, { max: 1, statementTimeoutMs: 0, name: 'restore', identity })
  try {
    await assertSigningKey(pool, config.secret)
    if (upgrade) {
      await migrate({ ownerUrl, appRole: roleOf(appUrl), secret: config.secret, identity, report: printLine })
    } else {
      const gap = await findMigrationGap(pool)
      if (gap !== null) {
        printFault(`${gap} Nothing was ended: ${upgradeAdvice}`)
        return 1
      }
    }
    const restored = { at, backup: '', restoredAt: new Date().toISOString() }
    printLine(describeEnded(await endKnown(createDb(pool, config.secret), config, restored)))
    return 0
  } finally {
    await pool.end()
  }
}

type Lost = { after: Date | string | null; recentActs: readonly string[] }

/**
 * What the copy cannot know: the acts after its moment, from the original if it can be read. False when it is not proven that the
 * original's record of acts is whole and unaltered.
 */
async function printLost(
  originalUrl: string | null,
  { after, recentActs, ...keys }: Lost & { secret: AppSecret | null; anchorDir: string | null },
): Promise<boolean> {
  printLine('Its first start ends every session, code and seed pair: members and operators sign in again.')
  if (originalUrl === null || after === null) {
    printLine(
      'Exclusions, breaks, limits, blocks, resets and new passwords from after the restored moment are not in this copy: enter ' +
        'them again before the site opens. --original lists them; without the original, see docs/operations.md, "Restoring".',
    )
    return true
  }
  const { faults, unproven } = await verifyOriginal(originalUrl, keys)
  for (const { check, subject, detail } of faults) printFault(`FAULT of the original, ${check}: ${subject}: ${detail}`)
  if (faults.length > 0) printFault('The acts of the original were altered: what follows may be false or incomplete.')
  if (unproven !== null) printFault(`NOT PROVEN: ${unproven}. What follows may be incomplete.`)
  const lost = await listLostActs(originalUrl, after, recentActs)
  const print = (acts: readonly LostAct[]): void => {
    for (const { at, act, subject, detail } of acts) printLine(`  ${at.toISOString()} ${act} ${subject} ${detail}`)
  }
  const protecting = lost.filter(({ protects }) => protects)
  const others = lost.filter(({ protects }) => !protects)
  printLine(`Enter again before the site opens, from the original: ${protecting.length} acts.`)
  print(protecting)
  printLine(`Lost besides, such as payments, registrations and texts: ${others.length} acts.`)
  print(others)
  return faults.length === 0 && unproven === null
}

const upgradeAdvice =
  'if the database is of an older release of this program, add --upgrade, which updates it as a start does, or use the program of that release.'

async function inspect(
  database: EmbeddedDatabase,
  secret: AppSecret | null,
  { upgrade, at }: { upgrade: boolean; at: string | null },
): Promise<Inspection> {
  const { appUrl, ownerUrl } = database
  const pool = createPool(appUrl, { max: 2, ...longReads, name: 'restore' })
  try {
    // Before an update, which leaves acts of its own.
    const row = await lastRow(pool)
    const after = at ?? row.lastAct
    const last = { ...row, recentActs: after === null ? [] : await readRecentActs(pool, after) }
    if (upgrade && secret !== null)
      await migrate({ ownerUrl, appRole: roleOf(appUrl), secret, report: (line) => printLine(`  ${line}`) })
    const older = await findMissingMigrations(pool)
    if (older.length > 0) return { ...last, older, report: null }
    const report = await checkBooks(pool, {
      ...(secret === null ? {} : { secret }),
      limitMs: longestRunMs,
      onProgress: (check) => printLine(`  ${check.name.padEnd(14)} ${check.description}`),
    })
    return { ...last, older, report, unreadable: await findUnreadable(pool, secret) }
  } finally {
    await pool.end()
  }
}

async function lastRow(pool: pg.Pool): Promise<Last> {
  const { rows } = await pool.query<Last>(
    `SELECT to_char(max(at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS last, (SELECT count(*) FROM member) AS members,
       (SELECT max(at) FROM audit) AS "lastAct"
     FROM journal`,
  )
  return rows[0] ?? { last: null, lastAct: null, members: 0n }
}

function printSummary(inspected: Inspection, secret: AppSecret | null): number {
  const { last, members, older, report } = inspected
  if (report === null) {
    printLine(`${members} members, the last event of ${last ?? 'none'}.`)
    printFault(
      `OLDER RELEASE: the copy lacks the migrations of this program from ${older[0]} on, so its books were not checked. ` +
        'Restore it again with --upgrade, which updates it as a start does and then checks it, or with the program of that release.',
    )
    return 1
  }
  const { unreadable } = inspected
  for (const fault of report.faults) printFault(`FAULT ${fault.check}: ${fault.subject}: ${fault.detail}`)
  for (const { check, reason } of report.notRun) printFault(`NOT CHECKED ${check}: ${reason}`)
  for (const line of unverifiedLines(report)) printFault(line)
  printLine(`${members} members, ${report.journalRows} events, the last of ${last ?? 'none'}.`)
  const { lines, isWhole } = describeUnreadable(unreadable, secret)
  for (const line of lines) printFault(line)
  if (secret !== null && unreadable.length === 0) printLine('The secret decrypts all encrypted values.')
  const clean = report.faults.length === 0
  printLine(
    clean
      ? `The books are clean: ${report.checks - report.notRun.length} checks.`
      : `The books are WRONG: ${report.faults.length} faults.`,
  )
  if (report.faults.some(({ subject }) => subject.startsWith('function_file ')))
    printFault(`Functions are not recorded as this program has them: ${upgradeAdvice}`)
  if (report.journalEnd !== null)
    printLine(
      `The journal is sealed up to head ${report.journalEnd.id}. A head that is kept in ANCHOR_DIR is newer or missing: before ` +
        'the program starts on this copy, run "npm run books -- --accept-heads" with its DATA_DIR, which records the restore in the audit.',
    )
  return clean && (secret === null || isWhole) ? 0 : 1
}

await runCommand(main)
