import { escaped } from './credit-note.ts'
import type { Amount } from './money.ts'
import type { NoticeText } from './notice.ts'
import { perLanguage, type SiteLanguage } from './site-language.ts'
import { wonText } from './won-text.ts'

/** The note that a member gets when a round, of a table or with decisions, was made void after it had been settled. */

/** The game in the note's language, the round's number at its table or of its member, the amounts as text, and the operators' reason. */
type Facts = { game: string; number: string; staked: string; returned: string; reason: string }

const texts: Record<SiteLanguage, (facts: Facts) => { title: string; lines: string[] }> = {
  ko: ({ game, number, staked, returned, reason }) => ({
    title: `${game} ${number}번 라운드가 무효 처리되었습니다.`,
    lines: [
      `베팅 금액 ${staked}을 돌려 드리고, 정산으로 지급된 ${returned}을 회수했습니다. 보유머니가 부족해 회수하지 못한 금액은 미수금으로 남습니다.`,
      `사유: ${reason}`,
    ],
  }),
  en: ({ game, number, staked, returned, reason }) => ({
    title: `${game}: round ${number} was made void`,
    lines: [
      `Your stake of ${staked} was given back, and the ${returned} that the round had returned was taken back. What your balance did not cover was not taken; it is recorded as owed.`,
      `Reason: ${reason}`,
    ],
  }),
  jp: ({ game, number, staked, returned, reason }) => ({
    title: `${game} 第${number}ラウンドが無効になりました`,
    lines: [
      `ベット額${staked}をお返しし、精算で払い戻された${returned}を取り消しました。残高で足りない分は引き落とさず、未収金として記録されます。`,
      `理由：${reason}`,
    ],
  }),
  vn: ({ game, number, staked, returned, reason }) => ({
    title: `${game}: ván ${number} đã bị hủy`,
    lines: [
      `Tiền cược ${staked} đã được hoàn lại và ${returned} đã trả khi kết toán đã được thu hồi. Phần số dư không đủ không bị trừ mà được ghi là còn nợ.`,
      `Lý do: ${reason}`,
    ],
  }),
  cn: ({ game, number, staked, returned, reason }) => ({
    title: `${game}第${number}局已作废`,
    lines: [
      `已退还投注${staked}，并收回结算时返还的${returned}。余额不足的部分不会扣除，记为欠款。`,
      `原因：${reason}`,
    ],
  }),
}

/** The note in every language of the site, as HTML; the reason stays as the operators wrote it. */
export function voidNote(round: {
  names: Record<SiteLanguage, string>
  number: number
  staked: Amount
  returned: Amount
  reason: string
}): Record<SiteLanguage, NoticeText> {
  return perLanguage((language) => {
    const { title, lines } = texts[language]({
      game: round.names[language],
      number: String(round.number),
      staked: wonText(round.staked, language),
      returned: wonText(round.returned, language),
      reason: escaped(round.reason),
    })
    return { title, contents: lines.map((line) => `<p>${line}</p>`).join('') }
  })
}
