import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { isLocale, offeredLocales, withLocale } from '#i18n/locales.ts'
import { startProgram } from '../../e2e/program.ts'
import { ensureBrowser } from '../browser.ts'
import { median } from './measure.ts'

const repeats = Number(process.env['BENCH_REPEATS'] ?? 5)
const locales = (process.env['BENCH_LOCALES']?.split(',') ?? offeredLocales).filter(isLocale)
/** Run by npx, because it is no dependency of the project. */
const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Readonly<Record<string, { score: number | null }>>
  audits: Readonly<Record<string, { score: number | null; title: string; numericValue?: number }>>
}

/** Lighthouse's mobile scores of the home in every language, medians; `BENCH_LOCALES=ko,en` selects languages. */
export async function lighthouseBench(): Promise<void> {
  const chrome = await ensureBrowser()
  const program = await startProgram()
  try {
    for (const locale of locales) {
      const reports: Report[] = []
      for (let turn = 0; turn < repeats; turn += 1) {
        const address = program.site + withLocale(locale, '/')
        const look = () => visit(address, chrome, `${program.dataDir}/lighthouse.json`)
        // Now and then the browser records no navigation.
        reports.push(await look().catch(look))
      }
      print(locale, reports)
    }
  } finally {
    await program.stop()
  }
}

async function visit(address: string, chrome: string, file: string): Promise<Report> {
  const flags = '--headless=new --no-sandbox --disable-gpu'
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
  await new Promise<void>((resolve, reject) => {
    const child = spawn('npx', ['--yes', lighthouse, address, ...options], {
      env: { ...process.env, CHROME_PATH: chrome },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`lighthouse ended with ${code}`))))
  })
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

function print(locale: string, reports: readonly Report[]): void {
  const scores = categories.map((name) => {
    const each = reports.map((report) => Math.round((report.categories[name]?.score ?? 0) * 100))
    return `${name} ${median(each)} (${Math.min(...each)} to ${Math.max(...each)})`
  })
  const figure = (name: string): number => median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0))
  const times = `LCP ${figure('largest-contentful-paint').toFixed(0)} ms, TBT ${figure('total-blocking-time').toFixed(0)} ms, layout shift ${figure('cumulative-layout-shift').toFixed(4)}`
  console.log(`${locale}: ${scores.join(', ')}; ${times}`)
  const failed = new Set(
    reports.flatMap(({ audits }) =>
      Object.values(audits).flatMap(({ score, title, numericValue }) =>
        score === 0 && numericValue === undefined ? [title] : [],
      ),
    ),
  )
  if (failed.size > 0) console.log(`  failed: ${[...failed].join('; ')}`)
}
