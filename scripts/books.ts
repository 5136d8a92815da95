import { readFile, writeFile } from 'node:fs/promises'
import type { Amount } from '#domain/money.ts'
import { loadConfig, type AppSecret } from '#server/config.ts'
import type { AnchorStore } from '#server/ledger/anchor.ts'
import { acceptChain, countOverlap, HeadsUnconfirmed, type Excused } from '#server/ledger/anchored-chain.ts'
import { acceptStates } from '#server/db/accept-states.ts'
import { assertServerFit } from '#server/db/assertions.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createDatabaseIdentity } from '#server/ledger/kept-database.ts'
import { ForeignDatabase, type DatabaseIdentity } from '#server/db/database-identity.ts'
import { createDb, createPool, longReads, type Database } from '#server/db/pool.ts'
import { assertSigningKey, assertSigningKeyAt } from '#server/db/signing-key.ts'
import { beginRun, endRun } from '#server/ledger/book-runs.ts'
import {
  compareHeads,
  daysOfHeads,
  headsText,
  readDayHeads,
  readKeptHeads,
  type KeptHead,
} from '#server/ledger/day-heads.ts'
import { redrawAll } from '#server/ledger/redraws.ts'
import { createRecounting, recountAll } from '#server/ledger/table-recounts.ts'
import { endOf } from '#server/modules/books/bookkeeper.ts'
import { bookChecks, checkBooks, longestRunMs, type BooksOptions } from '#server/ledger/books.ts'
import { BooksFoiled, nameCause } from '#server/ledger/foiled.ts'
import { findRunning } from '#server/running.ts'
import pg from 'pg'
import { replayedRound } from './books-round.ts'
import { booksText, foiledText, type BooksOutcome } from './books-report.ts'
import { readCommand } from './command.ts'
import { printError, printFault, printLine } from './printable.ts'

/**
 * `npm run books`: runs the oracle on this installation's database, whether or not the program runs. Prints whether the
 * books are clean, the faults, and then the details; exits with 1 when there are faults. Records the result where the role may write, and stops
 * money-out or lifts the stop like a scheduled run.
 */
const usage = `books [-- --heads <file> | --save-heads <file> | --redraw all | --round <id> | --accept-heads [--code <code> --reason <text>] | --accept-states [--code <code> --reason <text>]]
  Runs the oracle over the books of this installation, beside the running program or without it.
  Exits with 1 when there are faults, with 2 when the books could not be read for another reason.
  --heads <file>       also compares a kept file of heads with the database; exits with 1 when a day differs
  --redraw all         first redraws every round from its seeds, archived ones too, and recounts every round of tables
  --round <id>         plays one round again from its seeds instead, also one with decisions or of a table, and prints what is stored and whether it differs
  --accept-heads       first accepts the heads of the journal as they are, with what was made under lost keys, and records that:
                       after a restore or a move to another database, or when what is kept in ANCHOR_DIR is lost; where that excuses missing
                       acts or events that were sealed late, shows them and a code, and accepts with --code <code> --reason <text>
  --accept-states      shows the rows that are not as the program last recorded them, or that another transaction wrote, and a code:
                       with --code <code> --reason <text> exactly these are first accepted as they are, and that is recorded
  --save-heads <file>  writes the heads of all ended days (UTC) to a new file instead`

