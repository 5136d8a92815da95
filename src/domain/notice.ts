/** Notices and popups: for which sites, and in which language. */

/** The domains a notice names: several separated by commas, bars or spaces (spec §3). */
export function namedDomains(domain: string): string[] {
  return domain
    .toLowerCase()
    .split(/[,|\s]+/)
    .filter((name) => name !== '')
}

/** The domain field as it is stored, with one kind of separator. */
export function normaliseDomains(domain: string): string {
  return [...new Set(namedDomains(domain))].join(', ')
}

const loopback = ['localhost', '127.0.0.1', '[::1]', '::1']

/**
 * Whether a notice is for this site: it names no domain, or names the host. A loopback host counts as every domain of
 * its brand, so that the notices of members can be viewed on a developer's machine.
 */
export function isForSite(domain: string, site: { host: string; brandDomains: readonly string[] }): boolean {
  const named = namedDomains(domain)
  if (named.length === 0) return true
  const host = site.host.toLowerCase()
  if (named.includes(host)) return true
  return loopback.includes(host) && named.some((name) => site.brandDomains.includes(name))
}

/** The names of a domain field under which the brand has no site: a notice for them alone is shown nowhere. */
export function unknownDomains(domain: string, brandDomains: readonly string[]): string[] {
  return namedDomains(domain).filter((name) => !brandDomains.includes(name) && !loopback.includes(name))
}

export type NoticeText = { title: string; contents: string }

/** The text in a language, or the original where the title or the contents are missing: the two are never mixed. */
export function textIn(original: NoticeText, translations: unknown, language: string | null): NoticeText {
  const translated = language === null ? null : fieldOf(translations, language)
  const [title, contents] = [fieldOf(translated, 'title'), fieldOf(translated, 'contents')]
  const isWhole = isFilled(title) && isFilled(contents)
  return isWhole ? { title, contents } : { title: original.title, contents: original.contents }
}

function isFilled(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== ''
}

/** A name in a language from a table such as `{"ko": …, "en": …}`; Korean when it is missing. */
export function nameIn(names: unknown, language: string | null): string {
  return (language === null ? '' : ownName(names, language)) || ownName(names, 'ko')
}

/** The name in exactly this language, or an empty text. */
export function ownName(names: unknown, language: string): string {
  const name = fieldOf(names, language)
  return typeof name === 'string' ? name : ''
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return null
  return Object.entries(value).find(([name]) => name === field)?.[1]
}
