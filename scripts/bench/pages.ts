import { defaultLocale, type Locale } from '#i18n/locales.ts'
import { sitePaths } from '#web/member/site-paths.ts'
import { openBrowser } from '../../e2e/browser.ts'
import { startProgram } from '../../e2e/program.ts'
import type { Setup } from '../../e2e/scene.ts'
import { newVisitor, visitFromHome, weighHomes, type Visit, type Weight } from '../../e2e/weights.ts'
import { ensureBrowser } from '../browser.ts'
import { median } from './measure.ts'

const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)
const locale = (process.env['BENCH_LOCALE'] ?? defaultLocale) as Locale

/** The longest from the press of a link until the page can be used: all of its content is rendered, and reacts. */
const mostUsableMs = 300

/** The size of the home page and of every other page, and the time from a press until the page can be used. */
export async function pagesBench(): Promise<void> {
  const executable = await ensureBrowser()
  const program = await startProgram()
  const browser = await openBrowser(executable)
  try {
    for (const [code, { weight }] of await weighHomes(program)) console.log(`home ${code}: ${formatWeight(weight)}`)
    const setup: Setup = { program, browser, locale, width: 1400 }
    const token = await program.database.signIn(await program.database.newMember())
    console.log(
      `\nfrom the home of ${locale}: more to load; ms from the press until the heading, until usable (medians of ${repeats})`,
    )
    const usable: number[] = []
    for (const path of Object.keys(sitePaths)) {
      const seen = await visits(setup, path, token)
      usable.push(median(seen.map((one) => one.wholeMs)))
      console.log(formatVisits(path, seen))
    }
    const late = usable.filter((ms) => ms > mostUsableMs).length
    console.log(
      `usable after the press: median ${median(usable).toFixed(0)} ms, slowest ${Math.max(...usable).toFixed(0)} ms; ${late} of ${usable.length} pages later than ${mostUsableMs} ms${late > 0 ? ' (missed)' : ''}`,
    )
    if (late > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await program.stop()
  }
}

/** Visits with an empty cache. */
async function visits(setup: Setup, path: string, token: string): Promise<Visit[]> {
  const seen: Visit[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const visitor = await newVisitor(setup, token)
    try {
      seen.push(await visitFromHome(setup, visitor, path))
    } finally {
      await visitor.close()
    }
  }
  return seen
}

function formatVisits(path: string, seen: readonly Visit[]): string {
  const [heading, whole] = [seen.map((one) => one.headingMs), seen.map((one) => one.wholeMs)].map(median)
  const [first] = seen
  const weight = first === undefined ? '' : formatWeight(first.more.weight)
  return `${path.padEnd(14)} ${weight.padEnd(62)} ${heading?.toFixed(0).padStart(5)} ${whole?.toFixed(0).padStart(5)} ms`
}

function formatWeight({ script, style, font }: Weight): string {
  const kib = (bytes: number) => (bytes / 1024).toFixed(1)
  return `script ${kib(script)} + style ${kib(style)} = ${kib(script + style)} KiB, type ${kib(font)} KiB`
}
