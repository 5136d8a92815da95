import type { OfficeBookRun } from '#contract/office-books.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office.ts'
import type { OfficeContext, OfficeHandlers } from '#server/doors/context.ts'
import { askForRun, listRuns, readOverview, readRun, type KeptRun } from '#server/ledger/book-runs.ts'
import { bookChecks } from '#server/ledger/books.ts'
import { auditAct } from './office-audit.ts'

/** What the house knows of its own books, and an operator's wish to look now. They are of the house, whatever the brand. */
export const officeBooksHandlers = {
  'get-books': getBooks,
  'get-book-run': getBookRun,
  'check-books': checkBooks,
} satisfies Partial<OfficeHandlers>

async function getBooks(context: OfficeContext, body: OfficeBody<'get-books'>): Promise<OfficeAnswer<'get-books'>> {
  const { db, config } = context.deps
  const [overview, runs] = await Promise.all([readOverview(db), listRuns(db, body)])
  return {
    status: 'success',
    stoppedSince: overview.stoppedAt?.toISOString() ?? null,
    everyMinutes: config.booksEveryMinutes,
    checks: bookChecks.length,
    last: overview.last === null ? null : runView(overview.last),
    open: overview.open === null ? null : runView(overview.open),
    runs: runs.map(runView),
    maxCount: overview.count,
  }
}

async function getBookRun(
  context: OfficeContext,
  body: OfficeBody<'get-book-run'>,
): Promise<OfficeAnswer<'get-book-run'>> {
  const run = await readRun(context.deps.db, body.id)
  if (run === null) return { status: 'none' }
  // A fault names members of any brand.
  const seesAll = context.caller.brandIds === null
  return {
    status: 'success',
    run: runView(run),
    problem: run.problem,
    checks: run.checks,
    faults: seesAll ? run.faults : null,
  }
}

/** Files the wish; whichever process looks after the books takes it up within a second. */
async function checkBooks(context: OfficeContext): Promise<OfficeAnswer<'check-books'>> {
  return context.deps.db.transaction().execute(async (tx) => {
    const asked = await askForRun(tx, context.caller.operatorId)
    const run = await readRun(tx, asked.id)
    if (run === null) throw new Error(`run ${asked.id} of the books vanished`)
    if (!asked.isNew) return { status: 'running', run: runView(run) }
    await auditAct(tx, context, { act: 'books.check', brandId: null, subject: run.id })
    return { status: 'success', run: runView(run) }
  })
}

function runView(run: KeptRun): OfficeBookRun {
  return {
    id: run.id,
    why: run.why,
    by: run.by,
    askedAt: run.askedAt.toISOString(),
    beganAt: run.beganAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    outcome: run.outcome,
    done: run.done,
    rows: run.rows === null ? null : Number(run.rows),
    faultCount: run.faults.length,
  }
}
