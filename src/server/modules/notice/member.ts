import type { MemberAnswer, MemberBody } from '#contract/member-api.ts'
import type { Notice, Popup } from '#contract/notice.ts'
import { isForSite, textIn } from '#domain/notice.ts'
import type { Database } from '#server/db/pool.ts'
import type { GuestContext, MemberHandlers } from '#server/auth/context.ts'
import { safeHtml } from '#server/safe-html.ts'
import { sql, type RawBuilder } from 'kysely'
import { isExcludedVisitor } from '#server/auth/excluded-visitor.ts'

/** Notices and popups, for every visitor of the site. */
export const noticeMemberHandlers = {
  'get-user-notices': getNotices,
  'get-notice': getNotice,
  'get-notice-popup': getPopups,
} satisfies Partial<MemberHandlers>

/** The site of a request, and its language. */
export type SiteView = {
  brand: { id: number; domains: readonly string[] }
  host: string
  locale: string | null
}

const mostNotices = 1_000
const mostPopups = 20
/** Of the texts of a list, or of popups, together, beside the first: each is read, sanitised and sent, for every guest. */
const mostListedBytes = 200_000

/**
 * The notices of a site, newest first. They are filtered here and not in SQL, because matching their domains is a rule
 * of the domain layer.
 */
export async function listNotices(
  db: Database,
  view: SiteView,
  page: { skip: number; take: number },
): Promise<{ notices: Notice[]; count: number }> {
  const all = await db
    .selectFrom('notice')
    .select(['id', 'domain'])
    .where('brand_id', '=', view.brand.id)
    .where('hidden_at', 'is', null)
    .where('published_at', '<=', sql<Date>`now()`)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostNotices)
    .execute()
  const here = all.filter((notice) => isHere(notice.domain, view)).map((notice) => notice.id)
  const ids = here.slice(page.skip, page.skip + page.take)
  if (ids.length === 0) return { notices: [], count: here.length }
  const rows = await noticeRows(db, listedContents).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, noticeOf(row, view)]))
  return { notices: ids.flatMap((id) => byId.get(id) ?? []), count: here.length }
}

function isHere(domain: string, view: SiteView): boolean {
  return isForSite(domain, { host: view.host, brandDomains: view.brand.domains })
}

/** The text of a notice in a list; empty from the one on with which they are too long together. */
const listedContents = sql<string>`CASE
  WHEN row_number() OVER (ORDER BY published_at DESC, id DESC) = 1 OR sum(octet_length(contents)) OVER (ORDER BY published_at DESC, id DESC) <= ${mostListedBytes}
  THEN contents ELSE '' END`

function noticeRows(db: Database, contents: RawBuilder<string>) {
  return db
    .selectFrom('notice')
    .select(['id', 'domain', 'title', 'translations', 'last_at'])
    .select(contents.as('contents'))
}

type NoticeRow = {
  id: string
  domain: string
  title: string
  contents: string
  translations: unknown
  last_at: Date
}

function noticeOf(row: NoticeRow, view: SiteView): Notice {
  const text = textIn(row, row.translations, view.locale)
  return {
    id: row.id,
    title: text.title,
    lastDate: row.last_at.toISOString(),
    domain: row.domain,
    contents: safeHtml(text.contents),
  }
}

async function getNotices(
  context: GuestContext,
  body: MemberBody<'get-user-notices'>,
): Promise<MemberAnswer<'get-user-notices'>> {
  const { notices, count } = await listNotices(context.deps.db, context, body)
  return { status: 'success', notices, maxCount: count }
}

async function getNotice(context: GuestContext, body: MemberBody<'get-notice'>): Promise<MemberAnswer<'get-notice'>> {
  const row = await noticeRows(context.deps.db, sql<string>`contents`)
    .where('id', '=', body.id)
    .where('brand_id', '=', context.brand.id)
    .where('hidden_at', 'is', null)
    .where('published_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined || !isHere(row.domain, context)) return { status: 'none' }
  return { status: 'success', notice: noticeOf(row, context) }
}

/** The popups of a site to be shown now, newest first: as many as a page shows, and whose texts are not too long together. */
export async function listPopups(db: Database, view: SiteView): Promise<Popup[]> {
  const all = await db
    .selectFrom('popup')
    .select(['id', 'domain'])
    .select(sql<number>`octet_length(contents)`.as('bytes'))
    .where('brand_id', '=', view.brand.id)
    .where('hidden_at', 'is', null)
    .where('shown_from', '<=', sql<Date>`now()`)
    .where((is) => is.or([is('shown_until', 'is', null), is('shown_until', '>', sql<Date>`now()`)]))
    .orderBy('shown_from', 'desc')
    .orderBy('id', 'desc')
    .limit(mostNotices)
    .execute()
  let bytes = 0
  const shown = all
    .filter((popup) => isHere(popup.domain, view))
    .slice(0, mostPopups)
    .filter((popup, index) => (bytes += popup.bytes) <= mostListedBytes || index === 0)
    .map(({ id }) => id)
  if (shown.length === 0) return []
  const rows = await db.selectFrom('popup').selectAll().where('id', 'in', shown).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return shown.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const text = textIn(row, row.translations, view.locale)
    return {
      id: row.id,
      domain: row.domain,
      posX: row.pos_x,
      posY: row.pos_y,
      title: text.title,
      titleColor: row.title_color,
      contents: safeHtml(text.contents),
    }
  })
}

async function getPopups(context: GuestContext): Promise<MemberAnswer<'get-notice-popup'>> {
  if (await isExcludedVisitor(context.deps, context.brand.id, context.token)) return { status: 'success', note: [] }
  return { status: 'success', note: await listPopups(context.deps.db, context) }
}
