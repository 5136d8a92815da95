import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MemberAnswers, MemberBodies } from '#contract/member-api.ts'
import type { SiteData } from '#contract/site.ts'
import type { Brand } from '#server/http/brands.ts'
import { contentSecurityPolicy } from '#server/http/headers.ts'
import type { Build, MemberBuild, PageRoute, PublicPage } from './build.ts'

/**
 * Rendered pages in memory, per brand, language, path and kind of visitor. They contain nothing private. Their data is
 * read again after a few seconds and at once after a change; unchanged data keeps the rendered page and its compressed
 * bodies.
 */

export type CachedPage = {
  readonly status: 200 | 404
  /** The entry for search engines; null for pages that they must not list. */
  readonly found: PublicPage | null
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
  readonly headers: Readonly<Record<Encoding, Readonly<Record<string, string>>>>
}

/**
 * The kind of visitor by the cookies: without a session, with one, or with one whose member is excluded and sees no
 * promotion.
 */
export type Visitor = 'guest' | 'member' | 'excluded'

type Encoding = 'identity' | 'br' | 'gzip'

export type Pages = {
  /** The target of a path, or null when the pages are not built. */
  readonly route: (path: string, chosenLocale: string | undefined) => Promise<PageRoute | null>
  /** The page of a route. Throws when there is no build, or no data yet and the database is unavailable. */
  readonly find: (brand: Brand, place: PagePlace, visitor: Visitor) => Promise<CachedPage>
  /** Marks all data as outdated: the next visitor waits for fresh data. */
  readonly forget: () => void
}

export type PagePlace = Exclude<PageRoute, { redirect: string }>

/** Makes one guest call of the member API. */
export type CallAsGuest = (brand: Brand, locale: string, route: keyof MemberAnswers, body: object) => Promise<unknown>

type CachedSite = {
  site: SiteData
  /** The data as text, to detect a change. */
  text: string
  loadedAt: number
  revision: string
  readonly pages: Map<string, Promise<CachedPage>>
}

/** Younger data is served as it is; older is served while new data is read; still older is waited for. */
const freshMs = 3_000
const staleMs = 15_000

/** All unknown paths share one page, so that nobody can fill the memory with addresses. */
const unknownPath = '/404'

/** Creates the cache; `call` makes the guest calls whose answers the pages show. */
export function createPageCache(build: Build, call: CallAsGuest): Pages {
  const sites = new Map<string, CachedSite>()
  const loading = new Map<string, Promise<CachedSite>>()
  const load = (brand: Brand, locale: string, key: string): Promise<CachedSite> => {
    const underWay = loading.get(key)
    if (underWay !== undefined) return underWay
    const begun = loadSite(brand, locale, call)
      .then((site) => store(sites, key, site))
      .finally(() => loading.delete(key))
    loading.set(key, begun)
    return begun
  }
  const current = async (brand: Brand, locale: string, member: MemberBuild): Promise<CachedSite> => {
    const key = `${brand.id} ${locale}`
    const before = sites.get(key)
    const age = before === undefined ? Infinity : performance.now() - before.loadedAt
    if (before !== undefined && age > freshMs && age <= staleMs) load(brand, locale, key).catch(() => undefined)
    const found =
      before !== undefined && age <= staleMs
        ? before
        : // Outdated data is better than none while the database is unavailable.
          await load(brand, locale, key).catch((error: unknown) => before ?? Promise.reject(error))
    if (found.revision !== member.revision) {
      found.pages.clear()
      found.revision = member.revision
    }
    return found
  }
  return {
    route: async (path, chosenLocale) => (await build.member())?.render.findRoute(path, chosenLocale) ?? null,
    find: async (brand, place, visitor) => {
      const member = await build.member()
      if (member === null) throw new Error('The pages are not built.')
      const now = await current(brand, place.locale, member)
      const path = place.exists ? place.path : unknownPath
      const key = `${path} ${visitor}`
      let page = now.pages.get(key)
      if (page === undefined) {
        page = render(member, now.site, place.locale, path, visitor)
        now.pages.set(key, page)
      }
      return await page
    },
    forget: () => {
      for (const entry of sites.values()) entry.loadedAt = -Infinity
    },
  }
}

