import type { NoticeText } from '#domain/notice.ts'
import type { SiteLanguage } from '#domain/site-language.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { safeHtml } from '#server/safe-html.ts'
import { v7 as uuidv7 } from 'uuid'

/** Writes a note of the platform to a member in every language, in the transaction of what it is about. */
export async function writeNote(
  tx: Tx,
  to: { brandId: number; memberId: bigint; sentBy: bigint },
  texts: Record<SiteLanguage, NoticeText>,
): Promise<void> {
  const { ko, ...others } = texts
  await tx
    .insertInto('note')
    .values({
      id: uuidv7(),
      brand_id: to.brandId,
      member_id: to.memberId,
      title: ko.title,
      contents: safeHtml(ko.contents),
      translations: JSON.stringify(others),
      sent_by: to.sentBy,
    })
    .execute()
}
