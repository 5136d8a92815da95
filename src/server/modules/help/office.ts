import type { OfficeHelp } from '#contract/help.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { accountAnswer, replyText, type AccountReply } from '#domain/account-answer.ts'
import { depositAccountText } from '#domain/deposit-account.ts'
import { siteLanguageOf, type SiteLanguage } from '#domain/site-language.ts'
import type { Database } from '#server/db/pool.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql, type SqlBool } from 'kysely'
import { auditAct } from '#server/modules/audit/store.ts'
import { brandIdsOf, brandsOf, containing } from '#server/auth/office-scope.ts'
import { isOpenHelp, openHelpStates, type HelpState } from '#domain/help.ts'

/** Inquiries: opened by an operator, answered once (statuses on the wire: `reg`, `wait`, `already`). */
export const helpOfficeHandlers = {
  'get-helps': getHelps,
  'open-help': openHelp,
  'answer-help': answerHelp,
} satisfies Partial<OfficeHandlers>

function shownHelps(db: Database | Tx, brandIds: number[]) {
  return db
    .selectFrom('help_item as h')
    .innerJoin('brand as b', 'b.id', 'h.brand_id')
    .innerJoin('member as m', 'm.id', 'h.member_id')
    .leftJoin('operator as opener', 'opener.id', 'h.opened_by')
    .leftJoin('operator as replier', 'replier.id', 'h.replied_by')
    .where(sql<SqlBool>`h.brand_id = any(${brandIds}::int[])`)
}

