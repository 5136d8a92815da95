import { isLocale, offeredLocales, withLocale } from '#i18n/locales.ts'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../e2e/browser.ts'
import { startProgram, type Program } from '../../e2e/program.ts'
import type { Setup } from '../../e2e/scene.ts'
import { newVisitor } from '../../e2e/weights.ts'
import { ensureBrowser } from '../browser.ts'
import { median } from './measure.ts'

const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)

/**
 * A phone's network and processor: 1.6 Mbit/s down, 150 ms round trip, throttled by the browser; a processor four times
 * slower.
 */
export const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
export const processorSlowdown = 4
const visitMs = 5_000
const locales = (process.env['BENCH_LOCALES']?.split(',') ?? offeredLocales).filter(isLocale)

/** Times in ms; `ready`: when the page reacts to presses. */
type View = { lcp: number; lcpOf: string; tbt: number; cls: number; shifted: readonly string[]; ready: number }

/** A bench of its own: `BENCH_LOCALES=ko,en` selects languages. */
export async function firstViewBench(): Promise<void> {
  const executable = await ensureBrowser()
  const program = await startProgram()
  const browser = await openBrowser(executable)
  try {
    await measureFirstView(program, browser)
  } finally {
    await browser.close()
    await program.stop()
  }
}

/**
 * The first view of the home page over a slow network, for guests and members, in every language at two widths: the largest
 * paint and what it was, when the page reacts to presses, and layout shifts with what moved.
 */
async function measureFirstView(program: Program, browser: Browser): Promise<void> {
  const token = await program.database.signIn(await program.database.newMember())
  for (const locale of locales) {
    for (const width of [390, 1400]) {
      for (const who of ['guest', 'member']) {
        const views: View[] = []
        const setup: Setup = { program, browser, locale, width }
        for (let turn = 0; turn < repeats; turn += 1)
          views.push(await measureVisit(setup, who === 'member' ? token : null))
        const of = (key: 'lcp' | 'tbt' | 'cls' | 'ready') => median(views.map((one) => one[key]))
        const [view] = views
        console.log(
          `${locale} ${width} px ${who.padEnd(6)}: LCP ${of('lcp').toFixed(0)} ms (${view?.lcpOf}), TBT ${of('tbt').toFixed(0)} ms, ready after ${of('ready').toFixed(0)} ms, layout shift ${of('cls').toFixed(4)}`,
        )
        const shifted = new Set(views.flatMap((one) => one.shifted))
        if (shifted.size > 0) console.log(`  moved: ${[...shifted].join('; ')}`)
      }
    }
  }
}

/** One visit with an empty cache. */
async function measureVisit(setup: Setup, token: string | null): Promise<View> {
  const visitor = await newVisitor(setup, token)
  const { page, context } = visitor
  try {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.emulateNetworkConditions', network)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
    await page.addInitScript(watch)
    await page.goto(setup.program.site + withLocale(setup.locale, '/'))
    await page.waitForTimeout(visitMs)
    return await readView(page)
  } finally {
    await visitor.close()
  }
}

/** In the page: records performance entries. */
function watch(): void {
  const sums = { lcp: 0, lcpOf: '', tbt: 0, cls: 0, shifted: [] as string[], ready: 0 }
  const nameOf = (node: unknown): string => {
    const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null
    return element === null ? '' : `${element.localName} ${(element.textContent ?? '').slice(0, 20)}`.trim()
  }
  const note = (type: string, take: (entry: PerformanceEntry & Record<string, unknown>) => void): void => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as PerformanceEntry & Record<string, unknown>)
      sessionStorage.setItem('view', JSON.stringify(sums))
    }).observe({ type, buffered: true })
  }
  note('largest-contentful-paint', (entry) => {
    sums.lcp = entry.startTime
    sums.lcpOf = nameOf(entry['element'])
  })
  note('longtask', (entry) => (sums.tbt += Math.max(0, entry.duration - 50)))
  note('layout-shift', (entry) => {
    if (entry['hadRecentInput'] === true) return
    sums.cls += Number(entry['value'])
    for (const { node } of entry['sources'] as { node: unknown }[]) sums.shifted.push(nameOf(node))
  })
  new MutationObserver(() => {
    if (sums.ready === 0 && document.documentElement?.dataset['ready'] !== undefined) sums.ready = performance.now()
    sessionStorage.setItem('view', JSON.stringify(sums))
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] })
}

async function readView(page: Page): Promise<View> {
  return JSON.parse(await page.evaluate(() => sessionStorage.getItem('view') ?? '{}')) as View
}
