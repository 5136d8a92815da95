import type { NoticeText } from './notice.ts'
import { perLanguage, type SiteLanguage } from './site-language.ts'

/** The note that a member gets when a code of the office has set a new password. */

const texts: Record<SiteLanguage, (at: string) => { title: string; lines: string[] }> = {
  ko: (at) => ({
    title: '비밀번호가 재설정되었습니다.',
    lines: [
      `${at}에 고객센터에서 발급한 인증 코드로 비밀번호가 변경되었습니다.`,
      '안전을 위해 24시간 동안 출금과 출금 비밀번호 변경이 제한됩니다.',
      '본인이 신청하지 않으셨다면 즉시 고객센터로 문의해 주세요.',
    ],
  }),
  en: (at) => ({
    title: 'Your password was reset',
    lines: [
      `Your password was changed on ${at} with a code issued by support.`,
      'For your safety, withdrawals and changes of the withdrawal PIN are on hold for 24 hours.',
      'If you did not request this, please contact support immediately.',
    ],
  }),
  jp: (at) => ({
    title: 'パスワードが再設定されました',
    lines: [
      `${at}に、サポートが発行した認証コードでパスワードが変更されました。`,
      '安全のため、24時間は出金と出金用暗証番号の変更ができません。',
      'お心当たりがない場合は、すぐにサポートまでお問い合わせください。',
    ],
  }),
  vn: (at) => ({
    title: 'Mật khẩu của bạn đã được đặt lại',
    lines: [
      `Mật khẩu đã được thay đổi lúc ${at} bằng mã dùng một lần do bộ phận hỗ trợ cấp.`,
      'Để bảo đảm an toàn, bạn không thể rút tiền và đổi mã PIN rút tiền trong 24 giờ.',
      'Nếu bạn không yêu cầu việc này, vui lòng liên hệ bộ phận hỗ trợ ngay.',
    ],
  }),
  cn: (at) => ({
    title: '您的密码已重置',
    lines: [
      `您的密码已于 ${at} 通过客服发放的验证码修改。`,
      '为了您的账户安全，24小时内无法取款，也无法修改取款密码。',
      '如非本人申请，请立即联系客服。',
    ],
  }),
}

/** The note in every language of the site, as HTML; the moment in the brand's time zone. */
export function resetNote(at: Date, timeZone: string): Record<SiteLanguage, NoticeText> {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return perLanguage((language) => {
    const { title, lines } = texts[language](format.format(at))
    return { title, contents: lines.map((line) => `<p>${line}</p>`).join('') }
  })
}
