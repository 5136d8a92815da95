import { documentLanguage } from '#i18n/language-tags.ts'
import { defaultLocale, isLocale, offeredLocales, splitLocale, withLocale, type Locale } from '#i18n/locales.ts'
import { messages as cnDocument } from 'messages:document/cn'
import { messages as enDocument } from 'messages:document/en'
import { messages as jpDocument } from 'messages:document/jp'
import { messages as koDocument } from 'messages:document/ko'
import { messages as vnDocument } from 'messages:document/vn'
import { messages as cnHome } from 'messages:home/cn'
import { messages as cn } from 'messages:site/cn'
import { messages as enHome } from 'messages:home/en'
import { messages as en } from 'messages:site/en'
import { messages as jpHome } from 'messages:home/jp'
import { messages as jp } from 'messages:site/jp'
import { messages as koHome } from 'messages:home/ko'
import { messages as ko } from 'messages:site/ko'
import { messages as vnHome } from 'messages:home/vn'
import { messages as vn } from 'messages:site/vn'
import { catalogue } from '#domain/games/catalogue.ts'
import { openTables, tables } from '#domain/games/table/tables.ts'
import { renderToString } from 'react-dom/server'
import { createTranslator } from 'use-intl/core'
import { setSiteMessages } from './current-messages.ts'
import { App } from './app.tsx'
import { Home } from './home/home.tsx'
import type { PageData } from './page-data.ts'
import { pageNameOf, sitePaths, watchPage } from './site-paths.ts'

/**
 * Server rendering of the member site: one call renders a whole document. Loaded by the server's page handler at run
 * time.
 */

const siteMessages = {
  ko: { ...ko, ...koHome },
  en: { ...en, ...enHome },
  jp: { ...jp, ...jpHome },
  vn: { ...vn, ...vnHome },
  cn: { ...cn, ...cnHome },
} as const
const documentMessages = { ko: koDocument, en: enDocument, jp: jpDocument, vn: vnDocument, cn: cnDocument } as const

/** URLs of the files a document loads. */
export type DocumentAssets = {
  /** Starts the scripts after the first paint. */
  readonly start: string
  readonly script: string
  /** Shared chunks loaded with it. */
  readonly modules: readonly string[]
  /** The messages of the frame, and those of the home, which are loaded with its code. */
  readonly messages: { readonly site: string; readonly home: string }
  /** The inlined CSS of the first paint; contains no `</style`. */
  readonly sheet: string
  /** URLs of the files the sheet was built from. */
  readonly sheets: readonly string[]
  readonly fonts: { readonly preload: readonly string[]; readonly family: string } | null
  readonly icon: string | null
}

/** The names of the games that have a page of their public rounds, by its path. */
const watchedGames: ReadonlyMap<string, Readonly<Record<Locale, string>>> = new Map(
  [...catalogue, ...tables.filter(({ game }) => openTables.includes(game.code))].map(({ game, names }) => [
    `${watchPage}/${game.code}`,
    names,
  ]),
)

const knownPaths: ReadonlySet<string> = new Set([
  '/',
  ...Object.keys(sitePaths).filter((path) => path !== watchPage),
  ...watchedGames.keys(),
])

/** The route of a path: a page with its locale, or a redirect; `known` is false for a 404. */
export type PageRoute =
  | { readonly redirect: string }
  | { readonly locale: Locale; readonly path: string; readonly exists: boolean }

/** Redirects a path without a language to the last chosen one, else ko. The server has removed slashes at the end. */
export function findRoute(path: string, chosenLocale: string | undefined): PageRoute {
  const { locale, rest } = splitLocale(path)
  if (locale === null) return { redirect: withLocale(isLocale(chosenLocale) ? chosenLocale : defaultLocale, rest) }
  return { locale, path: rest, exists: knownPaths.has(rest) }
}

/** A page for search engines: its path and its paths in every language (`x-default` redirects). */
export type PublicPage = {
  readonly path: string
  readonly alternates: readonly { readonly language: string; readonly path: string }[]
}

