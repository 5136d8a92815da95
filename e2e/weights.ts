import { gzipSync } from 'node:zlib'
import { offeredLocales, withLocale, type Locale } from '#i18n/locales.ts'
import { readAssets } from '../scripts/art/assets.ts'
import { newPerson, type Person } from './browser.ts'
import { untilReady, type Setup } from './scene.ts'
import type { Program } from './program.ts'

/** Sizes of pages in bytes: scripts and style sheets compressed by gzip, pictures and fonts as they are. */

type Kind = 'script' | 'style' | 'font'
export type Weight = Readonly<Record<Kind, number>>
/** Each file with its bytes, the largest first. */
type Weighed = { readonly weight: Weight; readonly files: readonly string[] }

const kinds: Readonly<Record<string, Kind>> = { js: 'script', css: 'style', woff2: 'font' }

function kindOf(address: string): Kind | undefined {
  // A style sheet that only declares font files counts as font.
  if (address.includes('/art/fonts/')) return 'font'
  return kinds[/\.([a-z0-9]+)$/.exec(new URL(address).pathname)?.[1] ?? '']
}

const sizes = new Map<string, Promise<number>>()

/** The size of a file in the server's best compression; fonts are compressed already. */
function weigh(address: string): Promise<number> {
  const before = sizes.get(address)
  if (before !== undefined) return before
  const bytes = fetch(address).then(async (answer) => {
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    const body = Buffer.from(await answer.arrayBuffer())
    return address.endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length
  })
  sizes.set(address, bytes)
  return bytes
}

/** The sum of file sizes by kind; only scripts, style sheets and fonts count. */
export async function weighAll(addresses: Iterable<string>): Promise<Weighed> {
  const files = [...new Set(addresses)].filter((address) => kindOf(address) !== undefined)
  const sizes = await Promise.all(files.map(weigh))
  const weight = { script: 0, style: 0, font: 0 }
  for (const [index, file] of files.entries()) weight[kindOf(file) ?? 'font'] += sizes[index] ?? 0
  const lines = files
    .map((file, index) => ({ file: new URL(file).pathname, size: sizes[index] ?? 0 }))
    .toSorted((a, b) => b.size - a.size)
    .map(({ file, size }) => `${file} ${size}`)
  return { weight, files: lines }
}

const named = /<(?:script [^>]*src|link rel="(?:stylesheet|preload)" href)="([^"]+\.(?:js|css|woff2))"/g
const begun = /data-code="([^"]+)"/

/** The files that the home page's document references, loaded before hydration. Its style sheets are inline. */
export async function weighHome(program: Pick<Program, 'site'>, locale: Locale): Promise<Weighed> {
  const answer = await fetch(program.site + withLocale(locale, '/'))
  const page = await answer.text()
  if (!answer.ok) throw new Error(`the home of ${locale} answered ${answer.status}`)
  const files = [...page.matchAll(named)].map(([, file = '']) => file)
  const addresses = [...files, ...(begun.exec(page)?.[1]?.split(' ') ?? [])].map((file) => program.site + file)
  const weighed = await weighAll(addresses)
  if (weighed.weight.script === 0 || weighed.weight.style === 0 || weighed.weight.font === 0)
    throw new Error(`the home of ${locale} references no file of some kind: ${addresses.join(' ')}`)
  const late = await lettersOutside(page, locale)
  if (late.length > 0)
    throw new Error(`the home of ${locale} loads its second font for ${late.join('')}: see scripts/art/font-text.ts`)
  const early = [...page.matchAll(/<img [^>]*src="([^"]*\/art\/(?!brand-|banner-)[^"]+)"/g)].map(([, file]) => file)
  if (early.length > 0) throw new Error(`pictures of the home load before its code: ${early.join(' ')}`)
  return weighed
}

/** Letters of the page in the ranges of its language's second font that the first one lacks; names of other languages are marked. */
async function lettersOutside(page: string, locale: Locale): Promise<string[]> {
  const range = secondRanges[locale]
  if (range === undefined) return []
  const { fonts } = await readAssets()
  const first = fonts[`first-${locale}`]?.letters ?? ''
  const body = page.slice(page.indexOf('<body'), page.indexOf('<script type="application/json"'))
  const text = body
    .replaceAll(/<a [^>]*hrefLang=.*?<\/a>/g, '')
    .replaceAll(/<(?:[^>]*placeholder="([^"]*)")?[^>]*>/g, ' $1')
  return [...new Set(text.match(range))].filter((letter) => !first.includes(letter))
}

const han = /[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\uff00-\uffef]/gu
const secondRanges: Readonly<Partial<Record<Locale, RegExp>>> = {
  ko: /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]/gu,
  jp: han,
  cn: han,
}

export type Visit = {
  /** What the page loaded beyond the home page. */
  readonly more: Weighed
  /** From the click until the page's heading was rendered, in ms. */
  readonly headingMs: number
  /** From the click until all its content was rendered, in ms. */
  readonly wholeMs: number
}

/** A visitor, signed in when there is a token. */
export async function newVisitor(setup: Setup, token: string | null): Promise<Person> {
  const person = await newPerson(setup.browser, { width: setup.width, locale: setup.locale })
  const url = setup.program.site
  if (token !== null) await person.context.addCookies([{ name: 'session', value: token, url, httpOnly: true }])
  return person
}

/** Goes from the home page to another page by its link, or as a link would. */
export async function visitFromHome(setup: Setup, { page }: Person, path: string): Promise<Visit> {
  const { program, locale } = setup
  const loaded: string[] = []
  const note = (response: { url: () => string }): void => void loaded.push(response.url())
  page.on('response', note)
  await page.goto(program.site + withLocale(locale, '/'))
  await untilReady(page)
  await page.waitForLoadState('networkidle')
  // Page chunks that were prefetched count for the page that needs them.
  const before = new Set(loaded.filter((address) => !/\/page(?:s|-loader)-[^/]+$/.test(address)))
  const times = await page.evaluate(goAndWatch, withLocale(locale, path))
  await page.waitForLoadState('networkidle')
  page.off('response', note)
  return { more: await weighAll(loaded.filter((address) => !before.has(address))), ...times }
}

/** In the page: clicks the link, or navigates where the home page has none, and waits until all is rendered. */
function goAndWatch(address: string): Promise<{ headingMs: number; wholeMs: number }> {
  const home = document.querySelector('main')
  const link = [...document.querySelectorAll<HTMLAnchorElement>('header a, footer a')].find(
    (one) => one.getAttribute('href') === address,
  )
  const clicked = performance.now()
  if (link === undefined) {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  } else link.click()
  let headingMs = 0
  return new Promise((resolve, reject) => {
    const watch = (): void => {
      const main = document.querySelector('main')
      const now = performance.now() - clicked
      if (now > 10_000) return reject(new Error(`${address} was not rendered`))
      const heading = main !== home && main?.querySelector('h1') ? main : null
      if (heading !== null && headingMs === 0) headingMs = now
      // A list that is loading shows placeholder bars in an output element.
      const waiting = heading?.querySelector('output > span[style*="height"]') ?? null
      if (heading !== null && waiting === null) resolve({ headingMs, wholeMs: now })
      else requestAnimationFrame(watch)
    }
    requestAnimationFrame(watch)
  })
}

/** The sizes of the home page in its five languages. */
export async function weighHomes(program: Pick<Program, 'site'>): Promise<ReadonlyMap<Locale, Weighed>> {
  const entries = offeredLocales.map(async (locale) => [locale, await weighHome(program, locale)] as const)
  return new Map(await Promise.all(entries))
}
