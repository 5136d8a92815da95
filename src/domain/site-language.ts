/** The languages of the site, in the codes of its addresses: the one list of them. */
export const siteLanguages = ['ko', 'en', 'jp', 'vn', 'cn'] as const
export type SiteLanguage = (typeof siteLanguages)[number]

/** A value for each language of the site. */
export function perLanguage<Value>(valueOf: (language: SiteLanguage) => Value): Record<SiteLanguage, Value> {
  return Object.fromEntries(siteLanguages.map((language) => [language, valueOf(language)])) as Record<
    SiteLanguage,
    Value
  >
}
