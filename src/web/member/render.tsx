import { messages as cn } from '#i18n/cn.ts'
import { messages as en } from '#i18n/en.ts'
import { messages as jp } from '#i18n/jp.ts'
import { messages as ko } from '#i18n/ko.ts'
import {
  defaultLocale,
  documentLanguage,
  isLocale,
  offeredLocales,
  splitLocale,
  withLocale,
  type Locale,
} from '#i18n/locales.ts'
import { messages as vn } from '#i18n/vn.ts'
import { renderToString } from 'react-dom/server'
import { createTranslator } from 'use-intl/core'
import { setSiteMessages } from './current-messages.ts'
import { App } from './app.tsx'
import { Home } from './home/home.tsx'
import type { PageData } from './page-data.ts'
import { sitePaths } from './site-paths.ts'

/** The server's half of the member site: one call renders one whole document. Loaded by the pages door at run time. */

const siteMessages = { ko, en, jp, vn, cn } as const

/** Addresses of what a document loads. */
export type DocumentAssets = {
  /** Starts the script once the first sight has been drawn. */
  readonly start: string
  readonly script: string
  /** Modules fetched beside it: shared chunks and the language's words. */
  readonly modules: readonly string[]
  /** The rules of a first sight as text; it holds no `</style`. */
  readonly sheet: string
  /** Addresses of the files of which the sheet is made. */
  readonly sheets: readonly string[]
  readonly fonts: { readonly preload: readonly string[]; readonly family: string } | null
  readonly icon: string | null
}

const knownPaths: ReadonlySet<string> = new Set(['/', ...Object.keys(sitePaths)])

/** Where a path leads: a page in its language, or elsewhere; `known` is false for a 404. */
export type PageRoute =
  | { readonly redirect: string }
  | { readonly locale: Locale; readonly path: string; readonly known: boolean }

/** A path without a language leads to the one last chosen, else ko; a trailing slash is taken away. */
export function findRoute(path: string, chosenLocale: string | undefined): PageRoute {
  const { locale, rest } = splitLocale(path)
  const place = rest.replace(/(?<=.)\/+$/, '')
  if (locale === null) return { redirect: withLocale(isLocale(chosenLocale) ? chosenLocale : defaultLocale, place) }
  if (path.endsWith('/')) return { redirect: withLocale(locale, place) }
  return { locale, path: place, known: knownPaths.has(place) }
}

/** A page as search engines know it: its own path, and its paths in every language (`x-default` leads on by itself). */
export type PublicPage = {
  readonly path: string
  readonly alternates: readonly { readonly language: string; readonly path: string }[]
}

/** The pages that guests may read, in every language; none of what only members see. */
export function publicPages(): PublicPage[] {
  return [...knownPaths].filter(isPublic).flatMap((path) => {
    const own = offeredLocales.map((locale) => ({ language: documentLanguage[locale], path: withLocale(locale, path) }))
    const alternates = [...own, { language: 'x-default', path }]
    return own.map((one) => ({ path: one.path, alternates }))
  })
}

function isPublic(path: string): boolean {
  return path === '/' || (sitePaths[path]?.membersOnly === false && path !== '/admin/error')
}

/** One whole HTML document. It holds nothing private, so it may be kept and sent to everyone alike. */
export function renderDocument(page: PageData, assets: DocumentAssets): string {
  const messages = siteMessages[page.locale]
  setSiteMessages(page.locale, messages)
  const markup = renderToString(<App page={page} Home={Home} />)
  const family = assets.fonts === null ? '' : ` style="${escapeHtml(`--family:${assets.fonts.family}`)}"`
  return [
    `<!doctype html><html lang="${documentLanguage[page.locale]}"${family}><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    headOf(page, assets),
    '</head><body>',
    `<div id="root">${markup}</div>`,
    `<script type="application/json" id="page-data">${JSON.stringify(page).replaceAll('<', '\\u003c')}</script>`,
    // After what is seen, so that its pictures are asked for first.
    `<script type="module" src="${assets.start}" data-code="${[assets.script, ...assets.modules].join(' ')}"></script>`,
    '</body></html>',
  ].join('')
}

function headOf(page: PageData, assets: DocumentAssets): string {
  const t = createTranslator({ locale: page.locale, messages: siteMessages[page.locale], namespace: 'home' })
  const brand = page.site.brand.name
  return [
    `<title>${escapeHtml(titleOf(page))}</title>`,
    `<meta name="description" content="${escapeHtml(t('description', { brand }))}">`,
    '<meta name="theme-color" content="#07080d"><meta name="color-scheme" content="dark">',
    ...(assets.fonts?.preload ?? []).map(
      (url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
    ),
    `<style>${assets.sheet}</style>`,
    // Never fetched: later chunks look for the sheets they need, and find that these are here.
    ...assets.sheets.map((url) => `<link rel="stylesheet" href="${url}" disabled>`),
    assets.icon === null ? '' : `<link rel="icon" href="${assets.icon}">`,
    ...brandPictures(page),
    '<link rel="manifest" href="/manifest.webmanifest">',
    isPublic(page.path) ? '' : '<meta name="robots" content="noindex">',
  ].join('')
}

/** How the site looks on a phone's home screen, and where its address is shared. */
function brandPictures({ art, site }: PageData): string[] {
  const touch = art['brand/apple-touch']
  const shared = art['brand/og']
  return [
    ...(touch === undefined ? [] : [`<link rel="apple-touch-icon" href="${touch}">`]),
    `<meta property="og:type" content="website"><meta property="og:site_name" content="${escapeHtml(site.brand.name)}">`,
    ...(shared === undefined ? [] : [`<meta property="og:image" content="${originOf(site.brand.domain)}${shared}">`]),
  ]
}

/** Those who show a shared address fetch its picture from elsewhere: only a whole address leads there. */
function originOf(domain: string): string {
  return `${/(?:^|\.)localhost$/.test(domain) ? 'http' : 'https'}://${escapeHtml(domain)}`
}

function titleOf(page: PageData): string {
  const brand = page.site.brand.name
  const messages = siteMessages[page.locale]
  const name = page.path.slice(1)
  if (page.path === '/') return createTranslator({ locale: page.locale, messages })('home.title', { brand })
  const titles: Readonly<Record<string, string>> = {
    ...(messages.menu as Record<string, string>),
    login: messages.frame.login as string,
    register: messages.frame.register as string,
    game: messages.home.games as string,
    credits: messages.footer.credits as string,
  }
  return `${titles[name] ?? (messages.notFound.title as string)} | ${brand}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