function store(sites: Map<string, CachedSite>, key: string, site: SiteData): CachedSite {
  const text = JSON.stringify(site)
  const before = sites.get(key)
  if (before !== undefined && before.text === text) {
    before.loadedAt = performance.now()
    return before
  }
  const fresh: CachedSite = {
    site,
    text,
    loadedAt: performance.now(),
    revision: before?.revision ?? '',
    pages: new Map(),
  }
  sites.set(key, fresh)
  return fresh
}

async function render(
  member: MemberBuild,
  site: SiteData,
  locale: string,
  path: string,
  visitor: Visitor,
): Promise<CachedPage> {
  const shown = visitor === 'excluded' ? { ...site, banners: [], popups: [], replays: [] } : site
  const page = { locale, path, maybeSignedIn: visitor !== 'guest', site: shown, art: member.artOf(locale) }
  const assets = await member.assetsOf(locale, path)
  const html = Buffer.from(member.render.renderDocument(page, assets))
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(html),
  ])
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const sheetHash = createHash('sha256').update(assets.sheet).digest('base64')
  const common = {
    'content-security-policy': contentSecurityPolicy({ styleHashes: [`'sha256-${sheetHash}'`] }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding',
    etag,
  }
  return {
    status: path === unknownPath ? 404 : 200,
    found: member.publicPages.get(path === '/' ? `/${locale}` : `/${locale}${path}`) ?? null,
    etag,
    bodies: { identity: html, br, gzip: gz },
    headers: {
      identity: common,
      br: { ...common, 'content-encoding': 'br' },
      gzip: { ...common, 'content-encoding': 'gzip' },
    },
  }
}

const noticesShown = 5

/** A banner's texts in the language of the page, or in Korean where it has none: the others would be 1 KiB of every page. */
function textsIn<Texts extends Readonly<Record<string, unknown>>>(texts: Texts, locale: string): Texts {
  const shown = texts[locale] === undefined ? 'ko' : locale
  return Object.fromEntries(Object.entries(texts).filter(([language]) => language === shown)) as Texts
}

/** The guest calls behind the home page, made together. */
async function loadSite(brand: Brand, locale: string, call: CallAsGuest): Promise<SiteData> {
  const to = <Name extends keyof MemberAnswers>(name: Name, body: MemberBodies[Name]) =>
    call(brand, locale, name, body) as Promise<MemberAnswers[Name]>
  const [banners, notices, popups, casino, sport, slot, jackpots, maintenance, replays] = await Promise.all([
    to('get-banners', {}),
    to('get-user-notices', { take: noticesShown }),
    to('get-notice-popup', {}),
    to('get-casino-setting', {}),
    to('get-sport-setting', {}),
    to('get-slot-setting', {}),
    to('get-jackpots', {}),
    to('get-maintenance', {}),
    to('get-listed-replays', {}),
  ])
  const companies = slot.slot.filter((company) => company.used === 'y')
  const games = await Promise.all(companies.map(({ code }) => to('get-slot-by-company', { company: code })))
  return {
    brand: {
      code: brand.code,
      name: brand.name,
      domain: brand.domains[0] ?? 'localhost',
      timeZone: brand.timeZone,
      mode: brand.mode,
      minAge: brand.minAge,
      approvalMinutes: brand.approvalMinutes,
    },
    banners: banners.banners.map((banner) => ({ ...banner, texts: textsIn(banner.texts, locale) })),
    notices: notices.notices,
    popups: popups.note,
    casino: casino.casiono,
    sport: sport.sport,
    slot: slot.slot,
    games: games.flatMap((answer) => (answer.status === 'success' ? answer.games : [])),
    jackpots: jackpots.jackpots,
    replays: replays.replays,
    maintenance: maintenance.maintenance,
  }
}