async function main(): Promise<number> {
  const { values } = readCommand(usage, {
    heads: { type: 'string' },
    'save-heads': { type: 'string' },
    redraw: { type: 'string' },
    round: { type: 'string' },
    'accept-heads': { type: 'boolean' },
    'accept-states': { type: 'boolean' },
    code: { type: 'string' },
    reason: { type: 'string' },
  })
  if (values.redraw !== undefined && values.redraw !== 'all') throw new Error('--redraw takes the word all')
  const reason = values.reason?.trim() ?? ''
  const accepts = [values['accept-heads'], values['accept-states']].filter((one) => one === true)
  if ((values.code !== undefined || reason !== '') && (accepts.length !== 1 || !values.code || reason === ''))
    throw new Error('--code and --reason belong together, to either --accept-heads or --accept-states')
  const accept = values.code === undefined ? null : { code: values.code, reason }
  if (values.round !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(values.round))
    throw new Error('--round takes the id of a round')
  const alone = [values['save-heads'], values.round].filter((one) => one !== undefined).length
  const others = [values.heads, values.redraw].filter((one) => one !== undefined).length + accepts.length
  if (alone > 1 || (alone === 1 && others > 0)) throw new Error('--round and --save-heads take no other option')
  const kept = values.heads === undefined ? null : readKeptHeads(await readFile(values.heads, 'utf8'))
  const config = await loadConfig(process.env)
  const embedded =
    config.database.kind === 'embedded' ? await startEmbedded({ dataDir: config.dataDir, report: printLine }) : null
  const url = config.database.kind === 'external' ? config.database.appUrl : (embedded?.appUrl ?? '')
  await assertServerFit([url])
  const anchor = { dir: config.anchorDir, secret: config.secret }
  const identity = createDatabaseIdentity(anchor)
  const pool = createPool(url, { max: 2, ...longReads, name: 'books', identity })
  try {
    if (accepts.length > 0 || values.redraw !== undefined) await assertSigningKeyAt(url, config.secret)
    if (values['accept-heads'] && !(await acceptHeads(url, anchor, accept))) return 1
    if (values['save-heads'] !== undefined) return await saveHeads(createDb(pool, null), values['save-heads'])
    if (values.round !== undefined) {
      const lines = await replayedRound(pool, config.secret, values.round)
      for (const line of lines ?? []) printLine(line)
      if (lines === null) printFault(`There is no round ${values.round}.`)
      return lines === null ? 1 : 0
    }
    const heads = kept === null ? noFindings : await compareKept(createDb(pool, null), kept)
    const redraws = values.redraw === 'all' ? await redrawEveryRound(pool, config.secret) : noFindings
    const recounts = values.redraw === 'all' ? await recountEveryRound(pool, config.secret) : noFindings
    if (values['accept-states']) {
      const ownerUrl = config.database.kind === 'external' ? config.database.ownerUrl : (embedded?.ownerUrl ?? null)
      if (ownerUrl === null)
        throw new Error('--accept-states signs in as the owner of the tables: set DATABASE_OWNER_URL.')
      const isAccepted = await showStates({ ownerUrl, identity }, config.secret, accept)
      if (!isAccepted) return 1
    }
    const expectsChain = await expectsSealer(config.dataDir)
    printLine(`Checking the books: ${bookChecks.length} checks …`)
    const ran = await runOracle({ pool, url, identity }, { expectsChain, secret: config.secret, anchor })
    const text = booksText({ ...ran, checks: bookChecks, money: await readMoney(pool) })
    for (const line of [...text.summary, ...redraws.summary, ...recounts.summary, ...heads.summary]) printLine(line)
    for (const line of [...text.faults, ...redraws.faults, ...recounts.faults, ...heads.faults]) printFault(line)
    for (const line of ['', ...text.details]) printLine(line)
    return ran.report.faults.length === 0 && heads.faults.length === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof ForeignDatabase) {
      printFault(`FAULT database: ${error.message}`)
      return 1
    }
    const cause = await causeOf(pool, error)
    if (!(cause instanceof BooksFoiled)) throw error
    for (const line of foiledText(cause)) printFault(line)
    return 1
  } finally {
    await pool.end()
    await embedded?.release()
  }
}

/** Of a failed statement, whether what somebody planted in the database may be why. */
async function causeOf(pool: pg.Pool, error: unknown): Promise<unknown> {
  if (!(error instanceof pg.DatabaseError)) return error
  const client = await pool.connect()
  try {
    return await nameCause(client, error, true)
  } finally {
    client.release()
  }
}

/** Lines of one examination: what was found, and each fault. */
type Findings = { summary: readonly string[]; faults: readonly string[] }

const noFindings: Findings = { summary: [], faults: [] }

type Acceptance = { code: string; reason: string }

/**
 * Accepts the chain as it is, in whichever database it is, and prints what was kept, what is from now on, and what that excuses. False when
 * it excuses something that was not confirmed.
 */
async function acceptHeads(url: string, store: AnchorStore, accept: Acceptance | null): Promise<boolean> {
  const pool = createPool(url, { max: 1, statementTimeoutMs: 0, name: 'books-accept' })
  try {
    await printAccepted(createDb(pool, store.secret), store, accept)
    return true
  } catch (error) {
    if (!(error instanceof HeadsUnconfirmed)) throw error
    const { excused } = error
    printExcused(excused)
    if (accept !== null) printFault(`The code ${accept.code} is not of what accepting the heads excuses now.`)
    const confirmed = excused.code === '' ? '' : ` --code ${excused.code} --reason "<why>"`
    printLine('Nothing was accepted. To accept the heads as they are now:')
    printLine(`  npm run books -- --accept-heads${confirmed}`)
    return false
  } finally {
    await pool.end()
  }
}

function printExcused({ missing, late }: Excused): void {
  for (const { subject, detail } of missing) printLine(`acts ${subject}: ${detail}`)
  for (const { subject, detail } of late) printLine(`${subject}: ${detail}`)
}

