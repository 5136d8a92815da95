import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowser } from '../scripts/browser.ts'
import { closingLine, root, type Tally } from '../scripts/run-tool.ts'
import { openBrowser } from './browser.ts'
import { hostileCalls } from './hostile.ts'
import { wholeStory } from './story.ts'
import { startProgram, type Program } from './program.ts'

/**
 * The journeys: the started program, a real browser, people’s own steps. `node e2e/run.ts [words of a name]` walks them
 * and prints how many passed; pictures of every screen go to `.build/screens/`.
 */
const screens = join(root, '.build/screens')

const journeys: readonly {
  name: string
  walk: (program: Program, browser: Awaited<ReturnType<typeof openBrowser>>) => Promise<void>
}[] = [
  { name: 'hostile calls', walk: (program) => hostileCalls(program) },
  ...(['ko', 'en'] as const).flatMap((locale) =>
    ([1400, 390] as const).map((width) => ({
      name: `the whole story, ${locale}, ${width} px`,
      walk: (program: Program, browser: Awaited<ReturnType<typeof openBrowser>>) =>
        wholeStory({ program, browser, locale, width, screens: join(screens, `${locale}-${width}`) }),
    })),
  ),
]

async function main(wanted: string): Promise<Tally> {
  const chosen = journeys.filter((journey) => journey.name.includes(wanted))
  if (chosen.length === 0) throw new Error(`There is no journey "${wanted}".`)
  const path = findBrowser()
  if (path === null) throw new Error('No browser was found: install Chromium, or name one by CHROME_PATH.')
  await mkdir(screens, { recursive: true })
  const tally = { passed: 0, failed: 0 }
  const program = await startProgram()
  const browser = await openBrowser(path)
  try {
    for (const journey of chosen) {
      const begun = performance.now()
      const fault = await journey.walk(program, browser).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      )
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
      console.log(`  ${fault === null ? '✓' : '✗'} ${journey.name} (${seconds} s)`)
      if (fault !== null) console.log(`    ${(fault.stack ?? fault.message).split('\n').join('\n    ')}`)
      tally[fault === null ? 'passed' : 'failed'] += 1
    }
    const faults = await program.bookFaults()
    tally[faults.length === 0 ? 'passed' : 'failed'] += 1
    console.log(`  ${faults.length === 0 ? '✓' : '✗'} the books after all of it ${faults.join('; ')}`)
  } finally {
    await browser.close()
    await program.stop()
  }
  return tally
}

const tally = await main(process.argv.slice(2).join(' ')).catch((error: unknown): Tally => {
  console.error(error)
  return { passed: 0, failed: 1 }
})
console.log(closingLine(tally))
process.exit(tally.failed === 0 ? 0 : 1)
