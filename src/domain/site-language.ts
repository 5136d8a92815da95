/** The languages of the site, in the codes of its addresses: the one list of them. */
export const siteLanguages = ['ko', 'en', 'jp', 'vn', 'cn'] as const
export type SiteLanguage = (typeof siteLanguages)[number]

/** The language of a code; null for a code that is not one of the site's. */
export function siteLanguageOf(code: string | null): SiteLanguage | null {
  return siteLanguages.find((language) => language === code) ?? null
}

/** A value for each language of the site. */
export function perLanguage<Value>(valueOf: (language: SiteLanguage) => Value): Record<SiteLanguage, Value> {
  return Object.fromEntries(siteLanguages.map((language) => [language, valueOf(language)])) as Record<
    SiteLanguage,
    Value
  >
}
