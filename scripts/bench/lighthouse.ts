import { withLocale } from '#i18n/locales.ts'
import { sitePaths } from '#web/member/site-paths.ts'
import { startProgram } from '../../e2e/program.ts'
import { ensureBrowser } from '../browser.ts'
import { median, run } from './measure.ts'

/**
 * Lighthouse is no dependency of the project: it weighs more than all of it. `npx` fetches this very version into npm's
 * cache when the bench is asked for, so the first run needs the registry.
 */
const lighthouse = 'lighthouse@13.5.0'
const repeats = Number(process.env['BENCH_REPEATS'] ?? 5)
const locales = ['ko', 'vn'] as const
const chromeFlags =
  '--headless=new --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'
type Report = {
  categories: Partial<Record<Category, { score: number | null }>>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

const figures = {
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
} as const

/** Lighthouse's mobile preset over the home, and its accessibility over every page of a signed-in member. */
export async function lighthouseBench(): Promise<void> {
  const chrome = await ensureBrowser()
  const program = await startProgram()
  const look = (path: string, options: readonly string[]) => inspect(chrome, program.site + path, options)
  try {
    for (const locale of locales) {
      const reports: Report[] = []
      for (let turn = 0; turn < repeats; turn += 1) reports.push(await look(withLocale(locale, '/'), []))
      console.log(`home ${locale}, median of ${repeats}: ${sayHome(reports)}`)
    }
    const token = await program.backstage.signIn(await program.backstage.newMember())
    const asMember = [
      '--only-categories=accessibility',
      `--extra-headers=${JSON.stringify({ Cookie: `session=${token}` })}`,
    ]
    for (const path of ['/', ...Object.keys(sitePaths)]) {
      const report = await look(withLocale('ko', path), asMember)
      console.log(
        `${path.padEnd(14)} accessibility ${percent(report.categories.accessibility?.score)}${sayFaults(report)}`,
      )
    }
  } finally {
    await program.stop()
  }
}

async function inspect(chrome: string, url: string, options: readonly string[]): Promise<Report> {
  const flags = process.getuid?.() === 0 ? `${chromeFlags} --no-sandbox` : chromeFlags
  const asked = ['--yes', lighthouse, url, '--output=json', '--quiet', `--chrome-flags=${flags}`, ...options]
  const printed = await run('npx', asked, { env: { CHROME_PATH: chrome }, timeoutMs: 180_000 })
  return JSON.parse(printed.slice(printed.indexOf('{\n'))) as Report
}

function sayHome(reports: readonly Report[]): string {
  const names: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo']
  const scores = names.map((name) => `${name} ${median(reports.map((one) => percent(one.categories[name]?.score)))}`)
  const values = Object.entries(figures).map(([id, name]) => {
    const value = median(reports.map((one) => one.audits[id]?.numericValue ?? Number.NaN))
    return `${name} ${value.toFixed(name === 'CLS' ? 3 : 0)}`
  })
  const [first] = reports
  return `${scores.join(', ')}; ${values.join(', ')}${first === undefined ? '' : sayFaults(first)}`
}

/** What was found wanting, times left out: they are in the figures. */
function sayFaults(report: Report): string {
  const wanting = Object.entries(report.audits).filter(
    ([, { score, numericValue }]) => score === 0 && numericValue === undefined,
  )
  return wanting.length === 0 ? '' : ` (${wanting.map(([id]) => id).join(', ')})`
}

function percent(score: number | null | undefined): number {
  return Math.round((score ?? 0) * 100)
}
