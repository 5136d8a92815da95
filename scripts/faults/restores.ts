import { readRestoreMarker } from '#server/backup/after-restore.ts'
import { trustFile, restore } from '#server/backup/restore.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { readBackupPlace, signArchive, storeBackupPlace } from '#server/db/embedded-backup.ts'
import type { EmbeddedDatabase } from '#server/db/embedded.ts'
import { createPool, longReads } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { seededRandom } from '#test/random.ts'
import { testSecret } from '#test/test-secret.ts'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startCallers, type Callers, type Operation } from './callers.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { sleep, waitFor, type FaultOptions, type FaultProgram, type FaultReport } from './program.ts'

const sizes = {
  full: { players: 32, backups: 3, seconds: 20, points: 20, atOnce: 1 },
  short: { players: 8, backups: 1, seconds: 0.6, points: 2, atOnce: 2 },
} as const

/** Commits within this many microseconds may be in another order in the log than by the clock. */
const atOnceMicros = 2_000n

/** A row of the books: its digest, and when it was committed by the database’s clock (µs). */
type Row = { description: string; micros: bigint }
/** Rows by table, member and number, and the caller's key of each journal row that has one. */
type Books = { rows: Map<string, Row>; keys: Map<string, string> }
type Found = { faults: string[]; before: number; after: number; grey: number }

