import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FrameMessages } from '#i18n/ko/frame.ts'
import { documentLanguage } from '#i18n/language-tags.ts'
import { defaultLocale, isLocale, localeCookie, type Locale } from '#i18n/locales.ts'
import type { Brand } from '#server/http/brands.ts'

/** What a visitor reads in place of a page that cannot be rendered for the moment, because the server is busy or its database does not answer. */

const loaders = {
  ko: () => import('#i18n/ko/frame.ts'),
  en: () => import('#i18n/en/frame.ts'),
  jp: () => import('#i18n/jp/frame.ts'),
  vn: () => import('#i18n/vn/frame.ts'),
  cn: () => import('#i18n/cn/frame.ts'),
} as const satisfies Record<Locale, () => Promise<{ messages: FrameMessages }>>

/** An error of a call that only means "retry", as `refusalOf` knows it; null for any other. */
function retryOf(error: unknown): { code: number; seconds: number } | null {
  if (!(error instanceof Error) || !('statusCode' in error) || !('retryAfterSeconds' in error)) return null
  const { statusCode, retryAfterSeconds } = error
  if ((statusCode !== 429 && statusCode !== 503) || typeof retryAfterSeconds !== 'number') return null
  return { code: statusCode, seconds: retryAfterSeconds }
}

/** Answers with a page that asks again by itself, in the language of the address or the last chosen one; throws what is no such error. */
export async function sendBusy(
  request: FastifyRequest,
  reply: FastifyReply,
  { brand, error }: { brand: Brand; error: unknown },
): Promise<FastifyReply> {
  const retry = retryOf(error)
  if (retry === null) throw error
  const [, first] = request.url.split(/[/?]/)
  const locale = [first, request.cookies[localeCookie]].find(isLocale) ?? defaultLocale
  const { messages } = await loaders[locale]()
  const html = `<!doctype html><html lang="${documentLanguage[locale]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${Math.max(5, retry.seconds)}"><meta name="robots" content="noindex"><title>${escaped(brand.name)}</title>
<p>${escaped(messages.errors.failed)}</p><p><a href="">${escaped(messages.common.retry)}</a></p></html>`
  return reply
    .code(retry.code)
    .headers({ 'retry-after': String(retry.seconds), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