function withShownColumns(query: ReturnType<typeof shownHelps>) {
  return query.select([
    'h.id',
    'h.brand_id',
    'h.member_id',
    'b.code as brand',
    'h.kind',
    'h.category',
    'h.state',
    'h.title',
    'h.contents',
    'h.round_id',
    sql<
      'table' | 'seat' | 'slot' | null
    >`CASE WHEN h.round_id IS NULL THEN NULL WHEN EXISTS (SELECT FROM table_round r WHERE r.id = h.round_id) THEN 'table'
      WHEN EXISTS (SELECT FROM seat_round q WHERE q.id = h.round_id) THEN 'seat' ELSE 'slot' END`.as('round_kind'),
    'h.locale',
    'h.reply',
    'h.account_reply',
    'h.filed_at',
    'h.last_at',
    'm.public_id',
    'm.login_id',
    'm.nick',
    'm.level',
    'm.reference_code',
    'opener.name as opener',
    'replier.name as replier',
  ])
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof withShownColumns>['execute']>>[number]

function helpFrom(row: ShownRow): OfficeHelp {
  return {
    id: row.id,
    brand: row.brand,
    kind: row.kind as OfficeHelp['kind'],
    category: row.category as OfficeHelp['category'],
    state: row.state as OfficeHelp['state'],
    member: {
      id: row.public_id,
      userId: row.login_id,
      nick: row.nick,
      level: row.level,
      referenceCode: row.reference_code,
    },
    title: row.title,
    contents: row.contents,
    roundId: row.round_id,
    roundKind: row.round_kind,
    reply: replyText(row, languageOf(row)),
    openedBy: row.opener,
    repliedBy: row.replier,
    filedAt: row.filed_at.toISOString(),
    lastAt: row.last_at.toISOString(),
  }
}

async function getHelps(context: OfficeContext, body: OfficeBody<'get-helps'>): Promise<OfficeAnswer<'get-helps'>> {
  const open = body.show === 'open'
  let query = shownHelps(context.deps.db, brandIdsOf(context)).where('h.state', open ? 'in' : 'not in', [
    ...openHelpStates,
  ])
  if (body.kind !== undefined) query = query.where('h.kind', '=', body.kind)
  if (body.search?.trim()) {
    const pattern = containing(body.search)
    query = query.where((is) =>
      is.or([is('m.login_id', 'ilike', pattern), is('m.nick', 'ilike', pattern), is('h.title', 'ilike', pattern)]),
    )
  }
  const [rows, total] = await Promise.all([
    withShownColumns(query)
      .orderBy(open ? 'h.filed_at' : 'h.last_at', open ? 'asc' : 'desc')
      .orderBy('h.id')
      .offset(body.skip)
      .limit(body.take)
      .execute(),
    query.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { status: 'success', helps: rows.map(helpFrom), maxCount: Number(total.count) }
}

/** Locks an inquiry until the transaction ends; false when there is none, or none the operator may see. */
async function lockHelp(tx: Tx, id: string, brandIds: number[]): Promise<boolean> {
  const row = await tx
    .selectFrom('help_item')
    .select('id')
    .where('id', '=', id)
    .where(sql<SqlBool>`brand_id = any(${brandIds}::int[])`)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function readHelp(tx: Tx, id: string, brandIds: number[]): Promise<ShownRow> {
  return withShownColumns(shownHelps(tx, brandIds)).where('h.id', '=', id).executeTakeFirstOrThrow()
}

/** What the reply to an inquiry of the kind `account` states; null for every other kind. */
function accountReplyOf(context: OfficeContext, help: ShownRow): AccountReply | null {
  if (help.kind !== 'account') return null
  const brand = brandsOf(context).find((one) => one.id === help.brand_id)
  if (brand === undefined) throw new Error(`brand ${help.brand_id} of an inquiry is unknown`)
  const { depositAccount: account, mode } = brand
  const bankAccount = 'text' in account ? {} : { bankAccount: account }
  return { depositAccount: depositAccountText(account, 'ko'), ...bankAccount, referenceCode: help.reference_code, mode }
}

/** The language of the member's inquiry, in which the office sees the reply too. */
function languageOf(help: ShownRow): SiteLanguage {
  return siteLanguageOf(help.locale) ?? 'ko'
}

async function openHelp(context: OfficeContext, body: OfficeBody<'open-help'>): Promise<OfficeAnswer<'open-help'>> {
  const brandIds = brandIdsOf(context)
  const opened = await context.deps.db.transaction().execute(async (tx) => {
    if (!(await lockHelp(tx, body.id, brandIds))) return null
    const before = await readHelp(tx, body.id, brandIds)
    if (before.state !== 'filed') return { row: before, isNew: false }
    await tx
      .updateTable('help_item')
      .set({ state: 'opened', opened_by: context.caller.operatorId, last_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', body.id)
      .execute()
    await auditAct(tx, context, { act: 'help.open', brandId: before.brand_id, subject: body.id })
    return { row: await readHelp(tx, body.id, brandIds), isNew: true }
  })
  if (opened === null) return { status: 'none' }
  const { row, isNew } = opened
  if (isNew) context.deps.events.publish({ kind: 'help', memberId: row.member_id })
  const reply = isOpenHelp(row.state as HelpState) ? accountReplyOf(context, row) : null
  const suggestion = reply && accountAnswer(reply, languageOf(row), '')
  return { status: 'success', help: helpFrom(row), suggestion }
}

async function answerHelp(
  context: OfficeContext,
  body: OfficeBody<'answer-help'>,
): Promise<OfficeAnswer<'answer-help'>> {
  const brandIds = brandIdsOf(context)
  const written = (body.contents ?? '').trim()
  const done = await context.deps.db.transaction().execute(async (tx) => {
    if (!(await lockHelp(tx, body.id, brandIds))) return { status: 'none' as const }
    const before = await readHelp(tx, body.id, brandIds)
    if (!isOpenHelp(before.state as HelpState)) return { status: 'late' as const, by: before.replier ?? '' }
    const accountReply = accountReplyOf(context, before)
    if (accountReply === null && written === '') return { status: 'contents' as const }
    const { operatorId } = context.caller
    await tx
      .updateTable('help_item')
      .set({
        state: 'answered',
        reply: written,
        account_reply: accountReply && JSON.stringify(accountReply),
        replied_at: sql<Date>`clock_timestamp()`,
        replied_by: operatorId,
        last_at: sql<Date>`clock_timestamp()`,
        opened_by: sql<bigint>`coalesce(opened_by, ${operatorId})`,
        // The reply is unread, and an inquiry that the member had hidden reappears.
        read_at: null,
        hidden_at: null,
      })
      .where('id', '=', body.id)
      .execute()
    await auditAct(tx, context, { act: 'help.answer', brandId: before.brand_id, subject: body.id })
    return { status: 'success' as const, help: await readHelp(tx, body.id, brandIds) }
  })
  if (done.status !== 'success') return done
  context.deps.events.publish({ kind: 'help', memberId: done.help.member_id })
  return { status: 'success', help: helpFrom(done.help) }
}
