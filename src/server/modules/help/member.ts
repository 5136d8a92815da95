import type { Help } from '#contract/help.ts'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { accountInquiry, helpStatus, isOpenHelp, mayInquire, openHelpStates, type HelpState } from '#domain/help.ts'
import { isCurrentAccount, replyText, type AccountReply } from '#domain/account-answer.ts'
import { siteLanguageOf, type SiteLanguage } from '#domain/site-language.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { markFirstReading } from '#server/db/first-reading.ts'
import { lockWallet, renewWallet, type Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { checkPin } from '#server/auth/pin.ts'
import { isJournalKey } from '#server/auth/request-key.ts'
import { usualTimes } from './usual-times.ts'

/** A member's inquiries; the request for the deposit account is one of their kinds. */
export const helpMemberHandlers = {
  'user-write-help': writeHelp,
  'user-ask-account': requestAccount,
  'get-deposit-account': getDepositAccount,
  'get-help-list': getHelps,
  'read-help-message': readHelp,
  'del-all-help': hideAllHelp,
  'show-open-helps': showOpenHelps,
  'get-usual-times': async ({ deps, brand }) => ({ status: 'success', ...(await usualTimes(deps, brand.id)) }),
} satisfies Partial<MemberHandlers>

type Inquiry = Pick<Help, 'kind' | 'title' | 'contents' | 'roundId' | 'category'> & { requestId: string | null }
type Filed = { status: 'success'; id: string } | { status: 'conflict' | 'fail' } | ({ status: 'wait' } & Waiting)
/** Open inquiries of the kind that is at its limit, and how many of them are hidden. */
type Waiting = { open: number; hidden: number }

/** Files an inquiry once per request id; `wait` when too many of the member's are open, `fail` about another's round. */
async function fileInquiry(context: MemberContext, inquiry: Inquiry): Promise<Filed> {
  const { brand, caller, deps } = context
  const filed = await deps.db.transaction().execute(async (tx): Promise<Filed & { isNew?: boolean }> => {
    // Concurrent calls of the member cannot exceed the limit, nor use one request id twice: all keys of a member take
    // effect under the wallet's lock.
    await lockWallet(tx, caller.memberId)
    const earlier = await filedBefore(tx, caller.memberId, inquiry)
    if (earlier !== null) return earlier
    if (inquiry.roundId !== null && !(await isOwnRound(tx, caller.memberId, inquiry.roundId))) return { status: 'fail' }
    const waiting = await countOpen(tx, caller.memberId)
    if (!mayInquire(inquiry.kind, { account: waiting.account.open, all: waiting.all.open })) {
      return { status: 'wait', ...(inquiry.kind === 'account' ? waiting.account : waiting.all) }
    }
    const id = uuidv7()
    if (inquiry.requestId !== null) await renewWallet(tx, caller.memberId)
    await tx
      .insertInto('help_item')
      .values({
        id,
        brand_id: brand.id,
        member_id: caller.memberId,
        kind: inquiry.kind,
        category: inquiry.category,
        title: inquiry.title,
        contents: inquiry.contents,
        round_id: inquiry.roundId,
        request_id: inquiry.requestId,
        locale: siteLanguageOf(context.locale) ?? 'ko',
      })
      .execute()
    return { status: 'success', id, isNew: true }
  })
  const { isNew, ...answer } = filed
  if (isNew) deps.events.publish({ kind: 'help', memberId: caller.memberId })
  return answer
}

/** The outcome of an earlier call with this request id; null when there is none. */
async function filedBefore(tx: Tx, memberId: bigint, inquiry: Inquiry): Promise<Filed | null> {
  if (inquiry.requestId === null) return null
  const row = await tx
    .selectFrom('help_item')
    .select(['id', 'title', 'contents', 'round_id', 'category'])
    .where('member_id', '=', memberId)
    .where('request_id', '=', inquiry.requestId)
    .executeTakeFirst()
  // The journal has the keys of all other calls.
  if (row === undefined) return (await isJournalKey(tx, memberId, inquiry.requestId)) ? { status: 'conflict' } : null
  const isSame =
    row.title === inquiry.title &&
    row.contents === inquiry.contents &&
    row.round_id === inquiry.roundId &&
    row.category === inquiry.category
  return isSame ? { status: 'success', id: row.id } : { status: 'conflict' }
}

/** Counts open inquiries, hidden ones included. */
async function countOpen(tx: Tx, memberId: bigint): Promise<{ account: Waiting; all: Waiting }> {
  const { all, allHidden, account, accountHidden } = await tx
    .selectFrom('help_item')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) FILTER (WHERE hidden_at IS NOT NULL))::int`.as('allHidden'),
      sql<number>`(count(*) FILTER (WHERE kind = 'account'))::int`.as('account'),
      sql<number>`(count(*) FILTER (WHERE kind = 'account' AND hidden_at IS NOT NULL))::int`.as('accountHidden'),
    ])
    .where('member_id', '=', memberId)
    .where('state', 'in', [...openHelpStates])
    .executeTakeFirstOrThrow()
  return { account: { open: account, hidden: accountHidden }, all: { open: all, hidden: allHidden } }
}

/** Files an inquiry. The request id is optional, because the specification has none (spec §6). */
async function writeHelp(
  context: MemberContext,
  body: MemberBody<'user-write-help'>,
): Promise<MemberAnswer<'user-write-help'>> {
  const { roundId } = body
  return fileInquiry(context, {
    kind: roundId === undefined ? 'general' : 'round',
    title: body.title,
    contents: body.contents,
    roundId: roundId ?? null,
    requestId: body.requestId ?? null,
    category: body.category,
  })
}

async function isOwnRound(tx: Tx, memberId: bigint, roundId: string): Promise<boolean> {
  const round = await tx
    .selectFrom('round')
    .select('id')
    .where('id', '=', roundId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return (
    round !== undefined ||
    (await isOwnSeatRound(tx, memberId, roundId)) ||
    (await isOwnTableRound(tx, memberId, roundId))
  )
}

async function isOwnSeatRound(tx: Tx, memberId: bigint, roundId: string): Promise<boolean> {
  const round = await tx
    .selectFrom('seat_round')
    .select('id')
    .where('id', '=', roundId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return round !== undefined
}

async function isOwnTableRound(tx: Tx, memberId: bigint, roundId: string): Promise<boolean> {
  const bet = await tx
    .selectFrom('table_bet')
    .select('round_id')
    .where('round_id', '=', roundId)
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()
  return bet !== undefined
}

async function requestAccount(
  context: MemberContext,
  body: MemberBody<'user-ask-account'>,
): Promise<MemberAnswer<'user-ask-account'>> {
  if (body.pass !== undefined) {
    const pin = await checkPin(context.deps, context.caller.memberId, body.pass)
    if (pin !== 'right') return { status: pin }
  }
  const filed = await fileInquiry(context, {
    kind: 'account',
    ...accountInquiry,
    roundId: null,
    requestId: null,
    category: 'money',
  })
  if (filed.status === 'success') return { status: 'success', helpId: filed.id }
  if (filed.status === 'wait') return filed
  throw new Error('an inquiry without a request id and a round was refused')
}

/** The newest reply that named an account, hidden ones included, and the request for another that still waits. */
async function getDepositAccount({
  brand,
  caller,
  deps,
  locale,
}: MemberContext): Promise<MemberAnswer<'get-deposit-account'>> {
  const newest = (isOpen: boolean) =>
    deps.db
      .selectFrom('help_item')
      .select(['id', 'filed_at', 'replied_at', 'read_at', 'hidden_at', 'reply', 'account_reply', 'locale'])
      .where('member_id', '=', caller.memberId)
      .where('kind', '=', 'account')
      .where('state', isOpen ? 'in' : 'not in', [...openHelpStates])
      .orderBy('filed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [answered, waiting] = await Promise.all([newest(false), newest(true)])
  const isCurrent = isCurrentAccount((answered?.account_reply ?? null) as AccountReply | null, brand.depositAccount)
  const contents = answered === undefined ? null : replyText(answered, languageOf(locale, answered))
  return {
    status: 'success',
    account:
      answered === undefined || contents === null || answered.replied_at === null || !isCurrent
        ? null
        : {
            helpId: answered.id,
            contents,
            date: answered.replied_at.toISOString(),
            read: answered.read_at !== null || answered.hidden_at !== null,
          },
    withdrawn: answered !== undefined && !isCurrent,
    waitingSince: waiting?.filed_at.toISOString() ?? null,
  }
}

/** The language of the reader's page, else that of the inquiry. */
function languageOf(locale: MemberContext['locale'], row: { locale: string }): SiteLanguage {
  return siteLanguageOf(locale) ?? siteLanguageOf(row.locale) ?? 'ko'
}

const helpColumns = ['id', 'kind', 'title', 'contents', 'state', 'filed_at', 'last_at', 'reply'] as const
const replyColumns = ['replied_at', 'read_at', 'round_id', 'account_reply', 'locale', 'category'] as const

/** The caller's own inquiries that are not hidden. */
function shownHelps({ caller, deps }: MemberContext) {
  return deps.db.selectFrom('help_item').where('member_id', '=', caller.memberId).where('hidden_at', 'is', null)
}

async function getHelps(
  context: MemberContext,
  body: MemberBody<'get-help-list'>,
): Promise<MemberAnswer<'get-help-list'>> {
  const shown = shownHelps(context)
  const [rows, total] = await Promise.all([
    shown
      .select([...helpColumns, ...replyColumns])
      .orderBy('filed_at', 'desc')
      .orderBy('id', 'desc')
      .offset(body.skip)
      .limit(body.take)
      .execute(),
    shown.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { status: 'success', helps: rows.map((row) => helpOf(row, context)), maxCount: Number(total.count) }
}

type HelpRow = {
  id: string
  kind: string
  title: string
  contents: string
  state: string
  filed_at: Date
  last_at: Date
  reply: string | null
  replied_at: Date | null
  read_at: Date | null
  round_id: string | null
  category: string
  account_reply: unknown
  /** The language the inquiry was written in. */
  locale: string
}

/** An inquiry as its member reads it, in the language of their page. */
function helpOf(row: HelpRow, { locale }: MemberContext): Help {
  const state = row.state as HelpState
  const reply = replyText(row, languageOf(locale, row))
  const { replied_at: repliedAt } = row
  return {
    id: row.id,
    kind: row.kind as Help['kind'],
    title: row.title,
    contents: row.contents,
    regDate: row.filed_at.toISOString(),
    lastDate: row.last_at.toISOString(),
    status: helpStatus[state],
    read: isOpenHelp(state) || row.read_at !== null,
    ref: reply === null || repliedAt === null ? null : { contents: reply, date: repliedAt.toISOString() },
    roundId: row.round_id,
    category: row.category as Help['category'],
  }
}

/** Opening an inquiry marks its reply as read; opening one without a reply changes nothing. */
async function readHelp(
  context: MemberContext,
  body: MemberBody<'read-help-message'>,
): Promise<MemberAnswer<'read-help-message'>> {
  const shown = () =>
    shownHelps(context)
      .where('id', '=', body.id)
      .select([...helpColumns, ...replyColumns])
      .executeTakeFirst()
  let row = await shown()
  if (row !== undefined && !isOpenHelp(row.state as HelpState) && row.read_at === null) {
    await markFirstReading(context.deps.db, 'help_item', row.id)
    row = await shown()
  }
  if (row === undefined) return { status: 'none' }
  // The member's other pages refresh their unread count.
  context.deps.events.publish({ kind: 'help', memberId: context.caller.memberId })
  return { status: 'success', help: helpOf(row, context) }
}

/** Hides all inquiries and deletes nothing; one that is answered later reappears with its reply. */
async function hideAllHelp(context: MemberContext): Promise<MemberAnswer<'del-all-help'>> {
  await context.deps.db.transaction().execute((tx) =>
    tx
      .updateTable('help_item')
      .set({ hidden_at: sql<Date>`now()` })
      .where('member_id', '=', context.caller.memberId)
      .where('hidden_at', 'is', null)
      .execute(),
  )
  context.deps.events.publish({ kind: 'help', memberId: context.caller.memberId })
  return { status: 'success' }
}

/** Shows the hidden inquiries again that still wait, so that the member sees what a refusal counts. */
async function showOpenHelps(context: MemberContext): Promise<MemberAnswer<'show-open-helps'>> {
  await context.deps.db.transaction().execute((tx) =>
    tx
      .updateTable('help_item')
      .set({ hidden_at: null })
      .where('member_id', '=', context.caller.memberId)
      .where('hidden_at', 'is not', null)
      .where('state', 'in', [...openHelpStates])
      .execute(),
  )
  context.deps.events.publish({ kind: 'help', memberId: context.caller.memberId })
  return { status: 'success' }
}
