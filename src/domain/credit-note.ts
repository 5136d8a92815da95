import type { Amount } from './money.ts'
import type { NoticeText } from './notice.ts'
import { perLanguage, type SiteLanguage } from './site-language.ts'
import { wonText } from './won-text.ts'

/** The note that a member gets when a deposit was credited with another amount than requested. */

/** The amounts as text, and the operator's reason. */
type Facts = { requested: string; credited: string; reason: string }

const texts: Record<SiteLanguage, (facts: Facts) => { title: string; lines: string[] }> = {
  ko: ({ requested, credited, reason }) => ({
    title: '입금이 신청하신 금액과 다르게 처리되었습니다.',
    lines: [`신청 금액 ${requested}, 처리 금액 ${credited}`, `사유: ${reason}`],
  }),
  en: ({ requested, credited, reason }) => ({
    title: 'Your deposit was credited with a different amount',
    lines: [`Requested ${requested}, credited ${credited}`, `Reason: ${reason}`],
  }),
  jp: ({ requested, credited, reason }) => ({
    title: '入金額が申請額と異なります',
    lines: [`申請額 ${requested}、反映額 ${credited}`, `理由：${reason}`],
  }),
  vn: ({ requested, credited, reason }) => ({
    title: 'Số tiền nạp khác với số tiền đã yêu cầu',
    lines: [`Yêu cầu ${requested}, đã cộng ${credited}`, `Lý do: ${reason}`],
  }),
  cn: ({ requested, credited, reason }) => ({
    title: '存款入账金额与申请金额不同',
    lines: [`申请金额${requested}，入账金额${credited}`, `原因：${reason}`],
  }),
}

/** The note in every language of the site, as HTML; the reason stays as the operator wrote it. */
export function creditNote(credit: {
  requested: Amount
  credited: Amount
  reason: string
}): Record<SiteLanguage, NoticeText> {
  return perLanguage((language) => {
    const { title, lines } = texts[language]({
      requested: wonText(credit.requested, language),
      credited: wonText(credit.credited, language),
      reason: escaped(credit.reason),
    })
    return { title, contents: lines.map((line) => `<p>${line}</p>`).join('') }
  })
}

/** A text for HTML; its lines stay lines. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')
}
