import type { FastifyRequest } from 'fastify'
import { siteLanguageOf, type SiteLanguage } from '#domain/site-language.ts'

/** The language that the calling page sends (`x-locale`), or null. */
export function sentLocale(request: FastifyRequest): SiteLanguage | null {
  const sent = request.headers['x-locale']
  return typeof sent === 'string' ? siteLanguageOf(sent) : null
}

/** The language of the calling page where it sends one, else the one last chosen (a cookie), else null. */
export function localeOf(request: FastifyRequest): SiteLanguage | null {
  return sentLocale(request) ?? siteLanguageOf(request.cookies['locale'] ?? null)
}
