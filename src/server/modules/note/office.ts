import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { htmlFault } from '#domain/html-bounds.ts'
import { userIdKey } from '#domain/member-name.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { safeHtml } from '#server/safe-html.ts'
import { v7 } from 'uuid'
import { auditAct } from '#server/modules/audit/store.ts'
import { brandNamed } from '#server/auth/office-scope.ts'

/** Notes from operators to one member. HTML is sanitised by `safe-html.ts`. */
export const noteOfficeHandlers = { 'send-note': sendNote } satisfies Partial<OfficeHandlers>

async function sendNote(context: OfficeContext, body: OfficeBody<'send-note'>): Promise<OfficeAnswer<'send-note'>> {
  const brand = brandNamed(context, body.brand)
  if (brand === null) return { status: 'none' }
  const fault = htmlFault(body.contents)
  if (fault !== null) return { status: 'complex', why: fault }
  const contents = safeHtml(body.contents)
  const sent = await context.deps.db.transaction().execute(async (tx) => {
    const member = await tx
      .selectFrom('member')
      .select(['id', 'public_id'])
      .where('brand_id', '=', brand.id)
      .where('login_id_key', '=', userIdKey(body.userId))
      .executeTakeFirst()
    if (member === undefined) return null
    const id = v7()
    await tx
      .insertInto('note')
      .values({
        id,
        brand_id: brand.id,
        member_id: member.id,
        title: body.title,
        title_color: body.titleColor ?? '',
        contents,
        sent_by: context.caller.operatorId,
      })
      .execute()
    await auditAct(tx, context, {
      act: 'note.send',
      brandId: brand.id,
      subject: id,
      detail: { member: member.public_id },
    })
    return { id, memberId: member.id }
  })
  if (sent === null) return { status: 'none' }
  context.deps.events.publish({ kind: 'note', memberId: sent.memberId })
  return { status: 'success', id: sent.id }
}