/** The pages that guests may read, in every language; no members-only pages. */
export function publicPages(): PublicPage[] {
  return [...knownPaths].filter(isPublic).flatMap((path) => {
    const own = offeredLocales.map((locale) => ({ language: documentLanguage[locale], path: withLocale(locale, path) }))
    const alternates = [...own, { language: 'x-default', path }]
    return own.map((one) => ({ path: one.path, alternates }))
  })
}

function isPublic(path: string): boolean {
  return path === '/' || (sitePaths[pageNameOf(path)]?.membersOnly === false && path !== '/admin/error')
}

/** A whole HTML document. It contains nothing private, so it may be cached and sent to everyone. */
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
    // After the visible markup, so that its pictures are requested first.
    `<script type="module" src="${assets.start}" ${dataOf(assets)}></script>`,
    '</body></html>',
  ].join('')
}

/** What the scripts load: the code after the first paint, entry first, and messages. */
function dataOf({ script, modules, messages }: DocumentAssets): string {
  const code = [script, messages.site, ...modules].join(' ')
  return `data-code="${code}" data-site="${messages.site}" data-home="${messages.home}"`
}

function headOf(page: PageData, assets: DocumentAssets): string {
  const t = createTranslator({
    locale: page.locale,
    messages: documentMessages[page.locale],
    namespace: 'homeDocument',
  })
  const brand = page.site.brand.name
  return [
    `<title>${escapeHtml(titleOf(page))}</title>`,
    `<meta name="description" content="${escapeHtml(t('description', { brand }))}">`,
    '<meta name="theme-color" content="#07080d"><meta name="color-scheme" content="dark">',
    ...(assets.fonts?.preload ?? []).map(
      (url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
    ),
    `<style>${assets.sheet}</style>`,
    // Disabled, so never fetched; later chunks find their stylesheets already present.
    ...assets.sheets.map((url) => `<link rel="stylesheet" href="${url}" disabled>`),
    assets.icon === null ? '' : `<link rel="icon" href="${assets.icon}">`,
    ...brandPictures(page),
    '<link rel="manifest" href="/manifest.webmanifest">',
    isPublic(page.path) ? '' : '<meta name="robots" content="noindex">',
  ].join('')
}

/** The icon for phone home screens and the preview of shared links. */
function brandPictures({ art, site }: PageData): string[] {
  const touch = art['brand/apple-touch']
  const shared = art['brand/og']
  return [
    ...(touch === undefined ? [] : [`<link rel="apple-touch-icon" href="${touch}">`]),
    `<meta property="og:type" content="website"><meta property="og:site_name" content="${escapeHtml(site.brand.name)}">`,
    ...(shared === undefined ? [] : [`<meta property="og:image" content="${originOf(site.brand.domain)}${shared}">`]),
  ]
}

/** Link previews are fetched by other sites, which need an absolute URL. */
function originOf(domain: string): string {
  return `${/(?:^|\.)localhost$/.test(domain) ? 'http' : 'https'}://${escapeHtml(domain)}`
}

function titleOf(page: PageData): string {
  const brand = page.site.brand.name
  const messages = siteMessages[page.locale]
  // A tab of my page has the title of the whole at first.
  const [name = ''] = page.path.slice(1).split('/')
  if (page.path === '/') return createTranslator({ locale: page.locale, messages })('home.title', { brand })
  const game = watchedGames.get(page.path)?.[page.locale]
  if (game !== undefined) return `${game} | ${brand}`
  const titles: Readonly<Record<string, string>> = {
    ...(messages.menu as Record<string, string>),
    login: messages.frame.login as string,
    register: messages.frame.register as string,
    game: messages.home.games as string,
    credits: messages.footer.credits as string,
    fairness: messages.footer.fairness as string,
    limits: messages.footer.limits as string,
    terms: messages.footer.terms as string,
    privacy: messages.footer.privacy as string,
    responsible: messages.footer.responsible as string,
  }
  return `${titles[name] ?? (messages.notFound.title as string)} | ${brand}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
