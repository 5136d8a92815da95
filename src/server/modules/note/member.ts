import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { Note } from '#contract/note.ts'
import { textIn } from '#domain/notice.ts'
import type { MemberContext, MemberHandlers } from '#server/auth/context.ts'
import { markFirstReading } from '#server/db/first-reading.ts'
import { safeHtml } from '#server/safe-html.ts'
import { sql } from 'kysely'

/** Notes from the office to a member. */
export const noteMemberHandlers = {
  'get-user-note': getNotes,
  'read-note-message': readNote,
  'user-del-note': hideAllNotes,
} satisfies Partial<MemberHandlers>

/** The caller's own notes that are not hidden, without promotion while the member is excluded. */
function shownNotes({ caller, deps }: MemberContext) {
  const shown = deps.db.selectFrom('note').where('member_id', '=', caller.memberId).where('hidden_at', 'is', null)
  return caller.restricted?.why === 'excluded' ? shown.where('promotional', '=', false) : shown
}

const noteColumns = ['id', 'title', 'title_color', 'contents', 'translations', 'sent_at', 'read_at'] as const

async function getNotes(
  context: MemberContext,
  body: MemberBody<'get-user-note'>,
): Promise<MemberAnswer<'get-user-note'>> {
  const shown = shownNotes(context)
  const [rows, total] = await Promise.all([
    shown
      .select(noteColumns)
      .orderBy('sent_at', 'desc')
      .orderBy('id', 'desc')
      .offset(body.skip)
      .limit(body.take)
      .execute(),
    shown
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`(count(*) FILTER (WHERE read_at IS NULL))::int`.as('unread'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return {
    status: 'success',
    note: rows.map((row) => noteOf(row, context.locale)),
    count: total.unread,
    maxCount: total.all,
  }
}

type NoteRow = {
  id: string
  title: string
  title_color: string
  contents: string
  translations: unknown
  sent_at: Date
  read_at: Date | null
}

/** A note in the member's language if it has that translation, else in the original. */
function noteOf(row: NoteRow, locale: string | null): Note {
  const text = textIn(row, row.translations, locale)
  return {
    id: row.id,
    title: text.title,
    titleColor: row.title_color,
    contents: safeHtml(text.contents),
    regDate: row.sent_at.toISOString(),
    readDate: row.read_at?.toISOString() ?? null,
  }
}

/** Opening a note marks it as read. */
async function readNote(
  context: MemberContext,
  body: MemberBody<'read-note-message'>,
): Promise<MemberAnswer<'read-note-message'>> {
  const shown = () => shownNotes(context).where('id', '=', body.id).select(noteColumns).executeTakeFirst()
  let row = await shown()
  if (row?.read_at === null) {
    await markFirstReading(context.deps.db, 'note', row.id)
    row = await shown()
  }
  if (row === undefined) return { status: 'none' }
  context.deps.events.publish({ kind: 'note', memberId: context.caller.memberId })
  return { status: 'success', note: noteOf(row, context.locale) }
}

/** Hides all of the caller's notes; the body is ignored (spec §7). */
async function hideAllNotes(context: MemberContext): Promise<MemberAnswer<'user-del-note'>> {
  await context.deps.db.transaction().execute((tx) =>
    tx
      .updateTable('note')
      .set({ hidden_at: sql<Date>`now()` })
      .where('member_id', '=', context.caller.memberId)
      .where('hidden_at', 'is', null)
      .execute(),
  )
  context.deps.events.publish({ kind: 'note', memberId: context.caller.memberId })
  return { status: 'success' }
}
