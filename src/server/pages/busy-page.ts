import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FrameMessages } from '#i18n/ko/frame.ts'
import { documentLanguage } from '#i18n/language-tags.ts'
import { defaultLocale, isLocale, localeCookie, type Locale } from '#i18n/locales.ts'
import type { Brand } from '#server/http/brands.ts'
import { retryLater } from '#server/http/refusal.ts'

/** What a visitor reads in place of a page that cannot be rendered for the moment, because the server is busy or its database does not answer. */

const loaders = {
  ko: () => import('#i18n/ko/frame.ts'),
  en: () => import('#i18n/en/frame.ts'),
  jp: () => import('#i18n/jp/frame.ts'),
  vn: () => import('#i18n/vn/frame.ts'),
  cn: () => import('#i18n/cn/frame.ts'),
} as const satisfies Record<Locale, () => Promise<{ messages: FrameMessages }>>

/** Answers with a page that asks again by itself, in the language of the address or the last chosen one; throws what is no such error. */
export async function sendBusy(
  request: FastifyRequest,
  reply: FastifyReply,
  { brand, error }: { brand: Brand; error: unknown },
): Promise<FastifyReply> {
  const retry = retryLater(error)
  if (retry === null) throw error
  const [, first] = request.url.split(/[/?]/)
  const locale = [first, request.cookies[localeCookie]].find(isLocale) ?? defaultLocale
  const { messages } = await loaders[locale]()
  const html = `<!doctype html><html lang="${documentLanguage[locale]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${Math.max(5, retry.retryAfterSeconds)}"><meta name="robots" content="noindex"><title>${escaped(brand.name)}</title>
<p>${escaped(messages.errors.failed)}</p><p><a href="">${escaped(messages.common.retry)}</a></p></html>`
  return reply
    .code(retry.code)
    .headers({ 'retry-after': String(retry.retryAfterSeconds), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
