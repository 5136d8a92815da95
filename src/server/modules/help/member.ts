import type { Help } from '#contract/help.ts'
import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import { accountInquiry, helpStatus, isOpenHelp, mayInquire, openHelpStates, type HelpState } from '#domain/help.ts'
import { siteLanguages } from '#domain/site-language.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { checkPin } from '#server/auth/pin.ts'

/** A member's inquiries; the request for the deposit account is one of their kinds. */
export const helpMemberHandlers = {
  'user-write-help': writeHelp,
  'user-ask-account': requestAccount,
  'get-help-list': getHelps,
  'read-help-message': readHelp,
  'del-all-help': hideAllHelp,
} satisfies Partial<MemberHandlers>

type Inquiry = { kind: Help['kind']; title: string; contents: string; roundId: string | null }

/** Files an inquiry; null when too many of the member's are open. */
async function fileInquiry(context: MemberContext, inquiry: Inquiry): Promise<string | null> {
  const { brand, caller, deps } = context
  const id = await deps.db.transaction().execute(async (tx) => {
    const open = await countOpen(tx, caller.memberId)
    if (!mayInquire(inquiry.kind, open)) return null
    const made = uuidv7()
    await tx
      .insertInto('help_item')
      .values({
        id: made,
        brand_id: brand.id,
        member_id: caller.memberId,
        kind: inquiry.kind,
        title: inquiry.title,
        contents: inquiry.contents,
        round_id: inquiry.roundId,
        locale: siteLanguages.find((language) => language === context.locale) ?? 'ko',
      })
      .execute()
    return made
  })
  if (id !== null) deps.events.publish({ kind: 'help', memberId: caller.memberId })
  return id
}

/** Counts open inquiries under a lock of the member's row, so that concurrent calls cannot exceed the limit. */
async function countOpen(tx: Tx, memberId: bigint): Promise<{ account: number; all: number }> {
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst()
  const row = await tx
    .selectFrom('help_item')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) FILTER (WHERE kind = 'account'))::int`.as('account'),
    ])
    .where('member_id', '=', memberId)
    .where('state', 'in', [...openHelpStates])
    .executeTakeFirstOrThrow()
  return row
}

/**
 * Files an inquiry. Unlike the calls that move money this one has no request id, because the specification has none and
 * a duplicate costs the office only one answer, bounded by `mostOpenInquiries`. A retry after a lost response therefore
 * files the inquiry twice; the page never retries by itself.
 */
async function writeHelp(
  context: MemberContext,
  body: MemberBody<'user-write-help'>,
): Promise<MemberAnswer<'user-write-help'>> {
  const { roundId } = body
  if (roundId !== undefined && !(await isOwnRound(context, roundId))) return { status: 'fail' }
  const id = await fileInquiry(context, {
    kind: roundId === undefined ? 'general' : 'round',
    title: body.title,
    contents: body.contents,
    roundId: roundId ?? null,
  })
  return id === null ? { status: 'wait' } : { status: 'success', id }
}

async function isOwnRound({ caller, deps }: MemberContext, roundId: string): Promise<boolean> {
  const round = await deps.db
    .selectFrom('round')
    .select('id')
    .where('id', '=', roundId)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirst()
  return round !== undefined
}

async function requestAccount(
  context: MemberContext,
  body: MemberBody<'user-ask-account'>,
): Promise<MemberAnswer<'user-ask-account'>> {
  if (body.pass !== undefined) {
    const pin = await checkPin(context.deps, context.caller.memberId, body.pass)
    if (pin !== 'right') return { status: pin }
  }
  const helpId = await fileInquiry(context, { kind: 'account', ...accountInquiry, roundId: null })
  return helpId === null ? { status: 'wait' } : { status: 'success', helpId }
}

const helpColumns = ['id', 'kind', 'title', 'contents', 'state', 'filed_at', 'last_at', 'reply'] as const
const replyColumns = ['replied_at', 'read_at', 'round_id'] as const

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
  return { status: 'success', helps: rows.map(helpOf), maxCount: Number(total.count) }
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
}

function helpOf(row: HelpRow): Help {
  const state = row.state as HelpState
  const { reply, replied_at: repliedAt } = row
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
  }
}

/** Opening an inquiry marks its reply as read; opening one without a reply changes nothing. */
async function readHelp(
  context: MemberContext,
  body: MemberBody<'read-help-message'>,
): Promise<MemberAnswer<'read-help-message'>> {
  const row = await context.deps.db
    .updateTable('help_item')
    .set({ read_at: sql<Date | null>`CASE WHEN state = 'answered' THEN coalesce(read_at, now()) END` })
    .where('id', '=', body.id)
    .where('member_id', '=', context.caller.memberId)
    .where('hidden_at', 'is', null)
    .returning([...helpColumns, ...replyColumns])
    .executeTakeFirst()
  if (row === undefined) return { status: 'none' }
  // The member's other pages refresh their unread count.
  context.deps.events.publish({ kind: 'help', memberId: context.caller.memberId })
  return { status: 'success', help: helpOf(row) }
}

/** Hides all inquiries and deletes nothing; one that is answered later reappears with its reply. */
async function hideAllHelp(context: MemberContext): Promise<MemberAnswer<'del-all-help'>> {
  await context.deps.db
    .updateTable('help_item')
    .set({ hidden_at: sql<Date>`now()` })
    .where('member_id', '=', context.caller.memberId)
    .where('hidden_at', 'is', null)
    .execute()
  context.deps.events.publish({ kind: 'help', memberId: context.caller.memberId })
  return { status: 'success' }
}
