import { amountToWire, type Amount } from './money.ts'
import type { SiteLanguage } from './site-language.ts'

/** An amount of won within a stored text, with the separators and the unit of the text's language. */
export function wonText(amount: Amount, language: SiteLanguage): string {
  const format = new Intl.NumberFormat(language === 'vn' ? 'vi' : 'en', { maximumFractionDigits: 4 })
  return forms[language](format.format(amountToWire(amount) as Intl.StringNumericLiteral))
}

const forms: Record<SiteLanguage, (figure: string) => string> = {
  ko: (figure) => `${figure}원`,
  en: (figure) => `₩${figure}`,
  jp: (figure) => `${figure}ウォン`,
  vn: (figure) => `${figure} won`,
  cn: (figure) => `${figure}韩元`,
}
