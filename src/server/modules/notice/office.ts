import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { normaliseDomains, unknownDomains } from '#domain/notice.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { htmlFault } from '#domain/html-bounds.ts'
import { safeHtml } from '#server/safe-html.ts'
import { sql, type SqlBool } from 'kysely'
import { v7 } from 'uuid'
import { auditAct } from '#server/modules/audit/store.ts'
import { brandIdsOf, brandNamed } from '#server/auth/office-scope.ts'

/** Notices and popups from operators to all members. HTML is sanitised by `safe-html.ts`. */
export const noticeOfficeHandlers = {
  'get-notices': getNotices,
  'create-notice': createNotice,
  'hide-notice': (context, body) => hide(context, 'notice', body.id),
  'get-popups': getPopups,
  'create-popup': createPopup,
  'hide-popup': (context, body) => hide(context, 'popup', body.id),
} satisfies Partial<OfficeHandlers>

async function getNotices(
  context: OfficeContext,
  body: OfficeBody<'get-notices'>,
): Promise<OfficeAnswer<'get-notices'>> {
  const all = context.deps.db
    .selectFrom('notice as n')
    .innerJoin('brand as b', 'b.id', 'n.brand_id')
    .where(sql<SqlBool>`n.brand_id = any(${brandIdsOf(context)}::int[])`)
  const [rows, total] = await Promise.all([
    all
      .select([
        'n.id',
        'b.code as brand',
        'n.domain',
        'n.title',
        'n.contents',
        'n.published_at',
        'n.last_at',
        'n.hidden_at',
      ])
      .orderBy('n.published_at', 'desc')
      .orderBy('n.id', 'desc')
      .offset(body.skip)
      .limit(body.take)
      .execute(),
    all.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  const notices = rows.map((row) => ({
    id: row.id,
    brand: row.brand,
    domain: row.domain,
    title: row.title,
    contents: safeHtml(row.contents),
    publishedAt: row.published_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    hidden: row.hidden_at !== null,
  }))
  return { status: 'success', notices, maxCount: Number(total.count) }
}

async function createNotice(
  context: OfficeContext,
  body: OfficeBody<'create-notice'>,
): Promise<OfficeAnswer<'create-notice'>> {
  const brand = brandNamed(context, body.brand)
  if (brand === null) return { status: 'none' }
  const fault = htmlFault(body.contents)
  if (fault !== null) return { status: 'complex', why: fault }
  const unknown = unknownDomains(body.domain, brand.domains)
  if (unknown.length > 0) return { status: 'domain', unknown, known: [...brand.domains] }
  const contents = safeHtml(body.contents)
  const id = v7()
  await context.deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('notice')
      .values({
        id,
        brand_id: brand.id,
        domain: normaliseDomains(body.domain),
        title: body.title,
        contents,
      })
      .execute()
    await auditAct(tx, context, { act: 'notice.create', brandId: brand.id, subject: id })
  })
  context.deps.events.publish({ kind: 'notice', brandId: brand.id })
  return { status: 'success', id }
}

async function getPopups(context: OfficeContext, body: OfficeBody<'get-popups'>): Promise<OfficeAnswer<'get-popups'>> {
  const all = context.deps.db
    .selectFrom('popup as p')
    .innerJoin('brand as b', 'b.id', 'p.brand_id')
    .where(sql<SqlBool>`p.brand_id = any(${brandIdsOf(context)}::int[])`)
  const [rows, total] = await Promise.all([
    all
      .selectAll('p')
      .select('b.code as brand')
      .orderBy('p.shown_from', 'desc')
      .orderBy('p.id', 'desc')
      .offset(body.skip)
      .limit(body.take)
      .execute(),
    all.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  const popups = rows.map((row) => ({
    id: row.id,
    brand: row.brand,
    domain: row.domain,
    posX: row.pos_x,
    posY: row.pos_y,
    title: row.title,
    titleColor: row.title_color,
    contents: safeHtml(row.contents),
    shownFrom: row.shown_from.toISOString(),
    shownUntil: row.shown_until?.toISOString() ?? null,
    hidden: row.hidden_at !== null,
  }))
  return { status: 'success', popups, maxCount: Number(total.count) }
}

async function createPopup(
  context: OfficeContext,
  body: OfficeBody<'create-popup'>,
): Promise<OfficeAnswer<'create-popup'>> {
  const brand = brandNamed(context, body.brand)
  if (brand === null) return { status: 'none' }
  const fault = htmlFault(body.contents)
  if (fault !== null) return { status: 'complex', why: fault }
  const unknown = unknownDomains(body.domain, brand.domains)
  if (unknown.length > 0) return { status: 'domain', unknown, known: [...brand.domains] }
  const contents = safeHtml(body.contents)
  const id = v7()
  await context.deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('popup')
      .values({
        id,
        brand_id: brand.id,
        domain: normaliseDomains(body.domain),
        pos_x: body.posX,
        pos_y: body.posY,
        title: body.title,
        title_color: body.titleColor ?? '',
        contents,
      })
      .execute()
    await auditAct(tx, context, { act: 'popup.create', brandId: brand.id, subject: id })
  })
  context.deps.events.publish({ kind: 'notice', brandId: brand.id })
  return { status: 'success', id }
}

/** Hides a notice or a popup. Idempotent. */
async function hide(
  context: OfficeContext,
  table: 'notice' | 'popup',
  id: string,
): Promise<{ status: 'success' | 'none' }> {
  const brandId = await context.deps.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom(table)
      .select(['brand_id', 'hidden_at'])
      .where('id', '=', id)
      .where(sql<SqlBool>`brand_id = any(${brandIdsOf(context)}::int[])`)
      .forUpdate()
      .executeTakeFirst()
    if (found === undefined || found.hidden_at !== null) return found?.brand_id ?? null
    await tx
      .updateTable(table)
      .set({ hidden_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
    await auditAct(tx, context, { act: `${table}.hide`, brandId: found.brand_id, subject: id })
    return found.brand_id
  })
  if (brandId === null) return { status: 'none' }
  context.deps.events.publish({ kind: 'notice', brandId })
  return { status: 'success' }
}
