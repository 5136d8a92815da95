import type { banks } from './registration.ts'
import type { SiteLanguage } from './site-language.ts'

/**
 * The banks in the languages of the site, for display. On the wire and in the database a bank keeps its Korean name,
 * which is the name the office pays to. The foreign names are those the banks use themselves.
 */
type Bank = (typeof banks)[number]
type Abroad = Exclude<SiteLanguage, 'ko'>

const names = {
  KB국민은행: { en: 'KB Kookmin Bank', jp: 'KB国民銀行', vn: 'KB Kookmin Bank', cn: 'KB国民银行' },
  신한은행: { en: 'Shinhan Bank', jp: '新韓銀行', vn: 'Shinhan Bank', cn: '新韩银行' },
  우리은행: { en: 'Woori Bank', jp: 'ウリィ銀行', vn: 'Woori Bank', cn: '友利银行' },
  하나은행: { en: 'Hana Bank', jp: 'ハナ銀行', vn: 'Hana Bank', cn: '韩亚银行' },
  NH농협은행: { en: 'NH NongHyup Bank', jp: 'NH農協銀行', vn: 'NH NongHyup Bank', cn: 'NH农协银行' },
  IBK기업은행: {
    en: 'IBK Industrial Bank of Korea',
    jp: 'IBK企業銀行',
    vn: 'IBK (Industrial Bank of Korea)',
    cn: 'IBK企业银行',
  },
  SC제일은행: { en: 'SC First Bank', jp: 'SC第一銀行', vn: 'SC First Bank', cn: 'SC第一银行' },
  한국씨티은행: { en: 'Citibank Korea', jp: '韓国シティ銀行', vn: 'Citibank Korea', cn: '韩国花旗银行' },
  KDB산업은행: { en: 'Korea Development Bank', jp: 'KDB産業銀行', vn: 'Korea Development Bank', cn: 'KDB产业银行' },
  Sh수협은행: { en: 'Sh Suhyup Bank', jp: 'Sh水協銀行', vn: 'Sh Suhyup Bank', cn: 'Sh水协银行' },
  iM뱅크: { en: 'iM Bank', jp: 'iMバンク', vn: 'iM Bank', cn: 'iM银行' },
  부산은행: { en: 'Busan Bank', jp: '釜山銀行', vn: 'Busan Bank', cn: '釜山银行' },
  경남은행: { en: 'Kyongnam Bank', jp: '慶南銀行', vn: 'Kyongnam Bank', cn: '庆南银行' },
  광주은행: { en: 'Kwangju Bank', jp: '光州銀行', vn: 'Kwangju Bank', cn: '光州银行' },
  전북은행: { en: 'Jeonbuk Bank', jp: '全北銀行', vn: 'Jeonbuk Bank', cn: '全北银行' },
  제주은행: { en: 'Jeju Bank', jp: '済州銀行', vn: 'Jeju Bank', cn: '济州银行' },
  카카오뱅크: { en: 'KakaoBank', jp: 'カカオバンク', vn: 'KakaoBank', cn: 'KakaoBank' },
  케이뱅크: { en: 'K bank', jp: 'ケイバンク', vn: 'K bank', cn: 'K bank' },
  토스뱅크: { en: 'Toss Bank', jp: 'トスバンク', vn: 'Toss Bank', cn: 'Toss Bank' },
  새마을금고: { en: 'MG Community Credit Cooperatives', jp: 'セマウル金庫', vn: 'Quỹ tín dụng MG', cn: 'MG新村金库' },
  신협: { en: 'Shinhyup Credit Union', jp: '信協', vn: 'Quỹ tín dụng Shinhyup', cn: '信协' },
  우체국: { en: 'Korea Post', jp: '郵便局（韓国）', vn: 'Bưu điện Hàn Quốc', cn: '韩国邮政' },
  산림조합: { en: 'Forestry Cooperative', jp: '山林組合', vn: 'Hợp tác xã lâm nghiệp', cn: '山林组合' },
  저축은행: { en: 'Savings bank', jp: '貯蓄銀行', vn: 'Ngân hàng tiết kiệm', cn: '储蓄银行' },
} as const satisfies Record<Bank, Record<Abroad, string>>

const translations = new Map<string, Partial<Record<string, string>>>(Object.entries(names))

/** A bank's name in a language; a bank without a translation is shown by its stored name. */
export function bankNameIn(bank: string, language: string): string {
  return translations.get(bank)?.[language] ?? bank
}
