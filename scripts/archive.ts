import { createPool } from '#server/db/pool.ts'
import {
  archiveOldRows,
  countOldRows,
  leastJournalDays,
  readSizes,
  defaultJournalDays,
  type Moved,
} from '#server/ledger/archive.ts'
import { checkBooks, longestRunMs } from '#server/ledger/books.ts'
import { readCommand } from './command.ts'
import { withPlatform } from './with-platform.ts'

/**
 * `npm run archive -- --before 2025-01-01`: moves the journal's events from before that day (UTC), with their rounds,
 * to the archive, whether or not the program runs, and runs the oracle afterwards. It may be stopped at any time and
 * started again. `--dry-run` only counts. Refuses days within the last 400; `--keep-days` sets another number, at least
 * 62. `--rows` is the number of events per transaction (200).
 */

const usage = `archive -- --before 2025-01-01 [--dry-run] [--keep-days n] [--rows n]
  Moves the journal's events from before that day (UTC), with their rounds, to the archive.
  --before      the first day that stays
  --dry-run     counts only
  --keep-days   the last days that may not be archived: ${defaultJournalDays}, at least ${leastJournalDays}
  --rows        events in one transaction: 200`

const { values: given } = readCommand(usage, {
  before: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'keep-days': { type: 'string', default: String(defaultJournalDays) },
  rows: { type: 'string', default: '200' },
})

const dayMs = 86_400_000
const mostRows = 10_000

function readBefore(): Date {
  const keepDays = Number(given['keep-days'])
  if (!Number.isInteger(keepDays) || keepDays < leastJournalDays) {
    throw new Error(`--keep-days is a whole number of days, at least ${leastJournalDays}.`)
  }
  const before = new Date(`${given.before ?? ''}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given.before ?? '') || Number.isNaN(before.getTime())) {
    throw new Error('--before is the first day that stays, such as 2025-01-01.')
  }
  const latest = new Date(Date.now() - keepDays * dayMs)
  if (before > latest) {
    throw new Error(`The last ${keepDays} days stay in the journal: --before may be ${dayOf(latest)} at the latest.`)
  }
  return before
}

function readRows(): number {
  const rows = Number(given.rows)
  if (!Number.isInteger(rows) || rows < 1 || rows > mostRows) throw new Error(`--rows is a number up to ${mostRows}.`)
  return rows
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function describeMoved({ members, events, rounds }: Moved): string {
  return `${events} events with ${rounds} rounds of ${members} members`
}

await withPlatform(async ({ deps: { identity, config } }, print, urls) => {
  const before = readBefore()
  const mostTogether = readRows()
  if (urls.ownerUrl === null) throw new Error('Only the owner may archive: set DATABASE_OWNER_URL.')
  const owner = createPool(urls.ownerUrl, { max: 1, statementTimeoutMs: 0, name: 'archive', identity })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  try {
    if (given['dry-run']) {
      print(`Before ${dayOf(before)} there are at most ${describeMoved(await countOldRows(owner, before))} to move.`)
      return
    }
    const started = performance.now()
    let loggedAt = started
    const moved = await archiveOldRows(owner, {
      before,
      mostTogether,
      signal: stop.signal,
      onProgress: (so) => {
        if (performance.now() - loggedAt < 2_000) return
        loggedAt = performance.now()
        print(`  ${describeMoved(so)} …`)
      },
    })
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    print(`${stop.signal.aborted ? 'Stopped' : 'Done'}: ${describeMoved(moved)} moved in ${seconds} s.`)
    if (stop.signal.aborted) return
    // Vacuums, so that the space of the moved rows is reused.
    if (moved.events > 0) await owner.query('VACUUM (ANALYZE, TRUNCATE FALSE) journal, round')
    const sizes = await readSizes(owner)
    print(`The journal holds ${sizes.journalRows} events, the archive ${sizes.archiveRows}.`)
    const report = await checkBooks(owner, { secret: config.secret, limitMs: longestRunMs })
    for (const fault of report.faults) print(`FAULT ${fault.check}: ${fault.subject}: ${fault.detail}`)
    if (report.faults.length > 0) throw new Error(`The books are WRONG: ${report.faults.length} faults.`)
    print(`The books are clean: ${report.journalRows} events, ${(report.tookMs / 1_000).toFixed(1)} s.`)
  } finally {
    await owner.end()
  }
})