/** Takes base backups and archives the log under load, then restores moments, each into a database of its own. */
export const restores: FaultProgram = {
  description:
    'The database is restored to random moments: the books are clean, everything answered before is restored, nothing later.',
  run: async (options) => {
    const folder = await mkdtemp(join(tmpdir(), 'baize-restores-'))
    try {
      const databaseDir = join(folder, 'app')
      await mkdir(databaseDir, { mode: 0o700 })
      await storeBackupPlace(databaseDir, { dir: join(folder, 'backups'), seconds: 60 })
      return await restoreMoments(options, databaseDir)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Settings of the database, so that it records when each row was committed. */
export const restorableSettings = { track_commit_timestamp: 'on' }

/** Runs the program on a data folder whose log is archived and whose database may run already. Stops the database. */
export async function restoreMoments({ size, seed, log }: FaultOptions, databaseDir: string): Promise<FaultReport> {
  const sized = sizes[size]
  const draw = seededRandom(seed)
  const from = (await readBackupPlace(databaseDir))?.dir ?? ''
  const app = await openFaultApp({ players: sized.players, databaseDir, settings: restorableSettings })
  try {
    await app.start()
    await signArchive(databaseDir, testSecret)
    const callers = startCallers(app, { seed })
    const begins = await underLoad(app, databaseDir, sized, callers, log)
    const ends = BigInt(Date.now()) * 1000n
    // Of more answers than calls are under way some are of calls that were sent after the last moment.
    const answered = callers.done.length
    await waitFor(() => callers.done.length > answered + 2 * sized.players)
    await callers.stop()
    const original = await readBooks(app.pool)
    const moments = drawMoments({ begins, ends }, original, sized.points, draw)
    await archiveAll(app)
    const found = await inTurn(moments, sized.atOnce, async (micros, index) => {
      const to = `${databaseDir}-${index}`
      const { inspected, backup, seconds } = await restore({
        from,
        to,
        at: momentText(micros),
        secret: testSecret,
        acceptsUnsigned: false,
        inspect: (database) => checkMoment(database, micros, original, callers.done),
      })
      const { before, after } = inspected
      log(`${momentText(micros)} from ${backup}: ${before} before, ${after} after, ${seconds.toFixed(1)} s`)
      const faults = [...inspected.faults, ...(await checkCopy(to, databaseDir))]
      if ((await readRestoreMarker(to))?.at !== momentText(micros)) faults.push('the first start would end no sessions')
      await rm(to, { recursive: true, force: true })
      return { ...inspected, faults, seconds }
    })
    const sum = (of: (one: Found) => number): number => found.reduce((total, one) => total + of(one), 0)
    return {
      figures: {
        points: sized.points,
        clean: `${found.filter((one) => one.faults.length === 0).length}/${sized.points}`,
        baseBackups: sized.backups,
        acknowledged: callers.done.length,
        rows: original.rows.size,
        answeredBefore: sum((one) => one.before),
        requestedAfter: sum((one) => one.after),
        atOnce: sum((one) => one.grey),
        slowestSeconds: Math.max(...found.map((one) => one.seconds)).toFixed(1),
      },
      faults: found.flatMap((one) => one.faults),
    }
  } finally {
    await app.close()
  }
}

/** A copy has passwords of its own, requires them, and does not write to the original's archive. */
async function checkCopy(to: string, databaseDir: string): Promise<string[]> {
  const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8').catch(() => '')
  const faults: string[] = []
  if ((await read(to, 'postgres.json')) === (await read(databaseDir, 'postgres.json'))) {
    faults.push('the copy has the passwords of the original')
  }
  if (/^\s*\w+.*\btrust\s*$/m.test(await read(to, 'postgres/pg_hba.conf')))
    faults.push('the copy accepts connections without a password')
  if ((await readdir(join(to, 'postgres'))).includes(trustFile))
    faults.push('the copy keeps the open access of the restore')
  if ((await readBackupPlace(to)) !== null) faults.push('the copy writes to the archive of the original')
  return faults
}

/** Takes the base backups under load, which continues after the last. Returns when the first one was complete. */
async function underLoad(
  app: FaultApp,
  dataDir: string,
  { backups, seconds }: { backups: number; seconds: number },
  callers: Callers,
  log: (line: string) => void,
): Promise<bigint> {
  if (app.database === null) throw new Error('a restore needs a database of its own')
  const whole: bigint[] = []
  for (let index = 0; index < backups; index += 1) {
    await sleep(seconds * 200)
    await waitFor(() => callers.done.length >= 60 * (index + 1))
    const { manifest } = await takeBackup({ ...app.database, dataDir, secret: testSecret })
    whole.push(microsOf(manifest.completed))
    log(`a base backup, complete at ${manifest.completed}; ${callers.done.length} answers`)
    await sleep(seconds * 800)
  }
  return whole[0] ?? 0n
}

/**
 * Half of the moments are the times of commits that have the longest gaps after them: each must be the last one
 * restored. The other half are random.
 */
function drawMoments(
  { begins, ends }: { begins: bigint; ends: bigint },
  { rows }: Books,
  points: number,
  draw: () => number,
): bigint[] {
  const isWithin = (micros: bigint): boolean => micros > begins && micros < ends
  const commits = [...new Set([...rows.values()].map((row) => row.micros).filter(isWithin))]
  commits.sort((one, other) => Number(one - other))
  const apart = commits
    .map((micros, index) => ({ micros, silence: (commits[index + 1] ?? micros) - micros }))
    .filter(({ silence }) => silence > atOnceMicros)
    .toSorted((one, other) => Number(other.silence - one.silence))
    .slice(0, points * 2)
  return Array.from({ length: points }, (_, index) => {
    const commit = apart[Math.floor(draw() * apart.length)]
    if (index % 2 === 0 && commit !== undefined) return commit.micros
    return begins + BigInt(Math.floor(draw() * Number(ends - begins)))
  })
}

async function checkMoment(
  database: EmbeddedDatabase,
  moment: bigint,
  original: Books,
  operations: readonly Operation[],
): Promise<Found> {
  const pool = createPool(database.appUrl, { max: 2, ...longReads, name: 'oracle' })
  try {
    const books = await checkBooks(pool)
    const restored = await readBooks(pool)
    const acknowledged = compareAcknowledged(restored, moment, operations)
    const rows = compareRows(original, restored, moment, operations)
    const faults = [
      ...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`),
      ...acknowledged.faults,
      ...rows.faults,
    ]
    const { before, after } = acknowledged
    return { before, after, grey: rows.grey, faults: faults.map((fault) => `${momentText(moment)}: ${fault}`) }
  } finally {
    await pool.end()
  }
}

/**
 * Compares by the callers' clock, which is this machine's: calls answered before the moment, and calls sent after it.
 */
function compareAcknowledged({ keys }: Books, moment: bigint, operations: readonly Operation[]) {
  const found = { faults: [] as string[], before: 0, after: 0 }
  const restoredKeys = new Set(keys.values())
  for (const { player, key, body, answer, askedMs = 0, answeredMs = Infinity } of operations) {
    // Client seeds and shown rounds have no key in the journal.
    if (!('requestId' in body)) continue
    const name = `${player.memberId}/${key}`
    const isDone = answer.status === 'success'
    // The clock has whole milliseconds, rounded down.
    const isBefore = answeredMs !== Infinity && BigInt(answeredMs + 1) * 1000n <= moment
    const isAfter = BigInt(askedMs) * 1000n > moment
    if (isBefore && isDone) found.before += 1
    if (isAfter) found.after += 1
    if (isBefore && isDone && !restoredKeys.has(name)) found.faults.push(`answered before and lost: ${name}`)
    if (isAfter && restoredKeys.has(name)) found.faults.push(`sent after but restored: ${name}`)
    if (!isDone && restoredKeys.has(name)) found.faults.push(`refused and booked: ${name}`)
  }
  return found
}

/**
 * Compares by the database's clock: every row committed before the moment is restored unchanged, and none committed
 * after it. Of two simultaneous commits the earlier may come second in the WAL: then it is missing, and must not have
 * been answered yet.
 */
function compareRows(original: Books, restored: Books, moment: bigint, operations: readonly Operation[]) {
  const found = { faults: [] as string[], grey: 0 }
  const answered = new Map(operations.map((one) => [`${one.player.memberId}/${one.key}`, one.answeredMs ?? Infinity]))
  const hasSimultaneous = [...original.rows.values()].some(
    ({ micros }) => micros > moment && micros <= moment + atOnceMicros,
  )
  for (const [name, row] of restored.rows) {
    const before = original.rows.get(name)
    if (before?.description !== row.description) found.faults.push(`restored with other content: ${name}`)
    else if (before.micros > moment) found.faults.push(`committed after but restored: ${name}`)
  }
  for (const [name, row] of original.rows) {
    if (row.micros > moment || restored.rows.has(name)) continue
    const answeredMs = answered.get(original.keys.get(name) ?? '') ?? 0
    const isUnderway = answeredMs === Infinity || BigInt(answeredMs + 1) * 1000n > moment
    if (hasSimultaneous && isUnderway && row.micros + atOnceMicros > moment) found.grey += 1
    else found.faults.push(`committed before and lost: ${name}`)
  }
  return found
}

/**
 * Every journal row and round as a digest, with the time of its commit where the database records it. How much of a round was
 * shown changes after that commit, so a round is compared without it.
 */
async function readBooks(pool: pg.Pool): Promise<Books> {
  const tracked = await pool.query<{ on: boolean }>(`SELECT current_setting('track_commit_timestamp') = 'on' AS on`)
  const at =
    tracked.rows[0]?.on === true
      ? `(extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000000)::bigint`
      : '0::bigint'
  const { rows } = await pool.query<{ name: string; description: string; micros: bigint; caller: string }>(
    `SELECT 'journal ' || member_id || '/' || seq AS name, md5(j::text) AS description, ${at} AS micros, member_id || '/' || key AS caller
     FROM journal j UNION ALL
     SELECT 'round ' || r.id, md5((to_jsonb(r) - 'shown')::text), ${at.replace('xmin', 'j.xmin')}, member_id || '/' || j.key
     FROM round r JOIN journal j USING (member_id) WHERE j.kind = 3 AND j.ref = r.id`,
  )
  return {
    rows: new Map(rows.map(({ name, description, micros }) => [name, { description, micros }])),
    keys: new Map(rows.map(({ name, caller }) => [name, caller])),
  }
}

/** Closes the current WAL segment and waits until everything is archived. */
async function archiveAll({ database }: FaultApp): Promise<void> {
  const client = new pg.Client({ connectionString: database?.superUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ wal: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS wal')
    for (let attempts = 0; attempts < 3_000; attempts += 1) {
      const done = await client.query(`SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1`, [rows[0]?.wal])
      if (done.rowCount === 1) return
      await sleep(20)
    }
    throw new Error('the WAL was not archived within a minute')
  } finally {
    await client.end()
  }
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = [...items.entries()]
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results.push(await work(next[1], next[0]))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}

function microsOf(iso: string): bigint {
  const [, whole = '', fraction = ''] = /^(.{19})\.(\d{6})Z$/.exec(iso) ?? []
  return BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction)
}

function momentText(micros: bigint): string {
  const whole = new Date(Number(micros / 1000n)).toISOString().slice(0, 19)
  return `${whole}.${String(micros % 1_000_000n).padStart(6, '0')}Z`
}
