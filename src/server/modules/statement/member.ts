import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { amountToWire } from '#domain/money.ts'
import { isStatementPeriod, mostFileEntries } from '#domain/statement.ts'
import { siteLanguages } from '#domain/site-language.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import type { SentFile } from '#contract/route.ts'
import { statementCsv } from './csv.ts'
import { statementPdf } from './pdf.ts'
import { loadStatementMessages } from './messages.ts'
import { balancesToWire, findStatementRange, readStatementEntries, readStatementTotals } from './store.ts'

/** The movements of the member's money in a period: for the page, and as files. */
export const statementMemberHandlers = {
  'get-statement': getStatement,
  'get-statement-file': getStatementFile,
} satisfies Partial<MemberHandlers>

async function getStatement(
  context: MemberContext,
  body: MemberBody<'get-statement'>,
): Promise<MemberAnswer<'get-statement'>> {
  if (!isStatementPeriod(body.from, body.to)) return { status: 'period' }
  const { brand, caller, deps, locale } = context
  const range = await findStatementRange(deps.db, caller.memberId, body, brand.timeZone)
  const page = { order: 'newest', skip: body.skip, take: body.take } as const
  const [totals, { entries }] = await Promise.all([
    readStatementTotals(deps.db, range),
    readStatementEntries(deps.db, range, page, locale),
  ])
  return {
    status: 'success',
    entries,
    maxCount: totals.count,
    totals: { in: amountToWire(totals.in), out: amountToWire(totals.out) },
    opening: balancesToWire(totals.opening),
    closing: balancesToWire(totals.closing),
  }
}

type FileAnswer =
  | Exclude<MemberAnswer<'get-statement-file'>, { status: 'success' }>
  | { status: 'success'; file: SentFile }

async function getStatementFile(context: MemberContext, body: MemberBody<'get-statement-file'>): Promise<FileAnswer> {
  if (!isStatementPeriod(body.from, body.to)) return { status: 'period' }
  const { brand, caller, deps, locale } = context
  const range = await findStatementRange(deps.db, caller.memberId, body, brand.timeZone)
  const totals = await readStatementTotals(deps.db, range)
  const most = mostFileEntries[body.format]
  if (totals.count > most) return { status: 'many', most }
  const language = siteLanguages.find((one) => one === locale) ?? 'ko'
  const messages = await loadStatementMessages(language)
  const job = { db: deps.db, brand, range, totals, period: { from: body.from, to: body.to }, language, messages }
  const name = `statement_${body.from}_${body.to}.${body.format}`
  if (body.format === 'csv') {
    return { status: 'success', file: { name, type: 'text/csv; charset=utf-8', content: statementCsv(job) } }
  }
  const member = await deps.db
    .selectFrom('member')
    .select(['login_id', 'nick'])
    .where('id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  const content = await statementPdf(job, { userId: member.login_id, nick: member.nick })
  return { status: 'success', file: { name, type: 'application/pdf', content } }
}
