import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { intlLocale, isLocale } from '#i18n/locales.ts'
import { root } from '../scripts/run-tool.ts'
import { scaledMs } from '#test/machine.ts'

/** The button of a machine's introduction, where no dialog lies over it. */
export const introductionButton = 'body:not(:has(dialog[open])) [data-introduction] button'

/** A browser user with cookies, a width and a language of their own; all errors of their pages are recorded. */
export type Person = {
  context: BrowserContext
  page: Page
  /** Throws when one of their pages logged an error, threw, or got a 5xx response. */
  expectNoFaults: () => void
  close: () => Promise<void>
}

const stepMs = 15_000
/** Phones, which are recognised by this header, open a blank window first (spec §7). */
const phoneAgent =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

export async function openBrowser(executablePath: string): Promise<Browser> {
  const fewRequests = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...fewRequests] : fewRequests
  // Windows that the site opens without a click must be blocked as in a normal browser.
  return chromium.launch({ executablePath, args, ignoreDefaultArgs: ['--disable-popup-blocking'] })
}

export async function newPerson(
  browser: Browser,
  options: {
    width: number
    locale: string
    allowed?: readonly RegExp[]
    userAgent?: string
    reducedMotion?: 'reduce' | 'no-preference'
  },
): Promise<Person> {
  const phone = options.width < 600
  const context = await browser.newContext({
    viewport: { width: options.width, height: phone ? 844 : 900 },
    locale: browserLanguage(options.locale),
    hasTouch: phone,
    isMobile: phone,
    ...(options.userAgent === undefined ? (phone ? { userAgent: phoneAgent } : {}) : { userAgent: options.userAgent }),
    reducedMotion: options.reducedMotion ?? 'no-preference',
  })
  context.setDefaultTimeout(scaledMs(stepMs))
  await context.addInitScript(blockPopups)
  const faults: string[] = []
  const note = (fault: string): void => {
    if (!(options.allowed ?? []).some((pattern) => pattern.test(fault))) faults.push(fault)
  }
  context.on('page', (page) => {
    // A machine introduces itself once in a tab; a journey that is about something else begins to play at once.
    // A page that closes before the handler stands needs none.
    page
      .addLocatorHandler(page.locator(introductionButton), (button) => button.click(), { noWaitAfter: true })
      .catch((error: unknown) => {
        if (!page.isClosed()) note(`${page.url()}: ${String(error)}`)
      })
    page.on('console', (message) => {
      if (message.type() === 'error') note(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => note(`${page.url()}: ${error.message}`))
    page.on('response', (response) => {
      if (response.status() >= 500) note(`${response.url()} answered ${response.status()}`)
    })
  })
  const page = await context.newPage()
  return {
    context,
    page,
    expectNoFaults: () => {
      if (faults.length > 0) throw new Error(`the browser reported errors:\n${faults.join('\n')}`)
    },
    close: () => context.close(),
  }
}

/** In the page: the popup blocker of a whole browser, which the headless shell does not have. */
function blockPopups(): void {
  const open = window.open.bind(window)
  window.open = (...given) => (navigator.userActivation.isActive ? open(...given) : null)
}

/** The language tag of a browser; the site's locale codes are not language tags. */
function browserLanguage(locale: string): string {
  return isLocale(locale) ? intlLocale[locale] : locale
}

type AxeResult = { id: string; impact: string | null; nodes: { target: unknown[]; failureSummary?: string }[] }

/** In the page: runs the rules whose findings can be serious or critical, a fifth less work than all of them. */
const runAxe = `axe.run(document, {
  resultTypes: ['violations'],
  reporter: 'no-passes',
  rules: Object.fromEntries(
    axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]),
  ),
}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) })))`

let axeSource: string | null = null

/** Runs axe on the page; throws at serious and critical findings. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  axeSource ??= await readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')
  await settled(page)
  // The page's policy forbids inline scripts, but does not apply to evaluation by the debugger. As a script of its own axe
  // is compiled once for the pages of a process; `page.evaluate` would compile it for each of them.
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('Runtime.evaluate', { expression: `${axeSource};0`, returnByValue: true })
  await debugging.detach()
  const found = await page.evaluate<AxeResult[]>(runAxe)
  const severe = found.filter((one) => one.impact === 'serious' || one.impact === 'critical')
  if (severe.length === 0) return
  const lines = severe.flatMap((one) =>
    one.nodes.slice(0, 3).map((node) => `${one.id} ${JSON.stringify(node.target)} ${node.failureSummary ?? ''}`),
  )
  throw new Error(`axe at ${where}: ${lines.join('\n')}`)
}

/** Waits, at most two seconds, until animations have ended: half faded text has half its contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    const end = performance.now() + 2_000
    while (moving().length > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

/** The sum of layout shifts without recent input since the page was opened. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
            if (!shift.hadRecentInput) sum += shift.value
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => {
          observer.disconnect()
          resolve(sum)
        }, 200)
      }),
  )
}