async function printAccepted(db: Database, store: AnchorStore, accept: Acceptance | null): Promise<void> {
  const { before, anchor, excused } = await acceptChain(db, store, accept)
  printExcused(excused)
  if (excused.code !== '')
    printLine(
      `No faults from now on: ${excused.missing.length} missing groups of acts, ${excused.late.length} late events.`,
    )
  const databaseBefore = before.status === 'present' ? before.anchor.database : null
  if (databaseBefore !== null && databaseBefore !== anchor.database)
    printLine(`Another database (system identifier/OID): ${databaseBefore} until now, ${anchor.database} from now on.`)
  if (before.status === 'present')
    printLine(`Kept until now: head ${before.anchor.id}: ${before.anchor.hash.toString('hex')}`)
  else printLine(before.status === 'absent' ? `Nothing was kept in ${store.dir}.` : `Not usable: ${before.why}`)
  printLine(`Accepted: head ${anchor.id}: ${anchor.hash.toString('hex')}`)
  if (before.status === 'present' && before.anchor.id > anchor.id)
    printLine(
      'The kept head is newer, so commits were lost and results of their rounds are known: run npm run restore -- --begin before anybody plays.',
    )
  for (const [keyId, { head, pair, acts }] of anchor.lost)
    printLine(
      `Not verifiable under the lost key ${keyId}: heads up to ${head}, seed pairs up to ${pair}, ${acts?.groups ?? 0} groups of acts and changes.`,
    )
  const { heads, pairs, acts } = await countOverlap(db, anchor)
  if (heads + pairs + acts > 0)
    printLine(
      `Of known keys and older than these: ${heads} heads, ${pairs} seed pairs, ${acts} groups of acts. A change of keys leaves a few; many mean that newer ones were renamed.`,
    )
}

/** Prints what differs from the recorded states, and accepts it with the code of exactly that. False when it was not accepted. */
async function showStates(
  { ownerUrl, identity }: { ownerUrl: string; identity: DatabaseIdentity },
  secret: AppSecret,
  accept: Acceptance | null,
): Promise<boolean> {
  const pool = createPool(ownerUrl, { max: 1, statementTimeoutMs: 0, name: 'books-accept', identity })
  try {
    const { content, rewritten, code, isAccepted } = await acceptStates(pool, secret, accept)
    for (const { subject, detail } of content) printLine(`${subject}: ${detail}`)
    for (const { relation, rows } of rewritten)
      printLine(`${relation}: ${rows} rows are as recorded, and another transaction wrote them.`)
    if (code === '') {
      printLine('All rows are as the program last recorded them: there is nothing to accept.')
      return true
    }
    if (isAccepted) printLine('Accepted: these rows are recorded as they are now.')
    else {
      if (accept !== null) printFault(`The code ${accept.code} is of other differences.`)
      printLine('Nothing was accepted. To accept these rows as they are now:')
      printLine(`  npm run books -- --accept-states --code ${code} --reason "<why>"`)
    }
    return isAccepted
  } finally {
    await pool.end()
  }
}

const progressMs = 5_000

/** Redraws every round and prints the progress; the oracle, which runs next, reports those that differ too. */
async function redrawEveryRound(pool: pg.Pool, secret: AppSecret): Promise<Findings> {
  const { rows } = await pool.query<{ rounds: bigint }>('SELECT count(*) AS rounds FROM round')
  const all = Number(rows[0]?.rounds ?? 0n)
  const began = performance.now()
  const tally = await redrawAll({ db: createDb(pool, secret), pool, secret }, printProgress('redrew', all))
  return {
    summary: [
      `Redrew ${tally.redrawn} rounds in ${((performance.now() - began) / 1000).toFixed(1)} s: ${tally.different.length} differ. ` +
        `Not redrawn: ${tally.oldScheme} of the old scheme, ${tally.lostKey} under a lost key.`,
    ],
    faults: tally.different.map(({ id, detail }) => `DIFFERENT round ${id}: ${detail}`),
  }
}

/** Recounts every round of every table; the oracle, which runs next, reports those that differ too. */
async function recountEveryRound(pool: pg.Pool, secret: AppSecret): Promise<Findings> {
  const { rows } = await pool.query<{ rounds: bigint }>(
    'SELECT coalesce(sum(rounds), 0)::bigint AS rounds FROM table_state',
  )
  const began = performance.now()
  const { rounds, different } = await recountAll(
    createRecounting({ db: createDb(pool, secret), pool, secret }),
    printProgress('recounted', Number(rows[0]?.rounds ?? 0n)),
  )
  return {
    summary: [
      `Recounted ${rounds} rounds of tables in ${((performance.now() - began) / 1000).toFixed(1)} s: ${different.length} differences.`,
    ],
    faults: different.map(({ id, detail }) => `DIFFERENT round of a table ${id}: ${detail}`),
  }
}

