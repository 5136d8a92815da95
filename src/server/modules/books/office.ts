import type { OfficeBookRun, OfficeClosing, OfficeGameReturn } from '#contract/books.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { requestRun, listRuns, readOverview, readRun, type RecordedRun } from '#server/ledger/book-runs.ts'
import { readRedrawState } from '#server/ledger/redraws.ts'
import { bookChecks } from '#server/ledger/books.ts'
import { brandIdsOf } from '#server/auth/office-scope.ts'
import { nameIn } from '#domain/notice.ts'
import { amountToWire } from '#domain/money.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { readClosings, readReturns, type Closing, type GameReturn } from '#server/modules/slot/store.ts'

/** The runs of the books check, and an operator's request for one. They concern the whole platform, not one brand. */
export const booksOfficeHandlers = {
  'get-books': getBooks,
  'get-book-run': getBookRun,
  'check-books': checkBooks,
} satisfies Partial<OfficeHandlers>

async function getBooks(context: OfficeContext, body: OfficeBody<'get-books'>): Promise<OfficeAnswer<'get-books'>> {
  const { db, config } = context.deps
  const [overview, runs, redraws, closings, returns] = await Promise.all([
    readOverview(db),
    listRuns(db, body),
    readRedrawState(db),
    readClosings(db),
    seesAll(context) ? readReturns(db) : [],
  ])
  const brandIds = brandIdsOf(context)
  const view = (run: RecordedRun): OfficeBookRun => runView(run, seesAll(context))
  return {
    status: 'success',
    stoppedSince: (overview.stoppedAt ?? context.deps.moneyOut.heldSince)?.toISOString() ?? null,
    everyMinutes: config.booksEveryMinutes,
    checks: bookChecks.length,
    redraws: {
      anHour: config.redrawsAnHour,
      redrawn: redraws.redrawn,
      oldScheme: redraws.oldScheme,
      lostKey: redraws.lostKey,
      different: redraws.different,
      at: redraws.at?.toISOString() ?? null,
    },
    closings: closings
      .filter(({ brandId }) => brandIds.includes(brandId))
      .map((closing) => closingView(closing, context.locale)),
    returns: returns.map((measured) => returnView(measured, context.locale)),
    last: overview.last === null ? null : view(overview.last),
    open: overview.open === null ? null : view(overview.open),
    runs: runs.map(view),
    maxCount: overview.count,
  }
}

async function getBookRun(
  context: OfficeContext,
  body: OfficeBody<'get-book-run'>,
): Promise<OfficeAnswer<'get-book-run'>> {
  const run = await readRun(context.deps.db, body.id)
  if (run === null) return { status: 'none' }
  return {
    status: 'success',
    run: runView(run, seesAll(context)),
    problem: seesAll(context) ? run.problem : '',
    checks: run.checks,
    faults: seesAll(context) ? run.faults : null,
  }
}

/** Files the request; the process that holds the lease starts the run within a second. */
async function checkBooks(context: OfficeContext): Promise<OfficeAnswer<'check-books'>> {
  return context.deps.db.transaction().execute(async (tx) => {
    const requested = await requestRun(tx, context.caller.operatorId)
    const run = await readRun(tx, requested.id)
    if (run === null) throw new Error(`run ${requested.id} of the books is missing`)
    if (!requested.isNew) return { status: 'running', run: runView(run, seesAll(context)) }
    await auditAct(tx, context, { act: 'books.check', brandId: null, subject: run.id })
    return { status: 'success', run: runView(run, seesAll(context)) }
  })
}

/** Only operators of all brands see faults, which name members of any brand, and the operator of a run. */
function seesAll(context: OfficeContext): boolean {
  return context.caller.brandIds === null
}

function runView(run: RecordedRun, showsAll: boolean): OfficeBookRun {
  return {
    id: run.id,
    why: run.why,
    by: showsAll ? run.by : null,
    askedAt: run.askedAt.toISOString(),
    beganAt: run.beganAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    outcome: run.outcome,
    done: run.done,
    rows: showsAll && run.rows !== null ? Number(run.rows) : null,
    faultCount: run.faults.length,
  }
}

function closingView(closing: Closing, locale: string | null): OfficeClosing {
  return {
    game: nameIn(closing.names, locale),
    code: closing.code,
    mathHash: closing.mathHash,
    at: closing.closedAt.toISOString(),
    isClosed: closing.isCurrent,
    reason: closing.reason,
    member: closing.member,
    roundId: closing.roundId,
    nonce: String(closing.nonce),
    pair: closing.pair,
    stake: amountToWire(closing.stake),
    serverSeedHash: closing.serverSeedHash,
    clientSeed: closing.clientSeed,
  }
}

function returnView(measured: GameReturn, locale: string | null): OfficeGameReturn {
  const { code, names, rounds, expectedPpm, returnPpm, deviations, isOff } = measured
  return {
    code,
    game: nameIn(names, locale),
    rounds: Number(rounds),
    expected: percentOf(expectedPpm),
    returned: percentOf(returnPpm),
    deviations: deviations.toFixed(1),
    isOff,
  }
}

/** Parts per million as percent, to a hundredth. */
function percentOf(ppm: number): string {
  return (ppm / 10_000).toFixed(2)
}
