import type { ArtManifest } from '#domain/art-manifest.ts'
import { documentLanguage } from '#i18n/language-tags.ts'
import { defaultLocale, isLocale, localeCookie, type Locale } from '#i18n/locales.ts'
import { call as callMemberApi } from '#web/shared/api.ts'
import type { LoadedMessages } from '#web/shared/messages.tsx'
import { load as loadAnswers } from 'messages:answers'
import { load as loadHome } from 'messages:home'
import { load as loadPlay } from 'messages:play'
import { load as loadSite } from 'messages:site'
import type { PlayCall, WindowAnswers } from './calls.ts'
import type { LaunchedGame } from './closed-window.tsx'
import { expectFontSheets } from './page-fonts.ts'

/** Everything the window loads before rendering, in parallel. */

/**
 * The URL of the window: `/play/<game>?s=<play session>&l=<locale>&round=<a round to replay>`, or without a session
 * `/play/<game>?watch=<a round that anyone may watch>`.
 */
export type Address = {
  game: string
  playSession: string
  locale: Locale
  round: string | null
  watch: string | null
}

/** Parses the URL; the locale falls back to the last chosen one, then to the default. */
export function readAddress(url: URL, cookies: string): Address {
  const requested = url.searchParams.get('l')
  const remembered = cookies
    .split('; ')
    .find((pair) => pair.startsWith(`${localeCookie}=`))
    ?.slice(localeCookie.length + 1)
  const locale = [requested, remembered].find(isLocale) ?? defaultLocale
  const [, , game = ''] = url.pathname.split('/')
  const { searchParams } = url
  const playSession = searchParams.get('s') ?? ''
  return { game, playSession, locale, round: searchParams.get('round'), watch: searchParams.get('watch') }
}

/** The messages of a locale, of the site and the window together. */
export async function loadMessages(locale: Locale): Promise<LoadedMessages> {
  const parts = await Promise.all([loadSite, loadHome, loadAnswers, loadPlay].map((load) => load[locale]()))
  return Object.assign({}, ...parts.map((part) => part.messages)) as LoadedMessages
}

/** The art manifest with the URLs of all pictures. Throws when the server does not return it. */
export async function loadManifest(): Promise<ArtManifest> {
  const response = await fetch('/art/manifest.json')
  if (!response.ok) throw new Error(`The art manifest answered ${response.status}.`)
  return response.json() as Promise<ArtManifest>
}

/** The name of the brand; '' when it cannot be loaded. */
export async function loadBrandName(): Promise<string> {
  try {
    const answer = await callMemberApi('get-reg-domain', {}, { quiet: true })
    return answer.status === 'success' ? answer.brand : ''
  } catch {
    return ''
  }
}

/** The session of a slot, of a table, or of a game with a seat of one's own, as its window plays it. */
type SessionName = 'get-session' | 'get-table-session' | 'get-seat-session'
type SessionOf<Name extends SessionName> = Extract<WindowAnswers[Name], { status: 'success' }>

/** Result of loading the session; `sentMs` and `receivedMs` are `performance.now()` times of its request and answer. */
export type SessionEnd<Name extends SessionName> =
  | { kind: 'session'; session: SessionOf<Name>; sentMs: number; receivedMs: number }
  | { kind: 'elsewhere'; game: LaunchedGame }
  | { kind: 'signedOut' }
  | { kind: 'failed' }

/** Loads the session; retries a few times when the response is lost or the server is busy. */
export async function loadSession<Name extends SessionName>(
  call: PlayCall,
  name: Name,
  wait: (ms: number) => Promise<void>,
): Promise<SessionEnd<Name>> {
  for (const pause of [500, 1500, null]) {
    const sentMs = performance.now()
    const end = await call<SessionName>(name, {})
    if (end.kind === 'answer') {
      const { answer } = end
      if (answer.status === 'elsewhere') return { kind: 'elsewhere', game: answer }
      // The answer is that of `name`, which the compiler does not follow.
      const session: object = answer
      return { kind: 'session', session: session as SessionOf<Name>, sentMs, receivedMs: performance.now() }
    }
    if (end.kind === 'signedOut') return end
    if (end.kind === 'broken' || pause === null) break
    await wait(end.kind === 'busy' ? end.retryAfterMs : pause)
  }
  return { kind: 'failed' }
}

/** Sets the language and fonts of the document, with the same font stylesheet as the site. */
export function applyLocale(locale: Locale, manifest: ArtManifest): void {
  document.documentElement.lang = documentLanguage[locale]
  const fonts = manifest[`fonts/${locale}`]
  if (!fonts) return
  document.documentElement.style.setProperty('--family', fonts.family)
  const links = [fonts.css, ...(fonts.more === null ? [] : [fonts.more])].map((address) => {
    const there = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${address}"]`)
    if (there) return there
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.href = address
    document.head.append(sheet)
    return sheet
  })
  expectFontSheets(links)
}