/** Prints how many of the rounds are done, at most every 5 s. */
function printProgress(done: string, all: number): (rounds: number) => void {
  let printedAt = performance.now()
  return (rounds) => {
    if (performance.now() - printedAt < progressMs) return
    printedAt = performance.now()
    printLine(`  ${done} ${rounds} of ${all} rounds (${Math.floor((rounds / Math.max(1, all)) * 100)} %)`)
  }
}

async function saveHeads(db: Database, file: string): Promise<number> {
  const days = await daysOfHeads(db)
  const heads = days === null ? [] : await readDayHeads(db, days)
  if (heads === null) {
    printFault('Acts of an ended day are not chained yet: start the program, or try again in a minute.')
    return 2
  }
  if (heads.length === 0) {
    printFault('No day (UTC) has ended yet, so there are no heads: try again after midnight UTC. No file was written.')
    return 2
  }
  await writeFile(file, headsText(heads), { flag: 'wx' })
  printLine(`${heads.length} heads of ended days are in ${file}. Store it where nobody who can write the database can.`)
  return 0
}

/** What differs from a kept file. */
async function compareKept(db: Database, kept: readonly KeptHead[]): Promise<Findings> {
  const different = await compareHeads(db, kept)
  const [first] = different
  if (first === undefined) return { summary: [`All ${kept.length} kept heads are in the database.`], faults: [] }
  return {
    summary: [`${different.length} of ${kept.length} kept heads DIFFER, the first of ${first.day}.`],
    faults: different
      .slice(0, 20)
      .map(
        ({ day, kind, number, head, today }) => `HEAD ${day} ${kind} ${number}: kept ${head}, today ${today ?? 'none'}`,
      ),
  }
}

const settledAfterMs = 60_000

/** The audit is chained while the program runs, so its end is printed if there is one. */
async function expectsSealer(dataDir: string): Promise<boolean> {
  const running = await findRunning(dataDir)
  return running !== null && Date.now() - Date.parse(running.since) > settledAfterMs
}

/** One recorded run; on a read-only database, or for a role that may not write, it is not recorded. */
async function runOracle(
  { pool, url, identity }: { pool: pg.Pool; url: string; identity: DatabaseIdentity },
  options: Pick<BooksOptions, 'expectsChain' | 'anchor'> & { secret: AppSecret },
): Promise<Pick<BooksOutcome, 'report' | 'isMoneyOutStopped' | 'unrecorded'>> {
  // With the usual limit of a statement: somebody may hold what the result is written to.
  const recording = createPool(url, { max: 1, name: 'books', identity })
  const db = createDb(recording, options.secret)
  // Signed with another secret, the record of the run would be a fault for good.
  const run = await assertSigningKey(recording, options.secret)
    .then(() => beginRun(db, 'tool'))
    .catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      const isReadOnly = code === '25006' || code === '42501'
      return { reason: isReadOnly ? 'the database is read-only for this role' : String(error) }
    })
  let done = 0
  let printedAt = performance.now()
  try {
    const report = await checkBooks(pool, {
      ...options,
      limitMs: longestRunMs,
      onProgress: ({ name }) => {
        done += 1
        if (performance.now() - printedAt < progressMs) return
        printedAt = performance.now()
        printLine(`  check ${done} of ${bookChecks.length}: ${name}`)
      },
    })
    if (typeof run !== 'string') return { report, isMoneyOutStopped: false, unrecorded: run.reason }
    const stored = await endRun(db, run, { report }).catch((error: unknown) => String(error))
    return typeof stored === 'string'
      ? { report, isMoneyOutStopped: false, unrecorded: stored }
      : { report, isMoneyOutStopped: stored, unrecorded: null }
  } catch (error) {
    if (typeof run === 'string') await endRun(db, run, endOf(error, false)).catch(() => {})
    throw error
  } finally {
    await recording.end()
  }
}

async function readMoney(pool: pg.Pool): Promise<BooksOutcome['money']> {
  const { rows } = await pool.query<Record<keyof BooksOutcome['money'], string>>(
    `SELECT coalesce(sum(cash + in_play), 0)::text AS members, coalesce(sum(held), 0)::text AS held,
       coalesce(sum(comp), 0)::text AS comp FROM wallet`,
  )
  const amountOf = (name: keyof BooksOutcome['money']): Amount => BigInt(rows[0]?.[name] ?? '0')
  return { members: amountOf('members'), held: amountOf('held'), comp: amountOf('comp') }
}

process.exitCode = await main().catch((error: unknown) => {
  printError(error)
  return 2
})
